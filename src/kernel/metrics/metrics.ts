import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  AggregatorRegistry,
  Counter,
  type CounterConfiguration,
  Gauge,
  type GaugeConfiguration,
  type Histogram,
  Registry,
} from 'prom-client';
import { Configuration } from '../config/configuration.js';
import { collectProcessMetrics } from './process-metrics.js';
import type { Counted, Labels, Measured, MetricOptions } from './labelled.js';
import { TalliedHistogram, type TalliedHistogramOptions } from './tallied-histogram.js';

/** What one process measured, as it travels between processes. */
export type Measurements = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;
type Others = () => Promise<readonly (Measurements | null)[]>;

/**
 * The measurements of this process (06 §18.2), in a registry of its own so that several applications in one
 * process do not share them. Labels never name a host, an agent or a tenant: their number must stay bounded.
 */
@Injectable()
export class Metrics implements OnApplicationShutdown {
  private readonly registry = new Registry();
  private others: Others | null = null;

  constructor(configuration: Configuration) {
    // Measuring the process costs a little; nobody can read it without the port.
    if (configuration.metricsPort !== null) collectProcessMetrics(this.registry);
  }

  counter<L extends Labels = never>(options: MetricOptions<L, Counted<L>>): Counted<L> {
    const given = { ...options, registers: [this.registry] };
    return new Counter(given as unknown as CounterConfiguration<string>) as Counted<L>;
  }

  gauge<L extends Labels = never>(options: MetricOptions<L, Measured<L>>): Measured<L> {
    const given = { ...options, registers: [this.registry] };
    return new Gauge(given as unknown as GaugeConfiguration<string>) as Measured<L>;
  }

  histogram(options: TalliedHistogramOptions): TalliedHistogram {
    const histogram = new TalliedHistogram(options);
    // The registry asks a metric for its name and its samples.
    this.registry.registerMetric(histogram as unknown as Histogram);
    return histogram;
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  /** Adds up what other processes measured, for whoever asks this one; null for one that did not answer. */
  include(others: Others): void {
    this.others = others;
  }

  /** The Prometheus text. */
  async render(): Promise<string> {
    const others = (await this.others?.())?.filter((one) => one !== null) ?? [];
    if (others.length === 0) return this.registry.metrics();
    return AggregatorRegistry.aggregate([await this.measurements(), ...others]).metrics();
  }

  measurements(): Promise<Measurements> {
    return this.registry.getMetricsAsJSON();
  }

  onApplicationShutdown(): void {
    this.registry.clear();
  }
}
