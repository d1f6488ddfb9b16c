import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { HashingTurns } from './hashing-turns.js';

/** Work that is over when the test says so. */
function manual() {
  const begun: number[] = [];
  const ends: ((fault?: Error) => void)[] = [];
  const work = (id: number) => () => {
    begun.push(id);
    return new Promise<number>((resolve, reject) => {
      ends.push((fault) => (fault ? reject(fault) : resolve(id)));
    });
  };
  return { begun, ends, work };
}

describe('password hashes take turns', () => {
  it('so many at once, the others in the order in which they came', async () => {
    const { begun, ends, work } = manual();
    const turns = new HashingTurns(2);
    const results = Promise.all([1, 2, 3, 4].map((id) => turns.take(work(id))));
    await turn();
    expect(begun).toEqual([1, 2]);
    ends[0]!();
    await turn();
    expect(begun).toEqual([1, 2, 3]);
    ends[1]!();
    await turn();
    ends.slice(2).forEach((end) => end());
    expect(await results).toEqual([1, 2, 3, 4]);
  });

  it('a turn that fails is a turn that is over', async () => {
    const { begun, ends, work } = manual();
    const turns = new HashingTurns(1);
    const failing = turns.take(work(1));
    const next = turns.take(work(2));
    await turn();
    ends[0]!(new Error('no memory'));
    await expect(failing).rejects.toThrow('no memory');
    await turn();
    expect(begun).toEqual([1, 2]);
    ends[1]!();
    expect(await next).toBe(2);
  });

  it('nobody waits behind a hundred others: the next one is told to come back', async () => {
    const { ends, work } = manual();
    const turns = new HashingTurns(1);
    const served = Array.from({ length: 101 }, (_, id) => turns.take(work(id)));
    await expect(turns.take(work(101))).rejects.toMatchObject({
      code: 'auth_throttled',
      headers: { 'Retry-After': '2', 'X-Retry-After': '2' },
    });
    for (let at = 0; at < served.length; at++) {
      await turn();
      ends[at]!();
    }
    expect(await Promise.all(served)).toHaveLength(101);
  });

  it('R62 one address with a hundred of its own is one of those who take turns, and takes no place of another', async () => {
    const { begun, ends, work } = manual();
    let address = '@loud';
    const turns = new HashingTurns(1, () => address);
    const loud = Array.from({ length: 101 }, (_, id) => turns.take(work(id)));
    address = '@quiet';
    const quiet = turns.take(work(-1));
    await turn();
    ends[0]!();
    await turn();
    ends[1]!();
    await turn();
    expect(begun).toEqual([0, 1, -1]);
    ends[2]!();
    expect(await quiet).toBe(-1);
    for (let at = 3; at < 102; at++) {
      await turn();
      ends[at]!();
    }
    expect(await Promise.all(loud)).toHaveLength(101);
  });
});
