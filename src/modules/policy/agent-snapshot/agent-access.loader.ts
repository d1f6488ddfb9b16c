import { Injectable } from '@nestjs/common';
import { slotsOf } from '../../../domain/injection/plan.js';
import { compilePolicy, type PolicyInput } from '../../../domain/policy/compile.js';
import { ConnectionTable } from '../../../domain/policy/connection-choice.js';
import {
  type InjectableCredentials,
  injectableCredentials,
  mayReceiveConnection,
  mayReceiveSecret,
} from '../../../domain/policy/injectable.js';
import type { AgentPrincipals, PublishedRule } from '../../../domain/policy/model.js';
import { SecretTable } from '../../../domain/policy/secret-choice.js';
import {
  effectiveScope,
  type ResourceScope,
  scopedConnections,
} from '../../../domain/scopes/effective-scope.js';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { Database } from '../../../kernel/database/database.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import { levelOf } from '../../../kernel/database/scope.js';
import { AppCatalog } from '../../foundation/app-catalog/catalog.js';
import type { SealedVaultConnection } from '../../credentials/vaults/vault-connection.js';
import type {
  AccessibleConnection,
  AccessibleSecret,
  AccessState,
  AgentAccess,
  AgentIdentity,
  LiveRuleSet,
  ScopeEpoch,
  StoredConnection,
  WorkspaceState,
} from './agent-access.js';
import {
  type AccessStateRow,
  type AgentAccessRow,
  agentAccessQuery,
  type LiveSet,
  ORGANIZATION_STATE,
  type SnapshotSecret,
  WORKSPACE_STATE,
  type WorkspaceStateRow,
} from './agent-access.query.js';

const BY_TOKEN = agentAccessQuery('token_hash = $1');
const BY_ID = agentAccessQuery('id = $1 AND workspace_id = $2');

/**
 * Loads what one agent may do, for the gateway and for every view that explains it, so that what is
 * explained and what is enforced come from the same place.
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

  /** Whether the token is an agent's, whatever else can be read of it. */
  async knows(tokenHash: Buffer): Promise<boolean> {
    return (await this.db.query('SELECT 1 FROM agents WHERE token_hash = $1', [tokenHash])).length > 0;
  }

  /** By id inside a workspace, whoever holds it. */
  async byAgent({ workspaceId }: WorkspaceScope, agentId: string): Promise<AgentAccess | null> {
    const [row] = isUuid(agentId) ? await this.db.query<AgentAccessRow>(BY_ID, [agentId, workspaceId]) : [];
    return row === undefined ? null : toAgentAccess(row, this.catalog);
  }

  /** What all agents of a workspace are judged by; null when the workspace is gone. */
  async workspaceState({ workspaceId, organizationId }: WorkspaceScope): Promise<WorkspaceState | null> {
    const [row] = await this.db.query<WorkspaceStateRow>(WORKSPACE_STATE, [workspaceId, organizationId]);
    if (row === undefined) return null;
    return { ...toState(row), workspaceId, agents: row.agents };
  }

  /** The organization's part alone. */
  async organizationState(organizationId: string): Promise<AccessState | null> {
    const [row] = await this.db.query<AccessStateRow>(ORGANIZATION_STATE, [organizationId]);
    return row === undefined ? null : toState(row);
  }

  /** One agent of a loaded workspace, exactly as `byToken` would have built it. */
  accessOf(state: WorkspaceState, agent: AgentIdentity): AgentAccess {
    return compileAccess(state, state.workspaceId, agent, this.catalog);
  }

  /** What `accessOf` compiles; null for nobody in particular. */
  policyInput(state: AccessState, agent: AgentIdentity | null): PolicyInput {
    const principals = agent === null ? null : principalsOf(state, agent);
    return policyInputOf(state, principals, this.catalog);
  }
}

function heldBySuspendedOnly(row: AgentAccessRow): boolean {
  return row.suspendedHolders > 0 && row.activeHolders === 0;
}

function toAgentAccess(row: AgentAccessRow, catalog: AppCatalog): AgentAccess {
  const { id, name, identifier } = row;
  return compileAccess(toState(row), row.workspaceId, { id, name, identifier }, catalog);
}

