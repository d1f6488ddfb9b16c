import { setTimeout as after } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { RedisCounters } from '../redis/redis-counters.js';
import { Drain } from '../process/drain.js';

/** A probe that takes longer than this would be given up by its caller anyway. */
const PROBE_TIMEOUT_MS = 2000;

export interface ReadinessReport {
  status: 'ok' | 'unavailable';
  /** Only when one of them is not `ok`; `redis` only where one is configured. */
  checks?: ReadinessChecks;
}

type ReadinessChecks = {
  database: Availability;
  drain: 'ok' | 'draining';
  redis?: Availability;
};

type Availability = 'ok' | 'unavailable';

/** Whether this process should be sent traffic: the answer of `/readyz` on both origins (01 §23, 06 §18). */
@Injectable()
export class Readiness {
  private probe: Promise<boolean> | null = null;

  constructor(
    private readonly database: Database,
    private readonly drain: Drain,
    private readonly redis: RedisCounters,
  ) {}

  async report(): Promise<ReadinessReport> {
    const [database, redis] = await Promise.all([this.databaseReachable(), this.redis.reachable()]);
    const ready = database && !this.drain.draining;
    const redisDown = this.redis.configured && !redis;
    if (ready && !redisDown) return { status: 'ok' };
    return {
      // Redis only accelerates: a process that counts in PostgreSQL still serves.
      status: ready ? 'ok' : 'unavailable',
      checks: {
        database: availability(database),
        drain: this.drain.draining ? 'draining' : 'ok',
        ...(this.redis.configured && { redis: availability(redis) }),
      },
    };
  }

  /** The endpoint is open to everybody, so questions asked at the same time share one query. */
  private databaseReachable(): Promise<boolean> {
    this.probe ??= this.askDatabase().finally(() => (this.probe = null));
    return this.probe;
  }

  private async askDatabase(): Promise<boolean> {
    const timer = new AbortController();
    const query = this.database.query('SELECT 1').then(
      () => true,
      () => false,
    );
    const timeout = after(PROBE_TIMEOUT_MS, false, { signal: timer.signal, ref: false }).catch(() => false);
    const answer = await Promise.race([query, timeout]);
    timer.abort();
    return answer;
  }
}

function availability(reachable: boolean): Availability {
  return reachable ? 'ok' : 'unavailable';
}
