import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type DynamicModule, type LoggerService, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyServerFactoryHandler } from 'fastify';
import { ClientAddress } from '../access/client-address.js';
import { Configuration } from '../config/configuration.js';
import { ErrorFilter } from '../errors/error.filter.js';
import { connectionLimits } from './connections/connection-limits.js';
import { ConnectionMetrics } from './connections/connection-metrics.js';
import { HttpConnections } from './connections/http-connections.js';
import { registerCors } from './cors.js';
import { registerJsonParser } from './json-body.js';
import { canonicalUrl } from './legacy-paths.js';
import { readQueryText } from './query-text.js';
import { createManagementServer, MAX_HEAD_BYTES } from './management-server.js';
import { addResponseHeaders } from './response-headers.js';
import { serveOpenApi } from './serve-openapi.js';
import { answerUnroutable } from './unreadable-requests.js';
import { DtoValidationPipe } from './validation.pipe.js';

/** No more than a whole head: an identifier that is too long is unknown, not malformed. */
const MAX_PARAMETER_LENGTH = MAX_HEAD_BYTES;

/** The management origin's HTTP application, ready to listen: framing, CORS, aliases, errors, docs. */
export async function createApplication(
  module: Type | DynamicModule,
  logger: LoggerService | false,
): Promise<NestFastifyApplication> {
  // What the port demands of connections comes with the application; nothing connects before it listens.
  const port: { connections?: HttpConnections } = {};
  const adapter = new FastifyAdapter({
    logger: false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    serverFactory: (handler: FastifyServerFactoryHandler) =>
      createManagementServer(() => port.connections!, handler),
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: MAX_PARAMETER_LENGTH,
      querystringParser: readQueryText as (text: string) => Record<string, unknown>,
    },
    rewriteUrl: (request: IncomingMessage) => canonicalUrl(request),
    frameworkErrors: answerUnroutable,
    // The server answers those itself.
    clientErrorHandler: () => undefined,
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    bodyParser: false,
    // What keeps the application from being built is the caller's to report; Nest would end the process.
    abortOnError: false,
    logger,
  });
  const fastify = app.getHttpAdapter().getInstance();
  // Fastify asks a QUERY for a content type before it looks for a route, and no route takes one (01 §8.2).
  fastify.addHttpMethod('QUERY', { hasBody: false, overrideExisting: true });
  addResponseHeaders(fastify, app);
  registerCors(fastify, app);
  registerJsonParser(fastify);
  app.useGlobalPipes(new DtoValidationPipe());
  app.useGlobalFilters(new ErrorFilter());
  serveOpenApi(app);
  port.connections = connectionsOf(app);
  return app;
}

function connectionsOf(app: NestFastifyApplication): HttpConnections {
  const metrics = app.get(ConnectionMetrics);
  const limits = connectionLimits(app.get(Configuration), app.get(ClientAddress));
  const connections = new HttpConnections(limits, metrics.eventsOf('api'));
  metrics.watch('api', connections);
  return connections;
}
