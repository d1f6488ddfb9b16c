import { declareErrors } from '../../../kernel/errors/error-definition.js';

export const utilityErrors = declareErrors({
  gateway_ca_missing: {
    status: 503,
    surface: 'flat',
    message: 'The gateway certificate does not exist yet.',
  },
  container_agent_not_found: { status: 404, surface: 'flat', message: 'No agent has this identifier.' },
  container_agent_required: {
    status: 404,
    surface: 'flat',
    message: 'Name an agent: this workspace has no default agent.',
  },
  container_no_agents: { status: 404, surface: 'flat', message: 'This workspace has no agents.' },
  container_ca_missing: {
    status: 503,
    surface: 'flat',
    message: 'The gateway certificate does not exist yet.',
  },
  container_config_failed: {
    status: 500,
    surface: 'flat',
    message: 'The container configuration could not be built. Please try again.',
  },
  credential_stub_unknown: {
    status: 404,
    surface: 'flat',
    message: 'There is no credential stub for this tool.',
  },
});
