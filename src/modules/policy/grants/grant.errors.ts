import { declareErrors } from '../../../kernel/errors/error-definition.js';

export const grantErrors = declareErrors({
  connection_not_found: { status: 404, surface: 'envelope', message: 'Connection not found' },
  grant_tools_unavailable: {
    status: 422,
    surface: 'envelope',
    message: 'This app has no separate tools; only full access can be granted',
  },
  grant_resources_unfit: {
    status: 400,
    surface: 'envelope',
    message: 'These resources do not fit the connection',
  },
  grant_resources_outside_boundary: {
    status: 422,
    surface: 'envelope',
    message: 'These resources are outside what the organization allows',
  },
});
