import { describe, expect, it } from '@jest/globals';
import type { Reading } from '../../domain/text/reading.js';
import { ReadingTurns } from './reading-turns.js';

/** Every look at the clock is a little later, so that a turn is as many pieces on any machine. */
function turns(): ReadingTurns {
  let now = 0;
  return new ReadingTurns(() => (now += 0.5));
}

function* inPieces(count: number, each: () => void = () => undefined): Reading<number> {
  for (let at = 0; at < count; at++) {
    each();
    yield;
  }
  return count;
}

describe('what is long is read in turns of the event loop (ADR 122)', () => {
  it('gives the loop back while it reads', async () => {
    let pieces = 0;
    const seen: number[] = [];
    const reading = turns().read(
      'a',
      inPieces(100, () => (pieces += 1)),
    );
    const look = (): void => {
      seen.push(pieces);
      if (pieces < 100) setImmediate(look);
    };
    look();
    await expect(reading).resolves.toBe(100);
    expect(seen[0]).toBeLessThan(20);
    expect(seen.length).toBeGreaterThan(5);
  });

  it('lets short ones of others pass a long one, whoever asked for many', async () => {
    const order: string[] = [];
    const queue = turns();
    const ask = async (asker: string, count: number): Promise<void> => {
      await queue.read(asker, inPieces(count));
      order.push(`${asker} ${count}`);
    };
    await Promise.all([
      ...Array.from({ length: 10 }, () => ask('loud', 100)),
      ask('quiet', 20),
      ask('other', 30),
    ]);
    expect(order.slice(0, 2)).toEqual(['quiet 20', 'other 30']);
    expect(order).toHaveLength(12);
  });

  it('passes on what goes wrong, at once and later, and goes on with the others', async () => {
    const queue = turns();
    const failing = (after: number): Reading<number> =>
      inPieces(after + 1, () => {
        if (after-- === 0) throw new Error('wrong');
      });
    await expect(queue.read('a', failing(0))).rejects.toThrow('wrong');
    const later = queue.read('a', failing(50));
    const next = queue.read('a', inPieces(50));
    await expect(later).rejects.toThrow('wrong');
    await expect(next).resolves.toBe(50);
  });
});
