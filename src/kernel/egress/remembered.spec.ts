import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Read, Remembered } from './remembered.js';

const MINUTE = 60_000;

let now: number;
let readings: PromiseWithResolvers<Read<string>>[];
const read = (): Promise<Read<string>> => {
  readings.push(Promise.withResolvers());
  return readings.at(-1)!.promise;
};
const answer = (value: string, milliseconds = MINUTE) => readings.at(-1)!.resolve({ value, milliseconds });

beforeEach(() => {
  readings = [];
  now = 1_000_000;
  jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => void jest.restoreAllMocks());

describe('what was read', () => {
  it('is read once for all who wait, and again when its time is over', async () => {
    const known = new Remembered<string>(2);
    const waiting = [known.get('a', read), known.get('a', read)];
    now += 10 * MINUTE;
    waiting.push(known.get('a', read));
    answer('one');
    expect(await Promise.all(waiting)).toEqual(['one', 'one', 'one']);
    now += MINUTE - 1;
    expect(await known.get('a', read)).toBe('one');
    expect(readings).toHaveLength(1);
    now += 1;
    const again = known.get('a', read);
    answer('two');
    expect(await again).toBe('two');
  });

  it('is kept for each key for itself', async () => {
    const known = new Remembered<string>(2);
    const both = [known.get('a', read)];
    answer('of a');
    both.push(known.get('b', read));
    answer('of b');
    expect(await Promise.all(both)).toEqual(['of a', 'of b']);
  });

  it('is not asked for again for ten seconds after a failure', async () => {
    const known = new Remembered<string>(2);
    const failing = known.get('a', read);
    readings.at(-1)!.reject(new Error('down'));
    await expect(failing).rejects.toThrow('down');
    now += 9_999;
    await expect(known.get('a', read)).rejects.toThrow('down');
    expect(readings).toHaveLength(1);
    now += 1;
    const again = known.get('a', read);
    answer('up');
    expect(await again).toBe('up');
  });
});

describe('what is read before its time is over', () => {
  async function holding(value: string): Promise<Remembered<string>> {
    const known = new Remembered<string>(2);
    const first = known.renewed('a', MINUTE, read);
    answer(value, 10 * MINUTE);
    await first;
    return known;
  }

  it('is read at once after the ordinary reading, then once in the time that was named', async () => {
    const known = await holding('one');
    const second = known.renewed('a', MINUTE, read);
    answer('two', 10 * MINUTE);
    expect(await second).toBe('two');
    now += MINUTE - 1;
    expect(await known.renewed('a', MINUTE, read)).toBe('two');
    expect(readings).toHaveLength(2);
    now += 1;
    const third = known.renewed('a', MINUTE, read);
    answer('three', 10 * MINUTE);
    expect(await third).toBe('three');
    expect(await known.get('a', read)).toBe('three');
  });

  it('waits for the reading that is on its way, while the old serves all others', async () => {
    const known = await holding('one');
    const waiting = [known.renewed('a', MINUTE, read), known.renewed('a', MINUTE, read)];
    expect(await known.get('a', read)).toBe('one');
    answer('two', 10 * MINUTE);
    expect(await Promise.all(waiting)).toEqual(['two', 'two']);
    expect(readings).toHaveLength(2);
  });

  it('leaves the old where the new cannot be read', async () => {
    const known = await holding('one');
    const failing = known.renewed('a', MINUTE, read);
    readings.at(-1)!.reject(new Error('down'));
    await expect(failing).rejects.toThrow('down');
    expect(await known.renewed('a', MINUTE, read)).toBe('one');
    expect(await known.get('a', read)).toBe('one');
    expect(readings).toHaveLength(2);
  });
});
