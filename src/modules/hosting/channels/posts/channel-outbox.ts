import { Injectable } from '@nestjs/common';
import type { OutboxKind } from '../../../../domain/protocols/slack/outbox-retries.js';
import { Database, type Tx } from '../../../../kernel/database/database.js';
import { OutboxSignal } from './outbox-signal.js';
import type { OutboxContent } from './outbox-item.entity.js';

/** Where something is posted. */
export interface ChannelPlace {
  presenceId: string;
  channel: string;
  thread: string | null;
}

export interface NewOutboxItem extends ChannelPlace {
  kind: OutboxKind;
  content: OutboxContent;
  /** Of a turn: the same item is never written twice. */
  ofTurn?: { threadLinkId: string; turnId: string; ordinal: number };
  /** Of a card: the same. */
  approvalId?: string;
}

/** As long as what was said may be told again, and to see what became of it. */
const KEPT = '24 hours';
const PURGED_AT_ONCE = 1_000;

/** What is to be said at providers, written in the transaction of what it tells of (04 §8.1.4, §10). */
@Injectable()
export class ChannelOutbox {
  constructor(
    private readonly db: Database,
    private readonly signal: OutboxSignal,
  ) {}

  /** In this order, where they are of one thread. */
  async add(tx: Tx, items: readonly NewOutboxItem[]): Promise<void> {
    if (items.length === 0) return;
    for (const { presenceId, channel, thread, kind, content, ofTurn, approvalId } of items) {
      await tx.query(
        `INSERT INTO channel_outbox
           (presence_id, channel, thread, kind, content, thread_link_id, turn_id, ordinal, approval_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
        [
          presenceId,
          channel,
          thread,
          kind,
          JSON.stringify(content),
          ofTurn?.threadLinkId ?? null,
          ofTurn?.turnId ?? null,
          ofTurn?.ordinal ?? 0,
          approvalId ?? null,
        ],
      );
    }
    await this.signal.due(tx);
  }

  /** What nobody has begun to post and nobody needs to read any more. */
  async withdrawCard(tx: Tx, presenceId: string, approvalId: string): Promise<boolean> {
    const withdrawn = await tx.query(
      `UPDATE channel_outbox SET state = 'rejected', content = NULL, error_code = 'withdrawn'
       WHERE presence_id = $1 AND approval_id = $2 AND kind = 'card.post' AND state = 'pending' RETURNING 1`,
      [presenceId, approvalId],
    );
    return withdrawn.length > 0;
  }

  /** Rows of yesterday, and posts that could not be made in a day. */
  async purge(): Promise<void> {
    await this.db.query(
      `DELETE FROM channel_outbox WHERE id IN (
         SELECT id FROM channel_outbox WHERE created_at < now() - interval '${KEPT}' AND state <> 'leased'
         ORDER BY created_at LIMIT $1)`,
      [PURGED_AT_ONCE],
    );
  }
}
