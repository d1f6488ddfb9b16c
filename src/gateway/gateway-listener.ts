import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { BrowserOrigins } from '../kernel/access/browser-origins.js';
import { ClientAddress } from '../kernel/access/client-address.js';
import { Configuration } from '../kernel/config/configuration.js';
import { DatabaseLocation } from '../kernel/database/database-location.js';
import { connectionLimits } from '../kernel/http/connections/connection-limits.js';
import { ConnectionMetrics } from '../kernel/http/connections/connection-metrics.js';
import { Readiness } from '../kernel/ops/readiness.js';
import { CertificateAuthority } from '../modules/foundation/certificate-authority/certificate-authority.js';
import { GatewayMetrics } from './gateway-metrics.js';
import { gatewaySettings } from './gateway-settings.js';
import { Gateway } from './gateway.js';
import type { ControlRoutes } from './listener/origin-routes.js';
import { AgentStages } from './stages/agent-stages.js';

/** Control endpoints of the gateway origin register under this token as one array (06 §15, §16). */
export const CONTROL_ROUTES = Symbol('CONTROL_ROUTES');

/**
 * The gateway's port as part of the application: the bootstrap opens it after the application is initialised
 * and closes it first at shutdown; `app.close()` alone closes it too.
 */
@Injectable()
export class GatewayListener implements OnModuleDestroy {
  private readonly logger = new Logger(GatewayListener.name);
  private readonly gateway: Gateway;
  private stopping: Promise<void> | null = null;
  private started = false;

  constructor(
    configuration: Configuration,
    stages: AgentStages,
    private readonly authority: CertificateAuthority,
    readiness: Readiness,
    origins: BrowserOrigins,
    @Inject(DatabaseLocation) database: DatabaseLocation,
    @Inject(CONTROL_ROUTES) controls: ControlRoutes[],
    metrics: GatewayMetrics,
    connectionMetrics: ConnectionMetrics,
    addresses: ClientAddress,
  ) {
    const connections = connectionLimits(configuration, addresses);
    const settings = { ...gatewaySettings(configuration, database.url), connections };
    if (settings.upstream.acceptInvalidCertificates) {
      this.logger.warn('Upstream certificates are not verified (GATEWAY_DANGER_ACCEPT_INVALID_CERTS)');
    }
    const origin = {
      version: configuration.appVersion,
      readiness: () => readiness.report(),
      controls,
      corsAllows: (from: string, headers: IncomingHttpHeaders) => origins.isAllowed(from, { headers }),
      fault: (error: unknown) =>
        this.logger.error(error instanceof Error ? error : new Error('Gateway fault')),
    };
    this.gateway = new Gateway(settings, stages, authority, origin, {
      authFailed: () => metrics.authFailed(),
      connections: connectionMetrics.eventsOf('gateway'),
      leafCounted: (outcome) => metrics.leafCounted(outcome),
    });
    connectionMetrics.watch('gateway', this.gateway.connections);
    metrics.watchTunnels(() => this.gateway.openTunnels);
    metrics.watchBodies(() => this.gateway.bodies);
  }

  /** Opens the port and answers which one it is. */
  async listen(): Promise<number> {
    await this.authority.start();
    const port = await this.gateway.start();
    this.started = true;
    return port;
  }

  /** 06 §18.3; later calls wait for the first one. */
  close(signal?: AbortSignal): Promise<void> {
    if (!this.started) return Promise.resolve();
    this.stopping ??= this.gateway.stop(signal);
    return this.stopping;
  }

  async onModuleDestroy(): Promise<void> {
    await this.close();
  }
}
