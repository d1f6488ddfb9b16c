import { Injectable } from '@nestjs/common';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { Database, type Queryable, type Tx } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { actingPerson, originOf } from '../../foundation/audit/model/audit-origin.js';
import { agentAudit } from './agent.audit.js';
import { EditionsService } from '../../foundation/editions/editions.service.js';
import { PolicySetsService } from '../../foundation/policy-sets/policy-sets.service.js';
import { LlmAttachment } from '../../credentials/secrets/llm-attachment.js';
import type { SeededWorkspace } from '../../people/workspaces/workspace-seeds.js';
import { AgentHosting } from './agent-hosting.js';
import { type AgentChanges, AgentStore, type NamedAgent, type NewAgent } from './records/agent-store.js';
import { AgentWatchers } from './agent-watchers.js';
import { type AgentRow, createdAgentView, detailView, agentListItemView } from './records/agent.view.js';
import type { CreateAgentRequest, UpdateAgentRequest } from './dto/agent-request.dto.js';
import type {
  AgentDetailResponse,
  AgentListItemResponse,
  CreatedAgentResponse,
} from './dto/agent-response.dto.js';
import { AgentModels } from './models/agent-models.service.js';
import { agentErrors } from './records/agent.errors.js';
import { OrganizationLimits } from '../../foundation/limits/organization-limits.js';

const HOSTED_FIELDS = ['instructions', 'model', 'effort'] as const;
const DEFAULT_HARNESS = 'default';

/** Agents of a workspace and the one default among them (02 §2). */
@Injectable()
export class AgentsService {
  constructor(
    private readonly db: Database,
    private readonly store: AgentStore,
    private readonly epochs: Epochs,
    private readonly policySets: PolicySetsService,
    private readonly llmAttachment: LlmAttachment,
    private readonly editions: EditionsService,
    private readonly limits: OrganizationLimits,
    private readonly models: AgentModels,
    private readonly hosting: AgentHosting,
    private readonly watchers: AgentWatchers,
  ) {}

  /** The workspace's agents, newest first; URLs of avatars start with `apiOrigin`, here and below. */
  async list(scope: WorkspaceScope, apiOrigin: string): Promise<AgentListItemResponse[]> {
    const rows = await this.store.list(this.db, scope);
    const busy = await this.workingInBackground(rows);
    return rows.map((row) => agentListItemView(row, this.store.tokenOf(row), apiOrigin, busy.has(row.id)));
  }

  /** The default agent as a list item; `404` in a migrated workspace without one. */
  async default(scope: WorkspaceScope, apiOrigin: string): Promise<AgentListItemResponse> {
    const row = await this.findDefault(scope);
    if (row === null) throw new AppError(agentErrors.default_agent_not_found);
    const busy = await this.workingInBackground([row]);
    return agentListItemView(row, this.store.tokenOf(row), apiOrigin, busy.has(row.id));
  }

  async detail(scope: WorkspaceScope, agentId: string, apiOrigin: string): Promise<AgentDetailResponse> {
    const row = await this.store.get(this.db, scope, agentId);
    const inForce = await this.models.withOverrideInForce(this.db, scope, row);
    const busy = await this.workingInBackground([row]);
    return detailView(inForce, apiOrigin, busy.has(row.id));
  }

  /** Order of checks by 02 §2.3: identifier taken, quota, runner available. */
  create(caller: WorkspaceCaller, body: CreateAgentRequest): Promise<CreatedAgentResponse> {
    return this.db.tx((tx) => this.createWithin(tx, caller, body));
  }

  /** The same inside a larger transaction; nothing is written before it refuses, unless for want of a runner. */
  async createWithin(
    tx: Tx,
    caller: WorkspaceCaller,
    body: Omit<CreateAgentRequest, 'parentIdentifier'>,
  ): Promise<CreatedAgentResponse> {
    const { name, identifier } = body;
    await lockAgentsOf(tx, caller);
    const taken = await this.store.findByIdentifier(tx, caller, identifier);
    if (taken !== null) throw new AppError(agentErrors.agent_identifier_taken);
    await this.requireRoom(tx, caller.organizationId);
    const isDefault = (await this.store.findDefault(tx, caller)) === null;
    const row = await this.store.insert(tx, caller, { name, identifier, isDefault, ...runAs(body) });
    if (row.kind === 'hosted' && !(await this.hosting.place(tx, row.id)))
      throw new AppError(agentErrors.agent_runner_unavailable);
    await this.epochs.raise(tx, { workspace: caller.workspaceId });
    await agentAudit.record(tx, originOf(caller), 'create', { agentId: row.id, name });
    const llmKeys = await this.llmAttachment.toNewAgent(tx, row, originOf(caller));
    return createdAgentView(row, llmKeys);
  }

  /** The default agent every new workspace is born with (02 §2.2.1). */
  async seedDefault(tx: Tx, workspace: SeededWorkspace): Promise<void> {
    const scope = { organizationId: workspace.organizationId, workspaceId: workspace.id };
    const agent = { name: 'Default Agent', identifier: 'default', isDefault: true };
    await this.limits.requireRoom(tx, 'agents', workspace.organizationId);
    const row = await this.store.insert(tx, scope, { ...agent, ...runAs({}) });
    const by = actingPerson(workspace.createdByUserId, null, 'system');
    await this.llmAttachment.toNewAgent(tx, row, { ...scope, by });
  }

