import { Injectable } from '@nestjs/common';
import type { Counted } from '../../../kernel/ops/labelled.js';
import { Metrics } from '../../../kernel/ops/metrics.js';
import type { SinkName } from './sinks/sink.js';

/** What the export adds to `/metrics`. Its one label has three values. */
@Injectable()
export class ExportMetrics {
  private readonly lag = new Map<SinkName, number>();
  private readonly events: Counted<{ sink: SinkName }>;
  private readonly failures: Counted<{ sink: SinkName }>;
  private readonly drops: Counted<{ sink: SinkName }>;

  constructor(metrics: Metrics) {
    const { lag } = this;
    metrics.gauge<{ sink: SinkName }>({
      name: 'gateway_export_lag_seconds',
      help: 'Age of the oldest event that a sink has not accepted; every worker reports the same value',
      labelNames: ['sink'],
      aggregator: 'max',
      collect() {
        for (const [sink, seconds] of lag) this.set({ sink }, seconds);
      },
    });
    this.events = metrics.counter<{ sink: SinkName }>({
      name: 'gateway_export_events_total',
      help: 'Events that a sink has accepted',
      labelNames: ['sink'],
    });
    this.failures = metrics.counter<{ sink: SinkName }>({
      name: 'gateway_export_failures_total',
      help: 'Batches that a sink did not accept; they are sent again',
      labelNames: ['sink'],
    });
    this.drops = metrics.counter<{ sink: SinkName }>({
      name: 'gateway_export_dropped_total',
      help: 'Events dropped because they waited longer than the allowed backlog; should stay 0',
      labelNames: ['sink'],
    });
  }

  /** Of an export that has these sinks: nothing has failed yet, and a rate begins at nothing. */
  begin(sinks: readonly SinkName[]): void {
    for (const sink of sinks)
      for (const counter of [this.events, this.failures, this.drops]) counter.inc({ sink }, 0);
  }

  waiting(sink: SinkName, seconds: number | null): void {
    this.lag.set(sink, seconds ?? 0);
  }

  sent(sink: SinkName, events: number): void {
    this.events.inc({ sink }, events);
  }

  failed(sink: SinkName): void {
    this.failures.inc({ sink });
  }

  dropped(sink: SinkName, events: number): void {
    this.drops.inc({ sink }, events);
  }
}
