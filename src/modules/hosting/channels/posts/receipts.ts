import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../../kernel/config/configuration.js';
import type { Tx } from '../../../../kernel/database/database.js';
import { selection } from '../../../../kernel/database/statements/entity-columns.js';
import type { ChannelThreadLinkEntity } from './channel-thread-link.entity.js';
import { placeOf } from './thread-place.js';
import { ChannelOutbox } from './channel-outbox.js';
import { ChannelReceiptEntity } from './channel-receipt.entity.js';

type Thread = Pick<ChannelThreadLinkEntity, 'id' | 'presenceId' | 'kind' | 'externalThreadId'>;

const COLUMNS = selection(ChannelReceiptEntity);
const OF_RECEIPT = selection(ChannelReceiptEntity, undefined, 'r');

/** The reaction by which somebody sees that the agent heard (04 §6.3.8): one in a thread, at the newest message. */
@Injectable()
export class Receipts {
  constructor(
    private readonly configuration: Configuration,
    private readonly outbox: ChannelOutbox,
  ) {}

  /** With the turn that the message became. One at an older message goes. */
  async give(tx: Tx, thread: Thread, turnId: string, messageRef: string): Promise<void> {
    const [older] = await tx.query<ChannelReceiptEntity>(
      `SELECT ${COLUMNS} FROM channel_receipts WHERE thread_link_id = $1 FOR UPDATE`,
      [thread.id],
    );
    if (older !== undefined) await this.remove(tx, thread, older);
    const { channel } = placeOf(thread);
    const emoji = this.configuration.channelReceiptEmoji;
    await tx.query(
      `INSERT INTO channel_receipts (thread_link_id, turn_id, channel, message_ref, emoji) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (thread_link_id) DO UPDATE SET turn_id = $2, channel = $3, message_ref = $4, emoji = $5`,
      [thread.id, turnId, channel, messageRef, emoji],
    );
    await this.react(tx, thread, 'reaction.add', turnId, { emoji, messageRef });
  }

  /** When nothing is being worked on any more that it stands for. */
  async takeBack(tx: Tx, thread: Thread): Promise<void> {
    const [over] = await tx.query<ChannelReceiptEntity>(
      `DELETE FROM channel_receipts r USING turns t
       WHERE r.thread_link_id = $1 AND t.id = r.turn_id AND t.status IN ('done', 'failed', 'aborted', 'joined')
       RETURNING ${OF_RECEIPT}`,
      [thread.id],
    );
    if (over !== undefined) await this.remove(tx, thread, over);
  }

  private remove(
    tx: Tx,
    thread: Thread,
    { turnId, emoji, messageRef }: Pick<ChannelReceiptEntity, 'turnId' | 'emoji' | 'messageRef'>,
  ): Promise<void> {
    return this.react(tx, thread, 'reaction.remove', turnId, { emoji, messageRef });
  }

  private react(
    tx: Tx,
    thread: Thread,
    kind: 'reaction.add' | 'reaction.remove',
    turnId: string,
    content: { emoji: string; messageRef: string },
  ): Promise<void> {
    const ofTurn = { threadLinkId: thread.id, turnId, ordinal: 0 };
    return this.outbox.add(tx, [
      { presenceId: thread.presenceId, ...placeOf(thread), kind, content, ofTurn },
    ]);
  }
}
