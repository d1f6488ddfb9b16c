import type { AgentAccess } from '../modules/policy/agent-snapshot/agent-access.js';
import type { Exchange, ExchangeOutcome } from './exchange.js';
import type { Judgement } from './judgement.js';
import { answerVerdict } from './responder.js';
import type { AgentSteps } from './steps.js';
import type { Verdict } from './verdicts.js';

/** One request of a known agent on its way through the pipeline, and how its end is told. */
export class Passage {
  /** The last one that was completed. */
  judgement: Judgement | null = null;

  constructor(
    readonly exchange: Exchange,
    /** By the state of the last look. */
    public access: AgentAccess,
    private readonly steps: Pick<AgentSteps, 'record'>,
  ) {}

  refuse(verdict: Verdict): void {
    answerVerdict(this.exchange, verdict);
    this.record({ status: verdict.status, verdict, complete: true, injectionCount: 0 });
  }

  record(outcome: Omit<ExchangeOutcome, 'latencyMs'>): void {
    const { exchange, access, judgement } = this;
    exchange.body.release();
    const latencyMs = Math.round(performance.now() - exchange.startedAt);
    this.steps.record(exchange, access, judgement, { ...outcome, latencyMs });
  }
}
