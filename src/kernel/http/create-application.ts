import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type DynamicModule, type LoggerService, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { ErrorFilter } from '../errors/error.filter.js';
import { registerCors } from './cors.js';
import { registerJsonParser } from './json-body.js';
import { canonicalUrl } from './legacy-paths.js';
import { readQueryText } from './query-text.js';
import { addResponseHeaders } from './response-headers.js';
import { serveOpenApi } from './serve-openapi.js';
import { answerUnparsable, answerUnroutable } from './unreadable-requests.js';
import { DtoValidationPipe } from './validation.pipe.js';

/** Both exceed the 65 s idle timeout of common load balancers (01 §1.5). */
const KEEP_ALIVE_MS = 70_000;
const HEADERS_TIMEOUT_MS = 71_000;
/** Time to send one whole request; Fastify would wait for a trickling body for ever. */
const REQUEST_TIMEOUT_MS = 300_000;
/**
 * As on the gateway origin: the poll for approvals names every callback in flight, and needs 16 KiB of request target
 * beside its headers (07 C2.14).
 */
const MAX_HEAD_BYTES = 65_536;
/** No more than a whole head: an identifier that is too long is unknown, not malformed. */
const MAX_PARAMETER_LENGTH = MAX_HEAD_BYTES;

/** The management origin's HTTP application, ready to listen: framing, CORS, aliases, errors, docs. */
export async function createApplication(
  module: Type | DynamicModule,
  logger: LoggerService | false,
): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    logger: false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { maxHeaderSize: MAX_HEAD_BYTES },
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: MAX_PARAMETER_LENGTH,
      querystringParser: readQueryText as (text: string) => Record<string, unknown>,
    },
    rewriteUrl: (request: IncomingMessage) => canonicalUrl(request),
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerUnparsable,
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
  app.getHttpServer().headersTimeout = HEADERS_TIMEOUT_MS;
  return app;
}
