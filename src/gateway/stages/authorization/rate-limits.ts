import { Injectable } from '@nestjs/common';
import type { RateLimit } from '../../../domain/decision/policy/model.js';
import { RedisCounters } from '../../../kernel/redis/redis-counters.js';
import type { AgentAccess } from '../../../modules/policy/agent-snapshot/agent-access.js';
import { GatewayMetrics } from '../../metrics/gateway-metrics.js';
import { rateLimited } from '../../refusals/policy-refusals.js';
import { LeasedCounters } from '../../rate-limits/leased-counters.js';
import type { Authorized } from '../../exchange/progress.js';
import type { Ended, Step } from '../../exchange/steps.js';

const WINDOW_SECONDS = { minute: 60, hour: 3_600, day: 86_400 } as const;

/** `retryAfterMs` is null for a request that is within its limit. */
interface Counted {
  readonly retryAfterMs: number | null;
}

const WITHIN: Counted = Object.freeze({ retryAfterMs: null });

/**
 * Counters of rate-limited rules: fixed windows aligned to the Unix epoch, one counter per rule and agent (02 §15).
 * All processes share them, in Redis where it is configured and answers, else in PostgreSQL (06 §17.2).
 */
@Injectable()
export class RateLimits implements Step<Authorized> {
  readonly name = 'rateLimits';

  constructor(
    private readonly leased: LeasedCounters,
    private readonly redis: RedisCounters,
    private readonly metrics: GatewayMetrics,
  ) {}

  /**
   * Counts the request against each limit, organization first; the first one exceeded answers and the
   * rest are not counted. A store that cannot be reached lets the request pass (R22). Mostly nothing has to be waited for.
   */
  run({ access, decision: { limits } }: Authorized): Promise<Ended> | Ended {
    return limits.length === 0 ? null : this.count(access, limits);
  }

  private count(access: AgentAccess, limits: readonly RateLimit[], from = 0): Promise<Ended> | Ended {
    for (let at = from; at < limits.length; at++) {
      const limit = limits[at]!;
      const counted = this.countOne(counterKey(access, limit), limit);
      if (counted instanceof Promise) return this.goOn(counted, access, limits, at);
      if (counted.retryAfterMs !== null) return tooMany(limit, counted.retryAfterMs);
    }
    return null;
  }

  private async goOn(
    counting: Promise<Counted>,
    access: AgentAccess,
    limits: readonly RateLimit[],
    at: number,
  ): Promise<Ended> {
    const { retryAfterMs } = await counting;
    return retryAfterMs === null ? this.count(access, limits, at + 1) : tooMany(limits[at]!, retryAfterMs);
  }

  private countOne(key: string, limit: RateLimit): Promise<Counted> | Counted {
    return this.redis.configured ? this.inRedis(key, limit) : this.inDatabase(key, limit);
  }

  private async inRedis(key: string, limit: RateLimit): Promise<Counted> {
    const counted = await this.redis.count('rate-limit', key, WINDOW_SECONDS[limit.window] * 1_000);
    if (counted === null) return this.inDatabase(key, limit);
    return counted.hits > limit.limit ? { retryAfterMs: counted.remaining } : WITHIN;
  }

  private inDatabase(key: string, { window, limit }: RateLimit): Promise<Counted> | Counted {
    const seconds = WINDOW_SECONDS[window];
    const within = this.leased.take(key, seconds, limit, Date.now());
    if (!(within instanceof Promise)) return within ? WITHIN : beyond(seconds);
    return within.then(
      (passes) => (passes ? WITHIN : beyond(seconds)),
      () => {
        this.metrics.rateLimitStoreFailed();
        return WITHIN;
      },
    );
  }
}

/** Until the window ends. */
function beyond(windowSeconds: number): Counted {
  const windowMs = windowSeconds * 1_000;
  return { retryAfterMs: windowMs - (Date.now() % windowMs) };
}

function tooMany({ limit, window }: RateLimit, retryAfterMs: number): Ended {
  const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  return rateLimited({ limit, window, retryAfterSeconds });
}

function counterKey(access: AgentAccess, { rule, window }: RateLimit): string {
  return [access.organization.id, access.workspaceId, rule.logicalId, access.agent.id, window].join(':');
}
