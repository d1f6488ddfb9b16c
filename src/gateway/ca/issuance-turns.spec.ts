import { describe, expect, it } from '@jest/globals';
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
});
