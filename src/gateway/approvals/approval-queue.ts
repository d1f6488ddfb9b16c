import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Tx } from '../../kernel/database/database.js';
import { Drain } from '../../kernel/process/drain.js';
import type { Counted } from '../../kernel/metrics/labelled.js';
import { Metrics } from '../../kernel/metrics/metrics.js';
import { ApprovalEvents } from '../../modules/policy/approvals/approval-events.js';
import { ApprovalLedger, type HeldBody } from '../../modules/policy/approvals/approval-ledger.js';
import type { NewApproval, Settlement } from '../../modules/policy/approvals/approval-rows.js';
import { ApprovalLog } from './approval-log.js';
import { PendingApproval } from './pending-approval.js';

/** 06 §17.2: three of these in a row missed and the others take this process for dead. */
const BEAT_MS = 5_000;
/** How often decisions are looked for while the notification channel is not proven to work. */
const LOOK_MS = 1_000;
/** What a shutdown waits for the database to note the releases; the agents are answered anyway. */
const RELEASE_WITHIN_MS = 2_000;

export type HoldInput = Omit<NewApproval, 'ownerId'>;

/**
 * Everything this process holds, and its sign of life. The rows are the truth between processes; in here it is
 * one map, and no request waits on a connection of its own.
 */
@Injectable()
export class ApprovalQueue implements OnApplicationBootstrap, OnModuleDestroy {
  readonly ownerId = randomUUID();
  private readonly logger = new Logger(ApprovalQueue.name);
  private readonly held = new Map<string, PendingApproval>();
  private readonly outcomes: Counted<{ outcome: Settlement['state'] }>;
  private readonly unsubscribe: () => void;
  private registered: Promise<void> | null = null;
  private readonly timers: NodeJS.Timeout[] = [];
  private beating: Promise<void> | null = null;
  private dying: NodeJS.Timeout | null = null;
  private releasing: Promise<void> | null = null;

  constructor(
    private readonly ledger: ApprovalLedger,
    private readonly log: ApprovalLog,
    private readonly events: ApprovalEvents,
    drain: Drain,
    metrics: Metrics,
  ) {
    this.outcomes = metrics.counter({
      name: 'gateway_approvals_total',
      help: 'Held requests by outcome',
      labelNames: ['outcome'],
    });
    const { held } = this;
    metrics.gauge({
      name: 'gateway_held_requests',
      help: 'Requests waiting for a decision',
      collect() {
        this.set(held.size);
      },
    });
    const offers = events.onOffer(this.ownerId, (id) => (id === null ? this.beatAgain() : this.offered(id)));
    const bodies = events.onBodyAsked(this.ownerId, (id) => void this.showBody(id));
    this.unsubscribe = () => {
      offers();
      bodies();
    };
    drain.signal.addEventListener('abort', () => void this.releaseAll());
  }

  /** The sign of life begins with the process, so that the first request need not wait for it. */
  async onApplicationBootstrap(): Promise<void> {
    this.timers.push(
      setInterval(() => void this.beat(), BEAT_MS).unref(),
      setInterval(() => this.events.alive() || this.held.size === 0 || void this.beat(), LOOK_MS).unref(),
    );
    await this.beat();
  }

  async onModuleDestroy(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    if (this.dying) clearTimeout(this.dying);
    await this.releaseAll();
    this.unsubscribe();
  }

  /**
   * Holds a request until somebody or something ends it. Null when too many are held already; throws when it
   * cannot be recorded. `gone` aborts when the agent gives up.
   */
  async hold(
    input: HoldInput,
    alongside: (tx: Tx, createdAt: Date) => Promise<void>,
    gone: AbortSignal,
    readBody: () => Promise<HeldBody | null>,
  ): Promise<{ createdAt: Date; settlement: Settlement } | null> {
    const { id, lifetimeSeconds } = input;
    if (this.releasing) return { createdAt: new Date(), settlement: released() };
    const recording = this.record(input, alongside);
    // In the map before the row can be seen: a decision may come at once.
    const held = new PendingApproval(id, recording, readBody);
    this.held.set(id, held);
    const cancel = (): void =>
      this.end(held, () => this.ledger.abandon(id, this.ownerId, 'cancelled'), 'cancelled');
    let timer: NodeJS.Timeout | undefined;
    try {
      const row = await recording;
      if (row === null) return null;
      timer = setTimeout(
        () => this.end(held, () => this.ledger.expire(id, this.ownerId), 'expired'),
        lifetimeSeconds * 1_000,
      );
      gone.addEventListener('abort', cancel);
      if (gone.aborted) cancel();
      const settlement = await held.outcome;
      this.outcomes.inc({ outcome: settlement.state });
      return { createdAt: row.createdAt, settlement };
    } finally {
      clearTimeout(timer);
      gone.removeEventListener('abort', cancel);
      this.held.delete(id);
    }
  }

  private async record(
    input: HoldInput,
    alongside: (tx: Tx, createdAt: Date) => Promise<void>,
  ): Promise<{ createdAt: Date } | null> {
    await this.register();
    return this.ledger.add({ ...input, ownerId: this.ownerId }, alongside);
  }

