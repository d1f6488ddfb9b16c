import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  collectDefaultMetrics,
  Counter,
  type CounterConfiguration,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type HistogramConfiguration,
  Registry,
} from 'prom-client';
import { Configuration } from '../config/configuration.js';

type Registered<T> = Omit<T, 'registers'>;

/**
 * The measurements of this process (06 §18.2), in a registry of its own so that several applications in one
 * process do not share them. Labels never name a host, an agent or a tenant: their number must stay bounded.
 */
@Injectable()
export class Metrics implements OnApplicationShutdown {
  private readonly registry = new Registry();

  constructor(configuration: Configuration) {
    // Measuring the process costs a little; nobody can read it without the port.
    if (configuration.metricsPort !== null) collectDefaultMetrics({ register: this.registry });
  }

  counter<L extends string = string>(options: Registered<CounterConfiguration<L>>): Counter<L> {
    return new Counter({ ...options, registers: [this.registry] });
  }

  gauge<L extends string = string>(options: Registered<GaugeConfiguration<L>>): Gauge<L> {
    return new Gauge({ ...options, registers: [this.registry] });
  }

  histogram<L extends string = string>(options: Registered<HistogramConfiguration<L>>): Histogram<L> {
    return new Histogram({ ...options, registers: [this.registry] });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  /** The Prometheus text. */
  render(): Promise<string> {
    return this.registry.metrics();
  }

  onApplicationShutdown(): void {
    this.registry.clear();
  }
}
