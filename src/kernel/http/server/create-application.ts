import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type DynamicModule, type LoggerService, type Type, Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyServerFactoryHandler, FastifyRequest } from 'fastify';
import cors, { type FastifyCorsOptions } from '@fastify/cors';
import { BrowserOrigins } from '../../access/client/browser-origins.js';
import { ClientAddress } from '../../access/client/client-address.js';
import { Configuration } from '../../config/configuration.js';
import {
  canonicalUrl,
  ORIGIN_CONSTRAINT,
  serveBothOrigins,
  arrivalOf,
  addResponseHeaders,
} from '../../routes/origins.js';
import { connectionLimits } from '../connections/connection-limits.js';
import { ConnectionMetrics } from '../connections/connection-metrics.js';
import { HttpConnections } from '../connections/http-connections.js';
import { BODY_LIMIT_BYTES, registerJsonParser } from '../body/json-body.js';
import { readQueryText } from '../body/refused-input.js';
import { serveOpenApi } from '../openapi/serve-openapi.js';
import { DtoValidationPipe } from '../fields/validation.pipe.js';
import { ErrorFilter, unknownRoute } from './error.filter.js';
import { createManagementServer, MAX_HEAD_BYTES } from './management-server.js';
import { answerUnroutable } from './unreadable-requests.js';

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
