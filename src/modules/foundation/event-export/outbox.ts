/** The statements that put events into the outbox; whoever writes an event makes one of them part of its own. */
import { SMALLEST_BATCH } from '../../../kernel/config/settings/export.js';

/**
 * The end of a statement that writes events. `events` is a query that gives `event` (json) and `n`, their order from 1
 * on; it may read what the statement has written before. Nothing is written where no sink was announced. A row is of one
 * organization, so that organizations can take turns (R62).
 */
export function intoOutbox(events: string): string {
  return `INSERT INTO export_outbox (sink, organization_id, events, size)
    SELECT s.name, e.organization_id, json_agg(e.event ORDER BY e.n), count(*)::int
    FROM export_sinks s CROSS JOIN (
      SELECT event, n, organization_id,
        (row_number() OVER (PARTITION BY organization_id ORDER BY n) - 1) / ${SMALLEST_BATCH} AS piece
      FROM (SELECT event, n, coalesce(event ->> 'organizationId', '') AS organization_id FROM (${events}) made) owned) e
    GROUP BY s.name, e.organization_id, e.piece ORDER BY min(e.n)`;
}

/** A moment as events write it. */
export function momentIn(timestamp: string): string {
  return `to_char(${timestamp} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** For events that were made by the process itself: `$1` is a JSON array of them. */
export const MADE_EVENTS = intoOutbox(
  'SELECT event, n FROM json_array_elements($1::json) WITH ORDINALITY AS made(event, n)',
);
