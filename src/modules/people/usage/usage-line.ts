import { isUuid } from '../../../kernel/database/uuid.js';
import { invalidRequest } from '../../../kernel/errors/app-error.js';

/** Where a line stands: its whole key, so that lines that are added meanwhile shift nothing. */
export interface LinePosition {
  day: string;
  agentId: string;
  provider: string;
  model: string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A day that PostgreSQL knows: it has no year 0 and no 30th of February. */
export function readDay(name: 'from' | 'to', day: string | undefined): string | null {
  if (day === undefined) return null;
  if (!isDay(day)) throw invalidRequest(`${name} must be a day, like 2026-01-31`);
  return day;
}

/** Throws a flat `400` for anything that no page has given out. */
export function readLineCursor(cursor: string | undefined): LinePosition | null {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor, 'base64url').toString();
  const [day = '', agentId = '', provider = '', model = '', ...rest] = text.split('\n');
  // No text of PostgreSQL holds a NUL.
  if (!isDay(day) || !isUuid(agentId) || rest.length > 0 || text.includes('\0'))
    throw invalidRequest('cursor is not valid');
  return { day, agentId, provider, model };
}

export function writeLineCursor({ day, agentId, provider, model }: LinePosition): string {
  return Buffer.from([day, agentId, provider, model].join('\n')).toString('base64url');
}

function isDay(text: string): boolean {
  if (!DAY.test(text) || text.startsWith('0000')) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
