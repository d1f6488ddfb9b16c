import { requestHeadText } from '../../domain/http1/message-text.js';
import { authorityOf, type Exchange } from '../exchange.js';
import type { OutgoingRequest } from './connection-terms.js';

type Payload = OutgoingRequest['body'];

/** Whose meaning expects a body: without one they say so (RFC 9110 §8.6). */
const EXPECTS_BODY = new Set(['POST', 'PUT', 'PATCH', 'QUERY', 'PROPFIND', 'PROPPATCH']);

/**
 * What goes upstream for an exchange; hands over its body. `host` first, as RFC 9110 §7.2 recommends. Throws for parts
 * that cannot stand in a head, such as an injected value with a line break.
 */
export function outgoingRequest(exchange: Exchange): OutgoingRequest {
  const { method, body } = exchange;
  const payload = body.toUpstream();
  try {
    const head = requestHeadText(method, exchange.outbound.target, fieldsOf(exchange, payload));
    return { method, head, body: payload, length: body.declaredLength };
  } catch (error) {
    if (payload !== null && !Buffer.isBuffer(payload)) payload.destroy();
    throw error;
  }
}

export function webSocketHandshake({ scheme, host, port, outbound }: Exchange): OutgoingRequest {
  const own = ['host', authorityOf(scheme, host, port), 'connection', 'upgrade', 'upgrade', 'websocket'];
  const head = requestHeadText('GET', outbound.target, [...own, ...outbound.headers]);
  return { method: 'GET', head, body: null, length: null };
}

function fieldsOf({ method, scheme, host, port, outbound, body }: Exchange, payload: Payload): string[] {
  // What a HEAD leaves behind cannot be trusted, because some servers send the body.
  const connection = method === 'HEAD' ? 'close' : 'keep-alive';
  const fields = ['host', authorityOf(scheme, host, port), 'connection', connection, ...outbound.headers];
  if (payload === null) {
    if (body.declaredLength === 0 || EXPECTS_BODY.has(method)) fields.push('content-length', '0');
  } else if (Buffer.isBuffer(payload)) fields.push('content-length', String(payload.length));
  else if (body.declaredLength !== null) fields.push('content-length', String(body.declaredLength));
  else fields.push('transfer-encoding', 'chunked');
  return fields;
}
