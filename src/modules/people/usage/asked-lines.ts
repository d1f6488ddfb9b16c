import { isUuid } from '../../../kernel/database/uuid.js';
import { invalidRequest } from '../../../kernel/errors/app-error.js';
import type { UsageQuery } from './dto/usage.dto.js';
import { type LinePosition, readDay, readLineCursor } from './usage-line.js';

/** Which lines are meant; null is the default of each. */
export interface AskedLines {
  from: string | null;
  to: string | null;
  agentId: string | null;
  limit: number;
  /** Where the page before ended. */
  after: LinePosition | null;
}

const DEFAULT_LIMIT = 200;

/** Throws a flat `400` for a value that means nothing, whether lines were asked for or not. */
export function readAskedLines(query: UsageQuery): AskedLines {
  const { agentId = null, limit = DEFAULT_LIMIT } = query;
  if (agentId !== null && !isUuid(agentId)) throw invalidRequest('agentId is not valid');
  const [from, to] = [readDay('from', query.from), readDay('to', query.to)];
  return { from, to, agentId, limit, after: readLineCursor(query.cursor) };
}
