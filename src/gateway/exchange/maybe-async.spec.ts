import { beforeEach, describe, expect, it } from '@jest/globals';
import { runInNewContext } from 'node:vm';
import { catchSync, isPromise, thenSync } from './maybe-async.js';
import { GOES_ON, goesOn, inOrder, refused, type Listed } from './step.js';

const foreign = runInNewContext('(value) => Promise.resolve(value)') as (value: unknown) => Promise<unknown>;
const REFUSED = refused({
  status: 403,
  retryable: false,
  body: { error: 'blocked_by_policy', message: 'No.' },
});

describe('work that mostly has nothing to wait for', () => {
  it('goes on before it returns where the value is here', () => {
    expect(thenSync(1, (value) => value + 1)).toBe(2);
  });

  it('waits for promises, of other realms as well', async () => {
    expect(isPromise(foreign(1))).toBe(true);
    const going = thenSync(foreign(1), (value) => [value]);
    expect(isPromise(going)).toBe(true);
    expect(await going).toEqual([1]);
    for (const value of [null, undefined, 0, '', {}, { then: 1 }]) expect(isPromise(value)).toBe(false);
  });

  it('hands over what is thrown at once, later, or behind a promise', async () => {
    const failed = (error: unknown): string => `failed: ${(error as Error).message}`;
    const thrown = (): never => {
      throw new Error('x');
    };
    expect(catchSync<string>(thrown, failed)).toBe('failed: x');
    expect(await catchSync<string>(async () => thrown(), failed)).toBe('failed: x');
    expect(await catchSync<string>(() => thenSync(foreign(1), thrown), failed)).toBe('failed: x');
  });
});

describe('steps in their order', () => {
  const seen: number[] = [];
  const step =
    (at: number, ends: Listed<null>): Listed<null> =>
    () => {
      seen.push(at);
      return ends(null);
    };
  const waiting = (found: unknown): Listed<null> => {
    return () => foreign(found) as Promise<typeof GOES_ON>;
  };
  beforeEach(() => void seen.splice(0));

  it('are all taken before it returns where none waits', () => {
    expect(inOrder([step(1, () => GOES_ON), step(2, () => goesOn('found'))], null)).toBe(GOES_ON);
    expect(seen).toEqual([1, 2]);
  });

  it('wait for those that wait, and stay in their order', async () => {
    const steps = [step(1, waiting(GOES_ON)), step(2, waiting(GOES_ON)), step(3, () => GOES_ON)];
    const going = inOrder(steps, null);
    expect(seen).toEqual([1]);
    expect(await going).toBe(GOES_ON);
    expect(seen).toEqual([1, 2, 3]);
  });

  it.each([['at once', (): typeof REFUSED => REFUSED] as const, ['later', waiting(REFUSED)] as const])(
    'are not taken behind one that refuses %s',
    async (_when, ends) => {
      expect(await inOrder([step(1, ends), step(2, () => GOES_ON)], null)).toBe(REFUSED);
      expect(seen).toEqual([1]);
    },
  );

  it('end with what one of them throws', async () => {
    const failing = (): never => {
      throw new Error('x');
    };
    expect(() => inOrder([step(1, failing), step(2, () => GOES_ON)], null)).toThrow('x');
    await expect(inOrder([step(3, waiting(GOES_ON)), step(4, failing)], null)).rejects.toThrow('x');
    expect(seen).toEqual([1, 3, 4]);
  });
});
