import type { AgentAccess } from '../modules/policy/agent-snapshot/agent-access.js';
import type { AdmissionEvents } from './admission.js';
import { guarded } from './at-once.js';
import type { Exchange, ExchangeOutcome } from './exchange.js';
import type { CallMeter } from './metering/call-meter.js';
import type { Charge } from './metering/charge.js';
import type { Judgement } from './judgement.js';
import { answerFault, answerVerdict } from './responder.js';
import type { AgentSteps, Produced } from './steps.js';
import type { Step } from './step.js';
import { stillPasses } from './still-passes.js';
import type { ForwardHooks, ForwardResult, UpstreamAnswer, UpstreamLeg } from './upstream/upstream-leg.js';
import { failedLeg } from './upstream/upstream-verdicts.js';
import type { Verdict } from './verdicts.js';

const SWITCHING_PROTOCOLS = 101;

/** One request of a known agent on its way through the pipeline, what was found out so far, and how its end is told. */
export class Passage implements ForwardHooks {
  /** The last one that was completed. */
  judgement: Judgement | null = null;
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
      'hintFor' | 'identify' | 'judgeAgain' | 'record' | 'renewCredentials' | 'watch'
    >,
    private readonly events: Pick<AdmissionEvents, 'fault'>,
  ) {}

  refuse(verdict: Verdict): void {
    answerVerdict(this.exchange, verdict);
    this.record({ status: verdict.status, verdict, complete: true, injectionCount: 0 });
  }

  /** Nobody refuses it any more: `begin` sends it, and from now on it is judged again when its agent's state changes. */
  forward(begin: (hooks: ForwardHooks) => UpstreamLeg): void {
    const { exchange, access } = this;
    this.release = this.steps.watch(exchange, access, this.judgement!, (verdict) => this.cut(verdict));
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

  explain(answer: UpstreamAnswer): Verdict | null {
    return this.steps.hintFor(this.exchange, this.access, answer);
  }

  /** Whether a token is on it in whose place another can be written. */
  get renews(): boolean {
    return this.injectionCount > 0 && this.produced!.renewable !== null;
  }

  /** Whether it is to be sent once more, with another token and by the state of now (R60). */
  async renew(): Promise<boolean> {
    const { exchange, judgement } = this;
    if (!(await this.steps.renewCredentials(exchange, judgement!, this.produced!))) return false;
    // Without a state nothing is sent once more; the upstream's refusal passes.
    const compared = await guarded<Step | null>(
      () => stillPasses(this.steps, exchange, judgement!, this),
      () => null,
    );
    if (compared?.refused) this.cut(compared.verdict);
    return compared !== null && !compared.refused;
  }

  failed(error: unknown): Verdict {
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

  private cut(verdict: Verdict): void {
    const { status } = verdict;
    // That of a WebSocket was told at its handshake.
    if (this.leg!.cut(verdict))
      this.record({ status, verdict, complete: false, cut: true, injectionCount: 0 });
  }

  private record(outcome: Omit<ExchangeOutcome, 'latencyMs'>): void {
    const { exchange, access, judgement } = this;
    exchange.body.release();
    const latencyMs = Math.round(performance.now() - exchange.startedAt);
    this.steps.record(exchange, access, judgement, { ...outcome, latencyMs });
  }
}
