import type { Dispatcher } from 'undici';
import { authorityOf, type Exchange } from '../exchange.js';

/** Method, target and fields as undici takes them; `host` first, as RFC 9110 §7.2 recommends. */
export function dispatchOptions(exchange: Exchange): Dispatcher.DispatchOptions {
  const { scheme, host, port, outbound, body } = exchange;
  const headers = ['host', authorityOf(scheme, host, port), ...outbound.headers];
  if (body.present && body.declaredLength !== null)
    headers.push('content-length', String(body.declaredLength));
  return {
    path: outbound.target,
    method: exchange.method,
    headers,
    // undici holds back further requests on a connection until the head arrived; ours never pipeline.
    blocking: false,
  };
}
