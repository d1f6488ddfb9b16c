import { Injectable } from '@nestjs/common';
import { isLlmHost } from '../../domain/decision/matching/llm-hosts.js';
import { Configuration } from '../../kernel/config/configuration.js';
import { llmHosts } from '../../kernel/config/llm-hosts.js';
import { EditionsService } from '../../modules/foundation/editions/editions.service.js';
import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import type { EvaluatedRequest } from '../exchange/exchange.js';
import { quotaExceeded } from '../refusals/policy-refusals.js';
import { CallCounter } from '../request-log/call-counter.js';
import { GOES_ON, refused, type Step } from '../exchange/step.js';

/** `quota` of 06 §19: how many calls with a credential the plan of an organization includes a month (06 §13.3). */
@Injectable()
export class CallQuotaStage {
  private readonly llmHosts: ReadonlySet<string>;

  constructor(
    private readonly configuration: Configuration,
    private readonly editions: EditionsService,
    private readonly calls: CallCounter,
  ) {
    this.llmHosts = llmHosts(configuration.llmHostsExtra);
  }

  /** Counts nothing. Waits only where the number is not known of the last five seconds, and never for most plans. */
  check({ host }: Pick<EvaluatedRequest, 'host'>, access: AgentAccess, now: Date): Promise<Step> | Step {
    const { id, plan } = access.organization;
    const limit = this.editions.callLimit(plan);
    if (limit === null || isLlmHost(host, this.llmHosts)) return GOES_ON;
    const total = this.calls.total(id, now);
    return total instanceof Promise
      ? total.then((calls) => this.judge(id, calls, limit))
      : this.judge(id, total, limit);
  }

  private judge(organizationId: string, calls: number, limit: number): Step {
    if (calls < limit) return GOES_ON;
    const { appUrl } = this.configuration;
    return refused(quotaExceeded(limit, `${appUrl}/org/${encodeURIComponent(organizationId)}/billing`));
  }
}
