import type { IncomingMessage } from 'node:http';
import { RouteConstraints } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONSTRAINTS_METADATA } from '@nestjs/platform-fastify/constants.js';
import type {
  FastifyInstance,
  FastifyServerOptions,
  RouteConstraint,
  RouteOptions,
  FastifyReply,
} from 'fastify';
import { Logger } from '@nestjs/common';
import type { Configuration } from '../config/configuration.js';

/**
 * One application answers on two origins (01 §1, ADR 31): its own port is the management origin, and the gateway's
 * port hands over what is not agent traffic. Which routes exist on which is declared at the handler and judged by the
 * router: a request to the gateway finds nothing but routes that name that origin.
 */
export interface GatewayArrival {
  /** The body, bounded and in its time; asked for once, and not at all for a route that takes none. */
  body(maxBytes: number): Promise<Buffer>;
  /** Before the head of the answer goes out: what becomes of the connection. */
  answering(): void;
}

declare module 'fastify' {
  interface RouteConstraint {
    origin?: 'gateway' | 'both';
  }
}

/** These bodies are a few hundred bytes. */
const GATEWAY_BODY_BYTES = 65_536;

type Strategy = NonNullable<NonNullable<FastifyServerOptions['routerOptions']>['constraints']>[string];
type Found = NonNullable<ReturnType<ReturnType<Strategy['storage']>['get']>>;

const arrivals = new WeakMap<IncomingMessage, GatewayArrival>();

/** For the gateway's port, before it hands the request over. */
export function noteArrival(request: IncomingMessage, arrival: GatewayArrival): void {
  arrivals.set(request, arrival);
}

/** Undefined for a request to the management origin. */
export function arrivalOf(request: IncomingMessage): GatewayArrival | undefined {
  return arrivals.get(request);
}

/** As declared for a handler. */
export function originsOf(handler: object): readonly ('management' | 'gateway')[] {
  const { origin } = (Reflect.getMetadata(FASTIFY_ROUTE_CONSTRAINTS_METADATA, handler) ??
    {}) as RouteConstraint;
  if (origin === undefined) return ['management'];
  return origin === 'both' ? ['management', 'gateway'] : ['gateway'];
}

export const OnBothOrigins = (): MethodDecorator => RouteConstraints({ origin: 'both' });
export const OnGatewayOrigin = (): MethodDecorator => RouteConstraints({ origin: 'gateway' });

/** For the router: a derived origin must match, so that a route which names none is not on the gateway. */
export const ORIGIN_CONSTRAINT: Strategy = {
  name: 'origin',
  mustMatchWhenDerived: true,
  deriveConstraint: (request: IncomingMessage) => (arrivals.has(request) ? 'gateway' : undefined) as string,
  storage: () => {
    const handlers = new Map<string, Found>();
    return {
      get: (origin: string) => handlers.get(origin) ?? null,
      set: (origin: string, handler: Found) => void handlers.set(origin, handler),
    };
  },
};

/** To be called before routes are registered: a route of both origins becomes one of each. */
export function serveBothOrigins(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', function (this: FastifyInstance, route: RouteOptions) {
    if (route.constraints?.origin === 'gateway') route.bodyLimit ??= GATEWAY_BODY_BYTES;
    if (route.constraints?.origin !== 'both') return;
    // The HEAD of the original comes here by itself.
    this.route({ ...route, constraints: { origin: 'gateway' }, exposeHeadRoute: false });
    route.constraints = {};
  });
}

const PROJECTS = /^\/v1\/projects(?=[/?]|$)/;
const API = /^\/api(?=[/?]|$)/;

/** The gateway also knows approvals without any prefix (06 §15.4 to §15.6). */
const OF_GATEWAY = /^\/(?:api\/(?:v1\/)?|(?=(?:org\/)?approvals\/))/;

const legacyRequests = new WeakSet<IncomingMessage>();

/**
 * Permanent and deprecated path aliases (01 §1.2, §5.4, §10): `/api/X` is `/v1/X`, and
 * `/v1/projects...` is `/v1/workspaces...`, remembered so that the answer carries `Deprecation`.
 */
export function canonicalUrl(request: IncomingMessage): string {
  if (arrivalOf(request)) return (request.url ?? '/').replace(OF_GATEWAY, '/v1/');
  const url = (request.url ?? '/').replace(API, '/v1');
  if (!PROJECTS.test(url)) return url;
  legacyRequests.add(request);
  return url.replace(PROJECTS, '/v1/workspaces');
}

export function usedLegacyPath(request: IncomingMessage): boolean {
  return legacyRequests.has(request);
}

/** One year. Without `includeSubDomains`: other hosts below this one are not ours to speak for, nor other ports. */
const HSTS = 'max-age=31536000';

/** What every answer carries, also those given before a route is known (01 §22.4). */
export const BASE_HEADERS = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' } as const;

/**
 * Request id, caching and browser protection headers of 01 §22.4 and §23.1. They are set before anything
 * else runs, so that preflights and refusals carry them too; a handler may set its own `Cache-Control`.
 */
export function addResponseHeaders(
  fastify: FastifyInstance,
  configuration: Pick<Configuration, 'apiUrl' | 'appUrl'>,
): void {
  const secure = configuration.apiUrl.startsWith('https:');
  const log = new Logger('Http');
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id).headers(BASE_HEADERS);
    if (secure && !arrivalOf(request.raw)) void reply.header('strict-transport-security', HSTS);
    if (usedLegacyPath(request.raw)) {
      markDeprecated(reply, configuration);
      log.warn({ requestId: request.id, deprecatedSurface: '/v1/projects' }, 'deprecated input was used');
    }
    done();
  });
}

/** Tells the client that it used a legacy input (01 §5.4). */
export function markDeprecated(reply: FastifyReply, configuration: Pick<Configuration, 'appUrl'>): void {
  void reply.headers(deprecationHeaders(configuration));
}

export function deprecationHeaders({ appUrl }: Pick<Configuration, 'appUrl'>): Record<string, string> {
  return { deprecation: 'true', link: `<${appUrl}/docs/api>; rel="deprecation"` };
}
