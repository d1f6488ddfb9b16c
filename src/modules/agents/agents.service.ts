import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { WorkspaceCaller } from '../../kernel/access/caller.js';
import type { WorkspaceScope } from '../../kernel/access/workspace-scope.js';
import { SecretBox } from '../../kernel/crypto/secret-box.js';
import { mintToken, sha256 } from '../../kernel/crypto/tokens.js';
import { Database, type Queryable, type Tx } from '../../kernel/database/database.js';
import { Epochs } from '../../kernel/database/epochs.js';
import { isUuid } from '../../kernel/database/uuid.js';
import { AppError, invalidRequest } from '../../kernel/errors/app-error.js';
import { actorOf } from '../audit/audit-event.js';
import { AuditService } from '../audit/audit.service.js';
import { PolicySetsService } from '../policy-sets/policy-sets.service.js';
import { type AgentRow, createdView, detailView, listItemView } from './agent.view.js';
import { AgentKeys } from './agent-keys.js';
import type { CreateAgentDto, UpdateAgentDto } from './dto/agent-request.dto.js';
import type {
  AgentDetailDto,
  AgentListItemDto,
  AgentTokenDto,
  CreatedAgentDto,
} from './dto/agent-response.dto.js';

interface NewAgent {
  name: string;
  identifier: string;
  isDefault: boolean;
}

const COLUMNS = `a.id, a.name, a.identifier, a.token_ciphertext, a.is_default, a.kind, a.harness, a.model, a.effort,
  a.instructions, a.created_at`;

const SEEN_WITHIN = { list: '30 days', detail: '7 days' };

const HOSTED_FIELDS = ['instructions', 'model', 'effort'] as const;

@Injectable()
export class AgentsService {
  constructor(
    private readonly db: Database,
    private readonly box: SecretBox,
    private readonly epochs: Epochs,
    private readonly policySets: PolicySetsService,
    private readonly keys: AgentKeys,
    private readonly audit: AuditService,
  ) {}

  /** The workspace's agents, newest first. */
  async list(scope: WorkspaceScope): Promise<AgentListItemDto[]> {
    const rows = await this.db.query<AgentRow>(
      `SELECT ${COLUMNS}, ${lastRequest(SEEN_WITHIN.list)} FROM agents a
       WHERE a.workspace_id = $1 ORDER BY a.created_at DESC, a.id`,
      [scope.workspaceId],
    );
    return rows.map((row) => listItemView(row, this.tokenOf(row)));
  }

  /** The default agent as a list item; `404` in a migrated workspace without one. */
  async default(scope: WorkspaceScope): Promise<AgentListItemDto> {
    const row = await this.findDefault(scope);
    if (row === null) throw new AppError('default_agent_not_found');
    return listItemView(row, this.tokenOf(row));
  }

  async detail(scope: WorkspaceScope, agentId: string): Promise<AgentDetailDto> {
    return detailView(await this.get(this.db, scope, agentId));
  }

  /** Order of checks by 02 §2.3: identifier taken before runner available. */
  async create(caller: WorkspaceCaller, body: CreateAgentDto): Promise<CreatedAgentDto> {
    const kind = body.kind ?? 'byo';
    if (kind === 'byo' && (body.harness !== undefined || body.instructions !== undefined)) {
      throw invalidRequest('harness and instructions are for hosted agents only');
    }
    return this.db.tx(async (tx) => {
      await this.assertIdentifierFree(tx, caller, body.identifier);
      if (kind === 'hosted') throw new AppError('agent_runner_unavailable');
      const isDefault = (await this.findDefault(caller, tx)) === null;
      const row = await this.insert(tx, caller, { name: body.name, identifier: body.identifier, isDefault });
      const llmKeys = await this.keys.attachLlmSecrets(tx, caller, row);
      await this.record(tx, caller, 'create', { agentId: row.id, name: row.name });
      return createdView(row, llmKeys);
    });
  }

  /** The default agent every new workspace is born with (02 §2.2.1). */
  async seedDefault(tx: Tx, scope: WorkspaceScope): Promise<void> {
    const row = await this.insert(tx, scope, {
      name: 'Default Agent',
      identifier: 'default',
      isDefault: true,
    });
    await this.keys.attachLlmSecrets(tx, scope, row);
  }

  async update(caller: WorkspaceCaller, agentId: string, patch: UpdateAgentDto): Promise<void> {
    const changed = Object.keys(patch).filter((field) => patch[field as keyof UpdateAgentDto] !== undefined);
    if (changed.length === 0) throw invalidRequest('At least one field must be provided');
    await this.db.tx(async (tx) => {
      const agent = await this.get(tx, caller, agentId);
      // Only hosted agents have these, and none can exist without a runner.
      if (HOSTED_FIELDS.some((field) => patch[field] !== undefined)) throw new AppError('agent_not_hosted');
      if (patch.name !== undefined) await this.rename(tx, caller, agent, patch.name);
      await this.record(tx, caller, 'update', { agentId, fields: changed });
    });
  }

  /** Moves the default flag; refused when the agent has it already. */
  async setDefault(caller: WorkspaceCaller, agentId: string): Promise<void> {
    await this.db.tx(async (tx) => {
      await tx.lock(`default-agent:${caller.workspaceId}`);
      const agent = await this.get(tx, caller, agentId);
      if (agent.is_default) throw new AppError('agent_already_default');
      await tx.query('UPDATE agents SET is_default = false WHERE workspace_id = $1 AND is_default', [
        caller.workspaceId,
      ]);
      await tx.query('UPDATE agents SET is_default = true WHERE workspace_id = $1 AND id = $2', [
        caller.workspaceId,
        agentId,
      ]);
      await this.record(tx, caller, 'update', { agentId, fields: ['isDefault'] });
    });
  }

