/** What is exported, as it stands in the outbox. Everything in it is already in the log it comes from. */

/** One decision about a request of a known agent (06 §14.1). A held request has one when it is held and one at its end. */
export interface RequestEvent {
  readonly stream: 'gateway';
  readonly kind: 'request';
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly agentId: string | null;
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly provider: string;
  readonly status: number;
  readonly latencyMs: number;
  readonly injectionCount: number;
  readonly llmHost: boolean;
  readonly ruleId: string | null;
  /** The code of what the gateway answered itself. */
  readonly refusal: string | null;
  /** Whether an upstream answered. */
  readonly forwarded: boolean;
  readonly details: Readonly<Record<string, unknown>> | null;
}

/** Requests and tunnels without a valid token from one address within a few seconds. */
export interface UnauthenticatedEvent {
  readonly stream: 'gateway';
  readonly kind: 'unauthenticated';
  readonly id: string;
  readonly time: string;
  /** When the first of them came. */
  readonly since: string;
  readonly mode: string;
  /** Whether there was a token, which was wrong then. */
  readonly presented: boolean;
  readonly clientAddress: string | null;
  readonly count: number;
}

/** One entry of the audit log (01 §24). */
export interface AuditEvent {
  readonly stream: 'audit';
  readonly kind: 'entry';
  readonly id: string;
  readonly time: string;
  readonly organizationId: string | null;
  readonly workspaceId: string | null;
  readonly partnerId: string | null;
  readonly userId: string | null;
  readonly userEmail: string | null;
  readonly action: string;
  readonly service: string;
  readonly status: 'success' | 'failure';
  readonly source: string;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

export type StoredEvent = RequestEvent | UnauthenticatedEvent | AuditEvent;

export const DECISIONS = [
  'allowed',
  'blocked',
  'rate_limited',
  'cut',
  'approval_pending',
  'approval_approved',
  'approval_denied',
  'approval_cancelled',
  'unauthenticated',
  'failed',
] as const;
export type GatewayDecision = (typeof DECISIONS)[number];

const FAULT = 500;

/**
 * What became of it. `failed`: it was not refused, but no upstream answered it; `refusal` says what was answered instead.
 */
export function decisionOf(event: RequestEvent | UnauthenticatedEvent): GatewayDecision {
  if (event.kind === 'unauthenticated') return 'unauthenticated';
  const { details, refusal, forwarded, status } = event;
  const logged = details?.['decision'];
  if (details?.['cut'] === true) return 'cut';
  if (logged === 'blocked' || logged === 'blocked_by_default_policy') return 'blocked';
  const known = DECISIONS.find((decision) => decision === logged);
  if (known !== undefined && known !== 'approval_approved') return known;
  if (refusal !== null && !forwarded) return status < FAULT ? 'blocked' : 'failed';
  return known ?? 'allowed';
}

/** What is exported in the format of our own: the event, and what became of it in one word. */
export function nativeOf(event: StoredEvent): object {
  return event.stream === 'audit' ? event : { ...event, decision: decisionOf(event) };
}
