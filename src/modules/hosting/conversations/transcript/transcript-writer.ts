import { Injectable } from '@nestjs/common';
import {
  isStored,
  type NewEvent,
  withoutUnusableText,
} from '../../../../domain/agents/conversations/transcript-event.js';
import type { Tx } from '../../../../kernel/database/database.js';
import { TranscriptBus, type TranscriptEvent } from './transcript-bus.js';

/** Gives events their numbers and keeps those that are kept (04 §2.2.6). The conversation is locked by then. */
@Injectable()
export class TranscriptWriter {
  constructor(private readonly bus: TranscriptBus) {}

  async append(
    tx: Tx,
    { conversationId, turnId }: { conversationId: string; turnId: string },
    events: readonly NewEvent[],
  ): Promise<void> {
    if (events.length === 0) return;
    const [{ lastSeq }] = (await tx.query<{ lastSeq: number }>(
      `UPDATE conversations SET last_seq = last_seq + $2, updated_at = now() WHERE id = $1
       RETURNING last_seq AS "lastSeq"`,
      [conversationId, events.length],
    )) as [{ lastSeq: number }];
    const first = lastSeq - events.length + 1;
    const placed = events.map((event, at): TranscriptEvent => {
      const payload = withoutUnusableText({ ...event }) as Record<string, unknown>;
      return { seq: first + at, turnId, type: event.type, payload };
    });
    await this.store(tx, conversationId, turnId, placed);
    await this.bus.publish(tx, conversationId, placed);
  }

  private async store(
    tx: Tx,
    conversationId: string,
    turnId: string,
    placed: readonly TranscriptEvent[],
  ): Promise<void> {
    const kept = placed.filter((event) => isStored(event as { type: NewEvent['type'] }));
    if (kept.length === 0) return;
    const seqs = kept.map(({ seq }) => seq);
    const payloads = kept.map(({ payload }) => JSON.stringify(payload));
    const bytes = payloads.reduce((sum, payload) => sum + Buffer.byteLength(payload), 0);
    await tx.query(
      `WITH counted AS (UPDATE conversations SET stored_bytes = stored_bytes + $5 WHERE id = $1)
       INSERT INTO transcript_events (conversation_id, turn_id, seq, payload)
       SELECT $1, $2, seq, payload FROM unnest($3::integer[], $4::jsonb[]) AS e (seq, payload)`,
      [conversationId, turnId, seqs, payloads, bytes],
    );
  }
}
