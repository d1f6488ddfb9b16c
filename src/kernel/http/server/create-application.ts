import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type DynamicModule, type LoggerService, type Type, Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyServerFactoryHandler } from 'fastify';
import { BrowserOrigins } from '../../access/client/browser-origins.js';
import { ClientAddress } from '../../access/client/client-address.js';
import { Configuration } from '../../config/configuration.js';
import { ErrorFilter, unknownRoute } from './error.filter.js';
import { connectionLimits } from '../connections/connection-limits.js';
import { ConnectionMetrics } from '../connections/connection-metrics.js';
import { HttpConnections } from '../connections/http-connections.js';
import { registerCors, asksGatewayForCors } from './cors.js';
import { BODY_LIMIT_BYTES, registerJsonParser } from '../body/json-body.js';
import { canonicalUrl } from '../../routes/legacy-paths.js';
import { createManagementServer, MAX_HEAD_BYTES } from './management-server.js';
import { ORIGIN_CONSTRAINT, serveBothOrigins, arrivalOf } from '../../routes/origins.js';
import { readQueryText } from '../body/query-text.js';
import { addResponseHeaders } from '../../routes/response-headers.js';
import { serveOpenApi } from '../openapi/serve-openapi.js';
import { answerUnroutable } from './unreadable-requests.js';
import { DtoValidationPipe } from '../fields/validation.pipe.js';

/** No more than a whole head: an identifier that is too long is unknown, not malformed. */
const MAX_PARAMETER_LENGTH = MAX_HEAD_BYTES;

/** The HTTP application of both origins, ready to listen on its own: framing, CORS, aliases, errors, docs. */
export async function createApplication(
  module: Type | DynamicModule,
  logger: LoggerService | false,
): Promise<NestFastifyApplication> {
  // What the port demands of connections comes with the application; nothing connects before it listens.
  const port: { connections?: HttpConnections } = {};
  const adapter = createAdapter(() => port.connections!);
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    bodyParser: false,
    // What keeps the application from being built is the caller's to report; Nest would end the process.
    abortOnError: false,
    logger,
  });
  const fastify = app.getHttpAdapter().getInstance();
  equip(fastify, app.get(Configuration), app.get(BrowserOrigins));
  tellOfUntrustedProxy(fastify, app.get(ClientAddress));
  app.useGlobalPipes(new DtoValidationPipe());
  app.useGlobalFilters(new ErrorFilter());
  serveOpenApi(app);
  port.connections = connectionsOf(app);
  return app;
}

/** The router of both origins, without routes. */
export function createAdapter(connections: () => HttpConnections): FastifyAdapter {
  return new FastifyAdapter({
    logger: false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    serverFactory: (handler: FastifyServerFactoryHandler) => createManagementServer(connections, handler),
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: MAX_PARAMETER_LENGTH,
      constraints: { origin: ORIGIN_CONSTRAINT },
      querystringParser: readQueryText as (text: string) => Record<string, unknown>,
    },
    bodyLimit: BODY_LIMIT_BYTES,
    rewriteUrl: (request: IncomingMessage) => canonicalUrl(request),
    frameworkErrors: answerUnroutable,
    // The server answers those itself.
    clientErrorHandler: () => undefined,
  });
}

/** What every request of either origin goes through before it reaches its route. */
export function equip(
  fastify: FastifyInstance,
  configuration: Pick<Configuration, 'apiUrl' | 'appUrl'>,
  origins: Pick<BrowserOrigins, 'isAllowed'>,
): void {
  // Fastify asks a QUERY for a content type before it looks for a route, and no route takes one (01 §8.2).
  fastify.addHttpMethod('QUERY', { hasBody: false, overrideExisting: true });
  addResponseHeaders(fastify, configuration);
  registerCors(fastify, origins);
  registerJsonParser(fastify);
  serveBothOrigins(fastify);
  registerGatewayHooks(fastify);
}

function connectionsOf(app: NestFastifyApplication): HttpConnections {
  const metrics = app.get(ConnectionMetrics);
  const limits = connectionLimits(app.get(Configuration), app.get(ClientAddress));
  const connections = new HttpConnections(limits, metrics.eventsOf('api'));
  metrics.watch('api', connections);
  return connections;
}

/** What is peculiar to requests of the gateway's own origin, whatever their route (06 §15.7, §16). */
function registerGatewayHooks(fastify: FastifyInstance): void {
  // Behind every `onRequest` hook, and before anything is read of a body that nobody asked for.
  fastify.addHook('preParsing', (request, reply, _payload, done) => {
    if (!request.is404 || arrivalOf(request.raw) === undefined) done();
    // Also for an origin that may read nothing: a preflight is 204 (06 §15.7.3).
    else if (request.method === 'OPTIONS' && asksGatewayForCors(request)) void reply.code(204).send();
    else done(unknownRoute(request));
  });
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    const arrival = arrivalOf(request.raw);
    // Fastify would close behind every body it could not read; that port can read on (06 §9.9).
    if (arrival) void reply.removeHeader('connection');
    arrival?.answering();
    done();
  });
}

/**
 * Says once that requests come through a proxy of this network which `TRUST_PROXY` does not name (R67): all its clients
 * count as one address then, and nothing else tells the operator why limits strike so soon.
 */
function tellOfUntrustedProxy(
  fastify: FastifyInstance,
  addresses: Pick<ClientAddress, 'untrustedProxyOf'>,
  log = new Logger('Proxies'),
): void {
  let told = false;
  fastify.addHook('onRequest', (request, _reply, done) => {
    const address = told ? null : addresses.untrustedProxyOf(request);
    if (address !== null) {
      told = true;
      const detail =
        'All clients of this proxy share one address. If the proxy is yours, add its address to TRUST_PROXY';
      log.warn({ address, detail }, 'requests arrive through a proxy that is not in TRUST_PROXY');
    }
    done();
  });
}
