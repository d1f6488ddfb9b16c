import { Injectable, Logger } from '@nestjs/common';
import type { RateLimit } from '../../domain/policy/model.js';
import { Database } from '../../kernel/database/database.js';
import type { AgentAccess } from '../../modules/agent-access/agent-access.js';
import { GatewayMetrics } from '../gateway-metrics.js';
import type { ExceededLimit } from '../verdicts.js';

const WINDOW_SECONDS = { minute: 60, hour: 3_600, day: 86_400 } as const;

/**
 * Counters of rate-limited rules: fixed windows aligned to the Unix epoch, one counter per rule and
 * agent (02 §15), kept in PostgreSQL so that all processes share them.
 */
@Injectable()
export class RateLimits {
  private readonly logger = new Logger(RateLimits.name);

  constructor(
    private readonly db: Database,
    private readonly metrics: GatewayMetrics,
  ) {}

  /**
   * Counts the request against each limit, organization first; the first one exceeded answers and the
   * rest are not counted. A store that cannot be reached lets the request pass (R22).
   */
  async count(access: AgentAccess, limits: readonly RateLimit[]): Promise<ExceededLimit | null> {
    for (const limit of limits) {
      const seconds = Math.floor(Date.now() / 1000);
      const windowSeconds = WINDOW_SECONDS[limit.window];
      const windowNumber = Math.floor(seconds / windowSeconds);
      const hits = await this.increment(counterKey(access, limit), windowNumber, windowSeconds);
      if (hits !== null && hits > limit.limit) {
        const retryAfterSeconds = Math.max(1, (windowNumber + 1) * windowSeconds - seconds);
        return { limit: limit.limit, window: limit.window, retryAfterSeconds };
      }
    }
    return null;
  }

  /**
   * One statement, so that its row lock makes the count exact. The commit does not wait for the disk, which would
   * hold that lock: what a crash of PostgreSQL can take is the last instant of some counts.
   */
  private async increment(key: string, windowNumber: number, windowSeconds: number): Promise<number | null> {
    try {
      const [row] = await this.db.query<{ hits: number }>(
        `INSERT INTO rate_limit_counters AS counter (key, window_number, hits, expires_at)
         SELECT $1, $2, 1, to_timestamp($3) FROM set_config('synchronous_commit', 'off', true)
         ON CONFLICT (key, window_number) DO UPDATE SET hits = counter.hits + 1
         RETURNING hits`,
        [key, windowNumber, (windowNumber + 1) * windowSeconds],
      );
      return row?.hits ?? null;
    } catch (error) {
      this.metrics.rateLimitStoreFailed();
      this.logger.error({ err: error }, 'rate limit counter unavailable, request passes');
      return null;
    }
  }
}

function counterKey(access: AgentAccess, { rule, window }: RateLimit): string {
  return [access.organization.id, access.workspaceId, rule.logicalId, access.agent.id, window].join(':');
}
