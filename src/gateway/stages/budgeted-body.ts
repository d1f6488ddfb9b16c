import { setImmediate as nextTurn } from 'node:timers/promises';
import { bodyForBudget, type BodyForBudget } from '../../domain/metering/asked-usage.js';
import type { JudgedRequest } from '../exchange.js';
import { undoCoding } from './content-codings.js';
import { DECODING } from './turns.js';

const UNREADABLE: BodyForBudget = { unmeterable: 'body' };

/**
 * Reads the body of a call under a budget to its end, decoded, and says what it means for the budget (R40). A body of more
 * than `maxBytes` cannot be read. The loop is given back between slices. Throws like `peek`.
 */
export async function readBudgetedBody(
  { body, headers }: Pick<JudgedRequest, 'body' | 'headers'>,
  maxBytes: number,
  asks: boolean,
  organizationId: string,
): Promise<BodyForBudget> {
  const { bytes, complete } = await body.peek(maxBytes);
  if (!complete) return UNREADABLE;
  const codings = headers
    .allSpellings('content-encoding')
    .flatMap((field) => field.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length === 0) return inSlices(bytes, asks);
  if (codings.length > 1) return UNREADABLE;
  // In turns, because what is decoded counts against no budget of bodies.
  return DECODING.take(organizationId, async () => {
    const undone = await undoCoding(codings[0]!, bytes, maxBytes, true);
    const whole = undone !== null && !undone.cut && !undone.broken && !undone.several;
    return whole ? inSlices(undone.bytes, asks) : UNREADABLE;
  });
}

async function inSlices(body: Buffer, asks: boolean): Promise<BodyForBudget> {
  const reading = bodyForBudget(body, asks);
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
    await nextTurn();
  }
}
