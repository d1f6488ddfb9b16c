import { declareErrors } from '../../../kernel/errors/error-definition.js';

export const agentErrors = declareErrors({
  agent_not_found: { status: 404, surface: 'envelope', message: 'Agent not found' },
  default_agent_not_found: {
    status: 404,
    surface: 'envelope',
    message: 'This workspace has no default agent',
  },
  agent_identifier_taken: {
    status: 409,
    surface: 'envelope',
    message: 'An agent with this identifier already exists',
    constraint: 'agents_workspace_id_identifier_key',
  },
  agent_already_default: { status: 400, surface: 'envelope', message: 'Agent is already the default' },
  agent_default_undeletable: { status: 400, surface: 'envelope', message: 'Cannot delete the default agent' },
  agent_not_hosted: {
    status: 400,
    surface: 'envelope',
    message: 'Only hosted agents have instructions, a model or an effort level',
  },
  agent_models_not_hosted: {
    status: 422,
    surface: 'envelope',
    message: 'Only hosted agents have a choice of models',
  },
  agent_without_model_key: {
    status: 400,
    surface: 'envelope',
    message: 'The agent has no LLM key to choose a model for',
  },
  agent_model_unknown: {
    status: 400,
    surface: 'envelope',
    message: "This model cannot be chosen for the provider of the agent's key",
  },
  agent_effort_not_offered: {
    status: 400,
    surface: 'envelope',
    message: "The provider of the agent's key does not offer this effort level",
  },
  agent_runner_unavailable: {
    status: 422,
    surface: 'envelope',
    message: 'No runner is available for hosted agents',
  },
  agent_image_not_found: { status: 404, surface: 'envelope', message: 'Image not found' },
  agent_secrets_not_found: { status: 400, surface: 'envelope', message: 'One or more secrets not found' },
});
