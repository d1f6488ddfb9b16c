import { carriesToken } from './agent-token.js';
import type { GatewayMode, Exchange } from './exchange.js';
import { HeaderList, namedByConnection } from './headers/headers.js';
import { isStrippedInReverse, modeHeaders } from './responder.js';

const LONGEST = 31;

/**
 * A set of field names, asked about names in any case. Few names have the length of one of its own, so that hardly one
 * is put into lower case and looked up.
 */
export class FieldNames {
  private readonly names: ReadonlySet<string>;
  /** A bit for each length that occurs. */
  private readonly lengths: number;

  /** In lower case, of 31 characters at most. */
  constructor(names: readonly string[]) {
    const tooLong = names.find(({ length }) => length > LONGEST);
    if (tooLong !== undefined) throw new Error(`Too long for this set: ${tooLong}`);
    this.names = new Set(names);
    this.lengths = names.reduce((bits, { length }) => bits | (1 << length), 0);
  }

  has(name: string): boolean {
    const { length } = name;
    if (length > LONGEST || ((this.lengths >>> length) & 1) === 0) return false;
    return this.names.has(name.toLowerCase());
  }
}

/** Fields that end at the next hop (06 §9.6, §9.7); also everything `Connection` names. */
const HOP_BY_HOP = new FieldNames([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailers',
  'transfer-encoding',
  'upgrade',
]);

/** In any case. */
export function isHopByHop(name: string): boolean {
  return HOP_BY_HOP.has(name);
}

/** Fields of this prefix are spoken between gateway and agent; they pass in neither direction (06 §3.2, §9.7). */
const OWN_PREFIX = 'x-onecli-';
const LETTER_X = 0x78;
const LOWER_CASE = 0x20;

/** Whether a name, in any case, has it. */
export function isOwnField(name: string): boolean {
  if ((name.charCodeAt(0) | LOWER_CASE) !== LETTER_X) return false;
  return name.slice(0, OWN_PREFIX.length).toLowerCase() === OWN_PREFIX;
}

/** Rewritten, recomputed or ours to answer (06 §3.2, §9.6). */
export const NEVER_FORWARDED = new FieldNames([
  'host',
  'content-length',
  'expect',
  'x-agent-token',
  'http2-settings',
]);
const SESSION_COOKIES = new Set(['cg_session', '__Secure-cg_session']);

export interface RequestHeadInput {
  headers: HeaderList;
  mode: GatewayMode;
  isWebSocket: boolean;
  agentToken: string;
  /** Reverse mode: the field the token came in stays as a placeholder until injection ran (06 §6.4). */
  tokenHeader: string | null;
}

/**
 * The fields that go upstream before injection: the agent's own, minus hop-by-hop and what `Connection`
 * names, minus everything of ours, minus whatever carries the agent's token (06 §3.2, §9.6).
 */
export function forwardedHeaders(input: RequestHeadInput): HeaderList {
  const { mode, isWebSocket, agentToken, tokenHeader } = input;
  const flat = input.headers.toFlat();
  const named = namedByConnection(input.headers.all('connection'));
  const kept: string[] = [];
  for (let at = 0; at < flat.length; at += 2) {
    const name = flat[at]!;
    const value = flat[at + 1]!;
    if (isHopByHop(name) || NEVER_FORWARDED.has(name) || isOwnField(name)) continue;
    if (named.size > 0 && endsHere(name.toLowerCase(), named, isWebSocket)) continue;
    if (carriesToken(value, agentToken) && name.toLowerCase() !== tokenHeader) continue;
    kept.push(name, value);
  }
  const list = new HeaderList(kept);
  if (mode === 'reverse') dropSessionCookie(list);
  return list;
}

/** What a handshake says of the WebSocket is for the upstream, whoever names it. */
function endsHere(name: string, named: ReadonlySet<string>, isWebSocket: boolean): boolean {
  return named.has(name) && !(isWebSocket && name.startsWith('sec-websocket-'));
}

/** After injection: the placeholder goes unless an injection put something else there (06 §6.4). */
export function dropTokenPlaceholder(headers: HeaderList, agentToken: string): void {
  headers.removeWhere((_name, value) => carriesToken(value, agentToken));
}

/** The dashboard's cookie is sent along by browsers, because the gateway may share its host (06 §6.6). */
function dropSessionCookie(headers: HeaderList): void {
  const cookies = headers.all('cookie');
  if (cookies.length === 0) return;
  headers.remove('cookie');
  for (const cookie of cookies) {
    const rest = cookie.split(';').filter((pair) => !SESSION_COOKIES.has(pair.split('=', 1)[0]!.trim()));
    const text = rest.join(';').trim();
    if (text !== '') headers.append('cookie', text);
  }
}

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
