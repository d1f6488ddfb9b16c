import { Injectable } from '@nestjs/common';
import { keyThatCounts, type ModelKey } from '../../../../domain/protocols/llm/models/model-table.js';
import { addressOf } from '../../../../domain/protocols/llm/models/model-target.js';
import { injectableCredentials, mayReceiveSecret } from '../../../../domain/decision/policy/injectable.js';
import { Configuration } from '../../../../kernel/config/configuration.js';
import type { WorkspaceScope } from '../../../../kernel/database/scope.js';
import type { Store } from '../../../../kernel/database/database.js';
import { PolicySetsService } from '../../../foundation/policy-sets/policy-sets.service.js';
import { INLINE } from '../../../credentials/secret-sources/secret-source.js';
import { type SecretInReach, SecretsService } from '../../../credentials/secrets/secrets.service.js';
import { WorkspacesService } from '../../../people/workspaces/workspaces.service.js';
import { modelSettings } from './model-settings.js';

/** The LLM key an agent works with; its value stays where it is. */
export interface AgentModelKey extends ModelKey {
  readonly hostPattern: string;
  readonly sourceKind: string;
  readonly isOAuth: boolean;
}

/** Which LLM key counts for an agent (02 §2.5.1), among those that would be injected for it (02 §11.1). */
@Injectable()
export class AgentModelKeys {
  private readonly answersWithoutKey: boolean;

  constructor(
    private readonly policySets: PolicySetsService,
    private readonly secrets: SecretsService,
    private readonly workspaces: WorkspacesService,
    configuration: Configuration,
  ) {
    this.answersWithoutKey = addressOf(null, modelSettings(configuration)) !== null;
  }

  /** Whether a message can be answered at all: with a key, or by a server of the operator's that needs none (04 §11.1). */
  async answers(q: Store, scope: WorkspaceScope, agentId: string): Promise<boolean> {
    return this.answersWithoutKey || (await this.of(q, scope, agentId)) !== null;
  }

  /** Among those that are of use to whoever asks. */
  async of(
    q: Store,
    scope: WorkspaceScope,
    agentId: string,
    isOfUse: (key: AgentModelKey) => boolean = () => true,
  ): Promise<AgentModelKey | null> {
    return (await this.ofAll(q, scope, [agentId], isOfUse)).get(agentId) ?? null;
  }

  /** By agent id; who has no key is not in it. One query after the other, because `q` may be a transaction. */
  async ofAll(
    q: Store,
    scope: WorkspaceScope,
    agentIds: readonly string[],
    isOfUse: (key: AgentModelKey) => boolean = () => true,
  ): Promise<Map<string, AgentModelKey>> {
    const { organizationId } = scope;
    const organization = await this.policySets.liveRules(q, { organizationId, workspaceId: null });
    const workspace = await this.policySets.liveRules(q, scope);
    const principals = await this.workspaces.principals(q, scope);
    const keys = (await this.secrets.inReach(q, scope)).flatMap(modelKeysOf).filter(isOfUse);
    const found = new Map<string, AgentModelKey>();
    for (const id of agentIds) {
      const rights = injectableCredentials({ organization, workspace }, { id, ...principals });
      const key = keyThatCounts(keys.filter((candidate) => mayReceiveSecret(rights, candidate)));
      if (key !== undefined) found.set(id, key);
    }
    return found;
  }
}

function modelKeysOf(secret: SecretInReach): AgentModelKey[] {
  const { id, type, scope: level, hostPattern, sourceKind, metadata } = secret;
  if (type === 'generic') return [];
  // A referenced value is an API key whatever it turns out to be (02 §3.4).
  const isOAuth = sourceKind === INLINE && metadata?.authMode === 'oauth';
  return [{ id, provider: type, level, hostPattern, sourceKind, isOAuth }];
}
