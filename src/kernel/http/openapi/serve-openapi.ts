import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { Configuration } from '../../config/configuration.js';
import { buildOpenApiDocument } from './openapi.js';
import { requireOwnSchemaNames } from '../fields/schema-names.js';

/** `GET /openapi.json` and `GET /docs` (01 §23): built at the first request, assets from this server only. */
export function serveOpenApi(app: NestFastifyApplication): void {
  requireOwnSchemaNames();
  let built: OpenAPIObject | null = null;
  const document = (): OpenAPIObject => (built ??= buildOpenApiDocument(app));
  const fastify = app.getHttpAdapter().getInstance();
  protectDocs(fastify, app.get(Configuration));
  fastify.get('/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document()),
  );
  // Where the Link header of deprecated inputs leads by default (01 §5.4.5).
  fastify.get('/docs/api', (_request, reply) => reply.redirect('/docs'));
  SwaggerModule.setup('docs', app, document, {
    raw: false,
    customSiteTitle: 'Credential Gateway API',
    swaggerOptions: { validatorUrl: null, persistAuthorization: false },
  });
}

/**
 * People paste API keys into this page, so nothing but its own files may run in it, it may talk to the API
 * only, and nobody may frame it. Its styles are inline, partly written by its script.
 */
function protectDocs(fastify: FastifyInstance, configuration: Configuration): void {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(configuration.apiUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  fastify.addHook('onRequest', (request, reply, done) => {
    if (/^\/docs(?=[/?]|$)/.test(request.url)) {
      void reply.headers({
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
      });
    }
    done();
  });
}
