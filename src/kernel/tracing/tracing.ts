import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import type { OtlpTracer } from './otlp-tracer.js';
import type { Tracer } from './tracer.js';

/** The tracer of this process; null while no collector is configured, and then nothing of the library is loaded. */
@Injectable()
export class Tracing implements OnApplicationShutdown {
  private constructor(private readonly exporting: OtlpTracer | null) {}

  static async of(configuration: Configuration): Promise<Tracing> {
    if (configuration.otelExporterOtlpEndpoint === null) return new Tracing(null);
    const { OtlpTracer } = await import('./otlp-tracer.js');
    return new Tracing(new OtlpTracer(configuration));
  }

  get tracer(): Tracer | null {
    return this.exporting;
  }

  /** Requests are over by now; what was traced of them is sent, within a bounded time. */
  async onApplicationShutdown(): Promise<void> {
    await this.exporting?.close();
  }
}
