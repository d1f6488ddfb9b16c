import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@nestjs/common';
import { SMALLEST_BATCH } from '../../../kernel/config/settings/export.js';
import type { ExportMetrics } from './export-metrics.js';
import type { OutboxQueue } from './outbox-queue.js';
import { type Batch, NotTaken, type Sink } from './sinks/sink.js';

const FIRST_SECONDS = 1;
const LONGEST_SECONDS = 300;

/** What a receiver may ask for at most. */
const LONGEST_ASKED_SECONDS = 3_600;
const LOOK_EVERY_MS = 1_000;
const AFTER_FAULT_MS = 5_000;
const DELIVERY_MS = 15_000;
/** An error's text is the receiver's too. */
const LONGEST_ERROR = 300;

/** Empties the outbox of one sink, as long as it has the lease. */
export class SinkRunner {
  private readonly owner = randomUUID();
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly sink: Sink,
    private readonly queue: OutboxQueue,
    private readonly metrics: ExportMetrics,
    private readonly logger: Logger,
    /** How many events a batch has at most; fewer once the receiver found one too large. */
    private most: number,
  ) {}

  start(): void {
    this.running = this.run();
  }

  /** What is on its way is called off; its batch stays fixed and is sent again by whoever comes next. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    await this.queue.release(this.sink.name, this.owner).catch(() => undefined);
    await this.sink.close?.();
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const pause = await this.step().catch((error: unknown) => {
        this.logger.error({ err: error, sink: this.sink.name }, 'events could not be read from the outbox');
        return AFTER_FAULT_MS;
      });
      if (pause > 0) await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  /** How long to wait before the next one. */
  private async step(): Promise<number> {
    const { name } = this.sink;
    const { lag, open } = await this.queue.look(name, this.owner);
    this.metrics.waiting(name, lag);
    if (lag === null || !open) return LOOK_EVERY_MS;
    const batch = await this.queue.take(name, this.owner, this.most);
    if (batch === null) return LOOK_EVERY_MS;
    return (await this.send(batch)) ? 0 : LOOK_EVERY_MS;
  }

  private async send(batch: Batch): Promise<boolean> {
    const { name } = this.sink;
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(DELIVERY_MS)]);
    try {
      // Rows that waited too long are gone also from a batch that was fixed before.
      if (batch.events.length > 0) await this.sink.deliver(batch, signal);
    } catch (error) {
      if (!this.stopping.signal.aborted) await this.failed(batch, error);
      return false;
    }
    await this.queue.acknowledge(name, batch);
    this.metrics.sent(name, batch.events.length);
    if (batch.attempts > 0)
      this.logger.log({ sink: name, attempts: batch.attempts }, 'event export recovered');
    return true;
  }

  private async failed(batch: Batch, error: unknown): Promise<void> {
    const { name } = this.sink;
    const refused = error instanceof NotTaken ? error : null;
    const reason = textOf(error);
    this.metrics.failed(name);
    if (batch.attempts === 0)
      this.logger.warn({ sink: name, reason }, 'events could not be exported; retrying');
    if (refused?.tooLarge === true && this.most > SMALLEST_BATCH) {
      this.most = Math.max(SMALLEST_BATCH, Math.floor(this.most / 2));
      return this.queue.dissolve(name, batch);
    }
    const pause = secondsToNextAttempt(batch.attempts, refused?.retryAfter ?? null, Math.random());
    await this.queue.failed(name, batch, reason, pause);
  }
}

/** Errors of sockets say in `code` what their text does not, and those of look-ups are often empty. */
function textOf(error: unknown): string {
  const { message, name, code } = error as Error & { code?: string };
  return (message || code || name || 'no reason given').slice(0, LONGEST_ERROR);
}

/** Seconds until the next attempt, after `attempts` that failed before this one; `random` is from 0 to 1. */
export function secondsToNextAttempt(attempts: number, retryAfter: number | null, random: number): number {
  const grown = Math.min(LONGEST_SECONDS, FIRST_SECONDS * 2 ** Math.min(attempts, 16));
  const spread = grown * (0.5 + random / 2);
  return Math.max(spread, Math.min(retryAfter ?? 0, LONGEST_ASKED_SECONDS));
}
