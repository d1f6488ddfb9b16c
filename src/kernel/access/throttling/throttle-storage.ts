import { Injectable, Logger, Inject, type OnModuleInit } from '@nestjs/common';
import { type ThrottlerStorage, getStorageToken } from '@nestjs/throttler';
import { LRUCache } from 'lru-cache';
import { Database } from '../../database/database.js';
import { Prepared } from '../../database/statements/prepared-run.js';
import { RedisCounters, type WindowCount } from '../../redis/redis-counters.js';
import { Jobs } from '../../jobs/jobs.js';

interface ThrottlerRecord {
  totalHits: number;
  timeToExpire: number;
  isBlocked: boolean;
  timeToBlockExpire: number;
}

const MAX_REMEMBERED = 10_000;

const COUNT = new Prepared(
  `INSERT INTO throttle_counters AS counter (key, window_start, hits, expires_at)
   SELECT $1, start, 1, to_timestamp((start + $2) / 1000.0)
   FROM (SELECT floor(extract(epoch FROM now()) * 1000 / $2::bigint)::bigint * $2::bigint AS start) w
   ON CONFLICT (key, window_start) DO UPDATE SET hits = counter.hits + 1
   RETURNING hits, (window_start + $2 - extract(epoch FROM now()) * 1000)::float8 AS remaining`,
);

const READ = new Prepared(
  `SELECT hits, (window_start + $2::bigint - extract(epoch FROM now()) * 1000)::float8 AS remaining
   FROM throttle_counters WHERE key = $1
     AND window_start = floor(extract(epoch FROM now()) * 1000 / $2::bigint)::bigint * $2::bigint`,
);

/**
 * Counters shared by all processes (R20), in fixed windows aligned to the epoch (01 §21.1): in Redis where it is
 * configured and answers, else in PostgreSQL. The clock of the store decides the window, so replicas agree. A counter
 * over its limit stays over it until its window ends: this process remembers that, and a flood costs one question,
 * not one each.
 */
@Injectable()
export class SharedThrottlerStorage implements ThrottlerStorage {
  private readonly log = new Logger('Throttling');
  private readonly exceeded = new LRUCache<string, number>({ max: MAX_REMEMBERED });

  constructor(
    private readonly database: Database,
    private readonly redis: RedisCounters,
  ) {}

  /** Never throws: a store that fails lets the request pass (01 §21.3). */
  async increment(key: string, ttl: number, limit: number): Promise<ThrottlerRecord> {
    const remembered = this.exceeded.getRemainingTTL(key);
    if (remembered > 0) return record(limit + 1, limit, remembered);
    try {
      const { hits, remaining } =
        (await this.redis.count('throttle', key, ttl)) ?? (await this.countInDatabase(key, ttl));
      if (hits > limit) this.exceeded.set(key, hits, { ttl: Math.max(1, remaining) });
      return record(hits, limit, remaining);
    } catch (error) {
      this.log.error(error, 'throttle counter could not be written; the request is allowed');
      return record(0, limit, ttl);
    }
  }

  /**
   * Seconds until `key` may be tried again, 0 while it was counted fewer than `limit` times in this window.
   * Counts nothing itself. Never throws, like `increment`.
   */
  async secondsUntilRoom(key: string, ttl: number, limit: number): Promise<number> {
    try {
      const { hits, remaining } =
        (await this.redis.read('throttle', key, ttl)) ?? (await this.readInDatabase(key, ttl));
      return hits < limit ? 0 : Math.max(1, Math.ceil(remaining / 1000));
    } catch (error) {
      this.log.error(error, 'throttle counter could not be read; the request is allowed');
      return 0;
    }
  }

  /** Forgets windows that are over; the counters of the running ones are untouched. */
  async purge(): Promise<void> {
    await this.database.query('DELETE FROM throttle_counters WHERE expires_at < now()');
  }

  private async countInDatabase(key: string, ttl: number): Promise<WindowCount> {
    const [row] = await this.database.query<WindowCount>(COUNT, [key, ttl]);
    if (row === undefined) throw new Error('The counter was not returned');
    return row;
  }

  private async readInDatabase(key: string, ttl: number): Promise<WindowCount> {
    const [row] = await this.database.query<WindowCount>(READ, [key, ttl]);
    return row ?? { hits: 0, remaining: ttl };
  }
}

function record(hits: number, limit: number, remainingMs: number): ThrottlerRecord {
  const seconds = Math.max(1, Math.ceil(remainingMs / 1000));
  return { totalHits: hits, timeToExpire: seconds, isBlocked: hits > limit, timeToBlockExpire: seconds };
}

/** Removes the counters of windows that are over. */
@Injectable()
export class ThrottlePurge implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    @Inject(getStorageToken()) private readonly storage: SharedThrottlerStorage,
  ) {}

  onModuleInit(): void {
    this.jobs.registerPeriodic('access.purge-throttle-counters', '*/10 * * * *', () => this.storage.purge());
  }
}
