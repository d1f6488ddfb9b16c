import type { ClientLeg, Exchange, GatewayMode } from './exchange.js';
import { lookupFailed, type Refusal } from './results/refusals.js';
import type { BodyRefusal } from './body/body-budgets.js';
import type { AdmittedExchange, Ended, Step } from './progress.js';

/** Upstream content must not run on the gateway's own origin (06 §6.6, R24.11). */
const SANDBOX_HEADERS: readonly string[] = [
  'content-security-policy',
  'sandbox',
  'x-content-type-options',
  'nosniff',
];

/** What a browser would remember about the gateway's origin, or let the content do on it. */
const STRIPPED_IN_REVERSE = new Set([
  'set-cookie',
  'set-cookie2',
  'clear-site-data',
  'service-worker-allowed',
  'content-security-policy',
  'content-security-policy-report-only',
  'x-content-type-options',
  'strict-transport-security',
  'public-key-pins',
  'public-key-pins-report-only',
  'expect-ct',
  'nel',
  'report-to',
  'reporting-endpoints',
  'origin-agent-cluster',
  'accept-ch',
  'critical-ch',
]);

/** True for upstream fields that never reach the agent in reverse mode (06 §6.6); `name` in lower case. */
export function isStrippedInReverse(name: string): boolean {
  return STRIPPED_IN_REVERSE.has(name) || name.startsWith('access-control-');
}

/** Fields that every answer of this mode carries. */
export function modeHeaders(mode: GatewayMode): readonly string[] {
  return mode === 'reverse' ? SANDBOX_HEADERS : [];
}

/** Answers an exchange with a refusal; false when an answer had begun already. */
export function refuseExchange(exchange: Exchange, refusal: Refusal, { close = false } = {}): boolean {
  const { body } = exchange;
  return sendRefusal(exchange.client, exchange.mode, refusal, exchange.responseHeaders.flat(), {
    // A token that died inside a tunnel ends the tunnel (06 §3.1.6); a body that is too slow is not waited for.
    close: close || body.uninvited || refusal.status === 407 || body.refusal === 'slow',
  });
}

/**
 * Writes a refusal as flat JSON (06 §12). `close` ends the connection: after malformed framing, and for an
 * agent that was never invited to send its body and may or may not send it now (RFC 9110 §10.1.1).
 */
export function sendRefusal(
  { response }: Pick<ClientLeg, 'response'>,
  mode: GatewayMode,
  refusal: Refusal,
  extra: readonly string[],
  { close = false }: { close?: boolean } = {},
): boolean {
  if (response.headersSent || response.destroyed) return false;
  const body = Buffer.from(JSON.stringify(refusal.body));
  const headers = ['content-type', 'application/json', 'content-length', String(body.length)];
  for (const [name, value] of Object.entries(refusal.headers ?? {})) headers.push(name, value);
  if (!refusal.retryable) headers.push('x-should-retry', 'false');
  headers.push(...extra, ...modeHeaders(mode));
  if (close) response.shouldKeepAlive = false;
  response.writeHead(refusal.status, headers);
  response.end(body);
  return true;
}

/** After a fault of the gateway's own, whatever was answered by then. */
export function answerFault(client: ClientLeg, mode: GatewayMode): void {
  if (!sendRefusal(client, mode, lookupFailed(), [], { close: true })) resetClient(client);
}

/** Breaks the agent's connection so that a cut body can never look complete (06 §9.10). */
export function resetClient({ response, socket }: Pick<ClientLeg, 'response' | 'socket'>): void {
  response.destroy();
  socket.destroy();
}

/** What is answered when a body cannot be waited for or held any longer (R26); beside those of `exchange/refusals.ts`. */

/** What was waited for meanwhile may have cost the body. */
export const bodyKept: Step<AdmittedExchange> = { name: 'bodyKept', run: ({ body }) => lostBody(body) };

export function lostBody({ refusal }: AdmittedExchange['body']): Ended {
  return refusal === null ? null : bodyRefused(refusal);
}

export function bodyRefused(reason: BodyRefusal): Refusal {
  return reason === 'slow' ? bodyTooSlow() : gatewayBusy();
}

function gatewayBusy(): Refusal {
  return {
    status: 503,
    retryable: true,
    headers: { 'retry-after': '1' },
    body: {
      error: 'gateway_busy',
      message:
        'The gateway holds as many request bodies of this agent or its organization as it may. Send fewer of them at once.',
    },
  };
}

function bodyTooSlow(): Refusal {
  return {
    status: 408,
    retryable: true,
    body: {
      error: 'request_timeout',
      message:
        'The beginning of the request body, which a rule looks at, did not arrive in time. Nothing was sent.',
    },
  };
}
