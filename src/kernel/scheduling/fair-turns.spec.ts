import { describe, expect, it } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { OrganizationShares, askerAt, FairTurns, type FairTerms, OF_THE_SERVER } from './fair-turns.js';
import { SharedPlaces } from './shared-places.js';

const MINUTE = 60_000;

describe('what one organization may hold of a shared thing (R62)', () => {
  let now = 0;
  const shares = (...uses: [string, number][]): OrganizationShares => {
    const made = new OrganizationShares(() => now);
    for (const [organizationId, at] of uses) {
      now = at;
      made.used(organizationId);
    }
    return made;
  };

  it('is everything while it is alone', () => {
    expect(shares().mostOf(4, 1, 'a')).toBe(4);
    expect(shares(['a', 0]).mostOf(4, 1, 'a')).toBe(4);
  });

  it('is half while another one used it in the last ten minutes, whoever used it since', () => {
    const used = shares(['b', 0], ['a', MINUTE], ['a', 2 * MINUTE]);
    now = 10 * MINUTE - 1;
    expect(used.mostOf(4, 1, 'a')).toBe(2);
    expect(used.mostOf(5, 1, 'a')).toBe(2);
    expect(used.mostOf(4, 1, 'b')).toBe(2);
    expect(used.mostOf(4, 1, 'c')).toBe(2);
    expect(used.recent()).toEqual(['a', 'b']);
  });

  it('is all but the reserve afterwards, and never nothing', () => {
    const used = shares(['b', 0], ['a', MINUTE]);
    now = 10 * MINUTE;
    expect(used.mostOf(4, 1, 'a')).toBe(3);
    expect(used.mostOf(1, 1, 'a')).toBe(1);
    expect(used.recent()).toEqual(['a']);
  });

  it('asks for the latest of all others', () => {
    const used = shares(['c', 0], ['b', MINUTE], ['a', 5 * MINUTE], ['b', 14 * MINUTE]);
    now = 14 * MINUTE;
    expect(used.mostOf(4, 1, 'b')).toBe(2);
    now = 15 * MINUTE;
    expect(used.mostOf(4, 1, 'b')).toBe(3);
    expect(used.mostOf(4, 1, 'a')).toBe(2);
  });
});

/** Work that ends when it is told to; `order` says what began, as soon as it did. */
function stand(terms: FairTerms) {
  const turns = new FairTurns(terms);
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (asker: string, name: string, part?: string): Promise<void> =>
    turns.take(
      asker,
      () => {
        order.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      },
      part,
    );
  const end = async (name: string): Promise<void> => {
    ends.get(name)!();
    await turn();
  };
  return { turns, ask, order, end };
}

describe('R62 turns at what organizations share', () => {
  it('give an organization everything while it is alone, and half beside another one', async () => {
    const { ask, order, end } = stand({ most: 4, reserve: 1 });
    for (let at = 0; at < 6; at++) void ask('loud', `loud ${at}`);
    expect(order).toEqual(['loud 0', 'loud 1', 'loud 2', 'loud 3']);
    void ask('quiet', 'quiet');
    await end('loud 0');
    expect(order.at(-1)).toBe('quiet');
    await end('loud 1');
    await end('loud 2');
    expect(order).toHaveLength(6);
    expect(order.at(-1)).toBe('loud 4');
    void ask('quiet', 'quiet 2');
    await turn();
    expect(order.at(-1)).toBe('quiet 2');
  });

  it('go to organizations in turn, then to their parts, of which none has more than its own share', async () => {
    const { ask, order, end } = stand({ most: 2, reserve: 0, eachPart: 1 });
    void ask('other', 'other');
    void ask('loud', 'loud a', 'a');
    for (const name of ['loud a2', 'loud a3']) void ask('loud', name, 'a');
    void ask('loud', 'loud b', 'b');
    void ask('quiet', 'quiet');
    await end('other');
    expect(order.at(-1)).toBe('quiet');
    await end('loud a');
    expect(order.at(-1)).toBe('loud a2');
    await end('loud a2');
    expect(order.at(-1)).toBe('loud b');
  });

  it('let a part that has none go beyond the share of its organization, and leave the reserve to others', () => {
    const { ask, order } = stand({ most: 6, reserve: 1, eachPart: 2 });
    void ask('other', 'other');
    for (const part of ['a', 'b', 'c', 'd', 'e'])
      for (const at of [1, 2]) void ask('loud', `loud ${part}${at}`, part);
    expect(order).toEqual(['other', 'loud a1', 'loud a2', 'loud b1', 'loud c1', 'loud d1']);
  });

  it('are taken by the server itself and by addresses, which make no organization keep to its share', () => {
    const { ask, order } = stand({ most: 4, reserve: 1 });
    void ask(OF_THE_SERVER, 'server');
    void ask(askerAt('203.0.113.1'), 'address');
    void ask('one', 'one 1');
    void ask('one', 'one 2');
    expect(order).toEqual(['server', 'address', 'one 1', 'one 2']);
  });

  it('come in time or not at all, and who gave up is not in the way of others', async () => {
    const turns = new FairTurns({ most: 1, reserve: 0 });
    expect(await turns.enter('one', 1_000)).toBe(true);
    expect(await turns.enter('two', 10)).toBe(false);
    const third = turns.enter('three', 60_000);
    turns.leave('one');
    expect(await third).toBe(true);
    turns.leave('three');
    expect(turns.tryEnter('two')).toBe(true);
  });

  it('are given on by work that fails, and are not given to who does not wait any more', async () => {
    const turns = new FairTurns({ most: 1, reserve: 0 });
    await expect(turns.take('one', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(turns.tryEnter('one')).toBe(true);
    const takeBack = turns.wait('two', () => {
      throw new Error('started');
    });
    takeBack();
    turns.leave('one');
    expect(await turns.take('two', () => Promise.resolve('well'))).toBe('well');
  });

  it('are handed on although another wait was taken back, however often that is said', async () => {
    const turns = new FairTurns({ most: 1, reserve: 0 });
    expect(turns.tryEnter('one')).toBe(true);
    const takeBack = turns.wait('two', () => undefined);
    takeBack();
    takeBack();
    const third = turns.enter('three', 60_000);
    turns.leave('one');
    expect(await third).toBe(true);
  });
});

describe('R62 places that nobody waits for', () => {
  it('are half of them for an organization beside another one, and all of them for one that is alone', () => {
    const places = new SharedPlaces(4, 1);
    const taken = (asker: string): boolean[] => Array.from({ length: 4 }, () => places.tryTake(asker));
    expect(taken('alone')).toEqual([true, true, true, true]);
    for (let at = 0; at < 4; at++) places.giveBack('alone');
    expect(taken('loud')).toEqual([true, true, false, false]);
    expect(taken('quiet')).toEqual([true, true, false, false]);
  });
});
