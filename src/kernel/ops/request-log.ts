import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { AccessLog } from '../access/declaration/access-request.js';
import { isLongPoll } from '../http/long-poll.decorator.js';
import { redactPath } from '../logging/redaction.js';
import { withRequest } from '../logging/request-context.js';

const SLOW_MS = 3000;
const HEALTH_PATHS = new Set(['/v1/health', '/healthz', '/readyz']);
const NO_CALLER: AccessLog = { orgId: null, credential: 'none', keyId: null };

/**
 * One line for each finished request (01 §23.2), and its id on every line logged in between. `addressOf`: by whose turns
 * requests go while nobody knows who calls.
 *
 * Must be called before the routes are registered. Who called is what the guards left in `request.accessLog`.
 */
export function registerRequestLog(
  fastify: FastifyInstance,
  logger: Logger,
  addressOf: (request: FastifyRequest) => string = ({ ip }) => ip,
): void {
  const inContext = (request: FastifyRequest, _reply: FastifyReply, done: () => void): void =>
    withRequest(request.id, () => addressOf(request), done);
  // Twice, because a body is parsed in callbacks of the socket, which the first context does not reach.
  fastify.addHook('onRequest', inContext);
  fastify.addHook('preValidation', inContext);
  const lines = withoutRedaction(logger);
  fastify.addHook('onResponse', (request, reply, done) => {
    logFinished(lines, request, reply);
    done();
  });
}

/** The fields of the line are fixed and hold nothing secret; looking through them cost ten times the line itself. */
function withoutRedaction(logger: Logger): Logger {
  return logger.child({}, { redact: [] });
}

function logFinished(logger: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const path = redactPath(request.url);
  if (HEALTH_PATHS.has(path.replace(/\/$/, ''))) return;
  const { orgId, credential, keyId } = request.accessLog ?? NO_CALLER;
  const ms = Math.round(reply.elapsedTime);
  logger[ms > SLOW_MS && !isLongPoll(request) ? 'warn' : 'info'](
    {
      requestId: request.id,
      method: request.method,
      path,
      status: reply.statusCode,
      ms,
      ...(orgId === null ? {} : { orgId }),
      credential,
      ...(keyId === null ? {} : { keyId }),
    },
    'request finished',
  );
}
