import { Injectable } from '@nestjs/common';
import { inForce } from '../../../../domain/protocols/llm/models/model-override.js';
import type { ModelTable } from '../../../../domain/protocols/llm/models/model-table.js';
import {
  addressOf,
  isUsable,
  type ModelTarget,
} from '../../../../domain/protocols/llm/models/model-target.js';
import { Configuration } from '../../../../kernel/config/configuration.js';
import { Database } from '../../../../kernel/database/database.js';
import type { WorkspaceScope } from '../../../../kernel/database/scope.js';
import type { AgentRow } from '../records/agent.view.js';
import { AgentModelKeys } from './agent-model-keys.js';
import { overrideOf } from './agent-override.js';
import { modelSettings } from './model-settings.js';
import { modelTable } from './model-table.js';

/** Where this server asks the model of an agent (04 §11.1): by its key, its owner's choice and the operator's settings. */
@Injectable()
export class ModelTargets {
  private readonly table: ModelTable;

  constructor(
    private readonly db: Database,
    private readonly keys: AgentModelKeys,
    private readonly configuration: Configuration,
  ) {
    this.table = modelTable(configuration);
  }

  /** Null without a key or a model to ask for, which a turn calls `no_model_key`. */
  async of(scope: WorkspaceScope, agent: AgentRow): Promise<ModelTarget | null> {
    const key = await this.keys.of(this.db, scope, agent.id, isUsable);
    const address = addressOf(key, modelSettings(this.configuration));
    if (address === null) return null;
    const { isOwn, ...where } = address;
    const { provider } = where;
    const { anthropicDefaultModel, openaiDefaultModel } = this.configuration;
    const named = provider === 'openai' ? openaiDefaultModel : anthropicDefaultModel;
    const { defaultModel, defaultEffort } = this.table.providers[provider];
    // OpenAI's default is unknown to other servers that speak its language.
    const fallback = provider === 'openai' && !isOwn ? named : defaultModel;
    const { model: chosen, effort } = inForce(overrideOf(agent), provider);
    const model = chosen ?? fallback;
    if (model === null) return null;
    return {
      ...where,
      model,
      effort: effort ?? defaultEffort,
      defaultModel: chosen === null ? null : fallback,
    };
  }
}
