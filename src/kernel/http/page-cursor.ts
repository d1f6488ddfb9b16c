/**
 * Pages of rows that are listed newest first, ties by id descending, and continued by key: rows written
 * meanwhile shift nothing. A cursor is opaque to clients and names the last row they saw.
 */
import { isUuid } from '../database/uuid.js';
import { invalidRequest } from '../errors/app-error.js';

/** Where a row stands: its moment in microseconds, as text (dates of JavaScript end at milliseconds), and its id. */
export interface PagePosition {
  moment: string;
  id: string;
}

export interface Page<T> {
  rows: T[];
  /** Null on the last page. */
  nextCursor: string | null;
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const MILLISECONDS = 23;

/** The SQL that selects `moment` of a `timestamptz` column. */
export function momentOf(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** Throws a flat `400` for anything that no page has given out; null when the request names no cursor. */
export function readCursor(cursor: string | undefined): PagePosition | null {
  if (cursor === undefined) return null;
  const [moment = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (rest.length > 0 || !isMoment(moment) || !isUuid(id)) throw invalidRequest('cursor is not valid');
  return { moment, id };
}

/** What a page shows of the rows of a query that asked for one more than `limit`. */
export function pageOf<T extends PagePosition>(rows: readonly T[], limit: number): Page<T> {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { rows: page, nextCursor: last === undefined ? null : writeCursor(last) };
}

function writeCursor({ moment, id }: PagePosition): string {
  return Buffer.from(`${moment} ${id}`).toString('base64url');
}

/** A real day and time of a year that PostgreSQL knows: it has no year 0 and no 30th of February. */
function isMoment(text: string): boolean {
  if (!MOMENT.test(text) || text.startsWith('0000')) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.slice(0, MILLISECONDS));
}
