import { Injectable, Logger } from '@nestjs/common';
import type { RateLimit } from '../../domain/policy/model.js';
import { Database } from '../../kernel/database/database.js';
import { Prepared } from '../../kernel/database/prepared.js';
import { RedisCounters, type WindowCount } from '../../kernel/redis/redis-counters.js';
import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import { GatewayMetrics } from '../gateway-metrics.js';
import { rateLimited } from '../policy-verdicts.js';
import { GOES_ON, refused, type Step } from '../step.js';

const WINDOW_SECONDS = { minute: 60, hour: 3_600, day: 86_400 } as const;

/**
 * One statement, so that its row lock makes the count exact. The commit does not wait for the disk, which would
 * hold that lock: what a crash of PostgreSQL can take is the last instant of some counts.
 */
const COUNT = new Prepared(
  `INSERT INTO rate_limit_counters AS counter (key, window_number, hits, expires_at)
   SELECT $1, $2, 1, to_timestamp($3) FROM set_config('synchronous_commit', 'off', true)
   ON CONFLICT (key, window_number) DO UPDATE SET hits = counter.hits + 1
   RETURNING hits`,
);

/**
 * Counters of rate-limited rules: fixed windows aligned to the Unix epoch, one counter per rule and agent (02 §15).
 * All processes share them, in Redis where it is configured and answers, else in PostgreSQL (06 §17.2).
 */
@Injectable()
export class RateLimits {
  private readonly logger = new Logger(RateLimits.name);

  constructor(
    private readonly db: Database,
    private readonly redis: RedisCounters,
    private readonly metrics: GatewayMetrics,
  ) {}

  /**
   * Counts the request against each limit, organization first; the first one exceeded answers and the
   * rest are not counted. A store that cannot be reached lets the request pass (R22).
   */
  async count(access: AgentAccess, limits: readonly RateLimit[]): Promise<Step> {
    for (const limit of limits) {
      const counted = await this.increment(counterKey(access, limit), WINDOW_SECONDS[limit.window]);
      if (counted !== null && counted.hits > limit.limit) {
        const retryAfterSeconds = Math.max(1, Math.ceil(counted.remaining / 1000));
        return refused(rateLimited({ limit: limit.limit, window: limit.window, retryAfterSeconds }));
      }
    }
    return GOES_ON;
  }

  private async increment(key: string, windowSeconds: number): Promise<WindowCount | null> {
    try {
      return (
        (await this.redis.count('rate-limit', key, windowSeconds * 1000)) ??
        (await this.countInDatabase(key, windowSeconds))
      );
    } catch (error) {
      this.metrics.rateLimitStoreFailed();
      this.logger.error({ err: error }, 'rate limit counter unavailable, request passes');
      return null;
    }
  }

  private async countInDatabase(key: string, windowSeconds: number): Promise<WindowCount> {
    const now = Date.now();
    const windowNumber = Math.floor(now / 1000 / windowSeconds);
    const windowEnd = (windowNumber + 1) * windowSeconds;
    const [row] = await this.db.query<{ hits: number }>(COUNT, [key, windowNumber, windowEnd]);
    if (row === undefined) throw new Error('The counter was not returned');
    return { hits: row.hits, remaining: windowEnd * 1000 - now };
  }
}

function counterKey(access: AgentAccess, { rule, window }: RateLimit): string {
  return [access.organization.id, access.workspaceId, rule.logicalId, access.agent.id, window].join(':');
}
