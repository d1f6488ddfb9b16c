import { Injectable } from '@nestjs/common';
import {
  changedOverride,
  inForce,
  type ModelOverride,
  type ModelSelection,
  NO_OVERRIDE,
  selectionOf,
} from '../../../../domain/protocols/llm/models/model-override.js';
import { isSelectable, type ModelTable } from '../../../../domain/protocols/llm/models/model-table.js';
import { Configuration } from '../../../../kernel/config/configuration.js';
import type { WorkspaceScope } from '../../../../kernel/database/scope.js';
import { Database, type Store, type Tx } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { AgentStore } from '../records/agent-store.js';
import type { AgentRow } from '../records/agent.view.js';
import type { AgentModelsResponse } from '../dto/agent-models.dto.js';
import { type AgentModelKey, AgentModelKeys } from './agent-model-keys.js';
import { LiveModels } from './live-models.js';
import { MODEL_SOURCES } from './model-endpoint.js';
import { modelTable } from './model-table.js';
import { overrideOf } from './agent-override.js';
import { agentErrors } from '../records/agent.errors.js';

/** What a body may say about the model; absent keeps, null clears. */
export interface ModelChange {
  model?: string | null | undefined;
  effort?: string | null | undefined;
}

const WITHOUT_KEY: AgentModelsResponse = {
  provider: null,
  providerLabel: null,
  providerScope: null,
  models: [],
  efforts: [],
  defaults: { model: '', effort: null },
  selected: { model: '', effort: null, overridden: false },
  degraded: false,
};

/** The model of a hosted agent: what its key offers, what is chosen, and for whom it was chosen (02 §2.5). */
@Injectable()
export class AgentModels {
  private readonly table: ModelTable;

  constructor(
    private readonly db: Database,
    private readonly store: AgentStore,
    private readonly keys: AgentModelKeys,
    private readonly live: LiveModels,
    configuration: Configuration,
  ) {
    this.table = modelTable(configuration);
  }

  /** `422` for an agent that brings its own model. */
  async choices(scope: WorkspaceScope, agentId: string): Promise<AgentModelsResponse> {
    const agent = await this.store.get(this.db, scope, agentId);
    if (agent.kind !== 'hosted') throw new AppError(agentErrors.agent_models_not_hosted);
    const key = await this.keys.of(this.db, scope, agent.id);
    if (key === null) return WITHOUT_KEY;
    const { provider, level } = key;
    const models = this.table.providers[provider];
    const live = await this.live.of(scope, key, models);
    const listed = live?.models ?? models.pinned;
    const source = live === null ? ('pinned' as const) : ('live' as const);
    return {
      provider,
      providerLabel: models.label,
      providerScope: level,
      models: listed.map(({ id, label }) => ({ id, label, source })),
      efforts: models.efforts.map((id) => ({ id, label: this.table.efforts[id] })),
      defaults: { model: models.defaultModel, effort: models.defaultEffort },
      selected: selectionOf(models, inForce(overrideOf(agent), provider)),
      degraded: live?.fresh !== true,
    };
  }

  /** The agent with its override as it counts now; one chosen for another provider is not shown. */
  async withOverrideInForce(q: Store, scope: WorkspaceScope, agent: AgentRow): Promise<AgentRow> {
    if (agent.modelProvider === null) return agent;
    const key = await this.keys.of(q, scope, agent.id);
    const { model, effort, modelProvider } = inForce(overrideOf(agent), key?.provider ?? null);
    return { ...agent, model, effort, modelProvider };
  }

  /** What the next turn of the agent uses; null when it has no key. */
  async nextTurn(
    scope: WorkspaceScope,
    agent: AgentRow,
  ): Promise<(ModelSelection & { provider: string }) | null> {
    const key = await this.keys.of(this.db, scope, agent.id);
    if (key === null) return null;
    const { provider } = key;
    return { provider, ...selectionOf(this.table.providers[provider], inForce(overrideOf(agent), provider)) };
  }

  /** The override after a change; `400` when the agent's key cannot serve it (02 §2.3). */
  async changed(
    q: Store,
    scope: WorkspaceScope,
    agent: AgentRow,
    change: ModelChange,
  ): Promise<ModelOverride> {
    const key = await this.keys.of(q, scope, agent.id);
    const { model, effort } = change;
    if (typeof model === 'string') this.requireSelectable(key, model);
    if (typeof effort === 'string') this.requireOffered(key, effort);
    return changedOverride(overrideOf(agent), change, key?.provider ?? null);
  }

  /** Drops what was chosen for a provider that a change of secret grants took away (02 §2.5.2). */
  async dropStale(tx: Tx, scope: WorkspaceScope): Promise<void> {
    const chosen = await this.store.modelProviders(tx, scope);
    if (chosen.length === 0) return;
    const keys = await this.keys.ofAll(
      tx,
      scope,
      chosen.map(({ id }) => id),
    );
    for (const { id, provider } of chosen) {
      if (keys.get(id)?.provider !== provider) await this.store.update(tx, scope, id, NO_OVERRIDE);
    }
  }

  private requireSelectable(key: AgentModelKey | null, model: string): void {
    if (key === null) throw new AppError(agentErrors.agent_without_model_key);
    // Whoever serves an OpenAI key on a host of their own names the models (04 §1.4).
    if (key.provider === 'openai' && key.hostPattern !== MODEL_SOURCES.openai.host) return;
    if (!isSelectable(this.table.providers[key.provider], model))
      throw new AppError(agentErrors.agent_model_unknown);
  }

  private requireOffered(key: AgentModelKey | null, effort: string): void {
    if (key === null) throw new AppError(agentErrors.agent_without_model_key);
    const offered: readonly string[] = this.table.providers[key.provider].efforts;
    if (!offered.includes(effort)) throw new AppError(agentErrors.agent_effort_not_offered);
  }
}
