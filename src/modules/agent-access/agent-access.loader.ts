import { Injectable } from '@nestjs/common';
import { slotsOf } from '../../domain/injection/plan.js';
import { compilePolicy } from '../../domain/policy/compile.js';
import { ConnectionTable } from '../../domain/policy/connection-choice.js';
import {
  type InjectableCredentials,
  injectableCredentials,
  mayReceiveConnection,
  mayReceiveSecret,
} from '../../domain/policy/injectable.js';
import type { AgentPrincipals, PublishedRule } from '../../domain/policy/model.js';
import { SecretTable } from '../../domain/policy/secret-choice.js';
import {
  effectiveScope,
  type ResourceScope,
  scopedConnections,
} from '../../domain/scopes/effective-scope.js';
import type { WorkspaceScope } from '../../kernel/access/workspace-scope.js';
import { Database } from '../../kernel/database/database.js';
import { isUuid } from '../../kernel/database/uuid.js';
import { AppCatalog } from '../apps/catalog.js';
import type { AccessibleConnection, AccessibleSecret, AgentAccess, ScopeEpoch } from './agent-access.js';
import {
  type AgentAccessRow,
  agentAccessQuery,
  type ConnectionRow,
  type LiveSet,
  type SealedSecretRow,
} from './agent-access.query.js';

const BY_TOKEN = agentAccessQuery('token_hash = $1');
const BY_ID = agentAccessQuery('id = $1 AND workspace_id = $2');

/**
 * Loads what one agent may do, for the gateway and for every view that explains it, so that what is
 * explained and what is enforced come from the same place (architecture §8.2).
 */
@Injectable()
export class AgentAccessLoader {
  constructor(
    private readonly db: Database,
    private readonly catalog: AppCatalog,
  ) {}

  /**
   * By SHA-256 of the agent token. Null for an unknown token and for one whose workspace is held by
   * suspended people only (R13); throws when anything could not be read (R22).
   */
  async byToken(tokenHash: Buffer): Promise<AgentAccess | null> {
    const [row] = await this.db.query<AgentAccessRow>(BY_TOKEN, [tokenHash]);
    return row === undefined || heldBySuspendedOnly(row) ? null : toAgentAccess(row, this.catalog);
  }

  /** By id inside a workspace, whoever holds it. */
  async byAgent({ workspaceId }: WorkspaceScope, agentId: string): Promise<AgentAccess | null> {
    const [row] = isUuid(agentId) ? await this.db.query<AgentAccessRow>(BY_ID, [agentId, workspaceId]) : [];
    return row === undefined ? null : toAgentAccess(row, this.catalog);
  }
}

interface RuleSets {
  organization: PublishedRule[];
  workspace: PublishedRule[];
}

function heldBySuspendedOnly(row: AgentAccessRow): boolean {
  return row.suspended_holders > 0 && row.active_holders === 0;
}

function toAgentAccess(row: AgentAccessRow, catalog: AppCatalog): AgentAccess {
  const principals: AgentPrincipals = { id: row.id, userIds: row.user_ids, groupIds: row.group_ids };
  const sets: RuleSets = {
    organization: rulesOf(row.organization_set),
    workspace: rulesOf(row.workspace_set),
  };
  const all = row.secrets.map((secret) => toAccessibleSecret(secret, row.organization_id));
  const rights = injectableCredentials(sets, principals);
  const secrets = all.filter((secret) => mayReceiveSecret(rights, secret));
  const received = new Set(secrets);
  const unattached = all.filter((secret) => !received.has(secret));
  const connections = divideConnections(row.connections, rights);
  return {
    agent: { id: row.id, name: row.name, identifier: row.identifier },
    workspaceId: row.workspace_id,
    organization: { id: row.organization_id, plan: row.plan, claimed: row.claimed },
    epochs: epochsOf(row),
    policy: compilePolicy({
      ...sets,
      agent: principals,
      secrets: all,
      connections: row.connections,
      apps: catalog.surfaces,
    }),
    secrets,
    granted: new SecretTable(secrets),
    unattached: new SecretTable(unattached),
    connections: new ConnectionTable(connections.received, catalog.hosts),
    unattachedConnections: new ConnectionTable(connections.others, catalog.hosts),
    resourceScopes: scopesOf(sets, principals, connections.received),
  };
}

/** Only connected ones are in play: the others keep their rules, which match nothing (02 §16.4). */
function divideConnections(
  rows: readonly ConnectionRow[],
  rights: InjectableCredentials,
): { received: AccessibleConnection[]; others: AccessibleConnection[] } {
  const received: AccessibleConnection[] = [];
  const others: AccessibleConnection[] = [];
  for (const { id, provider, label, status, workspace_id } of rows) {
    if (status !== 'connected') continue;
    const level = workspace_id === null ? ('organization' as const) : ('workspace' as const);
    const connection = { id, provider, label, level };
    (mayReceiveConnection(rights, connection) ? received : others).push(connection);
  }
  return { received, others };
}

function scopesOf(
  sets: RuleSets,
  agent: AgentPrincipals,
  connections: readonly AccessibleConnection[],
): Map<string, ResourceScope> {
  const scopes = new Map<string, ResourceScope>();
  if (connections.length === 0) return scopes;
  const scoped = scopedConnections([...sets.organization, ...sets.workspace]);
  for (const { id } of connections) {
    const scope = scoped.has(id) ? effectiveScope(sets, agent, id) : null;
    if (scope !== null) scopes.set(id, scope);
  }
  return scopes;
}

/** A set that was never created reads as its Default Rule (02 §7.6); one without its snapshot is a fault. */
function rulesOf(set: LiveSet | null): PublishedRule[] {
  if (set === null) return [];
  if (set.rules === null) throw new Error(`policy snapshot of generation ${set.generation} is missing`);
  return set.rules;
}

function epochsOf(row: AgentAccessRow): ScopeEpoch[] {
  return [
    { scope: `org:${row.organization_id}`, epoch: Number(row.organization_epoch ?? 0) },
    { scope: `ws:${row.workspace_id}`, epoch: Number(row.workspace_epoch ?? 0) },
  ];
}

function toAccessibleSecret(row: SealedSecretRow, organizationId: string): AccessibleSecret {
  const secret = {
    id: row.id,
    name: row.name,
    level: row.workspace_id === null ? ('organization' as const) : ('workspace' as const),
    type: row.type,
    organizationId,
    workspaceId: row.workspace_id,
    valueSource: row.value_source,
    valueCiphertext: row.value_ciphertext,
    opRef: row.op_ref,
    hostPattern: row.host_pattern,
    pathPattern: row.path_pattern,
    injectionConfig: row.injection_config,
    metadata: row.metadata,
    createdAt: row.created_at,
  };
  return { ...secret, slots: slotsOf(secret) };
}
