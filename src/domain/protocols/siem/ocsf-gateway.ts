/** Decisions of the gateway as API Activity, and refused tokens as Authentication. */
import { decisionOf, type GatewayDecision, type RequestEvent, type UnauthenticatedEvent } from './events.js';
import { baseOf, CLASSES, type Named, OTHER, SERVICE, SEVERITIES } from './ocsf-base.js';

const ACTIVITIES: Readonly<Record<string, Named>> = {
  POST: { id: 1, name: 'Create' },
  GET: { id: 2, name: 'Read' },
  HEAD: { id: 2, name: 'Read' },
  OPTIONS: { id: 2, name: 'Read' },
  PUT: { id: 3, name: 'Update' },
  PATCH: { id: 3, name: 'Update' },
  DELETE: { id: 4, name: 'Delete' },
};

const ALLOWED: Named = { id: 1, name: 'Allowed' };
const DENIED: Named = { id: 2, name: 'Denied' };

interface Outcome {
  readonly action: Named;
  readonly disposition: Named;
  readonly severity: Named;
}

const { informational, low, medium } = SEVERITIES;

/** By the profile `security_control`. */
const OUTCOMES: Readonly<Record<GatewayDecision, Outcome>> = {
  allowed: { action: ALLOWED, disposition: { id: 1, name: 'Allowed' }, severity: informational },
  blocked: { action: DENIED, disposition: { id: 2, name: 'Blocked' }, severity: medium },
  rate_limited: { action: DENIED, disposition: { id: 2, name: 'Blocked' }, severity: low },
  cut: { action: DENIED, disposition: { id: 24, name: 'Access Revoked' }, severity: medium },
  approval_pending: { action: DENIED, disposition: { id: 14, name: 'Delayed' }, severity: low },
  approval_approved: { action: ALLOWED, disposition: { id: 8, name: 'Approved' }, severity: informational },
  approval_denied: { action: DENIED, disposition: { id: 25, name: 'Rejected' }, severity: medium },
  approval_cancelled: { action: DENIED, disposition: { id: 6, name: 'Dropped' }, severity: low },
  unauthenticated: { action: DENIED, disposition: { id: 26, name: 'Unauthorized' }, severity: low },
  failed: { action: ALLOWED, disposition: { id: 27, name: 'Error' }, severity: low },
};

const REFUSED_STATUS = 400;

export function ocsfOfRequest(event: RequestEvent, version: string): object {
  const decision = decisionOf(event);
  const outcome = OUTCOMES[decision];
  const success = outcome.action === ALLOWED && decision !== 'failed' && event.status < REFUSED_STATUS;
  const activity = ACTIVITIES[event.method] ?? { id: OTHER, name: event.method };
  const classified = {
    class: CLASSES.apiActivity,
    activity,
    severity: outcome.severity,
    success,
    profiles: ['security_control'],
  };
  const endpoint = endpointOf(event.host);
  // Only an agent that is gone has no id.
  const agent = event.agentId ?? 'unknown';
  return {
    ...baseOf(event, classified, version),
    status_code: String(event.status),
    ...(event.refusal !== null && { status_detail: event.refusal }),
    duration: event.latencyMs,
    ...controlled(outcome),
    actor: { app_uid: agent, app_name: 'agent' },
    src_endpoint: { uid: agent, type: 'Agent', type_id: OTHER },
    dst_endpoint: endpoint,
    api: {
      operation: event.method,
      service: { name: event.provider },
      request: { uid: event.id },
      response: { code: event.status, ...(event.refusal !== null && { error: event.refusal }) },
    },
    http_request: { http_method: event.method, url: { ...endpoint, path: event.path } },
    ...(event.ruleId !== null && { policy: policyOf(event.ruleId, event.details) }),
    unmapped: {
      decision,
      workspace_id: event.workspaceId,
      injection_count: event.injectionCount,
      llm_host: event.llmHost,
      details: event.details,
    },
  };
}

export function ocsfOfUnauthenticated(event: UnauthenticatedEvent, version: string): object {
  const outcome = OUTCOMES.unauthenticated;
  const classified = {
    class: CLASSES.authentication,
    activity: { id: 1, name: 'Logon' },
    severity: outcome.severity,
    success: false,
    profiles: ['security_control'],
  };
  return {
    ...baseOf(event, classified, version),
    status_detail: event.presented ? 'wrong token' : 'no token',
    count: event.count,
    start_time: Date.parse(event.since),
    end_time: Date.parse(event.time),
    ...controlled(outcome),
    user: { name: 'unknown', type: 'Unknown', type_id: 0 },
    service: SERVICE,
    is_remote: true,
    ...(event.clientAddress !== null && { src_endpoint: { ip: event.clientAddress } }),
    unmapped: { decision: 'unauthenticated', mode: event.mode },
  };
}

function controlled({ action, disposition }: Outcome): object {
  return {
    action_id: action.id,
    action: action.name,
    disposition_id: disposition.id,
    disposition: disposition.name,
  };
}

/** `host`, `host:port` or `[address]:port`. */
function endpointOf(host: string): object {
  const [, hostname = host, port] = /^(.*):(\d+)$/.exec(host.endsWith(']') ? '' : host) ?? [];
  return port === undefined ? { hostname } : { hostname, port: Number(port) };
}

function policyOf(uid: string, details: RequestEvent['details']): object {
  const name = details?.['matched_rule_name'];
  return { uid, ...(typeof name === 'string' && { name }) };
}
