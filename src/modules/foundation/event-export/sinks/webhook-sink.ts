import { createHmac } from 'node:crypto';
import { type Dispatcher, request } from 'undici';
import type { BatchLines } from './batch-lines.js';
import { type Batch, NotTaken, type Sink } from './sink.js';

const ANSWER_LIMIT_BYTES = 65_536;
const SUCCESS = 2;
const TOO_LARGE = 413;

export interface WebhookSettings {
  readonly url: string;
  readonly secrets: readonly Buffer[];
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Posts batches as lines of JSON, signed by the rules of Standard Webhooks: `webhook-id` is the same for each attempt,
 * `webhook-signature` covers it with the time and the body. A redirect is a refusal: what was signed for one place is not
 * shown to another.
 */
export class WebhookSink implements Sink {
  readonly name = 'webhook';

  constructor(
    private readonly settings: WebhookSettings,
    private readonly lines: BatchLines,
    private readonly dispatcher: Dispatcher,
  ) {}

  async deliver({ id, events }: Batch, signal: AbortSignal): Promise<void> {
    const { url, secrets, headers } = this.settings;
    const body = await this.lines.text(events);
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const answer = await request(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/x-ndjson',
        'user-agent': 'credential-gateway',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': secrets
          .map((secret) => signature(secret, `${id}.${timestamp}.${body}`))
          .join(' '),
      },
      body,
      dispatcher: this.dispatcher,
      signal,
    });
    await answer.body.dump({ limit: ANSWER_LIMIT_BYTES, signal });
    const { statusCode: status } = answer;
    if (Math.floor(status / 100) === SUCCESS) return;
    const wait = secondsOf(answer.headers['retry-after']);
    throw new NotTaken(`the receiver answered ${status}`, wait, status === TOO_LARGE);
  }

  async close(): Promise<void> {
    await this.dispatcher.destroy();
  }
}

function signature(secret: Buffer, signed: string): string {
  return `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`;
}

/** Seconds or a date (RFC 9110 §10.2.3). */
function secondsOf(field: string | string[] | undefined): number | null {
  const text = (Array.isArray(field) ? field[0] : field)?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, (date - Date.now()) / 1_000);
}
