import { declareErrors } from './error-definition.js';

/** Errors of the platform itself: credentials, scope, roles, editions, framing (01 §8). */
export const platformErrors = declareErrors({
  invalid_credentials: { status: 401, surface: 'envelope', message: 'Invalid API key or token.' },
  workspace_required: {
    status: 401,
    surface: 'envelope',
    message: 'Invalid API key or token.',
    wireCode: 'workspace_required',
  },
  sso_required: {
    status: 401,
    surface: 'envelope',
    message: 'This organization requires single sign-on.',
    wireCode: 'sso_required',
  },
  workspace_header_required: {
    status: 400,
    surface: 'envelope',
    message: 'X-Project-Id header is required',
  },
  insufficient_permissions: { status: 403, surface: 'envelope', message: 'Insufficient permissions' },
  not_a_member: { status: 403, surface: 'envelope', message: 'You are not a member of this organization.' },
  cross_site_request: {
    status: 403,
    surface: 'envelope',
    message: 'Requests from this origin are not allowed.',
  },
  foreign_dashboard: { status: 403, surface: 'flat', message: 'Requests from this origin are not allowed.' },
  enterprise_license_required: {
    status: 403,
    surface: 'envelope',
    type: 'enterprise_license_required',
    message: 'This feature requires an Enterprise license.',
  },
  api_key_refused: {
    status: 403,
    surface: 'flat',
    message: 'This endpoint needs a signed-in session; API keys are not accepted.',
  },
  unknown_route: {
    status: 404,
    surface: 'envelope',
    type: 'invalid_request_error',
    message: 'There is no such endpoint.',
  },
  not_on_gateway: {
    status: 400,
    surface: 'flat',
    message: 'This is a gateway for agents; there is nothing at this path.',
  },
  body_too_slow: { status: 408, surface: 'flat', message: 'The body did not arrive in time.' },
  workspace_header_missing: {
    status: 401,
    surface: 'flat',
    message: 'Name a workspace in the X-Workspace-Id header (formerly X-Project-Id).',
  },
  retired: { status: 410, surface: 'envelope', message: 'This endpoint is retired.' },
  invalid_request: { status: 400, surface: 'flat', message: 'The request is not valid.' },
  malformed_request: { status: 400, surface: 'envelope', message: 'The request could not be read.' },
  payload_too_large: { status: 413, surface: 'envelope', message: 'The request body is too large.' },
  throttled: { status: 429, surface: 'envelope', message: 'Too many requests. Please try again later.' },
  auth_throttled: {
    status: 429,
    surface: 'auth',
    wireCode: 'TOO_MANY_REQUESTS',
    message: 'Too many requests. Please try again later.',
  },
  auth_api_key_refused: {
    status: 403,
    surface: 'auth',
    wireCode: 'API_KEY_REFUSED',
    message: 'This endpoint needs a signed-in session; API keys are not accepted.',
  },
  invalid_origin: { status: 403, surface: 'auth', message: 'Requests from this origin are not allowed.' },
  unauthorized: { status: 401, surface: 'auth', message: 'Sign in first.' },
  internal: {
    status: 500,
    surface: 'envelope',
    message: 'Something went wrong on our side. Please try again.',
  },
});
