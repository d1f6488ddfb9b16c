import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import { type Dispatcher, request } from 'undici';

/** Beyond it a batch is lost: spans of requests that go on arriving are worth more than old ones. */
const SEND_TIMEOUT_MS = 5_000;
const ANSWER_LIMIT_BYTES = 65_536;
const SUCCESS = 2;

/**
 * Sends spans to a collector as OTLP over HTTP, JSON. Not the library's exporter, which would go its own way out: this
 * goes the operator's, like every call of this server's own.
 */
export class OtlpExporter implements SpanExporter {
  constructor(
    private readonly url: string,
    private readonly headers: Readonly<Record<string, string>>,
    private readonly dispatcher: Dispatcher,
    private readonly failed: (error: unknown) => void,
  ) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.send(spans).then(
      () => done({ code: ExportResultCode.SUCCESS }),
      (error: unknown) => {
        this.failed(error);
        done({ code: ExportResultCode.FAILED });
      },
    );
  }

  async shutdown(): Promise<void> {
    await this.dispatcher.destroy();
  }

  private async send(spans: ReadableSpan[]): Promise<void> {
    const body = JsonTraceSerializer.serializeRequest(spans);
    if (body === undefined) throw new Error('spans could not be written as OTLP');
    const { statusCode, body: answer } = await request(this.url, {
      method: 'POST',
      headers: { ...this.headers, 'content-type': 'application/json', 'user-agent': 'credential-gateway' },
      body,
      dispatcher: this.dispatcher,
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    });
    await answer.dump({ limit: ANSWER_LIMIT_BYTES });
    if (Math.floor(statusCode / 100) !== SUCCESS) throw new Error(`the collector answered ${statusCode}`);
  }
}
