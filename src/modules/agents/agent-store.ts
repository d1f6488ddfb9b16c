import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../../kernel/database/scope.js';
import type { SealedPlace } from '../../kernel/crypto/sealed-columns.js';
import { SecretBox } from '../../kernel/crypto/secret-box.js';
import { mintToken, sha256 } from '../../kernel/crypto/tokens.js';
import { Prepared, type Queryable, type Tx } from '../../kernel/database/database.js';
import { isUuid } from '../../kernel/database/uuid.js';
import { AppError } from '../../kernel/errors/app-error.js';
import type { AgentRow } from './agent.view.js';

export interface NewAgent {
  name: string;
  identifier: string;
  isDefault: boolean;
}

/** What can change of an agent; a model comes with its stamp (`ModelOverride`). */
export interface AgentChanges {
  name?: string | undefined;
  instructions?: string | null | undefined;
  model?: string | null;
  effort?: string | null;
  modelProvider?: string | null;
}

const CHANGEABLE = {
  name: 'name',
  instructions: 'instructions',
  model: 'model',
  effort: 'effort',
  modelProvider: 'model_provider',
} as const satisfies Record<keyof AgentChanges, string>;

/** An agent as grants and rules name it. */
export interface NamedAgent {
  id: string;
  name: string;
}

/** How far back the newest request counts (02 §2.1): `lastSeenAt` of lists, `recentRequestAt` of a detail. */
const SEEN_WITHIN = { list: '30 days', detail: '7 days' };

const COLUMNS = `a.id, a.name, a.identifier, a.token_ciphertext, a.is_default, a.kind, a.harness, a.model, a.model_provider, a.effort,
  a.instructions, a.created_at, (SELECT i.image_key FROM agent_images i WHERE i.agent_id = a.id) AS image_key`;

const SELECT = `SELECT ${COLUMNS}, NULL::timestamptz AS last_request_at FROM agents a WHERE a.workspace_id = $1`;
const SELECT_LISTED = selectSeenWithin(SEEN_WITHIN.list);
const SELECT_ALL = new Prepared(`${SELECT_LISTED} ORDER BY a.created_at DESC, a.id`);
const SELECT_DETAILED = selectSeenWithin(SEEN_WITHIN.detail);

/** The rows of `agents`; every statement names the workspace. Tokens go in and out of here only sealed. */
@Injectable()
export class AgentStore {
  constructor(private readonly box: SecretBox) {}

  /** Newest first. */
  list(q: Queryable, { workspaceId }: WorkspaceScope): Promise<AgentRow[]> {
    return q.query<AgentRow>(SELECT_ALL, [workspaceId]);
  }

  async findDefault(q: Queryable, { workspaceId }: WorkspaceScope): Promise<AgentRow | null> {
    const [row] = await q.query<AgentRow>(`${SELECT_LISTED} AND a.is_default`, [workspaceId]);
    return row ?? null;
  }

  async findByIdentifier(
    q: Queryable,
    { workspaceId }: WorkspaceScope,
    identifier: string,
  ): Promise<AgentRow | null> {
    const [row] = await q.query<AgentRow>(`${SELECT} AND a.identifier = $2`, [workspaceId, identifier]);
    return row ?? null;
  }

  /** The agent of this workspace; `404` for any other id (02 §1.8). */
  get(q: Queryable, scope: WorkspaceScope, agentId: string): Promise<AgentRow> {
    return this.one(q, `${SELECT_DETAILED} AND a.id = $2`, scope, agentId);
  }

  /**
   * The agent, kept from being changed by others until the transaction ends. Not `FOR UPDATE`: the request
   * log's foreign key must not wait for it.
   */
  lock(tx: Tx, scope: WorkspaceScope, agentId: string): Promise<AgentRow> {
    return this.one(tx, `${SELECT} AND a.id = $2 FOR NO KEY UPDATE OF a`, scope, agentId);
  }

  /** The agent, kept from being deleted or renamed while the transaction grants it something. */
  hold(tx: Tx, scope: WorkspaceScope, agentId: string): Promise<NamedAgent> {
    return this.one(tx, `${SELECT} AND a.id = $2 FOR SHARE OF a`, scope, agentId);
  }

  async count(q: Queryable, { workspaceId }: WorkspaceScope): Promise<number> {
    const [row] = await q.query<{ agents: number }>(
      'SELECT count(*)::int AS agents FROM agents WHERE workspace_id = $1',
      [workspaceId],
    );
    return row!.agents;
  }

  async countOfOrganization(q: Queryable, organizationId: string): Promise<number> {
    const [row] = await q.query<{ agents: number }>(
      'SELECT count(*)::int AS agents FROM agents WHERE organization_id = $1',
      [organizationId],
    );
    return row!.agents;
  }

  async insert(tx: Tx, scope: WorkspaceScope, agent: NewAgent): Promise<AgentRow> {
    const id = randomUUID();
    const token = mintToken('agent');
    const { organizationId, workspaceId } = scope;
    const { name, identifier, isDefault } = agent;
    const [row] = await tx.query<AgentRow>(
      `INSERT INTO agents AS a (id, organization_id, workspace_id, name, identifier, is_default, token_hash,
         token_ciphertext)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       RETURNING ${COLUMNS}, NULL::timestamptz AS last_request_at`,
      [id, organizationId, workspaceId, name, identifier, isDefault, sha256(token), this.sealed(id, token)],
    );
    return row!;
  }

