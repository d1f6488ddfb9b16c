import { declareErrors, envelope } from '../../../../kernel/errors/error-definition.js';

export const agentErrors = declareErrors({
  agent_not_found: envelope(404, 'Agent not found'),
  default_agent_not_found: envelope(404, 'This workspace has no default agent'),
  agent_identifier_taken: envelope(409, 'An agent with this identifier already exists', {
    constraint: 'agents_workspace_id_identifier_key',
  }),
  agent_already_default: envelope(400, 'Agent is already the default'),
  agent_default_undeletable: envelope(400, 'Cannot delete the default agent'),
  agent_not_hosted: envelope(400, 'Only hosted agents have instructions, a model or an effort level'),
  agent_models_not_hosted: envelope(422, 'Only hosted agents have a choice of models'),
  agent_brings_its_own_program: envelope(
    422,
    'Only hosted agents have conversations, schedules, memories, skills and channels',
  ),
  agent_without_model_key: envelope(400, 'The agent has no LLM key to choose a model for'),
  agent_model_unknown: envelope(400, "This model cannot be chosen for the provider of the agent's key"),
  agent_effort_not_offered: envelope(400, "The provider of the agent's key does not offer this effort level"),
  agent_runner_unavailable: envelope(422, 'No runner is available for hosted agents'),
  agent_image_not_found: envelope(404, 'Image not found'),
  agent_secrets_not_found: envelope(400, 'One or more secrets not found'),
});
