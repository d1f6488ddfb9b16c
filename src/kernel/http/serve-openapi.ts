import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { buildOpenApiDocument } from './openapi.js';

/** `GET /openapi.json` and `GET /docs` (01 §23): built at the first request, assets from this server only. */
export function serveOpenApi(app: NestFastifyApplication): void {
  let built: OpenAPIObject | null = null;
  const document = (): OpenAPIObject => (built ??= buildOpenApiDocument(app));
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  fastify.get('/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document()),
  );
  SwaggerModule.setup('docs', app, document, {
    raw: false,
    customSiteTitle: 'Credential Gateway API',
    swaggerOptions: { validatorUrl: null, persistAuthorization: false },
  });
}
