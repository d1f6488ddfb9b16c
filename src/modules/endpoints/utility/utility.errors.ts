import { declareErrors, flat } from '../../../kernel/errors/error-definition.js';

export const utilityErrors = declareErrors({
  gateway_ca_missing: flat(503, 'The gateway certificate does not exist yet.'),
  container_agent_not_found: flat(404, 'No agent has this identifier.'),
  container_agent_required: flat(404, 'Name an agent: this workspace has no default agent.'),
  container_no_agents: flat(404, 'This workspace has no agents.'),
  container_ca_missing: flat(503, 'The gateway certificate does not exist yet.'),
  container_config_failed: flat(500, 'The container configuration could not be built. Please try again.'),
  credential_stub_unknown: flat(404, 'There is no credential stub for this tool.'),
});
