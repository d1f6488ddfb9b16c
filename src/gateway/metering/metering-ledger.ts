import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../kernel/database/database.js';
import { DatabaseClock } from './database-clock.js';
import { LedgerBatch, type MeteredCall, type Spent } from './ledger-batch.js';
import { MeteringMetrics } from './metering-metrics.js';
import { WRITE } from './ledger-sql.js';

/** What was spent is in the database, and seen by other processes, about as late (07 §A11.7 allows five seconds). */
const FLUSH_INTERVAL_MS = 1_000;

/**
 * What calls used and what budgets spent, added up in this process and written behind the traffic. A batch has an id that
 * is written with it: one whose answer got lost is sent again and counts once. Amounts that cannot be written wait.
 */
@Injectable()
export class MeteringLedger implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(MeteringLedger.name);
  private readonly timer: NodeJS.Timeout;
  private waiting = new LedgerBatch();
  /** On its way, or sent without an answer. */
  private sent: { readonly id: string; readonly batch: LedgerBatch } | null = null;
  /** Told what was unwritten and no longer is. */
  written: (spent: Spent) => void = () => undefined;
  /** Statements of this process about spend, one after the other. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly clock: DatabaseClock,
    private readonly metrics: MeteringMetrics,
  ) {
    this.timer = setInterval(() => void this.flush(), FLUSH_INTERVAL_MS).unref();
  }

  async onModuleInit(): Promise<void> {
    await this.clock.ask();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
    if (this.sent === null) await this.flush();
  }

  /** Counts a call that ended now; never waits and never throws. */
  add(call: MeteredCall): void {
    const taken = this.waiting.add(call, this.clock.day());
    this.metrics.metered(call.charge);
    if (!taken) this.metrics.dropped();
  }

  /** Of this process and not yet written, in nano-cents; `month`: null for all of them. */
  unwritten(secretId: string, organizationId: string, month: string | null): bigint {
    let spent = 0n;
    for (const batch of [this.waiting, this.sent?.batch]) {
      const found = batch?.spentOf(secretId, organizationId);
      if (found !== undefined) spent += month === null ? found.total : (found.months.get(month) ?? 0n);
    }
    return spent;
  }

  /** `work` sees every amount either in `unwritten` or in the database. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }

  /** Writes what was counted; what could not be written stays for the next time. */
  flush(): Promise<void> {
    return this.inTurn(() => this.write());
  }

  private async write(): Promise<void> {
    if (this.sent === null) {
      if (this.waiting.empty) return;
      this.sent = { id: randomUUID(), batch: this.waiting };
      this.waiting = new LedgerBatch();
    }
    const { id, batch } = this.sent;
    try {
      const asked = Date.now();
      const [row] = await this.db.query<{ now: number }>(WRITE, [id, batch.usageLines(), batch.spendLines()]);
      this.clock.learn(row!.now, asked);
      this.sent = null;
      for (const spent of batch.spent) this.written(spent);
    } catch (error) {
      this.metrics.storeFailed();
      this.logger.error({ err: error }, 'usage of model calls could not be written; retrying');
    }
  }
}
