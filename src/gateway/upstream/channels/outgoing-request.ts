import {
  chunkHeadText,
  lastChunkText,
  requestHeadText,
} from '../../../domain/protocols/http1/heads/message-text.js';
import { http2RequestFields } from '../../../domain/protocols/http2/heads.js';
import { authorityOf, type Exchange, type OutboundPayload } from '../../exchange/exchange.js';
import { listContains } from '../../exchange/headers/headers.js';
import type { OutgoingRequest, OutgoingStream } from './upstream-types.js';
import { requestTrailers } from './request-trailers.js';

const NO_TRAILERS: readonly string[] = [];
const nothingBehind = (): readonly string[] => NO_TRAILERS;

/** Whose meaning expects a body: without one they say so (RFC 9110 §8.6). */
const EXPECTS_BODY = new Set(['POST', 'PUT', 'PATCH', 'QUERY', 'PROPFIND', 'PROPPATCH']);

/**
 * What goes upstream for an exchange; hands over its body. `host` first, as RFC 9110 §7.2 recommends. Throws for parts
 * that cannot stand in a head, such as an injected value with a line break.
 */
export function outgoingRequest(exchange: Exchange): OutgoingRequest {
  if (exchange.isWebSocket) return webSocketHandshake(exchange);
  const { method, body } = exchange;
  const payload = signedPayload(exchange);
  try {
    const known = Buffer.isBuffer(payload) ? requestTrailers(exchange) : NO_TRAILERS;
    const chunked = known.length > 0;
    const head = requestHeadText(method, exchange.outbound.target, fieldsOf(exchange, payload, chunked));
    const whole = chunked ? inOneChunk(payload as Buffer, known) : payload;
    return { method, head, body: whole, length: body.declaredLength, trailers: behind(exchange, payload) };
  } catch (error) {
    letGo(payload);
    throw error;
  }
}

/** The same for HTTP/2, which knows the end of a body without its length, and trailers behind any. */
export function outgoingStream(exchange: Exchange): OutgoingStream {
  const { method, scheme, outbound } = exchange;
  const body = signedPayload(exchange);
  try {
    const route = { method, scheme, authority: upstreamAuthority(exchange), target: outbound.target };
    const flat = [...outbound.headers, ...lengthOf(exchange, body)];
    const takesTrailers = listContains(exchange.headers.all('te'), 'trailers');
    const fields = http2RequestFields(route, flat, takesTrailers);
    return { fields, body, trailers: () => requestTrailers(exchange) };
  } catch (error) {
    letGo(body);
    throw error;
  }
}

function webSocketHandshake(exchange: Exchange): OutgoingRequest {
  const { outbound } = exchange;
  outbound.signature?.sign(exchange);
  const own = ['host', upstreamAuthority(exchange), 'connection', 'upgrade', 'upgrade', 'websocket'];
  const head = requestHeadText('GET', outbound.target, [...own, ...outbound.headers]);
  return { method: 'GET', head, body: null, length: null, trailers: nothingBehind };
}

/** Signed each time it leaves: the head before the body, whose chunks a signature may continue. */
function signedPayload(exchange: Exchange): OutboundPayload {
  const { signature } = exchange.outbound;
  signature?.sign(exchange);
  const payload = exchange.body.toUpstream();
  return signature === undefined ? payload : signature.body(payload, exchange);
}

/** Of a body that is here they are known, and were sent with it. */
function behind(exchange: Exchange, payload: OutboundPayload): OutgoingRequest['trailers'] {
  return payload === null || Buffer.isBuffer(payload) ? nothingBehind : () => requestTrailers(exchange);
}

function letGo(payload: OutboundPayload): void {
  if (payload !== null && !Buffer.isBuffer(payload)) payload.destroy();
}

function upstreamAuthority({ scheme, host, port, outbound }: Exchange): string {
  return authorityOf(scheme, outbound.host ?? host, port);
}

function fieldsOf(exchange: Exchange, payload: OutboundPayload, chunked: boolean): string[] {
  const { method, outbound } = exchange;
  // What a HEAD leaves behind cannot be trusted, because some servers send the body.
  const connection = method === 'HEAD' ? 'close' : 'keep-alive';
  const fields = ['host', upstreamAuthority(exchange), 'connection', connection, ...outbound.headers];
  const length = chunked ? [] : lengthOf(exchange, payload);
  if (length.length > 0) fields.push(...length);
  else if (payload !== null) fields.push('transfer-encoding', 'chunked');
  return fields;
}

/** Empty for a body whose length nobody knows, and for none that anybody would expect. */
function lengthOf({ method, body }: Exchange, payload: OutboundPayload): readonly string[] {
  let length = body.declaredLength;
  if (payload === null) length = length === 0 || EXPECTS_BODY.has(method) ? 0 : null;
  else if (Buffer.isBuffer(payload)) length = payload.length;
  return length === null ? NO_TRAILERS : ['content-length', String(length)];
}

/** Trailers stand behind chunks alone (RFC 9112 §7.1.2). */
function inOneChunk(payload: Buffer, trailers: readonly string[]): Buffer {
  const head = payload.length === 0 ? '' : chunkHeadText(payload.length);
  const end = `${payload.length === 0 ? '' : '\r\n'}${lastChunkText(trailers)}`;
  return Buffer.concat([Buffer.from(head, 'latin1'), payload, Buffer.from(end, 'latin1')]);
}
