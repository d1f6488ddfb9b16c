import { isUuid } from '../../kernel/database/uuid.js';
import { invalidRequest } from '../../kernel/errors/app-error.js';

/** The last row of a page: its moment in microseconds, as text, and its id. */
export interface ActivityCursor {
  createdAt: string;
  id: string;
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

export function writeCursor({ createdAt, id }: ActivityCursor): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url');
}

/** Throws a flat `400` for anything that no page has given out. */
export function readCursor(cursor: string): ActivityCursor {
  const [createdAt = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const good =
    rest.length === 0 && MOMENT.test(createdAt) && !Number.isNaN(Date.parse(createdAt)) && isUuid(id);
  if (!good) throw invalidRequest('cursor is not valid');
  return { createdAt, id };
}
