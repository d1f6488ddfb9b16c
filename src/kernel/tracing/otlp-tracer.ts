import { Logger } from '@nestjs/common';
import {
  type Context,
  ROOT_CONTEXT,
  type Span as LibrarySpan,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer as LibraryTracer,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Configuration } from '../config/configuration.js';
import { providerDispatcher } from '../egress/provider-dispatcher.js';
import { boundedWait } from '../scheduling/bounded-wait.js';
import { OtlpExporter } from './otlp-exporter.js';
import type { Attributes, Span, Tracer } from './tracer.js';

/** 5 MiB of spans at most; what does not fit is dropped. */
const QUEUE = { maxQueueSize: 4_096, maxExportBatchSize: 512, scheduledDelayMillis: 1_000 };
const LIMITS = {
  attributeValueLengthLimit: 256,
  attributeCountLimit: 32,
  eventCountLimit: 0,
  linkCountLimit: 0,
};
const FLUSH_MS = 2_000;
const TELL_EVERY_MS = 60_000;

type Settings = Pick<
  Configuration,
  | 'gateway'
  | 'otelExporterOtlpEndpoint'
  | 'otelExporterOtlpHeaders'
  | 'otelServiceName'
  | 'otelTracesSamplerArg'
>;

/** Traces on the official library, put together by hand: no globals, no patching, nothing read from the environment. */
export class OtlpTracer implements Tracer {
  private readonly log = new Logger('Tracing');
  private readonly provider: TracerProvider;
  private readonly tracer: LibraryTracer;
  private toldAt = -Infinity;

  constructor(settings: Settings) {
    const exporter = new OtlpExporter(
      `${settings.otelExporterOtlpEndpoint}/v1/traces`,
      settings.otelExporterOtlpHeaders,
      providerDispatcher(settings),
      (error) => this.tell(error),
    );
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': settings.otelServiceName }),
      // By the trace's own id: whoever else samples it at this rate has the same traces.
      sampler: new TraceIdRatioBasedSampler(settings.otelTracesSamplerArg),
      spanLimits: LIMITS,
      spanProcessors: [new BatchSpanProcessor({ exporter, ...QUEUE })],
    });
    this.tracer = this.provider.getTracer('credential-gateway');
  }

  begin(name: string, at: number, traceparent: string | null): Span | null {
    const caller = traceparent === null ? null : parseTraceParent(traceparent);
    if (caller !== null && (caller.traceFlags & TraceFlags.SAMPLED) === 0) return null;
    const context =
      caller === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true });
    // Of one clock within a trace, so that no part begins before the whole.
    const offset = Date.now() - performance.now();
    const span = this.tracer.startSpan(name, { kind: SpanKind.SERVER, startTime: offset + at }, context);
    return span.isRecording() ? new OtlpSpan(this.tracer, span, offset) : null;
  }

  /** What waits is sent, if the collector takes it in time. */
  async close(): Promise<void> {
    await boundedWait(
      FLUSH_MS,
      undefined,
      (wake) =>
        void this.provider
          .shutdown()
          .catch(() => undefined)
          .finally(wake),
    );
  }

  private tell(error: unknown): void {
    const now = performance.now();
    if (now - this.toldAt < TELL_EVERY_MS) return;
    this.toldAt = now;
    this.log.warn({ err: error }, 'trace spans could not be sent and were dropped');
  }
}

class OtlpSpan implements Span {
  private readonly context: Context;

  constructor(
    private readonly tracer: LibraryTracer,
    private readonly span: LibrarySpan,
    private readonly offset: number,
  ) {
    this.context = trace.setSpan(ROOT_CONTEXT, span);
  }

  get traceId(): string {
    return this.span.spanContext().traceId;
  }

  child(name: string, kind: 'internal' | 'client', attributes: Attributes = {}): Span {
    const options = {
      kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL,
      startTime: this.now(),
      attributes,
    };
    return new OtlpSpan(this.tracer, this.tracer.startSpan(name, options, this.context), this.offset);
  }

  set(attributes: Attributes): void {
    this.span.setAttributes(attributes);
  }

  end(failed: boolean): void {
    if (failed) this.span.setStatus({ code: SpanStatusCode.ERROR });
    this.span.end(this.now());
  }

  private now(): number {
    return this.offset + performance.now();
  }
}
