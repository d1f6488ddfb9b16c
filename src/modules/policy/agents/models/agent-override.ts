import type { ModelOverride } from '../../../../domain/protocols/llm/models/model-override.js';
import type { AgentRow } from '../records/agent.view.js';

export function overrideOf({ model, effort, modelProvider }: AgentRow): ModelOverride {
  return { model, effort, modelProvider };
}
