import { readFileSync } from 'node:fs';
import type { Configuration } from '../../kernel/config/configuration.js';
import { destinationSettings } from '../../kernel/egress/destination/destination-settings.js';
import type { GatewaySettings } from './gateway.js';
import type { PortSharing } from '../listener/open-port.js';

const SECOND = 1000;
/** The end of the budget is for the log and the database (06 §18.3e). */
const AFTER_DRAIN_SECS = 4;
const RENEWED_WITHIN_SECS = 10;

/** The gateway's part of the configuration, in the units and shapes its classes take (06 §2). */
export function gatewaySettings(configuration: Configuration, databaseUrl: string): GatewaySettings {
  const { gateway } = configuration;
  return {
    listener: {
      bind: configuration.gatewayBind,
      port: configuration.gatewayPort,
      sharing: sharingOf(configuration),
      tls: configuration.portCertificate(),
      renewal: { read: () => configuration.portCertificate(), everyMs: RENEWED_WITHIN_SECS * SECOND },
      drainMs: Math.max(1, gateway.shutdownTimeoutSecs - AFTER_DRAIN_SECS) * SECOND,
    },
    http2: gateway.http2,
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
    destinations: destinationSettings(configuration, databaseUrl),
    bodies: {
      agentBytes: gateway.agentBodyBytes,
      processBytes: gateway.heldBodyBytes,
      patienceMs: gateway.bodyTimeoutSecs * SECOND,
    },
  };
}

function sharingOf({ worker, gateway }: Configuration): PortSharing {
  if (worker) return 'joins';
  return gateway.workers > 1 ? 'opens' : 'alone';
}
