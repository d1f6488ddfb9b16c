import type { GatewayMode } from '../../exchange/exchange.js';
import { namedHere, passesBack } from '../../exchange/forwarded-headers.js';

/**
 * Fields that mean something to whoever processes a message, and so must not come after it (RFC 9110 §6.5.1): a
 * client that merges trailers into the head would take them for the head's.
 */
const HEAD_ONLY = new Set([
  'content-length',
  'host',
  'max-forwards',
  'trailer',
  'via',
  // Control of caches and of what is done next.
  'age',
  'allow',
  'cache-control',
  'date',
  'expires',
  'last-modified',
  'link',
  'location',
  'pragma',
  'refresh',
  'retry-after',
  'vary',
  'warning',
  'x-should-retry',
  // Authentication and state.
  'authentication-info',
  'authorization',
  'cookie',
  'set-cookie',
  'set-cookie2',
  'www-authenticate',
  // What the content is.
  'accept-ranges',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-location',
  'content-range',
  'content-type',
  // What a browser makes of the answer or of its origin.
  'clear-site-data',
  'nel',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'report-to',
  'reporting-endpoints',
  'service-worker-allowed',
  'strict-transport-security',
  'timing-allow-origin',
  'x-content-type-options',
  'x-frame-options',
]);
const HEAD_ONLY_PREFIXES = [
  'access-control-',
  'content-security-policy',
  'cross-origin-',
  'if-',
  'proxy-',
  'sec-',
];

/**
 * The trailers the agent gets: those that would have passed in the head and that say something about the body only,
 * such as checksums, timings and the status of gRPC. Both lists are flat, as the upstream sent them.
 */
export function trailersFor(
  mode: GatewayMode,
  head: readonly string[],
  raw: readonly string[],
): [name: string, value: string][] {
  const named = namedHere(head);
  const kept: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const lower = raw[at]!.toLowerCase();
    if (passesBack(mode, lower, named) && !isHeadOnly(lower)) kept.push([raw[at]!, raw[at + 1]!]);
  }
  return kept;
}

export function isHeadOnly(name: string): boolean {
  return HEAD_ONLY.has(name) || HEAD_ONLY_PREFIXES.some((prefix) => name.startsWith(prefix));
}
