import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { ClientAddress } from '../../kernel/access/client/client-address.js';
import { Configuration } from '../../kernel/config/configuration.js';
import { ModelCallMarks } from '../../kernel/crypto/model-call-marks.js';
import { DatabaseLocation } from '../../kernel/database/database-location.js';
import { connectionLimits } from '../../kernel/http/connections/connection-limits.js';
import { ConnectionMetrics } from '../../kernel/http/connections/connection-metrics.js';
import { GatewayAddress } from '../../kernel/ops/gateway-address.js';
import { Tracing } from '../../kernel/tracing/tracing.js';
import { CertificateAuthority } from '../../modules/foundation/certificate-authority/certificate-authority.js';
import { FaultLog } from './fault-log.js';
import { GatewayMetrics } from '../metrics/gateway-metrics.js';
import { gatewaySettings } from './gateway-settings.js';
import { Gateway } from './gateway.js';
import type { OriginSettings } from '../listener/gateway-origin.js';
import { BodyDecoders } from '../metering/body-decoders.js';
import { RefusedTokens } from '../pipeline/refused-tokens.js';
import { AgentServices } from './agent-services.js';
import { tracedServices } from '../tracing/traced-steps.js';

/** Decoding ends milliseconds behind the answer. */
const DECODED_WITHIN_MS = 2_000;

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
    agentServices: AgentServices,
    private readonly authority: CertificateAuthority,
    private readonly host: HttpAdapterHost,
    @Inject(DatabaseLocation) database: DatabaseLocation,
    metrics: GatewayMetrics,
    connectionMetrics: ConnectionMetrics,
    addresses: ClientAddress,
    refusedTokens: RefusedTokens,
    private readonly address: GatewayAddress,
    private readonly decoders: BodyDecoders,
    { tracer }: Tracing,
    modelCalls: ModelCallMarks,
  ) {
    const connections = connectionLimits(configuration, addresses);
    const settings = { ...gatewaySettings(configuration, database.url), connections, modelCalls };
    if (settings.upstream.acceptInvalidCertificates) {
      this.logger.warn('upstream certificates are not verified (GATEWAY_DANGER_ACCEPT_INVALID_CERTS)');
    }
    const faults = new FaultLog((err, { repeated }) =>
      this.logger.error({ err, ...(repeated > 0 && { repeated }) }, 'request could not be authorized'),
    );
    const origin: OriginSettings = {
      answer: (request, response) => this.application.routing(request, response),
      fault: (error: unknown) => faults.note(error),
    };
    const services = tracer
      ? tracedServices(agentServices, tracer, configuration.gateway.acceptTraceparent)
      : agentServices;
    this.gateway = new Gateway(settings, services, authority, origin, {
      authFailed: (refusal) => {
        metrics.authFailed();
        refusedTokens.note(refusal);
      },
      connections: connectionMetrics.eventsOf('gateway'),
      leafCounted: (outcome) => metrics.leafCounted(outcome),
      certificate: {
        renewed: () => this.logger.log('gateway uses a renewed certificate'),
        refused: (err) => this.logger.error({ err }, 'renewed certificate cannot be used'),
      },
    });
    connectionMetrics.watch('gateway', this.gateway.connections);
    metrics.watchTunnels(() => this.gateway.openTunnels);
    metrics.watchBodies(() => this.gateway.bodies);
  }

  /** Opens the port and answers which one it is. */
  async listen(): Promise<number> {
    await this.authority.start();
    await this.application.ready();
    const port = await this.gateway.start();
    this.address.opened(port);
    this.started = true;
    return port;
  }

  /** 06 §18.3; later calls wait for the first one. */
  close(signal?: AbortSignal): Promise<void> {
    if (!this.started) return Promise.resolve();
    this.stopping ??= this.stop(signal);
    return this.stopping;
  }

  /** What answers came to is recorded before those who write it end (07 §A11.5). */
  private async stop(signal?: AbortSignal): Promise<void> {
    await this.gateway.stop(signal);
    await this.decoders.finish(DECODED_WITHIN_MS);
  }

  /** Serves the gateway's own origin, also in a process without the management port. */
  private get application(): FastifyInstance {
    return this.host.httpAdapter.getInstance<FastifyInstance>();
  }

  async onModuleDestroy(): Promise<void> {
    await this.close();
  }
}