function compileAccess(
  state: AccessState,
  workspaceId: string,
  agent: AgentIdentity,
  catalog: AppCatalog,
): AgentAccess {
  const principals = principalsOf(state, agent);
  const sets = { organization: state.organizationSet.rules, workspace: state.workspaceSet.rules };
  const rights = injectableCredentials(sets, principals);
  const secrets = state.secrets.filter((secret) => mayReceiveSecret(rights, secret));
  const received = new Set(secrets);
  const unattached = state.secrets.filter((secret) => !received.has(secret));
  const connections = divideConnections(state.connections, rights);
  return {
    agent,
    workspaceId,
    organization: state.organization,
    epochs: state.epochs,
    policy: compilePolicy(policyInputOf(state, principals, catalog)),
    secrets,
    granted: new SecretTable(secrets),
    unattached: new SecretTable(unattached),
    connections: new ConnectionTable(connections.received, catalog.hosts),
    unattachedConnections: new ConnectionTable(connections.others, catalog.hosts),
    resourceScopes: scopesOf(sets, principals, connections.received),
    vault: state.vault,
  };
}

export function principalsOf({ userIds, groupIds }: AccessState, { id }: AgentIdentity): AgentPrincipals {
  return { id, userIds, groupIds };
}

function policyInputOf(
  { organizationSet, workspaceSet, secrets, connections }: AccessState,
  agent: AgentPrincipals | null,
  catalog: AppCatalog,
): PolicyInput {
  return {
    organization: organizationSet.rules,
    workspace: workspaceSet.rules,
    agent,
    secrets,
    connections,
    apps: catalog.surfaces,
  };
}

function toState(row: AccessStateRow): AccessState {
  return {
    workspaceId: row.workspaceId,
    organization: { id: row.organizationId, plan: row.plan, claimed: row.claimed },
    epochs: epochsOf(row),
    organizationSet: liveSet(row.organizationSet),
    workspaceSet: liveSet(row.workspaceSet),
    userIds: row.userIds,
    groupIds: row.groupIds,
    secrets: row.secrets.map((secret) => toAccessibleSecret(secret, row.organizationId)),
    connections: row.connections.map(({ workspaceId, ...connection }) => {
      return { ...connection, level: levelOf({ workspaceId }) };
    }),
    vault: vaultOf(row),
  };
}

/** Only connected ones are in play: the others keep their rules, which match nothing (02 §16.4). */
function divideConnections(
  stored: readonly StoredConnection[],
  rights: InjectableCredentials,
): { received: AccessibleConnection[]; others: AccessibleConnection[] } {
  const received: AccessibleConnection[] = [];
  const others: AccessibleConnection[] = [];
  for (const { status, ...connection } of stored) {
    if (status !== 'connected') continue;
    (mayReceiveConnection(rights, connection) ? received : others).push(connection);
  }
  return { received, others };
}

function scopesOf(
  sets: { organization: readonly PublishedRule[]; workspace: readonly PublishedRule[] },
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
function liveSet(set: LiveSet | null): LiveRuleSet {
  if (set === null) return { generation: 0, rules: [] };
  const { generation, rules } = set;
  if (rules === null) throw new Error(`policy snapshot of generation ${generation} is missing`);
  return { generation, rules };
}

function epochsOf(row: AccessStateRow): ScopeEpoch[] {
  const organization = { scope: `org:${row.organizationId}`, epoch: Number(row.organizationEpoch ?? 0) };
  if (row.workspaceId === null) return [organization];
  return [organization, { scope: `ws:${row.workspaceId}`, epoch: Number(row.workspaceEpoch ?? 0) }];
}

function vaultOf({ workspaceId, workspaceEpoch, vault }: AccessStateRow): SealedVaultConnection | null {
  if (workspaceId === null || vault === null) return null;
  return { ...vault, workspaceId, epoch: Number(workspaceEpoch ?? 0) };
}

function toAccessibleSecret(row: SnapshotSecret, organizationId: string): AccessibleSecret {
  const secret = { ...row, level: levelOf(row), organizationId };
  return { ...secret, slots: slotsOf(secret) };
}
