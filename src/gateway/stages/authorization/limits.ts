import { Injectable } from '@nestjs/common';
import type { RateLimit } from '../../../domain/decision/policy/model.js';
import { RedisCounters } from '../../../kernel/redis/redis-counters.js';
import type { AgentAccess } from '../../../modules/policy/agent-snapshot/agent-access.js';
import { isLlmHost } from '../../../domain/decision/matching/llm-hosts.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import { llmHosts } from '../../../kernel/config/llm-hosts.js';
import { EditionsService } from '../../../modules/foundation/editions/editions.service.js';
import { GatewayMetrics } from '../../metrics/gateway-metrics.js';
import { rateLimited, quotaExceeded } from '../../refusals/policy-refusals.js';
import { LeasedCounters } from '../../rate-limits/leased-counters.js';
import type { Authorized, Ended, Step, ReadyExchange } from '../../exchange/progress.js';
import type { EvaluatedRequest } from '../../exchange/exchange.js';
import { CallCounter } from '../../request-log/call-counter.js';

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

/** `quota` of 06 §19: how many calls with a credential the plan of an organization includes a month (06 §13.3). */
@Injectable()
export class CallQuotaStep implements Step<ReadyExchange> {
  readonly name = 'quota';
  /** The step after it: a call that is let through is one of its organization's. */
  readonly counted: Step<ReadyExchange> = { name: 'countCall', run: (state) => this.count(state) };
  private readonly llmHosts: ReadonlySet<string>;

  constructor(
    private readonly configuration: Configuration,
    private readonly editions: EditionsService,
    private readonly calls: CallCounter,
  ) {
    this.llmHosts = llmHosts(configuration.llmHostsExtra);
  }

  run(state: ReadyExchange): Promise<Ended> | Ended {
    return state.injectionCount === 0 ? null : this.check(state, state.access, new Date());
  }

  /** Counts nothing. Waits only where the number is not known of the last five seconds, and never for most plans. */
  check({ host }: Pick<EvaluatedRequest, 'host'>, access: AgentAccess, now: Date): Promise<Ended> | Ended {
    const { id, plan } = access.organization;
    const limit = this.editions.callLimit(plan);
    if (limit === null || isLlmHost(host, this.llmHosts)) return null;
    const total = this.calls.total(id, now);
    return total instanceof Promise
      ? total.then((calls) => this.judge(id, calls, limit))
      : this.judge(id, total, limit);
  }

  private judge(organizationId: string, calls: number, limit: number): Ended {
    if (calls < limit) return null;
    const { appUrl } = this.configuration;
    return quotaExceeded(limit, `${appUrl}/org/${encodeURIComponent(organizationId)}/billing`);
  }

  private count({ access, injectionCount }: ReadyExchange): null {
    if (injectionCount > 0) this.calls.count(access.organization.id, new Date());
    return null;
  }
}
