import { findReverseModeToken, readProxyAuthorization } from '../exchange/agent-token.js';
import type { GatewayMode } from '../exchange/exchange.js';
import type { HeaderList } from '../exchange/headers/headers.js';
import { goesOn, refused, type Outcome } from '../exchange/progress.js';
import * as refusals from '../exchange/results/refusals.js';

/** The token of the message, null without one, or the refusal of a message that carries two (06 §3.1.4). */
export function placeToken(
  mode: GatewayMode | 'connect',
  headers: HeaderList,
): Outcome<{ token: string; header: string | null } | null> {
  const proxy = readProxyAuthorization(headers);
  if (proxy.kind === 'repeated')
    return refused(refusals.malformedRequest('Proxy-Authorization must not be repeated.'));
  if (mode === 'reverse') return goesOn(findReverseModeToken(headers));
  return goesOn(proxy.kind === 'token' ? { token: proxy.token, header: null } : null);
}
