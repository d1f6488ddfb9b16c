import { Injectable } from '@nestjs/common';
import { Configuration } from '../../kernel/config/configuration.js';
import { gatewayServer } from '../../kernel/http/openapi/openapi.js';
import { OpenApiContributions } from '../../kernel/http/openapi/openapi-contributions.js';

type PathItem = Parameters<OpenApiContributions['register']>[0][string];
type Operation = NonNullable<PathItem['get']>;

/** What most Prometheus set-ups would call it; the port is off until METRICS_PORT names one. */
const EXAMPLE_METRICS_PORT = 9464;
const EVERYWHERE = 'Cloud · Community (self-hosted) · Enterprise (self-hosted)';
const JSON_TYPE = 'application/json';

/** Describes what the gateway serves without a controller: traffic of agents, and the metrics. */
@Injectable()
export class GatewayApiDescription {
  constructor(configuration: Configuration, contributions: OpenApiContributions) {
    contributions.register(gatewayPaths(configuration));
  }
}

/** Paths of 06 §6 and §18; an `ANY` row stands under `get` (01 §23.6). */
function gatewayPaths(configuration: Configuration): Record<string, PathItem> {
  const gateway = gatewayServer(configuration);
  const metrics = {
    url: `http://localhost:${configuration.metricsPort ?? EXAMPLE_METRICS_PORT}`,
    description: 'Metrics port',
  };
  return {
    '/metrics': { get: { ...metricsOperation(), servers: [metrics] } },
    '/proxy/{authority}/{path}': {
      get: { ...proxyOperation('reverseProxyHttps', 'https'), servers: [gateway] },
    },
    '/proxy-http/{authority}/{path}': {
      get: { ...proxyOperation('reverseProxyHttp', 'http'), servers: [gateway] },
    },
  };
}

function metricsOperation(): Operation {
  const about =
    'Served without a credential on a separate port. The port is disabled unless the operator sets ' +
    'one, and must not be public.';
  return internal('gatewayMetrics', 'Get metrics in the Prometheus text format', about, [], {
    200: answer('The metrics', 'text/plain', { type: 'string' }),
  });
}

function proxyOperation(operationId: string, scheme: 'http' | 'https'): Operation {
  const summary = `Forward a request of any method to ${scheme}://{authority}/{path}`;
  const about =
    "For programs that cannot use a proxy. The gateway authorizes the request, writes the agent's " +
    "granted credentials into it, and streams the upstream's response byte by byte.";
  const operation = internal(operationId, summary, about, [{ agentToken: [] }], {
    200: { description: "The upstream's response, or a refusal of the gateway with its own status" },
    401: flatError('No valid agent token'),
    403: flatError('Refused by a rule, or the destination is not allowed'),
    429: flatError('A limit is exceeded'),
    502: flatError('The upstream, or a service that the decision depends on, could not be reached'),
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
        description: 'May contain slashes',
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
