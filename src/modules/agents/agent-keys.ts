import { Injectable } from '@nestjs/common';
import type { WorkspaceCaller } from '../../kernel/access/caller.js';
import type { WorkspaceScope } from '../../kernel/access/workspace-scope.js';
import { Database, type Tx } from '../../kernel/database/database.js';
import { AppError } from '../../kernel/errors/app-error.js';
import { actorOf } from '../audit/audit-event.js';
import { AuditService } from '../audit/audit.service.js';
import { PolicySetsService } from '../policy-sets/policy-sets.service.js';
import { type AttachableSecret, SecretsService } from '../secrets/secrets.service.js';

interface NamedAgent {
  id: string;
  name: string;
}

/** The secrets of an agent: automatic LLM attachment (02 §2.4) and the list form of secret grants (02 §2.3). */
@Injectable()
export class AgentKeys {
  constructor(
    private readonly db: Database,
    private readonly secrets: SecretsService,
    private readonly policySets: PolicySetsService,
    private readonly audit: AuditService,
  ) {}

  /** Grants every LLM secret of the attach pool, oldest first; returns their ids (02 §2.4.1). */
  async attachLlmSecrets(tx: Tx, scope: WorkspaceScope, agent: NamedAgent): Promise<string[]> {
    const pool = await this.secrets.attachPool(tx, scope);
    const llm = pool.filter((secret) => secret.type !== 'generic');
    await this.policySets.attachSecrets(
      tx,
      scope,
      llm.map((secret) => ({ agent, secret })),
    );
    return llm.map((secret) => secret.id);
  }

  /** Ids of the secrets the agent has a secret grant for. */
  grantedSecretIds(scope: WorkspaceScope, agentId: string): Promise<string[]> {
    return this.policySets.secretGrantsOf(this.db, scope, agentId);
  }

  /** Makes the agent's secret grants exactly these, in one publish; nothing changes when one is unknown. */
  async replaceSecrets(
    caller: WorkspaceCaller,
    agent: NamedAgent,
    secretIds: readonly string[],
  ): Promise<void> {
    await this.db.tx(async (tx) => {
      const wanted = await this.selectFromPool(tx, caller, secretIds);
      await this.policySets.replaceSecretGrants(tx, caller, agent, wanted);
      const { organizationId, workspaceId } = caller;
      const metadata = { agentId: agent.id, secrets: wanted.length };
      await this.audit.record(tx, {
        organizationId,
        workspaceId,
        by: actorOf(caller),
        action: 'update',
        service: 'grant',
        metadata,
      });
    });
  }

  private async selectFromPool(
    tx: Tx,
    scope: WorkspaceScope,
    secretIds: readonly string[],
  ): Promise<AttachableSecret[]> {
    const pool = new Map((await this.secrets.attachPool(tx, scope)).map((secret) => [secret.id, secret]));
    return [...new Set(secretIds)].map((id) => {
      const secret = pool.get(id);
      if (!secret) throw new AppError('agent_secrets_not_found');
      return secret;
    });
  }
}