  /** Stores what a patch says; `changes` is not empty. */
  async update(
    tx: Tx,
    { workspaceId }: WorkspaceScope,
    agentId: string,
    changes: AgentChanges,
  ): Promise<void> {
    const given = Object.entries(CHANGEABLE).flatMap(([field, column]) => {
      const value = changes[field as keyof AgentChanges];
      return value === undefined ? [] : [{ column, value }];
    });
    const assignments = given.map(({ column }, index) => `${column} = $${index + 3}`);
    await tx.query(
      `UPDATE agents SET ${assignments.join(', ')}, updated_at = now() WHERE workspace_id = $1 AND id = $2`,
      [workspaceId, agentId, ...given.map(({ value }) => value)],
    );
  }

  /** Agents with a chosen model or effort, and the provider it was chosen for. */
  modelProviders(tx: Tx, { workspaceId }: WorkspaceScope): Promise<{ id: string; provider: string }[]> {
    return tx.query(
      `SELECT id, model_provider AS provider FROM agents
       WHERE workspace_id = $1 AND model_provider IS NOT NULL ORDER BY id`,
      [workspaceId],
    );
  }

  /** Replaces the agent's token and returns the new one. */
  async replaceToken(tx: Tx, { workspaceId }: WorkspaceScope, agentId: string): Promise<string> {
    const token = mintToken('agent');
    await tx.query(
      `UPDATE agents SET token_hash = $3, token_ciphertext = $4, updated_at = now()
       WHERE workspace_id = $1 AND id = $2`,
      [workspaceId, agentId, sha256(token), this.sealed(agentId, token)],
    );
    return token;
  }

  /** Replaces the tokens of all agents of these organizations; answers in which workspaces, and how many. */
  async replaceAllTokens(
    tx: Tx,
    organizationIds: readonly string[],
  ): Promise<(WorkspaceScope & { agents: number })[]> {
    const held = await tx.query<WorkspaceScope & { id: string }>(
      `SELECT id, organization_id AS "organizationId", workspace_id AS "workspaceId" FROM agents
       WHERE organization_id = ANY ($1) ORDER BY id FOR NO KEY UPDATE`,
      [organizationIds],
    );
    const tokens = held.map(({ id }) => ({ id, token: mintToken('agent') }));
    await tx.query(
      `UPDATE agents a SET token_hash = n.hash, token_ciphertext = n.sealed, updated_at = now()
       FROM unnest($1::uuid[], $2::bytea[], $3::text[]) AS n (id, hash, sealed) WHERE a.id = n.id`,
      [
        tokens.map(({ id }) => id),
        tokens.map(({ token }) => sha256(token)),
        tokens.map(({ id, token }) => this.sealed(id, token)),
      ],
    );
    const workspaces = Map.groupBy(held, ({ workspaceId }) => workspaceId);
    return [...workspaces].map(([workspaceId, agents]) => ({
      organizationId: agents[0]!.organizationId,
      workspaceId,
      agents: agents.length,
    }));
  }

  /** Two statements, because the index that allows one default per workspace looks at every row at once. */
  async moveDefault(tx: Tx, { workspaceId }: WorkspaceScope, agentId: string): Promise<void> {
    await tx.query(
      'UPDATE agents SET is_default = false, updated_at = now() WHERE workspace_id = $1 AND is_default',
      [workspaceId],
    );
    await tx.query(
      'UPDATE agents SET is_default = true, updated_at = now() WHERE workspace_id = $1 AND id = $2',
      [workspaceId, agentId],
    );
  }

  async delete(tx: Tx, { workspaceId }: WorkspaceScope, agentId: string): Promise<void> {
    await tx.query('DELETE FROM agents WHERE workspace_id = $1 AND id = $2', [workspaceId, agentId]);
  }

  /** The agent's plaintext token. */
  tokenOf(row: AgentRow): string {
    return this.box.open(row.token_ciphertext, bindingOf(row.id));
  }

  private sealed(agentId: string, token: string): string {
    return this.box.seal(token, bindingOf(agentId));
  }

  private async one(
    q: Queryable,
    sql: string,
    { workspaceId }: WorkspaceScope,
    agentId: string,
  ): Promise<AgentRow> {
    const [row] = isUuid(agentId) ? await q.query<AgentRow>(sql, [workspaceId, agentId]) : [];
    if (!row) throw new AppError('agent_not_found');
    return row;
  }
}

/** The associated data a token is sealed with: a ciphertext copied to another row does not open. */
function bindingOf(agentId: string): SealedPlace {
  return `agents:${agentId}`;
}

/** With the newest gateway request inside a window, read off the index of the request log. */
function selectSeenWithin(window: string): string {
  return `SELECT ${COLUMNS}, (SELECT max(r.created_at) FROM request_log r
      WHERE r.agent_id = a.id AND r.created_at > now() - interval '${window}') AS last_request_at
    FROM agents a WHERE a.workspace_id = $1`;
}
