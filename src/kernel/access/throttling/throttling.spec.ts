import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import '@nestjs/core';
import type { Database } from '../../database/database.js';
import type { Jobs } from '../../jobs/jobs.js';
import type { RedisCounters, WindowCount } from '../../redis/redis-counters.js';
import { countsBeforeAuthentication, generalThrottle, throttlerOf } from './throttle.js';

// Behind Nest: Jest has no ES module for a package that requires it while both are being linked.
const { SharedThrottlerStorage, ThrottlePurge } = await import('./throttle-storage.js');

const MINUTE = 60_000;

let counts: (WindowCount | null)[];
let redis: WindowCount | null;
let asked: unknown[][];

beforeEach(() => {
  [counts, redis, asked] = [[], null, []];
  jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
});
afterEach(() => void jest.restoreAllMocks());

function storage(): InstanceType<typeof SharedThrottlerStorage> {
  const database = {
    query: (...query: unknown[]) => {
      asked.push(query);
      const count = counts.shift();
      if (count === undefined) return Promise.reject(new Error('no database'));
      return Promise.resolve(count === null ? [] : [count]);
    },
  };
  const counters = { count: () => Promise.resolve(redis), read: () => Promise.resolve(redis) };
  return new SharedThrottlerStorage(database as unknown as Database, counters as unknown as RedisCounters);
}

describe('a counter', () => {
  it('blocks beyond the limit, until its window ends', async () => {
    counts = [1, 2, 3].map((hits) => ({ hits, remaining: 30_500 }));
    const store = storage();
    const [first, second, third] = [
      await store.increment('k', MINUTE, 2),
      await store.increment('k', MINUTE, 2),
      await store.increment('k', MINUTE, 2),
    ];
    expect(first).toEqual({ totalHits: 1, timeToExpire: 31, isBlocked: false, timeToBlockExpire: 31 });
    expect(second).toMatchObject({ totalHits: 2, isBlocked: false });
    expect(third).toMatchObject({ totalHits: 3, isBlocked: true });
    // Remembered: nothing is asked, another counter is.
    expect(await store.increment('k', MINUTE, 2)).toMatchObject({ totalHits: 3, isBlocked: true });
    expect(asked).toHaveLength(3);
    counts = [{ hits: 1, remaining: 1 }];
    expect(await store.increment('other', MINUTE, 2)).toMatchObject({ isBlocked: false, timeToExpire: 1 });
  });

  it('is kept in Redis where that answers', async () => {
    redis = { hits: 7, remaining: 1_000 };
    expect(await storage().increment('k', MINUTE, 7)).toMatchObject({ totalHits: 7, isBlocked: false });
    expect(await storage().secondsUntilRoom('k', MINUTE, 7)).toBe(1);
    expect(asked).toEqual([]);
  });

  it('that cannot be kept lets requests pass', async () => {
    expect(await storage().increment('k', MINUTE, 2)).toMatchObject({ totalHits: 0, isBlocked: false });
    expect(await storage().secondsUntilRoom('k', MINUTE, 2)).toBe(0);
    counts = [null];
    expect(await storage().increment('k', MINUTE, 2)).toMatchObject({ totalHits: 0, timeToExpire: 60 });
  });

  it.each<[WindowCount | null, number]>([
    [null, 0],
    [{ hits: 1, remaining: 1_001 }, 0],
    [{ hits: 2, remaining: 1_001 }, 2],
    [{ hits: 3, remaining: 0 }, 1],
  ])('that says %j has room for two in %s seconds', async (count, seconds) => {
    counts = [count];
    expect(await storage().secondsUntilRoom('k', MINUTE, 2)).toBe(seconds);
  });

  it('is deleted once its window is over, every ten minutes', async () => {
    const jobs: [string, string, () => Promise<void>][] = [];
    const registered = { registerPeriodic: (...job: (typeof jobs)[number]) => void jobs.push(job) };
    const store = storage();
    new ThrottlePurge(registered as unknown as Jobs, store).onModuleInit();
    const [name, schedule, run] = jobs[0]!;
    expect([name, schedule]).toEqual(['access.purge-throttle-counters', '*/10 * * * *']);
    counts = [null];
    await run();
    expect(asked).toEqual([['DELETE FROM throttle_counters WHERE expires_at < now()']]);
  });
});

describe('limits', () => {
  it('count what a request says by itself before it is known who calls', () => {
    const before = ['address', 'address-and-email', 'code'] as const;
    expect(before.map(countsBeforeAuthentication)).toEqual([true, true, true]);
    const after = ['user', 'organization', 'credential'] as const;
    expect(after.map(countsBeforeAuthentication)).toEqual([false, false, false]);
  });

  it('are none in general, unless the operator sets one for each credential', () => {
    expect(generalThrottle(null)).toEqual({ name: 'general', limits: [] });
    expect(generalThrottle(5).limits).toEqual([{ by: 'credential', limit: 5, seconds: 60 }]);
  });

  it('have counters of their own by policy and by whom they count', () => {
    const limit = { by: 'user', limit: 3, seconds: 10 } as const;
    expect(throttlerOf({ name: 'sign-in', limits: [] }, limit)).toEqual({
      ...{ name: 'sign-in:user', limit: 3, ttl: 10_000, setHeaders: false },
    });
  });
});
