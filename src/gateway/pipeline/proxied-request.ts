import { Injectable } from '@nestjs/common';
import { Configuration } from '../../kernel/config/configuration.js';
import { llmHosts } from '../../kernel/config/llm-hosts.js';
import { catchSync, type AdmittedExchange, type ReadyExchange, type Ended } from '../exchange/progress.js';
import type { ExchangeOutcome } from '../exchange/exchange.js';
import type { Charge } from '../exchange/results/charge.js';
import { answerFault } from '../exchange/responder.js';
import type { GatewayServices } from '../exchange/services.js';
import type { CallMeter, UpstreamAnswer } from '../exchange/results/upstream-answer.js';
import type { ForwardHooks, ForwardResult, UpstreamLeg } from '../upstream/upstream-leg.js';
import type { Upstream } from '../upstream/upstream.js';
import { failedLeg } from '../upstream/upstream-refusals.js';
import type { Refusal } from '../exchange/results/refusals.js';
import { ApprovalLog } from '../approvals/approval-log.js';
import { Metering } from '../metering/metering.js';
import { GatewayMetrics } from '../metrics/gateway-metrics.js';
import { logRecordOf } from '../request-log/log-record.js';
import { RequestLog } from '../request-log/request-log.js';
import type { AdmissionEvents } from './admission.js';
import type { StillPassesStep } from './build-request.js';

const SWITCHING_PROTOCOLS = 101;

/** `dial`, `responseHead` with its hints, `stream` and `record` of 06 §19: a request that nobody refuses any more. */
export class ProxiedRequest implements ForwardHooks {
  /** Null: what is asked is not metered. */
  readonly meter: CallMeter | null;
  /** From now on it is judged again when its agent's state changes. */
  private readonly release: () => void;
  private leg: UpstreamLeg | null = null;

  constructor(
    private readonly state: ReadyExchange,
    private readonly services: Omit<GatewayServices, 'authorization' | 'approval' | 'preparation'>,
    private readonly stillPasses: StillPassesStep,
    private readonly events: Pick<AdmissionEvents, 'fault'>,
  ) {
    this.meter = services.meters.meter(state);
    this.release = services.openExchanges.watch(state, (refusal) => this.cut(refusal));
  }

  forward(upstream: Upstream): void {
    const { state } = this;
    // What was made of the body counts among what is watched, no longer among what is kept (06 §13.6, §13.7).
    state.body.holdDerived(0);
    try {
      this.leg = upstream.forward(state, this);
    } catch (error) {
      this.release();
      this.meter?.settle(false, () => undefined);
      throw error;
    }
  }

  /** What carries a credential of ours is answered by the upstream alone. */
  get explains(): boolean {
    return this.state.injectionCount === 0;
  }

  explain(answer: UpstreamAnswer): Refusal | null {
    return this.services.hints.hintFor(this.state, answer);
  }

  /** Whether a token is on it in whose place another can be written. */
  get renews(): boolean {
    return this.state.injectionCount > 0 && this.state.produced.renewable !== null;
  }

  /** Whether it is to be sent once more, with another token and by the state of now (R60). */
  async renew(): Promise<boolean> {
    if (!(await this.services.credentials.renew(this.state))) return false;
    // Without a state nothing is sent once more; the upstream's refusal passes.
    const compared = await catchSync<Ended | 'unknown'>(
      () => this.stillPasses.compare(this.state),
      () => 'unknown',
    );
    if (compared !== null && compared !== 'unknown') this.cut(compared);
    return compared === null;
  }

  failed(error: unknown): Refusal {
    return failedLeg(this.state, error);
  }

  ended(result: ForwardResult): void {
    const { socket } = this.state.client;
    if (result.status === SWITCHING_PROTOCOLS && !socket.destroyed) socket.once('close', this.release);
    else this.release();
    const { meter } = this;
    if (meter === null) this.tell(result, null);
    else meter.settle(result.unanswered === true, (charge) => this.tell(result, charge));
  }

  private tell(result: ForwardResult, charge: Charge | null): void {
    const { state } = this;
    try {
      recordEnd(this.services, state, { ...result, injectionCount: state.injectionCount, charge });
    } catch (error) {
      this.events.fault(error);
      answerFault(state.client, state.mode);
    }
  }

  private cut(refusal: Refusal): void {
    const { status } = refusal;
    // That of a WebSocket was told at its handshake.
    if (this.leg?.cut(refusal))
      recordEnd(this.services, this.state, {
        status,
        refusal,
        complete: false,
        cut: true,
        injectionCount: 0,
      });
  }
}

export function recordEnd(
  { records }: Pick<GatewayServices, 'records'>,
  state: AdmittedExchange,
  outcome: Omit<ExchangeOutcome, 'latencyMs'>,
): void {
  state.body.release();
  records.record(state, { ...outcome, latencyMs: Math.round(performance.now() - state.startedAt) });
}

/** `record` of 06 §19: how a request ended is counted, charged and logged. Never on the request path. */
@Injectable()
export class ExchangeRecords {
  private readonly llmHosts: ReadonlySet<string>;

  constructor(
    configuration: Configuration,
    private readonly metrics: GatewayMetrics,
    private readonly metering: Metering,
    private readonly requestLog: RequestLog,
    private readonly approvalLog: ApprovalLog,
  ) {
    this.llmHosts = llmHosts(configuration.llmHostsExtra);
  }

  record(state: AdmittedExchange, outcome: ExchangeOutcome): void {
    this.metrics.finished(state, outcome);
    if (outcome.charge) this.metering.count(state.access, outcome.charge);
    const record = logRecordOf(state, outcome, this.llmHosts, new Date());
    if (state.approval) this.approvalLog.settle(state.approval, record);
    else this.requestLog.record(record);
  }
}
