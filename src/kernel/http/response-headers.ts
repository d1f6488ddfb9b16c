import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Configuration } from '../config/configuration.js';
import { usedLegacyPath } from './legacy-paths.js';

const HSTS = 'max-age=31536000; includeSubDomains';

/** Request id, caching and browser protection headers of 01 §22.4 and §23.1, on every answer. */
export function addResponseHeaders(fastify: FastifyInstance, app: NestFastifyApplication): void {
  const configuration = app.get(Configuration);
  const secure = configuration.apiUrl.startsWith('https:');
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    if (secure) void reply.header('strict-transport-security', HSTS);
    if (usedLegacyPath(request.raw)) markDeprecated(reply, configuration);
    done();
  });
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    done(null, payload);
  });
}

/** Tells the client that it used a legacy input (01 §5.4). */
export function markDeprecated(reply: FastifyReply, configuration: Configuration): void {
  void reply
    .header('deprecation', 'true')
    .header('link', `<${configuration.appUrl}/docs/api>; rel="deprecation"`);
}
