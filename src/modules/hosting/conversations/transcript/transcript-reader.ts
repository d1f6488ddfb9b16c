import { Injectable } from '@nestjs/common';
import { Database } from '../../../../kernel/database/database.js';
import { Prepared } from '../../../../kernel/database/statements/prepared-run.js';
import type { TranscriptEvent } from './transcript-bus.js';

interface EventRow {
  seq: number;
  turnId: string;
  payload: { type: string };
}

/**
 * What a page may hold together: a reader that takes its time holds one page, and there may be thousands of them. The
 * first event always fits.
 */
const PAGE_BYTES = 524_288;

const PAGE = new Prepared(`
  SELECT seq, turn_id AS "turnId", payload FROM (
    SELECT seq, turn_id, payload,
      coalesce(sum(octet_length(payload::text)) OVER (
        ORDER BY seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
    FROM (
      SELECT seq, turn_id, payload FROM transcript_events WHERE conversation_id = $1 AND seq > $2
      ORDER BY seq LIMIT $3
    ) AS next
  ) AS measured WHERE before < $4 ORDER BY seq`);
const LIST = new Prepared(`
  SELECT seq, turn_id AS "turnId", payload FROM transcript_events
  WHERE conversation_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`);
const EXISTS = new Prepared('SELECT 1 FROM conversations WHERE id = $1');

/** The stored events of a conversation, in order. Whoever asks has been let in before. */
@Injectable()
export class TranscriptReader {
  constructor(private readonly db: Database) {}

  /** At most `limit` of them. */
  async list(conversationId: string, since: number, limit: number): Promise<TranscriptEvent[]> {
    return (await this.db.query<EventRow>(LIST, [conversationId, since, limit])).map(eventOf);
  }

  /** As many as one reader may hold; an empty page is the end. */
  async page(conversationId: string, since: number, limit: number): Promise<TranscriptEvent[]> {
    const rows = await this.db.query<EventRow>(PAGE, [conversationId, since, limit, PAGE_BYTES]);
    return rows.map(eventOf);
  }

  async exists(conversationId: string): Promise<boolean> {
    return (await this.db.query(EXISTS, [conversationId])).length > 0;
  }
}

function eventOf({ seq, turnId, payload }: EventRow): TranscriptEvent {
  return { seq, turnId, type: payload.type, payload: { ...payload } };
}
