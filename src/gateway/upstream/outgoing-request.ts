import { requestHeadText } from '../../domain/http1/message-text.js';
import { authorityOf, type Exchange, type OutboundPayload } from '../exchange.js';
import type { OutgoingRequest } from './connection-terms.js';

/** Whose meaning expects a body: without one they say so (RFC 9110 §8.6). */
const EXPECTS_BODY = new Set(['POST', 'PUT', 'PATCH', 'QUERY', 'PROPFIND', 'PROPPATCH']);

/**
 * What goes upstream for an exchange; hands over its body. `host` first, as RFC 9110 §7.2 recommends. Throws for parts
 * that cannot stand in a head, such as an injected value with a line break.
 */
export function outgoingRequest(exchange: Exchange): OutgoingRequest {
  const { method, body } = exchange;
  exchange.outbound.signature?.sign(exchange);
  const payload = payloadOf(exchange);
  try {
    const head = requestHeadText(method, exchange.outbound.target, fieldsOf(exchange, payload));
    return { method, head, body: payload, length: body.declaredLength };
  } catch (error) {
    if (payload !== null && !Buffer.isBuffer(payload)) payload.destroy();
    throw error;
  }
}

function payloadOf(exchange: Exchange): OutboundPayload {
  const payload = exchange.body.toUpstream();
  const { signature } = exchange.outbound;
  return signature === undefined ? payload : signature.body(payload, exchange);
}

export function webSocketHandshake(exchange: Exchange): OutgoingRequest {
  const { outbound } = exchange;
  outbound.signature?.sign(exchange);
  const own = ['host', upstreamAuthority(exchange), 'connection', 'upgrade', 'upgrade', 'websocket'];
  const head = requestHeadText('GET', outbound.target, [...own, ...outbound.headers]);
  return { method: 'GET', head, body: null, length: null };
}

function upstreamAuthority({ scheme, host, port, outbound }: Exchange): string {
  return authorityOf(scheme, outbound.host ?? host, port);
}

function fieldsOf(exchange: Exchange, payload: OutboundPayload): string[] {
  const { method, outbound, body } = exchange;
  // What a HEAD leaves behind cannot be trusted, because some servers send the body.
  const connection = method === 'HEAD' ? 'close' : 'keep-alive';
  const fields = ['host', upstreamAuthority(exchange), 'connection', connection, ...outbound.headers];
  if (payload === null) {
    if (body.declaredLength === 0 || EXPECTS_BODY.has(method)) fields.push('content-length', '0');
  } else if (Buffer.isBuffer(payload)) fields.push('content-length', String(payload.length));
  else if (body.declaredLength !== null) fields.push('content-length', String(body.declaredLength));
  else fields.push('transfer-encoding', 'chunked');
  return fields;
}
