import { namesTheClient } from '../../../kernel/access/client/client-fields.js';
import { carriesToken } from '../../exchange/agent-token.js';
import type { Exchange } from '../../exchange/exchange.js';
import { isHopByHop, isOwnField, NEVER_FORWARDED } from '../../exchange/forwarded-headers.js';
import { namedByConnection } from '../../exchange/headers/headers.js';
import { isHeadOnly } from './response-trailers.js';

const NONE: readonly string[] = [];
/** Of requests, beside what `isHeadOnly` knows: they say how a request is to be treated. */
const TREATS_REQUESTS = new Set([
  'prefer',
  'range',
  'user-agent',
  'x-http-method-override',
  'x-method-override',
]);
const NOT_IN_VARIABLES = /[^a-z0-9]/g;

/**
 * The trailers that go upstream, flat (06 §9.8): those that would have passed in the head and say something about the
 * body only. A server that merges them into its head must find neither who asks there, nor a second value for what the
 * gateway wrote, in whatever spelling.
 */
export function requestTrailers({ client, headers, outbound, agentToken }: Exchange): readonly string[] {
  const { trailers } = client.request;
  if (trailers.length === 0) return NONE;
  const named = namedByConnection(headers.all('connection'));
  const inHead = new Set<string>();
  for (let at = 0; at < outbound.headers.length; at += 2) inHead.add(spelledAlike(outbound.headers[at]!));
  const kept: string[] = [];
  for (let at = 0; at < trailers.length; at += 2) {
    const name = trailers[at]!.toLowerCase();
    const passes = isAboutTheBody(name) && !named.has(name) && !inHead.has(spelledAlike(name));
    if (passes && !carriesToken(trailers[at + 1]!, agentToken)) kept.push(trailers[at]!, trailers[at + 1]!);
  }
  return kept;
}

function isAboutTheBody(name: string): boolean {
  const ours = NEVER_FORWARDED.has(name) || isOwnField(name);
  return !(isHopByHop(name) || ours || isHeadOnly(name) || TREATS_REQUESTS.has(name) || namesTheClient(name));
}

function spelledAlike(name: string): string {
  return name.toLowerCase().replace(NOT_IN_VARIABLES, '-');
}
