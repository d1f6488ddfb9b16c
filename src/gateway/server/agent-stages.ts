import { Injectable, Logger } from '@nestjs/common';
import { AddressEcho } from '../../domain/decision/injection/address-echo.js';
import { applyInjections } from '../../domain/decision/injection/apply.js';
import { Configuration } from '../../kernel/config/configuration.js';
import { llmHosts } from '../../kernel/config/llm-hosts.js';
import { NoAnswerInTime } from '../../kernel/database/shared-reads.js';
import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import { AgentAccessLoader } from '../../modules/policy/agent-snapshot/agent-access.loader.js';
import { AppCatalog } from '../../modules/foundation/app-catalog/catalog.js';
import { DashboardLinks } from '../refusals/dashboard-links.js';
import type { Exchange, ExchangeOutcome } from '../exchange/exchange.js';
import { GatewayMetrics } from '../metrics/gateway-metrics.js';
import { ResourceGuardStage } from '../guards/resource-guard.js';
import { ApprovalLog } from '../approvals/approval-log.js';
import { ApprovalStage } from '../approvals/approval-stage.js';
import type { DecisionState, SettledApproval, WrittenCredentials } from '../exchange/decision-state.js';
import { Metering } from '../metering/metering.js';
import { CallCounter } from '../request-log/call-counter.js';
import { logRecordOf } from '../request-log/log-record.js';
import { RequestLog } from '../request-log/request-log.js';
import { OpenExchanges } from '../revocation/open-exchanges.js';
import { AgentAccessCache } from '../snapshot/agent-access-cache.js';
import { finaliseRequest } from '../signing/finalise.js';
import type { RequestChanges } from '../exchange/request-changes.js';
import type { Step } from '../exchange/step.js';
import { type AgentSteps, type Produced, StateUnavailable } from '../exchange/steps.js';
import type { CallMeter, UpstreamAnswer } from '../exchange/upstream-answer.js';
import type { Refusal } from '../exchange/refusals.js';
import { BudgetStage } from '../stages/budget.js';
import { CallQuotaStage } from '../stages/call-quota.js';
import { CredentialDestinations } from '../stages/credential-destinations.js';
import { DecideStage } from '../stages/decide.js';
import { hintFor } from '../stages/hints.js';
import { InjectStage } from '../stages/inject.js';
import { Reauthorization } from '../revocation/reauthorize.js';

/** What the pipeline asks about an agent's request, answered from the snapshot cache and the policy engine. */
@Injectable()
export class AgentStages implements AgentSteps {
  private readonly log = new Logger('Gateway');
  private readonly llmHosts: ReadonlySet<string>;
  private readonly destinations: CredentialDestinations;

  constructor(
    private readonly configuration: Configuration,
    private readonly cache: AgentAccessCache,
    private readonly loader: AgentAccessLoader,
    readonly authorization: DecideStage,
    private readonly injectStage: InjectStage,
    private readonly guard: ResourceGuardStage,
    private readonly holdStage: ApprovalStage,
    private readonly openExchanges: OpenExchanges,
    private readonly requestLog: RequestLog,
    private readonly callQuota: CallQuotaStage,
    private readonly calls: CallCounter,
    private readonly catalog: AppCatalog,
    private readonly heldLog: ApprovalLog,
    private readonly metrics: GatewayMetrics,
    private readonly budgets: BudgetStage,
    private readonly metering: Metering,
    private readonly open: Reauthorization,
  ) {
    this.llmHosts = llmHosts(configuration.llmHostsExtra);
    this.destinations = new CredentialDestinations(configuration);
  }

  identify(tokenHash: Buffer): Promise<AgentAccess | null> | AgentAccess | null {
    const found = this.cache.byToken(tokenHash);
    return found instanceof Promise ? found.catch((error) => this.tellApart(error, tokenHash)) : found;
  }

