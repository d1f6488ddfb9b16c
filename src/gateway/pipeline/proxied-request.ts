import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import type { AdmissionEvents } from './admission.js';
import { catchSync } from '../exchange/maybe-async.js';
import type { Exchange, ExchangeOutcome } from '../exchange/exchange.js';
import type { Charge } from '../exchange/charge.js';
import type { DecisionState } from '../exchange/decision-state.js';
import { answerFault, refuseExchange } from '../exchange/responder.js';
import type { AgentSteps, Produced } from '../exchange/steps.js';
import type { Step } from '../exchange/step.js';
import { stillPasses } from './still-passes.js';
import type { CallMeter, UpstreamAnswer } from '../exchange/upstream-answer.js';
import type { ForwardHooks, ForwardResult, UpstreamLeg } from '../upstream/upstream-leg.js';
import { failedLeg } from '../upstream/upstream-refusals.js';
import type { Refusal } from '../exchange/refusals.js';

const SWITCHING_PROTOCOLS = 101;

/** One request of a known agent on its way through the pipeline, what was found out so far, and how its end is told. */
export class ProxiedRequest implements ForwardHooks {
  /** The last one that was completed. */
  state: DecisionState | null = null;
  /** What credentials will write. */
  produced: Produced | null = null;
  /** How many credentials are on it. */
  injectionCount = 0;
  /** Null: what is asked is not metered. */
  meter: CallMeter | null = null;
  private leg: UpstreamLeg | null = null;
  private release: (() => void) | null = null;

  constructor(
    readonly exchange: Exchange,
    /** By the state of the last look. */
    public access: AgentAccess,
    private readonly steps: Pick<
      AgentSteps,
      'hintFor' | 'identify' | 'reauthorize' | 'record' | 'renewCredentials' | 'watch'
    >,
    private readonly events: Pick<AdmissionEvents, 'fault'>,
  ) {}

  refuse(refusal: Refusal): void {
    refuseExchange(this.exchange, refusal);
    this.record({ status: refusal.status, refusal, complete: true, injectionCount: 0 });
  }

  /** Nobody refuses it any more: `begin` sends it, and from now on it is judged again when its agent's state changes. */
  forward(begin: (hooks: ForwardHooks) => UpstreamLeg): void {
    const { exchange, access } = this;
    this.release = this.steps.watch(exchange, access, this.state!, (refusal) => this.cut(refusal));
    // What was made of the body counts among what is watched, no longer among what is kept (06 §13.6, §13.7).
    exchange.body.holdDerived(0);
    try {
      this.leg = begin(this);
    } catch (error) {
      this.release();
      this.meter?.settle(false, () => undefined);
      throw error;
    }
  }

  /** What carries a credential of ours is answered by the upstream alone. */
  get explains(): boolean {
    return this.injectionCount === 0;
  }

  explain(answer: UpstreamAnswer): Refusal | null {
    return this.steps.hintFor(this.exchange, this.access, answer);
  }

  /** Whether a token is on it in whose place another can be written. */
  get renews(): boolean {
    return this.injectionCount > 0 && this.produced!.renewable !== null;
  }

  /** Whether it is to be sent once more, with another token and by the state of now (R60). */
  async renew(): Promise<boolean> {
    const { exchange, state } = this;
    if (!(await this.steps.renewCredentials(exchange, state!, this.produced!))) return false;
    // Without a state nothing is sent once more; the upstream's refusal passes.
    const compared = await catchSync<Step | null>(
      () => stillPasses(this.steps, exchange, state!, this),
      () => null,
    );
    if (compared?.refused) this.cut(compared.refusal);
    return compared !== null && !compared.refused;
  }

  failed(error: unknown): Refusal {
    return failedLeg(this.exchange, error);
  }

  ended(result: ForwardResult): void {
    const { socket } = this.exchange.client;
    if (result.status === SWITCHING_PROTOCOLS && !socket.destroyed) socket.once('close', this.release!);
    else this.release!();
    const { meter } = this;
    if (meter === null) this.tell(result, null);
    else meter.settle(result.unanswered === true, (charge) => this.tell(result, charge));
  }

  private tell(result: ForwardResult, charge: Charge | null): void {
    try {
      this.record({ ...result, injectionCount: this.injectionCount, charge });
    } catch (error) {
      this.events.fault(error);
      answerFault(this.exchange.client, this.exchange.mode);
    }
  }

  private cut(refusal: Refusal): void {
    const { status } = refusal;
    // That of a WebSocket was told at its handshake.
    if (this.leg!.cut(refusal))
      this.record({ status, refusal, complete: false, cut: true, injectionCount: 0 });
  }

  private record(outcome: Omit<ExchangeOutcome, 'latencyMs'>): void {
    const { exchange, access, state } = this;
    exchange.body.release();
    const latencyMs = Math.round(performance.now() - exchange.startedAt);
    this.steps.record(exchange, access, state, { ...outcome, latencyMs });
  }
}
