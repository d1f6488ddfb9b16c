import { describe, expect, it } from '@jest/globals';
import { DecoderTurns } from './decoder-turns.js';

/** Work that ends when it is told to; `order` says which began, as soon as it did. */
function stand(most: number) {
  const turns = new DecoderTurns(most);
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (organization: string, name: string): Promise<void> =>
    turns.take(organization, () => {
      order.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  return { ask, order, end: (name: string) => ends.get(name)!() };
}

describe('06 §13.6 turns of decoding (R62)', () => {
  it('keep the last place for another organization', () => {
    const { ask, order } = stand(4);
    for (let at = 0; at < 10; at++) void ask('loud', `loud ${at}`);
    expect(order).toEqual(['loud 0', 'loud 1', 'loud 2']);
    void ask('quiet', 'quiet');
    expect(order.at(-1)).toBe('quiet');
  });

  it('go to organizations in turn, whoever waits most', async () => {
    const { ask, order, end } = stand(2);
    const first = ask('loud', 'loud 0');
    for (let at = 1; at < 50; at++) void ask('loud', `loud ${at}`);
    const other = ask('other', 'other');
    void ask('quiet', 'quiet 0');
    end('loud 0');
    await first;
    end('other');
    await other;
    expect(order).toEqual(['loud 0', 'other', 'loud 1', 'quiet 0']);
  });

  it('are given on by work that fails', async () => {
    const turns = new DecoderTurns(1);
    await expect(turns.take('one', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await turns.take('one', () => Promise.resolve('well'))).toBe('well');
  });
});
