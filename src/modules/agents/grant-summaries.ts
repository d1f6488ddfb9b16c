import { Injectable } from '@nestjs/common';
import { injectableCredentials, mayReceiveSecret } from '../../domain/policy/injectable.js';
import type { PublishedRule } from '../../domain/policy/model.js';
import type { WorkspaceScope } from '../../kernel/access/workspace-scope.js';
import { Database } from '../../kernel/database/database.js';
import { PolicySetsService } from '../policy-sets/policy-sets.service.js';
import { type AttachableSecret, SecretsService } from '../secrets/secrets.service.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';
import type { AgentListItemDto, GrantsSummaryDto } from './dto/agent-response.dto.js';

interface Principals {
  userIds: string[];
  groupIds: string[];
}

/** `include=grants-summary` (02 §2.3): the credentials that would inject for each agent by 02 §11.1. */
@Injectable()
export class GrantSummaries {
  constructor(
    private readonly db: Database,
    private readonly policySets: PolicySetsService,
    private readonly secrets: SecretsService,
    private readonly workspaces: WorkspacesService,
  ) {}

  async addTo(scope: WorkspaceScope, agents: readonly AgentListItemDto[]): Promise<AgentListItemDto[]> {
    const [organizationRules, workspaceRules, pool, principals] = await Promise.all([
      this.policySets.liveRules(this.db, { organizationId: scope.organizationId, workspaceId: null }),
      this.policySets.liveRules(this.db, scope),
      this.secrets.attachPool(this.db, scope),
      this.workspaces.principals(this.db, scope),
    ]);
    const rules = { organization: organizationRules, workspace: workspaceRules };
    return agents.map((agent) => ({ ...agent, grantsSummary: summaryOf(agent.id, rules, pool, principals) }));
  }
}

function summaryOf(
  agentId: string,
  rules: { organization: readonly PublishedRule[]; workspace: readonly PublishedRule[] },
  pool: readonly AttachableSecret[],
  principals: Principals,
): GrantsSummaryDto {
  const rights = injectableCredentials(rules, { id: agentId, ...principals });
  const entries = pool
    .filter(({ id, scope }) => mayReceiveSecret(rights, { id, level: scope }))
    .map(({ id, name, type }) => ({
      kind: type === 'generic' ? ('secret' as const) : ('llm' as const),
      id,
      name,
    }));
  return { mode: 'grants', total: entries.length, entries };
}
