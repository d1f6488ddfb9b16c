import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import type { ExchangeOutcome } from './exchange.js';
import type { Admitted, AdmittedExchange, AuthorizedExchange, ReadyExchange, Steps } from './progress.js';
import type { Refusal } from './results/refusals.js';
import type { CallMeter, UpstreamAnswer } from './results/upstream-answer.js';

/** What the gateway asks about agents and their requests. Nothing here has a socket. */
export interface GatewayServices {
  readonly agents: AgentDirectory;
  /** From the normalised path to whether it may be held: decides, and changes nothing of the request. */
  readonly authorization: Steps<Admitted>;
  /** Asks a person where a rule wants that, and waits for the answer. */
  readonly approval: Steps<AuthorizedExchange>;
  /** From the credentials to the last changes of the request. */
  readonly preparation: Steps<AuthorizedExchange>;
  readonly reauthorization: {
    /** The refusal that what was let through earlier meets by the state of now; null where it may go on (R29, R60). */
    refusalOf(earlier: Admitted, access: AgentAccess): Promise<Refusal | null> | Refusal | null;
  };
  readonly credentials: {
    /**
     * Only asked when the upstream refused a renewable token: whether the request carries another one now. Never rejects.
     */
    renew(state: ReadyExchange): Promise<boolean>;
  };
  readonly meters: {
    /** What reads what the call uses; null where nothing is metered. */
    meter(state: ReadyExchange): CallMeter | null;
  };
  readonly hints: {
    /** Only asked with no credential on the request, on 400, 401 and 403. */
    hintFor(state: Admitted, answer: UpstreamAnswer): Refusal | null;
  };
  readonly openExchanges: {
    /** Follows what is forwarded until the returned function is called; `cut` ends it with that refusal (R29). */
    watch(state: ReadyExchange, cut: (refusal: Refusal) => void): () => void;
  };
  readonly records: {
    record(state: AdmittedExchange, outcome: ExchangeOutcome): void;
  };
}

export interface AgentDirectory {
  /**
   * `authenticate` and `loadState` in one question: the agent and what it may do, by SHA-256 of the token; null for
   * an unknown token; throws when unknowable.
   */
  identify(tokenHash: Buffer): Promise<AgentAccess | null> | AgentAccess | null;
}

/** Thrown by `identify` when the agent is known but its rules or credentials are not (06 §19.6). */
export class StateUnavailable extends Error {}
