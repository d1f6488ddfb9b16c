import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BrowserOrigins } from '../../access/client/browser-origins.js';
import { arrivalOf } from '../../routes/origins.js';

const PREFLIGHT_CACHE_SECONDS = 600;

const MANAGEMENT: FastifyCorsOptions = {
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  allowedHeaders: ['Authorization', 'Content-Type', 'X-Workspace-Id', 'X-Organization-Id', 'X-Project-Id'],
  exposedHeaders: ['X-Request-Id', 'Deprecation', 'Link', 'Retry-After'],
  credentials: true,
  maxAge: PREFLIGHT_CACHE_SECONDS,
  strictPreflight: false,
};

/** 06 §15.7. */
const GATEWAY: FastifyCorsOptions = {
  methods: ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
  allowedHeaders: [
    'content-type',
    'authorization',
    'accept',
    'x-workspace-id',
    'x-organization-id',
    'x-project-id',
  ],
  credentials: true,
  strictPreflight: false,
};
const GATEWAY_PATHS = /^\/(?:v1|api|approvals|org|me)(?:[/?#]|$)/;

/**
 * Which pages may read the answers (01 §22.1); an origin that may not gets no CORS header at all. Registered
 * on Fastify itself: Nest's own `enableCors` answers preflights before our headers are set.
 */
export function registerCors(fastify: FastifyInstance, origins: Pick<BrowserOrigins, 'isAllowed'>): void {
  void fastify.register(cors, {
    delegator: (request, done) => {
      const { origin } = request.headers;
      const onGateway = arrivalOf(request.raw) !== undefined;
      const asked = origin !== undefined && (!onGateway || asksGatewayForCors(request));
      const allowed = asked && origins.isAllowed(origin, request);
      done(null, { ...(onGateway ? GATEWAY : MANAGEMENT), origin: allowed ? origin : false });
    },
  });
}

export function asksGatewayForCors({ headers, originalUrl }: FastifyRequest): boolean {
  return headers.origin !== undefined && GATEWAY_PATHS.test(originalUrl);
}
