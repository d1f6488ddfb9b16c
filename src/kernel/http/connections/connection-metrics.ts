import { Injectable, Logger } from '@nestjs/common';
import type { Counted } from '../../metrics/labelled.js';
import { Metrics } from '../../metrics/metrics.js';
import type { FaultSite } from './turns.js';
import type { ConnectionEvents, HttpConnections, RefusedHead } from './http-connections.js';

export type Port = 'api' | 'gateway';

/** A limit that is reached is reached many times a second. */
const WARNING_EVERY_MS = 60_000;
const WARNINGS = {
  address: 'connections are closed: too many from one address (MAX_CONNECTIONS_PER_ADDRESS)',
  heads: 'connections are closed: too many incomplete request heads',
} as const;

/** What the connections of both ports add to `/metrics` and to the log (06 §18.2). */
@Injectable()
export class ConnectionMetrics {
  private readonly log = new Logger('Connections');
  private readonly cuts: Counted<{ port: Port; limit: keyof typeof WARNINGS }>;
  private readonly faults: Counted<{ port: Port; site: FaultSite }>;
  private readonly refused: Counted<{ port: Port; what: RefusedHead }>;
  private readonly warnedAt = new Map<string, number>();
  private readonly ports = new Map<Port, HttpConnections>();

  constructor(metrics: Metrics) {
    this.cuts = metrics.counter({
      name: 'connections_cut_total',
      help: 'Connections closed because of a limit: connections per address, or incomplete request heads',
      labelNames: ['port', 'limit'],
    });
    this.faults = metrics.counter({
      name: 'connection_faults_total',
      help: 'Connections closed because of a server fault, by the callback in which it occurred',
      labelNames: ['port', 'site'],
    });
    this.refused = metrics.counter({
      name: 'connections_refused_total',
      help: 'Connections that sent something other than a request within limits',
      labelNames: ['port', 'what'],
    });
    const { ports } = this;
    metrics.gauge<{ port: Port }>({
      name: 'unfinished_heads',
      help: 'Incomplete request heads',
      labelNames: ['port'],
      collect() {
        for (const [port, { unfinishedHeads }] of ports) this.set({ port }, unfinishedHeads.heads);
      },
    });
    metrics.gauge<{ port: Port }>({
      name: 'unfinished_head_bytes',
      help: 'Bytes of all unfinished heads',
      labelNames: ['port'],
      collect() {
        for (const [port, { unfinishedHeads }] of ports) this.set({ port }, unfinishedHeads.bytes);
      },
    });
  }

  eventsOf(port: Port): ConnectionEvents {
    return {
      fault: (error, site) => {
        this.faults.inc({ port, site });
        this.log.error({ port, site, err: error }, 'connection closed because of a server fault');
      },
      cut: (limit) => {
        this.cuts.inc({ port, limit });
        this.warn(port, limit);
      },
      refused: (what) => this.refused.inc({ port, what }),
    };
  }

  /** `connections` is asked at every scrape. */
  watch(port: Port, connections: HttpConnections): void {
    this.ports.set(port, connections);
  }

  private warn(port: Port, limit: keyof typeof WARNINGS): void {
    const key = `${port} ${limit}`;
    const now = performance.now();
    if (now - (this.warnedAt.get(key) ?? -Infinity) < WARNING_EVERY_MS) return;
    this.warnedAt.set(key, now);
    this.log.warn({ port }, WARNINGS[limit]);
  }
}