  hold(exchange: Exchange, access: AgentAccess, state: DecisionState): Promise<SettledApproval | null> {
    return this.holdStage.hold(exchange, access, state, (outcome, at) =>
      logRecordOf(exchange, access, state, outcome, this.llmHosts, at),
    );
  }

  produceCredentials(
    exchange: Exchange,
    access: AgentAccess,
    state: DecisionState,
  ): Promise<Step<Produced>> | Step<Produced> {
    const { winner } = state;
    const prepared = winner === null ? undefined : this.guard.prepare(exchange, access, winner);
    const produce = () => this.injectStage.produce(exchange, access, state);
    return prepared instanceof Promise ? prepared.then(produce) : produce();
  }

  buildRequest({ outbound }: Exchange, { injections, changes }: Produced): number {
    if (changes?.host) outbound.host = changes.host;
    outbound.echo = AddressEcho.of(injections);
    return applyInjections(outbound, injections).count + (changes?.signing ? 1 : 0);
  }

  finalise(exchange: Exchange, changes: RequestChanges): Promise<Step> | Step {
    return finaliseRequest(exchange, changes);
  }

  renewCredentials(exchange: Exchange, state: DecisionState, produced: Produced): Promise<boolean> {
    return this.injectStage.renew(exchange, state, produced).catch((err: unknown) => {
      this.log.error({ err }, 'token refused by an upstream could not be refreshed');
      return false;
    });
  }

  quota(exchange: Exchange, access: AgentAccess): Promise<Step> | Step {
    const now = new Date();
    const asked = this.callQuota.check(exchange, access, now);
    const counted = (step: Step): Step => {
      if (!step.refused) this.calls.count(access.organization.id, now);
      return step;
    };
    return asked instanceof Promise ? asked.then(counted) : counted(asked);
  }

  budget(exchange: Exchange, access: AgentAccess, { secretIds }: Produced): Promise<Step> | Step {
    return this.budgets.settle(exchange, access, secretIds);
  }

  reauthorize(
    exchange: Exchange,
    earlier: DecisionState,
    access: AgentAccess,
  ): Promise<Refusal | null> | Refusal | null {
    return this.open.judge(exchange, earlier, access);
  }

  meter(exchange: Exchange, access: AgentAccess, written: WrittenCredentials | null): CallMeter | null {
    const secretIds = written?.secretIds ?? [];
    return this.metering.meter(exchange, access, secretIds, this.budgets.lentAmong(access, secretIds));
  }

  hintFor(exchange: Exchange, access: AgentAccess, answer: UpstreamAnswer): Refusal | null {
    return hintFor(
      exchange,
      access,
      answer,
      new DashboardLinks(this.configuration.appUrl, access.workspaceId),
      this.catalog,
      this.destinations.withheldFrom(exchange),
    );
  }

  watch(
    exchange: Exchange,
    access: AgentAccess,
    state: DecisionState,
    cut: (refusal: Refusal) => void,
  ): () => void {
    return this.openExchanges.watch(exchange, access, state, cut);
  }

  record(
    exchange: Exchange,
    access: AgentAccess,
    state: DecisionState | null,
    outcome: ExchangeOutcome,
  ): void {
    this.metrics.finished(exchange, outcome);
    if (outcome.charge) this.metering.count(access, outcome.charge);
    const now = new Date();
    const record = logRecordOf(exchange, access, state, outcome, this.llmHosts, now);
    if (state?.approval) this.heldLog.settle(state.approval, record);
    else this.requestLog.record(record);
  }

  /**
   * An agent that can be told while its rules cannot be read is a matter of the rules (R22, 06 §3.1.8). A database that
   * is not even heard, or did not answer, is not asked a second time: whoever waits has waited long enough.
   */
  private async tellApart(cause: unknown, tokenHash: Buffer): Promise<never> {
    if (cause instanceof NoAnswerInTime || !this.cache.hears()) throw cause;
    const known = await this.loader.knows(tokenHash).catch(() => false);
    throw known ? new StateUnavailable('The state of a known agent cannot be read', { cause }) : cause;
  }
}
