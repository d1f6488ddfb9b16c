import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { BrowserOrigins } from '../access/browser-origins.js';

const PREFLIGHT_CACHE_SECONDS = 600;

const OPTIONS: FastifyCorsOptions = {
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  allowedHeaders: ['Authorization', 'Content-Type', 'X-Workspace-Id', 'X-Organization-Id', 'X-Project-Id'],
  exposedHeaders: ['X-Request-Id', 'Deprecation', 'Link', 'Retry-After'],
  credentials: true,
  maxAge: PREFLIGHT_CACHE_SECONDS,
  strictPreflight: false,
};

/**
 * Which pages may read the answers (01 §22.1); an origin that may not gets no CORS header at all. Registered
 * on Fastify itself: Nest's own `enableCors` answers preflights before our headers are set.
 */
export function registerCors(fastify: FastifyInstance, app: NestFastifyApplication): void {
  const origins = app.get(BrowserOrigins);
  void fastify.register(cors, {
    delegator: ({ headers }, done) => {
      const allowed = headers.origin !== undefined && origins.isAllowed(headers.origin, { headers });
      done(null, { ...OPTIONS, origin: allowed ? headers.origin! : false });
    },
  });
}
