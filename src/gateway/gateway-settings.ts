import { readFileSync } from 'node:fs';
import type { Configuration } from '../kernel/config/configuration.js';
import type { Endpoint } from './destination/self-endpoints.js';
import type { GatewaySettings } from './gateway.js';

const SECOND = 1000;
/** The end of the budget is for the log and the database (06 §18.3e). */
const AFTER_DRAIN_SECS = 4;
const POSTGRESQL_PORT = 5432;
const LOCAL_API = 'localhost';

/** The gateway's part of the configuration, in the units and shapes its classes take (06 §2). */
export function gatewaySettings(configuration: Configuration, databaseUrl: string): GatewaySettings {
  const { gateway } = configuration;
  return {
    listener: {
      bind: configuration.gatewayBind,
      port: configuration.gatewayPort,
      tls: tlsOf(gateway),
      drainMs: Math.max(1, gateway.shutdownTimeoutSecs - AFTER_DRAIN_SECS) * SECOND,
    },
    upstream: {
      connectTimeoutMs: gateway.connectTimeoutSecs * SECOND,
      responseTimeoutMs: gateway.responseTimeoutSecs * SECOND,
      idleTimeoutMs: gateway.idleTimeoutSecs * SECOND,
      extraRootsPem: gateway.upstreamCaFile === null ? null : readFileSync(gateway.upstreamCaFile, 'utf8'),
      skipVerifyHosts: gateway.skipVerifyHosts,
      acceptInvalidCertificates: gateway.dangerAcceptInvalidCerts,
      egressProxy: gateway.egressProxy
        ? { url: gateway.egressProxy, exceptions: gateway.egressNoProxy }
        : null,
    },
    destinations: {
      allowPrivateNetworks: gateway.allowPrivateNetworks,
      allowedPrivateHosts: gateway.allowedPrivateHosts,
      deniedHosts: gateway.deniedHosts,
      alwaysAllowedOrigins: [configuration.apiUrl, configuration.appUrl],
      self: ownEndpoints(configuration, databaseUrl),
      ignorePrivateSettings: configuration.edition === 'cloud',
    },
  };
}

function tlsOf({ tlsCert, tlsKey }: Configuration['gateway']): GatewaySettings['listener']['tls'] {
  return tlsCert !== null && tlsKey !== null ? { certificatePem: tlsCert, keyPem: tlsKey } : null;
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
  return endpoints;
}

function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}
