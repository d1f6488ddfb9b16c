import type { Exchange, GatewayMode } from './exchange.js';
import { isHopByHop, isOwnField } from './headers/field-names.js';
import { namedByConnection } from './headers/headers.js';
import { isStrippedInReverse, modeHeaders } from './responder.js';

/** An offer of another connection to the origin: it was made to the gateway, and leads past it (RFC 7838 §2). */
const FOR_THE_GATEWAY = 'alt-svc';

/** No body follows the head, whatever it says (RFC 9112 §6.3). */
function isBodiless(method: string, status: number): boolean {
  return method === 'HEAD' || status === 204 || status === 304;
}

/** The fields an upstream's `Connection` names, which end here with it. */
export function namedHere(raw: readonly string[]): ReadonlySet<string> {
  return namedByConnection(valuesOf(raw, 'connection'));
}

/**
 * False for what is between the gateway and the upstream, and for what the gateway alone may say (06 §9.7, §6.6); of a
 * name in any case.
 */
export function passesBack(mode: GatewayMode, name: string, named: ReadonlySet<string>): boolean {
  return !(
    isHopByHop(name) ||
    isOwnField(name) ||
    isNamed(name, FOR_THE_GATEWAY) ||
    (named.size > 0 && named.has(name.toLowerCase())) ||
    (mode === 'reverse' && isStrippedInReverse(name.toLowerCase()))
  );
}

type AnsweredExchange = Pick<Exchange, 'mode' | 'method' | 'responseHeaders'> & {
  readonly outbound: Pick<Exchange['outbound'], 'relocate' | 'echo'>;
};

/**
 * The head the agent gets: what passes keeps its order, spelling and repetition (06 §9.7). A 204 has no length (RFC
 * 9110 §8.6): one reader would skip it, another would take as much of the next answer for its body. `Trailer`
 * announces fields of a chunked body; Node refuses it on any other message.
 */
export function responseHeadersFor(
  { mode, method, responseHeaders, outbound }: AnsweredExchange,
  status: number,
  sent: readonly string[],
): string[] {
  const raw = withoutEcho(outbound, sent);
  const named = namedHere(raw);
  const kept: string[] = [];
  let announced = false;
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at]!;
    if (!passesBack(mode, name, named)) continue;
    if (status === 204 && isNamed(name, 'content-length')) continue;
    if (isNamed(name, 'trailer')) announced = true;
    const moved = outbound.relocate !== undefined && isNamed(name, 'location');
    kept.push(name, moved ? outbound.relocate!(raw[at + 1]!) : raw[at + 1]!);
  }
  for (const [name, value] of responseHeaders) kept.push(name, value);
  kept.push(...modeHeaders(mode));
  const misplaced = announced && (isBodiless(method, status) || hasField(kept, 'content-length'));
  return misplaced ? withoutTrailerField(kept) : kept;
}

/** Credentials of the address hidden in names and values; the length of a body is none. */
export function withoutEcho(
  { echo }: Pick<Exchange['outbound'], 'echo'>,
  fields: readonly string[],
): readonly string[] {
  if (!echo) return fields;
  return fields.map((text, at) =>
    isNamed(fields[at - (at % 2)]!, 'content-length') ? text : echo.hide(text),
  );
}

function withoutTrailerField(headers: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    if (headers[at]!.toLowerCase() !== 'trailer') kept.push(headers[at]!, headers[at + 1]!);
  }
  return kept;
}

function hasField(headers: readonly string[], name: string): boolean {
  for (let at = 0; at + 1 < headers.length; at += 2) {
    if (isNamed(headers[at]!, name)) return true;
  }
  return false;
}

export function valuesOf(headers: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    if (isNamed(headers[at]!, name)) values.push(headers[at + 1]!);
  }
  return values;
}

function isNamed(field: string, lowerName: string): boolean {
  return field.length === lowerName.length && field.toLowerCase() === lowerName;
}
