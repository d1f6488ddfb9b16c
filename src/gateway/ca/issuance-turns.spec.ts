import { describe, expect, it, jest } from '@jest/globals';
import { IssuanceTurns } from './issuance-turns.js';

const LIMITS = { burst: 2, perSecond: 1_000, waiting: 3, patienceMs: 1_000, parallel: 1 };

describe('IssuanceTurns', () => {
  it('serves agents in turn, however much one of them asks for first', async () => {
    const turns = new IssuanceTurns({ ...LIMITS, burst: 100, waiting: 100 });
    const order: string[] = [];
    const ask = (agent: string): Promise<unknown> => turns.take(agent, async () => void order.push(agent));
    await Promise.all([...Array.from({ length: 10 }, () => ask('storm')), ask('calm'), ask('other')]);
    expect(order.slice(0, 4).sort()).toEqual(['calm', 'other', 'storm', 'storm']);
  });

  it('makes whoever used its bucket up wait, and nobody else', async () => {
    let now = 0;
    const turns = new IssuanceTurns(LIMITS, () => now);
    const done: string[] = [];
    const ask = (agent: string): Promise<unknown> => turns.take(agent, async () => void done.push(agent));
    await Promise.all([ask('storm'), ask('storm')]);
    const third = ask('storm');
    await ask('calm');
    expect(done).toEqual(['storm', 'storm', 'calm']);
    now += 5;
    await third;
    expect(done).toHaveLength(4);
  });

  it('refuses what waits beyond its number, and what waits beyond its time', async () => {
    let now = 0;
    const turns = new IssuanceTurns(LIMITS, () => now);
    const work = async (): Promise<string> => 'made';
    await Promise.all([turns.take('storm', work), turns.take('storm', work)]);
    const waiting = [turns.take('storm', work), turns.take('storm', work), turns.take('storm', work)];
    expect(await turns.take('storm', work)).toBeNull();
    now += 2_000;
    expect(await Promise.all(waiting)).toEqual([null, null, null]);
  });

  it('goes on after work that failed', async () => {
    const turns = new IssuanceTurns(LIMITS);
    await expect(turns.take('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await turns.take('a', async () => 'made')).toBe('made');
  });

  it.each([1e-9, Number.MIN_VALUE, 0])(
    'at %d tokens a second it looks again when an entry is overdue, not all the time',
    async (perSecond) => {
      jest.useFakeTimers();
      try {
        let looks = 0;
        const clock = (): number => (looks++, Date.now());
        const turns = new IssuanceTurns({ ...LIMITS, burst: 1, perSecond }, clock);
        const work = async (): Promise<string> => 'made';
        expect(await turns.take('storm', work)).toBe('made');
        const second = turns.take('storm', work);
        await jest.advanceTimersByTimeAsync(0);
        looks = 0;
        await jest.advanceTimersByTimeAsync(LIMITS.patienceMs - 1);
        expect(looks).toBe(0);
        await jest.advanceTimersByTimeAsync(2);
        expect(await second).toBeNull();
        expect(jest.getTimerCount()).toBe(0);
      } finally {
        jest.useRealTimers();
      }
    },
  );

  it.each([1e-9, 0])('waits at %d tokens a second for longer than a timer can', async (perSecond) => {
    jest.useFakeTimers();
    try {
      let looks = 0;
      const clock = (): number => (looks++, Date.now());
      const turns = new IssuanceTurns({ ...LIMITS, burst: 1, perSecond, patienceMs: Infinity }, clock);
      await turns.take('storm', async () => 'made');
      void turns.take('storm', async () => 'made');
      await jest.advanceTimersByTimeAsync(0);
      looks = 0;
      await jest.advanceTimersByTimeAsync(10_000);
      expect(looks).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });
});
