import type { FastifyReply, FastifyRequest } from 'fastify';
import { describeForLog } from '../../kernel/access/access-request.js';
import { type ControlAnswer, type ControlRequest, goneSignal } from '../listener/origin-routes.js';

/** A request to the management origin, as the routes of the gateway's origin take it (01 §1.1). */
export function callOf(request: FastifyRequest, reply: FastifyReply): ControlRequest {
  const { method, headers, url, ip } = request;
  const end = url.indexOf('?');
  return {
    method,
    path: end < 0 ? url : url.slice(0, end),
    query: end < 0 ? null : url.slice(end + 1),
    headers,
    remoteAddress: ip,
    legacyPrefix: false,
    gone: goneSignal(reply.raw),
    identified: (principal) => void (request.accessLog = describeForLog(principal)),
    body: () => Promise.resolve(Buffer.from(JSON.stringify(request.body ?? null))),
  };
}

export async function answer(reply: FastifyReply, { status, headers, body }: ControlAnswer): Promise<void> {
  await reply
    .code(status)
    .headers(headers ?? {})
    .send(body);
}
