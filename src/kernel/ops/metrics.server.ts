import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { Metrics } from './metrics.js';

/** `GET /metrics` on a port of its own, opened only when METRICS_PORT is set (06 §18). */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(MetricsServer.name);
  private server: Server | null = null;

  constructor(
    private readonly configuration: Configuration,
    private readonly metrics: Metrics,
  ) {}

  /** Where the metrics are, or null while they are nowhere. */
  get url(): string | null {
    const address = this.server?.address() as AddressInfo | null | undefined;
    if (!address) return null;
    const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
    return `http://${host}:${address.port}/metrics`;
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.configuration.metricsPort === null || this.configuration.worker) return;
    this.server = createServer((request, response) => void this.answer(request, response));
    this.server.listen(this.configuration.metricsPort, this.configuration.metricsBind);
    await once(this.server, 'listening');
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.server === null) return;
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
    this.server = null;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?', 1)[0];
    if (path !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404).end();
      return;
    }
    try {
      const text = await this.metrics.render();
      response.writeHead(200, { 'content-type': this.metrics.contentType }).end(text);
    } catch (error) {
      this.log.error(error, 'The metrics could not be rendered');
      response.writeHead(500).end();
    }
  }
}
