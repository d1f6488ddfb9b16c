import { Injectable } from '@nestjs/common';
import {
  injectableCredentials,
  mayReceiveConnection,
  mayReceiveSecret,
} from '../../../domain/decision/policy/injectable.js';
import type { PublishedRule } from '../../../domain/decision/policy/model.js';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { Database } from '../../../kernel/database/database.js';
import type { AttachableConnection } from '../../credentials/connections/model/connection.js';
import { ConnectionsService } from '../../credentials/connections/connections.service.js';
import { PolicySetsService } from '../../foundation/policy-sets/policy-sets.service.js';
import { type AttachableSecret, SecretsService } from '../../credentials/secrets/secrets.service.js';
import { WorkspacesService } from '../../people/workspaces/workspaces.service.js';
import type {
  AgentListItemResponse,
  GrantsSummaryResponse,
  GrantSummaryEntryResponse,
} from './dto/agent-response.dto.js';

interface Principals {
  userIds: string[];
  groupIds: string[];
}

/** What can be attached in the workspace. */
interface Pool {
  connections: readonly AttachableConnection[];
  secrets: readonly AttachableSecret[];
}

/** `include=grants-summary` (02 §2.3): the credentials that would inject for each agent by 02 §11.1. */
@Injectable()
export class GrantSummaries {
  constructor(
    private readonly db: Database,
    private readonly policySets: PolicySetsService,
    private readonly secrets: SecretsService,
    private readonly connections: ConnectionsService,
    private readonly workspaces: WorkspacesService,
  ) {}

  async addTo(
    scope: WorkspaceScope,
    agents: readonly AgentListItemResponse[],
  ): Promise<AgentListItemResponse[]> {
    const [organization, workspace, secrets, connections, principals] = await Promise.all([
      this.policySets.liveRules(this.db, { organizationId: scope.organizationId, workspaceId: null }),
      this.policySets.liveRules(this.db, scope),
      this.secrets.attachPool(this.db, scope),
      this.connections.attachPool(this.db, scope),
      this.workspaces.principals(this.db, scope),
    ]);
    const pool = { connections, secrets };
    const rules = { organization, workspace };
    return agents.map((agent) => ({ ...agent, grantsSummary: summaryOf(agent.id, rules, pool, principals) }));
  }
}

function summaryOf(
  agentId: string,
  rules: { organization: readonly PublishedRule[]; workspace: readonly PublishedRule[] },
  pool: Pool,
  principals: Principals,
): GrantsSummaryResponse {
  const rights = injectableCredentials(rules, { id: agentId, ...principals });
  // Only connected accounts are injected (02 §11.1.3).
  const connections = pool.connections
    .filter(({ id, provider, scope, status }) => {
      return status === 'connected' && mayReceiveConnection(rights, { id, provider, level: scope });
    })
    .map(({ id, provider, label }) => ({ kind: 'app' as const, provider, connectionId: id, label }));
  const secrets = pool.secrets
    .filter(({ id, scope }) => mayReceiveSecret(rights, { id, level: scope }))
    .map(({ id, name, type }) => ({
      kind: type === 'generic' ? ('secret' as const) : ('llm' as const),
      id,
      name,
    }));
  const entries: GrantSummaryEntryResponse[] = [...connections, ...secrets];
  return { mode: 'grants', total: entries.length, entries };
}
