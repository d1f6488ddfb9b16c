import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../../../../kernel/database/scope.js';
import { placesIn, SecretBox } from '../../../../kernel/crypto/secret-box.js';
import { mintToken, sha256 } from '../../../../kernel/crypto/tokens.js';
import { Prepared, type Queryable, type Store, type Tx } from '../../../../kernel/database/database.js';
import { selection } from '../../../../kernel/database/statements/entity-columns.js';
import { isUuid } from '../../../../kernel/database/uuid.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { AgentEntity } from './agent.entity.js';
import { AGENT_CHANNELS, AGENT_FIELDS, type AgentRow } from './agent.view.js';
import { agentErrors } from './agent.errors.js';

export type NewAgent = Pick<
  AgentEntity,
  'name' | 'identifier' | 'isDefault' | 'kind' | 'harness' | 'instructions'
>;

/** What can change of an agent; a model comes with its stamp (`ModelOverride`). */
export interface AgentChanges {
  name?: string | undefined;
  instructions?: string | null | undefined;
  model?: string | null;
  effort?: string | null;
  modelProvider?: string | null;
}

/** An agent as grants and rules name it. */
export interface NamedAgent {
  id: string;
  name: string;
}

/** How far back the newest request counts (02 §2.1): `lastSeenAt` of lists, `recentRequestAt` of a detail. */
const SEEN_WITHIN = { list: '30 days', detail: '7 days' };

const COLUMNS = `${selection(AgentEntity, AGENT_FIELDS, 'a')},
  (SELECT i.image_key FROM agent_images i WHERE i.agent_id = a.id) AS "imageKey",
  ${AGENT_CHANNELS} AS channels`;

const SELECT = `SELECT ${COLUMNS}, NULL::timestamptz AS "lastRequestAt" FROM agents a WHERE a.workspace_id = $1`;
const SELECT_LISTED = selectSeenWithin(SEEN_WITHIN.list);
const SELECT_ALL = new Prepared(`${SELECT_LISTED} ORDER BY a.created_at DESC, a.id`);
const SELECT_DETAILED = selectSeenWithin(SEEN_WITHIN.detail);

const bindingOf = placesIn(AgentEntity);

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
  lockShared(tx: Tx, scope: WorkspaceScope, agentId: string): Promise<NamedAgent> {
    return this.one(tx, `${SELECT} AND a.id = $2 FOR SHARE OF a`, scope, agentId);
  }

  count(store: Store, { workspaceId }: WorkspaceScope): Promise<number> {
    return store.repository(AgentEntity).countBy({ workspaceId });
  }

  async hostedIds(store: Store, { workspaceId }: WorkspaceScope): Promise<string[]> {
    const rows = await store
      .repository(AgentEntity)
      .find({ select: { id: true }, where: { workspaceId, kind: 'hosted' } });
    return rows.map(({ id }) => id);
  }

  countOfOrganization(store: Store, organizationId: string): Promise<number> {
    return store.repository(AgentEntity).countBy({ organizationId });
  }

  async insert(tx: Tx, scope: WorkspaceScope, agent: NewAgent): Promise<AgentRow> {
    const id = randomUUID();
    const token = mintToken('agent');
    const { organizationId, workspaceId } = scope;
    const { name, identifier, isDefault, kind, harness, instructions } = agent;
    const [row] = await tx.query<AgentRow>(
      `INSERT INTO agents AS a (id, organization_id, workspace_id, name, identifier, is_default, token_hash,
         token_ciphertext, kind, harness, instructions)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       RETURNING ${COLUMNS}, NULL::timestamptz AS "lastRequestAt"`,
      [
        ...[id, organizationId, workspaceId, name, identifier, isDefault],
        ...[sha256(token), this.sealed(id, token), kind, harness, instructions],
      ],
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
    await tx
      .repository(AgentEntity)
      .update({ workspaceId, id: agentId }, { ...changes, updatedAt: () => 'now()' });
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
    const sealed = { tokenHash: sha256(token), tokenCiphertext: this.sealed(agentId, token) };
    await tx
      .repository(AgentEntity)
      .update({ workspaceId, id: agentId }, { ...sealed, updatedAt: () => 'now()' });
    return token;
  }

  /** Replaces the tokens of all agents of these organizations; answers in which workspaces, and how many. */
  async replaceAllTokens(
    tx: Tx,
    organizationIds: readonly string[],
  ): Promise<(WorkspaceScope & { agents: number })[]> {
    const locked = await tx.query<WorkspaceScope & { id: string }>(
      `SELECT ${selection(AgentEntity, ['id', 'organizationId', 'workspaceId'])} FROM agents
       WHERE organization_id = ANY ($1) ORDER BY id FOR NO KEY UPDATE`,
      [organizationIds],
    );
    const tokens = locked.map(({ id }) => ({ id, token: mintToken('agent') }));
    await tx.query(
      `UPDATE agents a SET token_hash = n.hash, token_ciphertext = n.sealed, updated_at = now()
       FROM unnest($1::uuid[], $2::bytea[], $3::text[]) AS n (id, hash, sealed) WHERE a.id = n.id`,
      [
        tokens.map(({ id }) => id),
        tokens.map(({ token }) => sha256(token)),
        tokens.map(({ id, token }) => this.sealed(id, token)),
      ],
    );
    const workspaces = Map.groupBy(locked, ({ workspaceId }) => workspaceId);
    return [...workspaces].map(([workspaceId, agents]) => ({
      organizationId: agents[0]!.organizationId,
      workspaceId,
      agents: agents.length,
    }));
  }

  /** Two statements, because the index that allows one default per workspace looks at every row at once. */
  async moveDefault(tx: Tx, { workspaceId }: WorkspaceScope, agentId: string): Promise<void> {
    const agents = tx.repository(AgentEntity);
    const updatedAt = (): string => 'now()';
    await agents.update({ workspaceId, isDefault: true }, { isDefault: false, updatedAt });
    await agents.update({ workspaceId, id: agentId }, { isDefault: true, updatedAt });
  }

  async delete(tx: Tx, { workspaceId }: WorkspaceScope, agentId: string): Promise<void> {
    await tx.repository(AgentEntity).delete({ workspaceId, id: agentId });
  }

  /** The agent's plaintext token. */
  tokenOf(row: AgentRow): string {
    return this.box.open(row.tokenCiphertext, bindingOf(row.id));
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
    if (!row) throw new AppError(agentErrors.agent_not_found);
    return row;
  }
}

/** With the newest gateway request inside a window, read off the index of the request log. */
function selectSeenWithin(window: string): string {
  return `SELECT ${COLUMNS}, (SELECT max(r.created_at) FROM request_log r
      WHERE r.agent_id = a.id AND r.created_at > now() - interval '${window}') AS "lastRequestAt"
    FROM agents a WHERE a.workspace_id = $1`;
}
