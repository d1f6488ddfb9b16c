import { describe, expect, it } from '@jest/globals';
import { runInNewContext } from 'node:vm';
import { catchSync, isPromise, thenSync } from './progress.js';

const foreign = runInNewContext('(value) => Promise.resolve(value)') as (value: unknown) => Promise<unknown>;

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
