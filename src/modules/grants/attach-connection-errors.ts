import type { ErrorCode } from '../../kernel/errors/catalogue.js';

/** What both orientations of attaching a connection answer (02 §5.4). */
export const ATTACH_CONNECTION_ERRORS: ErrorCode[] = [
  'invalid_request',
  'agent_not_found',
  'connection_not_found',
  'grant_tools_unavailable',
  'unknown_tool',
  'grant_resources_unfit',
  'enterprise_license_required',
  'plan_required',
  'grant_resources_outside_boundary',
];
