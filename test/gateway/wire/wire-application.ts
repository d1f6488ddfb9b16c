import { Logger } from '@nestjs/common';
import type { HttpConnections } from '../../../src/kernel/http/connections/http-connections.js';
import type { Configuration } from '../../../src/kernel/config/configuration.js';
import { ErrorFilter } from '../../../src/kernel/http/server/error.filter.js';
import { createAdapter, equip } from '../../../src/kernel/http/server/create-application.js';
import type { OriginSettings } from '../../../src/gateway/listener/gateway-origin.js';
import { HealthController } from '../../../src/kernel/ops/health.controller.js';
import type { Readiness } from '../../../src/kernel/ops/readiness.js';
import { UtilityController } from '../../../src/modules/endpoints/utility/utility.controller.js';

/** An endpoint of the gateway's own origin, as a wire test writes it. */
export interface ControlStub {
  handle(request: {
    method: string;
    path: string;
    legacyPrefix: boolean;
    body: (maxBytes: number) => Promise<Buffer>;
  }): Promise<{ status: number; body: object } | null>;
}

export interface ApplicationParts {
  readiness?: () => Promise<{ status: string; checks?: Record<string, string> }>;
  controls?: ControlStub[];
  corsAllows?: (origin: string) => boolean;
  /** What happens before the application is asked for anything under `/v1`. */
  planted?: () => void | Promise<void>;
}

const STUB_PATHS = ['/v1/echo', '/v1/cache/invalidate'];
const STUB_BODY_BYTES = 100;

/** The application's router and hooks with health and the stubs for routes: what is below them needs no database. */
export async function applicationOf(
  { readiness = async () => ({ status: 'ok' }), controls = [], corsAllows, planted }: ApplicationParts,
  certificatePem: () => string | null,
): Promise<OriginSettings['answer']> {
  const fastify = createAdapter(() => null as unknown as HttpConnections).getInstance();
  const configuration = { appVersion: '1.2.3-test', apiUrl: 'http://a.test', appUrl: 'http://a.test' };
  equip(fastify, configuration, {
    isAllowed: corsAllows ?? ((origin: string) => origin === 'http://dashboard.test'),
  });
  // Planted faults would fill the terminal.
  Logger.overrideLogger(false);
  const filter = new ErrorFilter();
  fastify.setErrorHandler((error, request, reply) => filter.answer(error, request, reply));
  const health = new HealthController(configuration as Configuration, { report: readiness } as Readiness);
  const utility: UtilityController = Object.assign(Object.create(UtilityController.prototype), {
    authority: { certificatePem },
  });
  const constraints = { origin: 'both' } as const;
  fastify.get('/healthz', { constraints }, () => health.gatewayHealth());
  fastify.get('/readyz', { constraints }, (_request, reply) => health.gatewayReadiness(reply));
  fastify.get('/v1/gateway/ca', { constraints }, async (_request, reply) => utility.downloadGatewayCa(reply));
  for (const url of controls.length > 0 ? STUB_PATHS : [])
    fastify.route({
      method: ['GET', 'POST'],
      url,
      constraints: { origin: 'gateway' },
      bodyLimit: STUB_BODY_BYTES,
      config: { body: 'raw' },
      handler: async (request, reply) => {
        const found = await controls[0]!.handle({
          method: request.method,
          path: request.url,
          legacyPrefix: request.originalUrl.startsWith('/api/'),
          body: async () => request.body as Buffer,
        });
        return found ? reply.code(found.status).send(found.body) : reply.callNotFound();
      },
    });
  await fastify.ready();
  return async (request, response) => {
    if (request.url?.startsWith('/v1/')) await planted?.();
    fastify.routing(request, response);
  };
}
