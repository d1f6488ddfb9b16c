import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { Metrics } from '../metrics/metrics.js';
import { Readiness } from './readiness.js';

interface Answered {
  status: number;
  type: string;
  text: string;
}

const NOT_FOUND: Answered = { status: 404, type: 'text/plain', text: '' };

/**
 * `GET /metrics` on a port of its own, opened only when METRICS_PORT is set (06 §18). It answers the probes of an
 * orchestrator, too: a process that only runs jobs has no other port.
 */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(MetricsServer.name);
  private server: Server | null = null;

  constructor(
    private readonly configuration: Configuration,
    private readonly metrics: Metrics,
    private readonly readiness: Readiness,
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
    const answer = isRead(request) ? this.answers.get(request.url?.split('?', 1)[0] ?? '') : undefined;
    try {
      const { status, type, text } = (await answer?.()) ?? NOT_FOUND;
      response.writeHead(status, { 'content-type': type }).end(text);
    } catch (error) {
      this.log.error(error, 'metrics could not be rendered');
      response.writeHead(500).end();
    }
  }

  private readonly answers: ReadonlyMap<string, () => Promise<Answered>> = new Map([
    [
      '/metrics',
      async () => ({ status: 200, type: this.metrics.contentType, text: await this.metrics.render() }),
    ],
    ['/healthz', () => Promise.resolve(json(200, { status: 'ok', version: this.configuration.appVersion }))],
    [
      '/readyz',
      async () => {
        const report = await this.readiness.report();
        return json(report.status === 'ok' ? 200 : 503, report);
      },
    ],
  ]);
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

function json(status: number, body: object): Answered {
  return { status, type: 'application/json', text: JSON.stringify(body) };
}
