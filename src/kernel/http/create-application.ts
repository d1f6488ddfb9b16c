import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { type DynamicModule, type LoggerService, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BrowserOrigins } from '../access/browser-origins.js';
import { ErrorFilter, toAppError } from '../errors/error.filter.js';
import { presentError } from '../errors/presenter.js';
import { addResponseHeaders } from './response-headers.js';
import { registerJsonParser } from './json-body.js';
import { canonicalUrl } from './legacy-paths.js';
import { serveOpenApi } from './serve-openapi.js';
import { DtoValidationPipe } from './validation.pipe.js';

/** Both exceed the 65 s idle timeout of common load balancers (01 §1.5). */
const KEEP_ALIVE_MS = 70_000;
const HEADERS_TIMEOUT_MS = 71_000;
const PREFLIGHT_CACHE_SECONDS = 600;

/** The management origin's HTTP application, ready to listen: framing, CORS, aliases, errors, docs. */
export async function createApplication(
  module: Type | DynamicModule,
  logger: LoggerService,
): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    logger: false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    rewriteUrl: (request: IncomingMessage) => canonicalUrl(request),
    frameworkErrors: answerFrameworkError,
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    bodyParser: false,
    logger,
  });
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  registerJsonParser(fastify);
  addResponseHeaders(fastify, app);
  enableCors(app);
  app.useGlobalPipes(new DtoValidationPipe());
  app.useGlobalFilters(new ErrorFilter());
  serveOpenApi(app);
  (app.getHttpServer() as Server).headersTimeout = HEADERS_TIMEOUT_MS;
  return app;
}

/** Errors found before any route is known, such as a path with broken percent-encoding. */
function answerFrameworkError(thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const error = toAppError(thrown, request);
  void reply.code(error.status).header('x-request-id', request.id).send(presentError(error));
}

function enableCors(app: NestFastifyApplication): void {
  const origins = app.get(BrowserOrigins);
  app.enableCors({
    delegator: (request: FastifyRequest, done: (error: Error | null, options?: object) => void) => {
      const origin = request.headers.origin;
      done(null, {
        origin: origin !== undefined && origins.isAllowed(origin, request) ? origin : false,
        methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
        allowedHeaders: [
          'Authorization',
          'Content-Type',
          'X-Workspace-Id',
          'X-Organization-Id',
          'X-Project-Id',
        ],
        exposedHeaders: ['X-Request-Id', 'Deprecation', 'Link', 'Retry-After'],
        credentials: true,
        maxAge: PREFLIGHT_CACHE_SECONDS,
        strictPreflight: false,
      });
    },
  } as never);
}
