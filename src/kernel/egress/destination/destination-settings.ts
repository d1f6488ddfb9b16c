import type { Configuration } from '../../config/configuration.js';
import type { DestinationSettings } from './destination-guard.js';
import type { Endpoint } from './host-list.js';
import { destinationOfUrl } from './url-destination.js';

const POSTGRESQL_PORT = 5432;
const LOCAL_API = 'localhost';
const WEB_PORTS = [80, 443];

/** What the operator decided about destinations, and where the deployment itself answers (06 §2, §8). */
export function destinationSettings(configuration: Configuration, databaseUrl: string): DestinationSettings {
  const { gateway } = configuration;
  return {
    allowPrivateNetworks: gateway.allowPrivateNetworks,
    allowedPrivateHosts: gateway.allowedPrivateHosts,
    deniedHosts: gateway.deniedHosts,
    alwaysAllowedOrigins: [configuration.apiUrl, configuration.appUrl],
    modelOrigins: [configuration.anthropicBaseUrl, configuration.openaiBaseUrl].flatMap((url) =>
      url === null ? [] : [modelOrigin(url)],
    ),
    self: ownEndpoints(configuration, databaseUrl),
    home: homeEndpoints(configuration),
    apiPort: configuration.port,
    ignorePrivateSettings: configuration.edition === 'cloud',
  };
}

/** Every name the deployment itself answers to on a port agents must not reach through it (06 §8.3). */
function ownEndpoints(configuration: Configuration, databaseUrl: string): Endpoint[] {
  const endpoints: Endpoint[] = [{ host: LOCAL_API, port: configuration.gatewayPort }];
  for (const text of [configuration.gatewayApiUrl, `http://${configuration.gatewayBaseUrl}`]) {
    const url = text === null ? null : URL.parse(text);
    if (url) endpoints.push({ host: url.hostname, port: portOf(url) });
  }
  const database = URL.parse(databaseUrl);
  if (database) {
    endpoints.push({ host: database.hostname || LOCAL_API, port: Number(database.port) || POSTGRESQL_PORT });
  }
  if (configuration.redis) endpoints.push(configuration.redis);
  return endpoints;
}

/** Where clients reach this deployment, on the ports a proxy in front of it may listen on as well. */
function homeEndpoints({ apiUrl, appUrl, gatewayApiUrl, port }: Configuration): Endpoint[] {
  const urls = [apiUrl, appUrl, gatewayApiUrl].flatMap((url) => (url === null ? [] : [new URL(url)]));
  const inFront = urls.flatMap((url) =>
    [...new Set([portOf(url), ...WEB_PORTS])].map((each) => ({ host: url.hostname, port: each })),
  );
  return [{ host: LOCAL_API, port }, ...inFront];
}

function modelOrigin(baseUrl: string): string {
  const { scheme, host, port } = destinationOfUrl(new URL(baseUrl));
  return `${scheme}://${host}:${port}`;
}

function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}
