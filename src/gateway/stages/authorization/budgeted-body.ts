import { bodyForBudget, type BodyForBudget } from '../../../domain/metering/usage/asked-usage.js';
import { READING } from '../../../kernel/scheduling/reading-turns.js';
import type { EvaluatedRequest } from '../../exchange/exchange.js';
import { undoCoding } from '../../exchange/body/content-codings.js';
import { DECODING } from '../../exchange/body/decoder-turns.js';

const UNREADABLE: BodyForBudget = { unmeterable: 'body' };

/**
 * Reads the body of a call under a budget to its end, decoded, and says what it means for the budget (R40). A body of more
 * than `maxBytes` cannot be read. It is read in the turns of its organization. Throws like `peek`.
 */
export async function readBudgetedBody(
  { body, headers }: Pick<EvaluatedRequest, 'body' | 'headers'>,
  organizationId: string,
  maxBytes: number,
  asks: boolean,
): Promise<BodyForBudget> {
  const inTurns = (read: Buffer): Promise<BodyForBudget> =>
    READING.read(organizationId, bodyForBudget(read, asks));
  const { bytes, complete } = await body.peek(maxBytes);
  if (!complete) return UNREADABLE;
  const codings = headers
    .allSpellings('content-encoding')
    .flatMap((field) => field.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length === 0) return inTurns(bytes);
  if (codings.length > 1) return UNREADABLE;
  // In turns, because what is decoded counts against no budget of bodies.
  return DECODING.take(organizationId, async () => {
    const undone = await undoCoding(codings[0]!, bytes, maxBytes, true);
    const whole = undone !== null && !undone.cut && !undone.broken && !undone.several;
    return whole ? inTurns(undone.bytes) : UNREADABLE;
  });
}