  /** A row of an unknown owner would be taken for a dead one's. */
  private register(): Promise<void> {
    this.registered ??= this.ledger.beat(this.ownerId).catch((error: unknown) => {
      this.registered = null;
      throw error;
    });
    return this.registered;
  }

  /** Time, agent and shutdown end a request even when the database does not answer: nothing is forwarded then. */
  private end(held: PendingApproval, how: () => Promise<Settlement>, state: 'expired' | 'cancelled'): void {
    void held.attempt(how, (error) => {
      this.logger.error(
        { err: error, approvalId: held.id },
        'outcome of a held request could not be recorded',
      );
      return { state, settledAt: new Date(), decidedBy: null };
    });
  }

  private offered(id: string): void {
    const held = this.held.get(id);
    if (held) void this.take(held);
    else void this.forget(id);
  }

  private async take(held: PendingApproval): Promise<void> {
    if (this.releasing) return;
    await held.attempt(
      () => this.ledger.take(held.id, this.ownerId),
      (error) => {
        this.logger.error(
          { err: error, approvalId: held.id },
          'decision on a pending approval could not be applied; retrying',
        );
        return null;
      },
    );
  }

  /** Somebody wants to see what would be sent; a fault leaves them without an answer, and the request held. */
  private async showBody(id: string): Promise<void> {
    const held = this.held.get(id);
    if (held === undefined || held.settled) return;
    try {
      const body = await held.readBody();
      if (body !== null) await this.ledger.noteBody(id, this.ownerId, body);
    } catch (error) {
      this.logger.warn({ err: error, approvalId: id }, 'body of a held request could not be read');
    }
  }

  /** Rows of this process without a request: its agent went away while the database was not reachable. */
  private async forget(id: string): Promise<void> {
    await this.ledger
      .abandon(id, this.ownerId, 'cancelled')
      .catch((error: unknown) =>
        this.logger.error(
          { err: error, approvalId: id },
          'pending approval of an ended request could not be removed',
        ),
      );
  }

  /** Sign of life, then everything that a lost notification or another process may have left; one at a time. */
  private beat(): Promise<void> {
    if (this.releasing) return Promise.resolve();
    this.beating ??= this.beatOnce().finally(() => (this.beating = null));
    return this.beating;
  }

  /** What a beat under way has read already may be from before the gap. */
  private beatAgain(): void {
    void (this.beating ?? Promise.resolve()).then(() => this.beat());
  }

  private async beatOnce(): Promise<void> {
    try {
      await this.ledger.beat(this.ownerId);
      await this.compareWithLedger();
      await this.releaseDead();
    } catch (error) {
      this.logger.warn({ err: error }, 'heartbeat of held requests failed');
    }
  }

  /** Also at the moment when another process will have been silent for too long, where that is before the next beat. */
  private async releaseDead(): Promise<void> {
    const due = await this.ledger.releaseDead((tx, ids) => this.log.markReleased(tx, ids));
    if (due !== null && due > 0 && due < BEAT_MS) this.dying ??= setTimeout(this.onDeath, due).unref();
  }

  private readonly onDeath = (): void => {
    this.dying = null;
    void this.beat();
  };

  private async compareWithLedger(): Promise<void> {
    const asked = performance.now();
    const rows = await this.ledger.openOf(this.ownerId);
    const open = new Map(rows.map(({ id, decided }) => [id, decided]));
    for (const { id, bodyAsked } of rows) if (bodyAsked) void this.showBody(id);
    for (const held of this.held.values()) {
      if (held.recordedAt === null || held.recordedAt > asked) continue;
      const decided = open.get(held.id);
      if (decided) void this.take(held);
      // Others took this process for dead, or the agent was deleted with its rows.
      else if (decided === undefined)
        void held.attempt(
          () => this.ledger.settlementOf(held.id),
          () => null,
        );
    }
    for (const id of open.keys()) if (!this.held.has(id)) void this.forget(id);
  }

  /** 06 §18.3: decisions already being taken are finished, everything else is given back. */
  private releaseAll(): Promise<void> {
    this.releasing ??= this.release();
    return this.releasing;
  }

  private async release(): Promise<void> {
    const noted = this.noteReleases().catch((error: unknown) =>
      this.logger.error({ err: error }, 'requests released at shutdown could not be recorded'),
    );
    const enough = new AbortController();
    await Promise.race([
      noted,
      sleep(RELEASE_WITHIN_MS, undefined, { signal: enough.signal }).catch(() => undefined),
    ]);
    enough.abort();
    for (const held of this.held.values()) if (!held.settled) held.settle(released());
  }

  private async noteReleases(): Promise<void> {
    await Promise.all([...this.held.values()].map((held) => held.idle()));
    await this.ledger.releaseOwner(this.ownerId);
  }
}

function released(): Settlement {
  return { state: 'released', settledAt: new Date(), decidedBy: null };
}
