import { Injectable } from '@nestjs/common';
import { Configuration } from '../kernel/config/configuration.js';
import { managementServer } from '../kernel/http/openapi.js';
import { OpenApiContributions } from '../kernel/http/openapi-contributions.js';
import { approvalPaths } from './approvals/approvals.openapi.js';
import { vaultPaths } from './vaults/vaults.openapi.js';

type PathItem = Parameters<OpenApiContributions['register']>[0][string];
type Operation = NonNullable<PathItem['get']>;

/** What most Prometheus set-ups would call it; the port is off until METRICS_PORT names one. */
const EXAMPLE_METRICS_PORT = 9464;
const EVERYWHERE = 'Cloud · Community (self-hosted) · Enterprise (self-hosted)';
const JSON_TYPE = 'application/json';
/** Of the management origin in front of the route. */
const ENVELOPE = { $ref: '#/components/schemas/ErrorEnvelope' };
const PERSONS: Record<string, string[]>[] = [{ workspaceKey: [] }, { organizationKey: [] }, { session: [] }];

/** Describes what the gateway answers on its own origin, where no management controller stands for it. */
@Injectable()
export class GatewayApiDescription {
  constructor(configuration: Configuration, contributions: OpenApiContributions) {
    contributions.register(gatewayPaths(configuration));
  }
}

/** Paths of 06 §6, §16 and §18; an `ANY` row stands under `get` (01 §23.6). */
export function gatewayPaths(configuration: Configuration): Record<string, PathItem> {
  const { gatewayApiUrl, gatewayPort, metricsPort } = configuration;
  const gateway = { url: gatewayApiUrl ?? `http://localhost:${gatewayPort}`, description: 'Gateway' };
  const management = { url: managementServer(configuration), description: 'Management API' };
  const metrics = {
    url: `http://localhost:${metricsPort ?? EXAMPLE_METRICS_PORT}`,
    description: 'Metrics port',
  };
  const ofBothOrigins = { servers: [management, gateway] };
  return {
    // Served by the management origin's own controllers; the gateway answers them on its port as well.
    '/healthz': { get: { ...ofBothOrigins, responses: {} } },
    '/readyz': { get: { ...ofBothOrigins, responses: {} } },
    '/v1/gateway/ca': { get: { ...ofBothOrigins, responses: {} } },
    '/me': { get: { ...callerOperation(), servers: [gateway] } },
    '/v1/cache/invalidate': { post: { ...invalidateOperation(), ...ofBothOrigins } },
    ...approvalPaths(ofBothOrigins.servers),
    ...vaultPaths(ofBothOrigins.servers),
    '/metrics': { get: { ...metricsOperation(), servers: [metrics] } },
    '/proxy/{authority}/{path}': {
      get: { ...proxyOperation('reverseProxyHttps', 'https'), servers: [gateway] },
    },
    '/proxy-http/{authority}/{path}': {
      get: { ...proxyOperation('reverseProxyHttp', 'http'), servers: [gateway] },
    },
  };
}

function callerOperation(): Operation {
  const about =
    'Lets a client see whose credential it holds before it relies on the gateway. Nothing is changed.';
  return internal('getGatewayCaller', 'Id of the calling user', about, PERSONS, {
    200: answer('The user id', 'text/plain', { type: 'string' }),
    401: flatError('No usable credential, or no workspace where one is needed'),
  });
}

function invalidateOperation(): Operation {
  const schema = {
    type: 'object' as const,
    required: ['invalidated'],
    properties: { invalidated: { type: 'boolean' as const } },
  };
  const summary = 'Drop what the gateway resolved for the workspace';
  const about =
    'For older clients: every write does it by itself. Requests of the workspace are resolved anew in every process.';
  return internal('invalidateGatewayCache', summary, about, PERSONS, {
    200: answer('Dropped', JSON_TYPE, schema),
    401: flatError('No usable credential, or no workspace where one is needed'),
    403: flatError('A session used from a foreign page'),
    413: answer('The request body is too large', JSON_TYPE, ENVELOPE),
    429: answer('Too many requests', JSON_TYPE, ENVELOPE),
    500: answer('A fault', JSON_TYPE, ENVELOPE),
  });
}

function metricsOperation(): Operation {
  const about =
    'Served without a credential on a port of its own, which is off unless the operator names one and is not for the public.';
  return internal('gatewayMetrics', 'Metrics in the Prometheus text format', about, [], {
    200: answer('The metrics', 'text/plain', { type: 'string' }),
  });
}

function proxyOperation(operationId: string, scheme: 'http' | 'https'): Operation {
  const summary = `Forward a request of any method to ${scheme}://{authority}/{path}`;
  const about =
    'For programs that cannot use a proxy: the gateway judges the request, writes in the credentials the agent was ' +
    'granted and passes on what the upstream answers, byte by byte.';
  const operation = internal(operationId, summary, about, [{ agentToken: [] }], {
    200: { description: "The upstream's answer, or a verdict of the gateway with a status of its own" },
    401: flatError('No valid agent token'),
    403: flatError('Refused by a rule, or a destination that is not allowed'),
    429: flatError('A limit is exceeded'),
    502: flatError('The upstream, or what decides about the request, could not be reached'),
  });
  return {
    ...operation,
    parameters: [
      {
        name: 'authority',
        in: 'path',
        required: true,
        schema: { type: 'string' },
        description: 'host[:port]',
      },
      {
        name: 'path',
        in: 'path',
        required: true,
        schema: { type: 'string' },
        description: 'May hold slashes',
      },
    ],
  };
}

function internal(
  operationId: string,
  summary: string,
  description: string,
  security: Record<string, string[]>[],
  responses: Operation['responses'],
): Operation {
  const operation = { operationId, summary, description, tags: ['Internal'], security, responses };
  return Object.assign(operation, { 'x-availability': EVERYWHERE });
}

function answer(description: string, mediaType: string, schema: object): Operation['responses'][string] {
  return { description, content: { [mediaType]: { schema } } };
}

function flatError(description: string): Operation['responses'][string] {
  return answer(description, JSON_TYPE, { $ref: '#/components/schemas/FlatError' });
}
