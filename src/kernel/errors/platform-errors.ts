import { auth, daemon, declareErrors, envelope, flat, scim } from './error-definition.js';

/** Errors of the platform itself: credentials, scope, roles, editions, framing (01 §8). */
export const platformErrors = declareErrors({
  invalid_credentials: envelope(401, 'Invalid API key or token.'),
  workspace_required: envelope(401, 'Invalid API key or token.', { wireCode: 'workspace_required' }),
  sso_required: envelope(401, 'This organization requires single sign-on.', { wireCode: 'sso_required' }),
  workspace_header_required: envelope(400, 'X-Project-Id header is required'),
  insufficient_permissions: envelope(403, 'Insufficient permissions'),
  not_in_a_partner: envelope(403, 'You are not a member of a partner.'),
  partner_suspended: envelope(403, 'This partner is suspended.'),
  not_a_member: envelope(403, 'You are not a member of this organization.'),
  cross_site_request: envelope(403, 'Requests from this origin are not allowed.'),
  foreign_dashboard: flat(403, 'Requests from this origin are not allowed.'),
  enterprise_license_required: envelope(403, 'This feature requires an Enterprise license.', {
    type: 'enterprise_license_required',
  }),
  api_key_refused: flat(403, 'This endpoint needs a signed-in session; API keys are not accepted.'),
  unknown_route: envelope(404, 'There is no such endpoint.', { type: 'invalid_request_error' }),
  not_on_gateway: flat(400, 'This is a gateway for agents; there is nothing at this path.'),
  body_too_slow: flat(408, 'The body did not arrive in time.'),
  workspace_header_missing: flat(
    401,
    'Name a workspace in the X-Workspace-Id header (formerly X-Project-Id).',
  ),
  retired: envelope(410, 'This endpoint is retired.'),
  invalid_request: flat(400, 'The request is not valid.'),
  malformed_request: envelope(400, 'The request could not be read.'),
  payload_too_large: envelope(413, 'The request body is too large.'),
  throttled: envelope(429, 'Too many requests. Please try again later.'),
  auth_throttled: auth(429, 'Too many requests. Please try again later.', { wireCode: 'TOO_MANY_REQUESTS' }),
  auth_api_key_refused: auth(403, 'This endpoint needs a signed-in session; API keys are not accepted.', {
    wireCode: 'API_KEY_REFUSED',
  }),
  auth_sso_required: auth(401, 'This organization requires single sign-on.', { wireCode: 'sso_required' }),
  invalid_origin: auth(403, 'Requests from this origin are not allowed.'),
  unauthorized: auth(401, 'Sign in first.'),
  scim_unauthenticated: scim(401, 'The token is missing, unknown or revoked.', {
    challenge: 'Bearer realm="scim"',
  }),
  daemon_unauthorized: daemon(401, 'Unauthorized'),
  limit_reached: envelope(409, 'A limit of this server is reached.', {
    type: 'conflict_error',
    wireCode: 'limit_reached',
  }),
  internal: envelope(500, 'Something went wrong on our side. Please try again.'),
});