  /** Renames; changes brief, model and effort of a hosted agent (02 §2.3). */
  async update(caller: WorkspaceCaller, agentId: string, patch: UpdateAgentRequest): Promise<void> {
    const fields = Object.entries(patch).flatMap(([field, value]) => (value === undefined ? [] : [field]));
    await this.db.tx(async (tx) => {
      const agent = await this.store.lock(tx, caller, agentId);
      if (agent.kind !== 'hosted' && HOSTED_FIELDS.some((field) => patch[field] !== undefined)) {
        throw new AppError(agentErrors.agent_not_hosted);
      }
      await this.store.update(tx, caller, agent.id, await this.changesOf(tx, caller, agent, patch));
      const { name } = patch;
      if (name !== undefined) {
        await this.policySets.renameAgent(tx, caller, { id: agent.id, from: agent.name, to: name });
      }
      await this.watchers.changed(tx, caller, { id: agent.id, name: name ?? agent.name }, fields);
      await this.epochs.raise(tx, { workspace: caller.workspaceId });
      await agentAudit.record(tx, originOf(caller), 'update', { agentId: agent.id, fields });
    });
  }

  /** Moves the default flag; refused when the agent has it already. */
  async setDefault(caller: WorkspaceCaller, agentId: string): Promise<void> {
    await this.db.tx(async (tx) => {
      await lockAgentsOf(tx, caller);
      const agent = await this.store.lock(tx, caller, agentId);
      if (agent.isDefault) throw new AppError(agentErrors.agent_already_default);
      await this.store.moveDefault(tx, caller, agent.id);
      await agentAudit.record(tx, originOf(caller), 'update', { agentId: agent.id, fields: ['isDefault'] });
    });
  }

  /** Deletes an agent with its grants; its token is dead from the commit on. */
  async remove(caller: WorkspaceCaller, agentId: string): Promise<void> {
    await this.db.tx(async (tx) => {
      await lockAgentsOf(tx, caller);
      const agent = await this.store.lock(tx, caller, agentId);
      if (agent.isDefault) throw new AppError(agentErrors.agent_default_undeletable);
      await this.watchers.removing(tx, caller, agent);
      await this.store.delete(tx, caller, agent.id);
      await this.policySets.removeAgent(tx, caller, agent.id);
      await this.epochs.raise(tx, { workspace: caller.workspaceId });
      await agentAudit.record(tx, originOf(caller), 'delete', { agentId: agent.id, name: agent.name });
    });
  }

  /** Throws `404` unless the agent is of this workspace. */
  async assertExists(q: Queryable, scope: WorkspaceScope, agentId: string): Promise<void> {
    await this.store.get(q, scope, agentId);
  }

  /**
   * For whoever grants the agent something: it can be neither deleted nor renamed before the transaction ends,
   * so that no grant of a deleted agent, or under an old name, can appear.
   */
  lockShared(tx: Tx, scope: WorkspaceScope, agentId: string): Promise<NamedAgent> {
    return this.store.lockShared(tx, scope, agentId);
  }

  /** The agent with this identifier, or null. */
  findByIdentifier(scope: WorkspaceScope, identifier: string): Promise<AgentRow | null> {
    return this.store.findByIdentifier(this.db, scope, identifier);
  }

  findDefault(scope: WorkspaceScope): Promise<AgentRow | null> {
    return this.store.findDefault(this.db, scope);
  }

  /** The rows of a workspace as they are stored, tokens sealed; newest first. */
  rowsOf(q: Queryable, scope: WorkspaceScope): Promise<AgentRow[]> {
    return this.store.list(q, scope);
  }

  count(scope: WorkspaceScope): Promise<number> {
    return this.store.count(this.db, scope);
  }

  /** Hosted agents of the workspace that hold their sandbox up with background work (01 §19.1). */
  async countWorkingInBackground(scope: WorkspaceScope): Promise<number> {
    const hosted = await this.store.hostedIds(this.db, scope);
    return (await this.hosting.workingInBackground(this.db, hosted)).size;
  }

  private async changesOf(
    tx: Tx,
    scope: WorkspaceScope,
    agent: AgentRow,
    { name, instructions, model, effort }: UpdateAgentRequest,
  ): Promise<AgentChanges> {
    const brief = instructions === undefined ? {} : { instructions: instructions?.trim() || null };
    const override =
      model === undefined && effort === undefined
        ? {}
        : await this.models.changed(tx, scope, agent, { model, effort });
    return { name, ...brief, ...override };
  }

  private workingInBackground(rows: readonly AgentRow[]): Promise<ReadonlySet<string>> {
    const hosted = rows.filter(({ kind }) => kind === 'hosted').map(({ id }) => id);
    return this.hosting.workingInBackground(this.db, hosted);
  }

  private async requireRoom(tx: Tx, organizationId: string): Promise<void> {
    await this.editions.requireRoom(tx, organizationId, 'agents', () =>
      this.store.countOfOrganization(tx, organizationId),
    );
    await this.limits.requireRoom(tx, 'agents', organizationId);
  }
}

/** What a request says about who runs the agent and how (02 §2.1). */
function runAs({
  kind = 'byo',
  harness = DEFAULT_HARNESS,
  instructions,
}: Pick<CreateAgentRequest, 'kind' | 'harness' | 'instructions'>): Pick<
  NewAgent,
  'kind' | 'harness' | 'instructions'
> {
  if (kind === 'byo') return { kind, harness: null, instructions: null };
  return { kind, harness, instructions: instructions?.trim() || null };
}

/** Serialises what must see all agents of a workspace at once: which is the default, which identifier is free. */
function lockAgentsOf(tx: Tx, { workspaceId }: WorkspaceScope): Promise<void> {
  return tx.lock(`agents:${workspaceId}`);
}
