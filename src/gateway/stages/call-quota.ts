import { Injectable } from '@nestjs/common';
import { isLlmHost } from '../../domain/decision/matching/llm-hosts.js';
import { Configuration } from '../../kernel/config/configuration.js';
import { llmHosts } from '../../kernel/config/llm-hosts.js';
import { EditionsService } from '../../modules/foundation/editions/editions.service.js';
import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import type { EvaluatedRequest } from '../exchange/exchange.js';
import { quotaExceeded } from '../refusals/policy-refusals.js';
import { CallCounter } from '../request-log/call-counter.js';
import type { ReadyExchange } from '../exchange/progress.js';
import type { Ended, Step } from '../exchange/steps.js';

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
