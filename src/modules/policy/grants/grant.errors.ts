import { declareErrors, envelope } from '../../../kernel/errors/error-definition.js';

export const grantErrors = declareErrors({
  connection_not_found: envelope(404, 'Connection not found'),
  grant_tools_unavailable: envelope(422, 'This app has no separate tools; only full access can be granted'),
  grant_resources_unfit: envelope(400, 'These resources do not fit the connection'),
  grant_resources_outside_boundary: envelope(422, 'These resources are outside what the organization allows'),
});
