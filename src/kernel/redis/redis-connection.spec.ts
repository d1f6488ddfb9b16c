import { stat } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { withinTime } from './redis-connection.js';

describe('withinTime', () => {
  it('passes an answer and a failure on', async () => {
    expect(await withinTime(1_000, Promise.resolve('answer'))).toBe('answer');
    await expect(withinTime(1_000, Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  });

  it('rejects when nothing is answered in time', async () => {
    await expect(withinTime(5, new Promise(() => undefined))).rejects.toThrow('No answer within 5 ms');
  });

  it('takes an answer that came in time while this process was too busy to read it', async () => {
    const answer = withinTime(5, stat('.'));
    const busyUntil = performance.now() + 100;
    while (performance.now() < busyUntil);
    expect((await answer).isDirectory()).toBe(true);
  });
});