  /** Deletes an agent with its grants; its token is dead from the commit on. */
  async remove(caller: WorkspaceCaller, agentId: string): Promise<void> {
    await this.db.tx(async (tx) => {
      await tx.lock(`default-agent:${caller.workspaceId}`);
      const agent = await this.get(tx, caller, agentId);
      if (agent.is_default) throw new AppError('agent_default_undeletable');
      await tx.query('DELETE FROM agents WHERE workspace_id = $1 AND id = $2', [caller.workspaceId, agentId]);
      await this.policySets.removeAgent(tx, caller, agentId);
      await this.epochs.raise(tx, { workspace: caller.workspaceId });
      await this.record(tx, caller, 'delete', { agentId, name: agent.name });
    });
  }

  /** A new token; the old one is refused from the answer on. */
  async regenerateToken(caller: WorkspaceCaller, agentId: string): Promise<AgentTokenDto> {
    return this.db.tx(async (tx) => {
      await this.get(tx, caller, agentId);
      const accessToken = mintToken('agent');
      await tx.query(
        `UPDATE agents SET token_hash = $3, token_ciphertext = $4, updated_at = now()
         WHERE workspace_id = $1 AND id = $2`,
        [caller.workspaceId, agentId, sha256(accessToken), this.box.seal(accessToken, bindingOf(agentId))],
      );
      await this.epochs.raise(tx, { workspace: caller.workspaceId });
      await this.record(tx, caller, 'regenerate', { agentId });
      return { accessToken };
    });
  }

  /** The agent of this workspace; `404` for any other id (02 §1.8). */
  async get(q: Queryable, scope: WorkspaceScope, agentId: string): Promise<AgentRow> {
    const [row] = isUuid(agentId)
      ? await q.query<AgentRow>(
          `SELECT ${COLUMNS}, ${lastRequest(SEEN_WITHIN.detail)} FROM agents a WHERE a.workspace_id = $1 AND a.id = $2`,
          [scope.workspaceId, agentId],
        )
      : [];
    if (!row) throw new AppError('agent_not_found');
    return row;
  }

  /** The agent with this identifier, or null. */
  async findByIdentifier(scope: WorkspaceScope, identifier: string): Promise<AgentRow | null> {
    const [row] = await this.db.query<AgentRow>(
      `SELECT ${COLUMNS}, NULL::timestamptz AS last_request_at FROM agents a
       WHERE a.workspace_id = $1 AND a.identifier = $2`,
      [scope.workspaceId, identifier],
    );
    return row ?? null;
  }

  async findDefault(scope: WorkspaceScope, q: Queryable = this.db): Promise<AgentRow | null> {
    const [row] = await q.query<AgentRow>(
      `SELECT ${COLUMNS}, ${lastRequest(SEEN_WITHIN.list)} FROM agents a WHERE a.workspace_id = $1 AND a.is_default`,
      [scope.workspaceId],
    );
    return row ?? null;
  }

  async count(scope: WorkspaceScope): Promise<number> {
    const [row] = await this.db.query<{ agents: string }>(
      'SELECT count(*) AS agents FROM agents WHERE workspace_id = $1',
      [scope.workspaceId],
    );
    return Number(row?.agents ?? 0);
  }

  /** The agent's plaintext token. */
  tokenOf(row: AgentRow): string {
    return this.box.open(row.token_ciphertext, bindingOf(row.id));
  }

  private async assertIdentifierFree(tx: Tx, scope: WorkspaceScope, identifier: string): Promise<void> {
    const taken = await tx.query('SELECT 1 FROM agents WHERE workspace_id = $1 AND identifier = $2', [
      scope.workspaceId,
      identifier,
    ]);
    if (taken.length > 0) throw new AppError('agent_identifier_taken');
  }

  private async insert(tx: Tx, scope: WorkspaceScope, agent: NewAgent): Promise<AgentRow> {
    const id = randomUUID();
    const token = mintToken('agent');
    const [row] = await tx.query<AgentRow>(
      `INSERT INTO agents AS a (id, organization_id, workspace_id, name, identifier, token_hash, token_ciphertext, is_default)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       RETURNING ${COLUMNS}, NULL::timestamptz AS last_request_at`,
      [
        id,
        scope.organizationId,
        scope.workspaceId,
        agent.name,
        agent.identifier,
        sha256(token),
        this.box.seal(token, bindingOf(id)),
        agent.isDefault,
      ],
    );
    await this.epochs.raise(tx, { workspace: scope.workspaceId });
    return row!;
  }

  private async rename(tx: Tx, caller: WorkspaceCaller, agent: AgentRow, name: string): Promise<void> {
    await tx.query('UPDATE agents SET name = $3, updated_at = now() WHERE workspace_id = $1 AND id = $2', [
      caller.workspaceId,
      agent.id,
      name,
    ]);
    await this.policySets.renameAgent(tx, caller, { id: agent.id, from: agent.name, to: name });
    await this.epochs.raise(tx, { workspace: caller.workspaceId });
  }

  private record(
    tx: Tx,
    caller: WorkspaceCaller,
    action: 'create' | 'update' | 'delete' | 'regenerate',
    metadata: Record<string, unknown>,
  ): Promise<void> {
    const { organizationId, workspaceId } = caller;
    return this.audit.record(tx, {
      organizationId,
      workspaceId,
      by: actorOf(caller),
      action,
      service: 'agent',
      metadata,
    });
  }
}

function bindingOf(agentId: string): string {
  return `agents:${agentId}`;
}

/** Newest gateway request within a window, read off the index of the request log. */
function lastRequest(window: string): string {
  return `(SELECT max(r.created_at) FROM request_log r
    WHERE r.agent_id = a.id AND r.created_at > now() - interval '${window}') AS last_request_at`;
}
