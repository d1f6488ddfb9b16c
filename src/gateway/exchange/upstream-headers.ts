import { carriesToken } from './agent-token.js';
import type { GatewayMode } from './exchange.js';
import { FieldNames, isHopByHop, isOwnField } from './headers/field-names.js';
import { HeaderList, namedByConnection } from './headers/headers.js';

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
