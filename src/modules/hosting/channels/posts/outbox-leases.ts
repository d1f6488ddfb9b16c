import { Injectable } from '@nestjs/common';
import {
  deliveryAfter,
  type OutboxKind,
  type Reported,
} from '../../../../domain/protocols/slack/outbox-retries.js';
import { Database, Prepared, type Tx } from '../../../../kernel/database/database.js';
import { selection } from '../../../../kernel/database/statements/entity-columns.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { adapterErrors } from '../accounts/adapter.errors.js';
import { OutboxItemEntity } from './outbox-item.entity.js';
import { OutboxSignal } from './outbox-signal.js';

const LEASE_SECONDS = 60;
const LOOK_MS = 1_000;
const FIELDS = [
  'id',
  'presenceId',
  'kind',
  'channel',
  'thread',
  'content',
  'leaseExpiresAt',
] as const satisfies (keyof OutboxItemEntity)[];

export type LeasedItem = Pick<OutboxItemEntity, (typeof FIELDS)[number]>;

export interface OutboxReport {
  result: 'sent' | 'rejected' | 'retry';
  /** Of the message that was posted. */
  messageRef?: string | undefined;
  errorCode?: string | undefined;
  /** What the provider asked to wait. */
  retryAfterSeconds?: number | undefined;
}

type Attempted = Pick<OutboxItemEntity, 'id' | 'kind' | 'attempts' | 'presenceId' | 'approvalId'>;

const ATTEMPTED = selection(OutboxItemEntity, ['id', 'kind', 'attempts', 'presenceId', 'approvalId']);

/**
 * An item is free when nothing of its thread is being posted or stands before it. What waits for another attempt at
 * changing a card or a reaction keeps nobody up.
 */
const CLAIM = `
  WITH free AS (
    SELECT i.id FROM channel_outbox i JOIN channel_presences p ON p.id = i.presence_id
    WHERE i.state = 'pending' AND i.due_at <= now() AND p.agent_id IS NOT NULL
      AND p.status IN ('active', 'needs_attention')
      AND NOT EXISTS (
        SELECT FROM channel_outbox e
        WHERE e.presence_id = i.presence_id AND e.channel = i.channel AND e.thread IS NOT DISTINCT FROM i.thread
          AND (e.state = 'leased' OR e.state = 'pending' AND e.id < i.id
            AND (e.attempts = 0 OR e.kind IN ('message.post', 'card.post'))))
    ORDER BY i.id LIMIT $2 FOR UPDATE OF i SKIP LOCKED)
  UPDATE channel_outbox o SET state = 'leased', attempts = attempts + 1, lease_boot_id = $1,
    lease_expires_at = clock_timestamp() + interval '${LEASE_SECONDS} seconds'
  FROM free WHERE o.id = free.id
  RETURNING ${selection(OutboxItemEntity, FIELDS, 'o')}`;

/** What is asked each second, so that an outbox at rest costs one look at an empty index. */
const ANYTHING = new Prepared(`SELECT 1 FROM channel_outbox WHERE state IN ('pending', 'leased') LIMIT 1`);

/** Who posts what (04 §10.2, §10.3): one item of a thread at a time, under a lease, in order. */
@Injectable()
export class OutboxLeases {
  constructor(
    private readonly db: Database,
    private readonly signal: OutboxSignal,
  ) {}

  /** At once when there is something; otherwise what is there before the wait ends. */
  async claim(bootId: string, limit: number, waitMs: number, over: AbortSignal): Promise<LeasedItem[]> {
    const until = performance.now() + waitMs;
    const wait = this.signal.wait();
    try {
      for (;;) {
        const items = await this.claimNow(bootId, limit);
        const left = until - performance.now();
        if (items.length > 0 || left <= 0 || over.aborted) return items;
        await wait.next(Math.min(left, LOOK_MS), over);
        if (over.aborted) return [];
      }
    } finally {
      wait.stop();
    }
  }

  /** Idempotent; `lease_lost` when the item is somebody else's or waits to be claimed again. */
  async report(bootId: string, itemId: string, report: OutboxReport): Promise<void> {
    if (!/^\d{1,18}$/.test(itemId)) throw new AppError(adapterErrors.outbox_item_not_found);
    await this.db.tx(async (tx) => {
      const [item] = await tx.query<Attempted & Pick<OutboxItemEntity, 'state' | 'leaseBootId'>>(
        `SELECT ${ATTEMPTED}, state, lease_boot_id AS "leaseBootId" FROM channel_outbox WHERE id = $1 FOR UPDATE`,
        [itemId],
      );
      if (item === undefined) throw new AppError(adapterErrors.outbox_item_not_found);
      if (item.state === 'leased' && item.leaseBootId === bootId) {
        await this.settle(tx, item, report.result, report);
        if (report.result === 'sent') await this.noteCard(tx, item, report.messageRef);
        return this.signal.due(tx);
      }
      if (item.state === 'leased' || item.state === 'pending')
        throw new AppError(adapterErrors.outbox_lease_lost);
    });
  }

  private async claimNow(bootId: string, limit: number): Promise<LeasedItem[]> {
    if ((await this.db.query(ANYTHING)).length === 0) return [];
    return this.db.tx(async (tx) => {
      // Two that claim at once could each see the other's item of a thread as free.
      await tx.lock('channels.outbox');
      await this.takeBack(tx);
      return tx.query<LeasedItem>(CLAIM, [bootId, limit]);
    });
  }

  /** Leases that ended without a word: nobody knows whether a message is there, so none is posted again. */
  private async takeBack(tx: Tx): Promise<void> {
    const lost = await tx.query<Attempted>(
      `SELECT ${ATTEMPTED} FROM channel_outbox WHERE state = 'leased' AND lease_expires_at < clock_timestamp()
       FOR UPDATE SKIP LOCKED`,
    );
    for (const item of lost) await this.settle(tx, item, 'lost', { errorCode: 'lease_lost' });
  }

  private async settle(
    tx: Tx,
    { id, kind, attempts }: Attempted,
    reported: Reported,
    { errorCode, retryAfterSeconds }: Pick<OutboxReport, 'errorCode' | 'retryAfterSeconds'>,
  ): Promise<void> {
    const delivery = deliveryAfter(kind, reported, attempts, retryAfterSeconds);
    const state = delivery.outcome === 'again' ? 'pending' : delivery.outcome;
    const pause = delivery.outcome === 'again' ? delivery.inSeconds : 0;
    await tx.query(
      `UPDATE channel_outbox SET state = $2, lease_boot_id = NULL, lease_expires_at = NULL, error_code = $3,
         due_at = clock_timestamp() + make_interval(secs => $4),
         content = CASE WHEN $2 = 'pending' THEN content END
       WHERE id = $1`,
      [id, state, errorCode ?? null, pause],
    );
  }

  /** What will be changed when the request is decided. */
  private async noteCard(
    tx: Tx,
    { kind, presenceId, approvalId }: { kind: OutboxKind; presenceId: string; approvalId: string | null },
    messageRef: string | undefined,
  ): Promise<void> {
    if (kind !== 'card.post' || approvalId === null || messageRef === undefined) return;
    await tx.query('UPDATE channel_cards SET message_ref = $3 WHERE approval_id = $1 AND presence_id = $2', [
      approvalId,
      presenceId,
      messageRef,
    ]);
  }
}
