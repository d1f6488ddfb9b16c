/**
 * Requests that never reach a route: a target that cannot be decoded, or bytes that are not HTTP. They get
 * the envelope and a request id like every other answer (01 §8, §23.1) and nothing of them is echoed.
 */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { surfaceOf, toAppError } from './error.filter.js';
import { envelopeType } from '../../errors/envelope-type.js';
import { errorHeaders, errorBytes } from '../../errors/presenter.js';
import { redactPath } from '../../logging/redaction.js';
import { arrivalOf, BASE_HEADERS } from '../../routes/origins.js';

/** Node's codes for what its HTTP parser or its timers refuse; everything else is a plain bad request. */
const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const log = new Logger('Http');

/** Fastify's `frameworkErrors`: no hook has run and none will. */
export function answerUnroutable(thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const error = toAppError(thrown, request);
  const { status } = error;
  log.log(
    {
      requestId: request.id,
      method: request.method,
      path: redactPath(request.url),
      status,
      ms: 0,
      credential: 'none',
    },
    'request finished',
  );
  arrivalOf(request.raw)?.answering();
  const surface = surfaceOf(error, request);
  void reply
    .code(status)
    .headers({ ...BASE_HEADERS, ...errorHeaders(error, surface) })
    .header('x-request-id', request.id)
    .send(errorBytes(error, surface));
}

/** The last answer of a connection whose bytes are no request, or not within limits; `code` is Node's. */
export function unreadableRequestAnswer(code: string): string {
  const refused = refusal(STATUS_BY_CODE[code] ?? 400);
  const lines = Object.entries(refused.headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${refused.status} ${refused.reason}`, ...lines, '', refused.body].join('\r\n');
}

/** The same for a head that was read, but is no request in itself. */
export function answerHead(response: ServerResponse, status: number): void {
  const { headers, body } = refusal(status);
  response.writeHead(status, headers).end(body);
}

function refusal(status: number): {
  status: number;
  reason: string;
  headers: Record<string, string | number>;
  body: string;
} {
  const requestId = randomUUID();
  log.log({ requestId, status, credential: 'none' }, 'request could not be parsed');
  const reason = STATUS_CODES[status] ?? '';
  const body = JSON.stringify({ error: { message: `${reason}.`, type: envelopeType(status) } });
  const headers = {
    ...BASE_HEADERS,
    'x-request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  return { status, reason, headers, body };
}
