import { findReverseModeToken, readProxyAuthorization } from './agent-token.js';
import type { GatewayMode, Verdict } from './exchange.js';
import type { HeaderList } from './headers.js';
import * as verdicts from './verdicts.js';

/** The token of the message, or the refusal of a message that carries two (06 §3.1.4). */
export function placeToken(
  mode: GatewayMode,
  headers: HeaderList,
): { token: string | null; header: string | null } | Verdict {
  const proxy = readProxyAuthorization(headers);
  if (proxy.kind === 'repeated')
    return verdicts.malformedRequest('Proxy-Authorization must not be repeated.');
  if (mode === 'absolute') return { token: proxy.kind === 'token' ? proxy.token : null, header: null };
  const placed = findReverseModeToken(headers);
  return { token: placed?.token ?? null, header: placed?.header ?? null };
}

/** Says no more than that there is no usable token (06 §3.1.5). */
export function tokenRefusal(mode: GatewayMode | 'connect'): Verdict {
  return mode === 'reverse' ? verdicts.agentTokenRequired() : verdicts.proxyAuthenticationRequired();
}
