import { Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Configuration } from '../config/configuration.js';
import { usedLegacyPath } from './legacy-paths.js';
import { arrivalOf } from './origins.js';

/** One year. Without `includeSubDomains`: other hosts below this one are not ours to speak for, nor other ports. */
const HSTS = 'max-age=31536000';

/** What every answer carries, also those given before a route is known (01 §22.4). */
export const BASE_HEADERS = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' } as const;

/**
 * Request id, caching and browser protection headers of 01 §22.4 and §23.1. They are set before anything
 * else runs, so that preflights and refusals carry them too; a handler may set its own `Cache-Control`.
 */
export function addResponseHeaders(
  fastify: FastifyInstance,
  configuration: Pick<Configuration, 'apiUrl' | 'appUrl'>,
): void {
  const secure = configuration.apiUrl.startsWith('https:');
  const log = new Logger('Http');
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id).headers(BASE_HEADERS);
    if (secure && !arrivalOf(request.raw)) void reply.header('strict-transport-security', HSTS);
    if (usedLegacyPath(request.raw)) {
      markDeprecated(reply, configuration);
      log.warn({ requestId: request.id, deprecatedSurface: '/v1/projects' }, 'deprecated input was used');
    }
    done();
  });
}

/** Tells the client that it used a legacy input (01 §5.4). */
export function markDeprecated(reply: FastifyReply, configuration: Pick<Configuration, 'appUrl'>): void {
  void reply.headers(deprecationHeaders(configuration));
}

export function deprecationHeaders({ appUrl }: Pick<Configuration, 'appUrl'>): Record<string, string> {
  return { deprecation: 'true', link: `<${appUrl}/docs/api>; rel="deprecation"` };
}
