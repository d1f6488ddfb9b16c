import type { GatewayMode } from '../exchange.js';
import { isHopByHop, namedByConnection } from '../headers.js';
import { isStrippedInMode, modeHeaders } from '../responder.js';

/** Set by the gateway alone; an upstream cannot speak for it (06 §9.7). */
const OWN_RESPONSE_HEADER = 'x-onecli-connections';

/** Names and values of a response head as undici has them, one octet per character. */
export function decodeRawHeaders(raw: readonly (Buffer | string)[]): string[] {
  return raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1')));
}

/**
 * The head the agent gets: hop-by-hop fields, those `Connection` names and our own reserved field are
 * dropped, everything else keeps its order, spelling and repetition (06 §9.7, §6.6).
 */
export function responseHeadersFor(
  mode: GatewayMode,
  raw: readonly string[],
  own: readonly (readonly [name: string, value: string])[],
): string[] {
  const named = namedByConnection(valuesOf(raw, 'connection'));
  const kept: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const lower = raw[at]!.toLowerCase();
    if (isHopByHop(lower) || named.has(lower) || lower === OWN_RESPONSE_HEADER) continue;
    if (isStrippedInMode(mode, lower)) continue;
    kept.push(raw[at]!, raw[at + 1]!);
  }
  for (const [name, value] of own) kept.push(name, value);
  kept.push(...modeHeaders(mode));
  return kept;
}

/** `Trailer` announces fields of a chunked body; Node refuses it on any other message. */
export function withoutTrailerField(headers: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    if (headers[at]!.toLowerCase() !== 'trailer') kept.push(headers[at]!, headers[at + 1]!);
  }
  return kept;
}

export function hasField(headers: readonly string[], name: string): boolean {
  for (let at = 0; at + 1 < headers.length; at += 2) {
    if (isNamed(headers[at]!, name)) return true;
  }
  return false;
}

function valuesOf(headers: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    if (isNamed(headers[at]!, name)) values.push(headers[at + 1]!);
  }
  return values;
}

function isNamed(field: string, lowerName: string): boolean {
  return field.length === lowerName.length && field.toLowerCase() === lowerName;
}
