import { Injectable } from '@nestjs/common';
import { MAX_TURNS, type PastTurn } from '../../../../domain/agents/composition/history.js';
import { Database } from '../../../../kernel/database/database.js';

export interface PastTurns {
  /** In the order they were said. */
  turns: PastTurn[];
  /** Older ones are left out. */
  areMore: boolean;
}

export interface ReportedRun {
  message: string;
  text: string;
}

/** A turn that no executor ever had was put there whole, by a schedule (04 §3.2.8). */
const IS_DELIVERY = `t.status = 'done' AND t.attempt = 0`;
/** The whole answer stands just before the end. */
const ANSWER = `(
  SELECT last.payload ->> 'text' FROM (
    SELECT seq, payload FROM transcript_events WHERE turn_id = t.id ORDER BY seq DESC LIMIT 4) AS last
  WHERE last.payload ->> 'type' = 'text' ORDER BY last.seq DESC LIMIT 1)`;

/** Sizes first: what does not fit into the budget, with all that is older, never leaves the database. */
const PAST = `
  WITH past AS MATERIALIZED (
    SELECT t.id, t.status, t.message, t.created_at, ${IS_DELIVERY} AS "isDelivery", ${ANSWER} AS text,
      ARRAY(SELECT jsonb_build_object('id', a.id, 'name', a.name) FROM conversation_attachments a
        WHERE a.turn_id = t.id AND a.status = 'bound' ORDER BY a.created_at, a.id) AS files,
      ARRAY(SELECT j.message FROM turns j WHERE j.offered_to_turn_id = t.id AND j.status = 'joined'
        ORDER BY j.created_at, j.id) AS joined
    FROM turns t
    WHERE t.conversation_id = $1 AND t.id <> $2 AND t.status IN ('done', 'failed', 'aborted')
    ORDER BY t.created_at DESC, t.id DESC LIMIT ${MAX_TURNS + 1}),
  measured AS (
    SELECT *, row_number() OVER newest <= ${MAX_TURNS} AND
      sum(length(message) + coalesce(length(text), 0) + length(array_to_string(joined, ''))) OVER newest <= $3 AS fits
    FROM past WINDOW newest AS (ORDER BY created_at DESC, id DESC))
  SELECT status, "isDelivery", fits, joined, files,
    CASE WHEN fits THEN message END AS message, CASE WHEN fits THEN text END AS text
  FROM measured ORDER BY created_at, id`;

const REPORTS = `
  SELECT t.message, coalesce(${ANSWER}, '') AS text FROM turns t
  WHERE t.conversation_id = $1 AND ${IS_DELIVERY} AND t.created_at > coalesce((
    SELECT p.created_at FROM turns p
    WHERE p.conversation_id = $1 AND p.id <> $2 AND p.source IN ('web', 'slack')
      AND p.status IN ('done', 'failed', 'aborted', 'joined')
    ORDER BY p.created_at DESC, p.id DESC LIMIT 1), '-infinity')
  ORDER BY t.created_at DESC, t.id DESC LIMIT $3`;

/** What was said in a conversation before a turn of it, for whoever runs the turn (04 §9.3.2, §11.3.2). */
@Injectable()
export class RunHistory {
  constructor(private readonly db: Database) {}

  async before(turn: { id: string; conversationId: string }, characters: number): Promise<PastTurns> {
    const rows = await this.db.query<PastTurn & { fits: boolean }>(PAST, [
      turn.conversationId,
      turn.id,
      characters,
    ]);
    const turns = rows.filter(({ fits }) => fits);
    return { turns, areMore: turns.length < rows.length };
  }

  /** Delivered by automation since a person last spoke, oldest first. */
  async reports(turn: { id: string; conversationId: string }, most: number): Promise<ReportedRun[]> {
    const newest = await this.db.query<ReportedRun>(REPORTS, [turn.conversationId, turn.id, most]);
    return newest.reverse();
  }
}
