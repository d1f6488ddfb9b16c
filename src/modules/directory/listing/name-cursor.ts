/** Pages of rows that are listed by name, ties by id, and continued by key (05 §1.5). */
import { isUuid } from '../../../kernel/database/uuid.js';
import { invalidRequest } from '../../../kernel/errors/app-error.js';
import type { Page } from '../../../kernel/http/page-cursor.js';

export interface NamePosition {
  name: string;
  id: string;
}

/** PostgreSQL takes no text with it. */
const NUL = '\u0000';

/** Throws a flat `400` for anything that no page has given out; null when the request names no cursor. */
export function readNameCursor(cursor: string | undefined): NamePosition | null {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor, 'base64url').toString();
  const [id, name] = [text.slice(0, text.indexOf(' ')), text.slice(text.indexOf(' ') + 1)];
  if (!text.includes(' ') || !isUuid(id) || name.includes(NUL)) throw invalidRequest('cursor is not valid');
  return { id, name };
}

/** What a page shows of the rows of a query that asked for one more than `limit`. */
export function namedPageOf<T extends NamePosition>(rows: readonly T[], limit: number): Page<T> {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const nextCursor = last === undefined ? null : Buffer.from(`${last.id} ${last.name}`).toString('base64url');
  return { rows: page, nextCursor };
}
