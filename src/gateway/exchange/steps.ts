import type { Injection } from '../../domain/decision/injection/request-edits/model.js';
import type { RequestFacts } from '../../domain/decision/policy/conditions/facts.js';
import type { Decision } from '../../domain/decision/policy/model.js';
import type { AccessibleConnection, AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import type { ConnectionToken } from '../../modules/credentials/connection-tokens/access-tokens.js';
import type { Exchange, ExchangeOutcome, EvaluatedRequest } from './exchange.js';
import type { RequestChanges } from './request-changes.js';
import type { DecisionState, SettledApproval, WrittenCredentials } from './decision-state.js';
import type { Step } from './step.js';
import type { CallMeter, UpstreamAnswer } from './upstream-answer.js';
import type { Refusal } from './refusals.js';

export type PassingDecision = Extract<Decision, { kind: 'pass' }>;

/**
 * The steps that judge a request, `claim` to `rateLimits` of 06 §19, each for itself; their order is that of
 * `pipeline.ts`. None has a socket. One that cannot read what it needs throws, which refuses the request.
 */
export interface AuthorizationSteps {
  /** What of `normalise` depends on the agent (R25). */
  normalisePath(request: EvaluatedRequest, access: AgentAccess): Step;
  claim(request: EvaluatedRequest, access: AgentAccess): Step;
  detect(request: EvaluatedRequest): string | null;
  /** Whether the app may be used: the one that host and path belong to, and once there is a winner its own. */
  availability(request: EvaluatedRequest, access: AgentAccess, winner: AccessibleConnection | null): Step;
  chooseConnection(request: EvaluatedRequest, access: AgentAccess): Step<AccessibleConnection | null>;
  emptyScope(winner: AccessibleConnection, access: AgentAccess): Step;
  /** Refreshes of placeholders, which the gateway answers itself (06 §11.7). */
  placeholderRefresh(request: EvaluatedRequest, winner: AccessibleConnection | null): Promise<Step> | Step;
  /** What policy looks at; waits only for a body that a rule looks at. */
  peekBody(
    request: EvaluatedRequest,
    access: AgentAccess,
    winner: AccessibleConnection | null,
  ): Promise<RequestFacts> | RequestFacts;
  /** Waits only while a long body is read. */
  evaluate(access: AgentAccess, facts: RequestFacts): Promise<Decision> | Decision;
  policy(request: EvaluatedRequest, access: AgentAccess, decision: Decision): Step<PassingDecision>;
  rateLimits(access: AgentAccess, decision: PassingDecision): Promise<Step> | Step;
  /** Whether what the request is about is among what the agent reaches of the account (03 §13.3). */
  resourceGuard(
    request: EvaluatedRequest,
    access: AgentAccess,
    winner: AccessibleConnection | null,
  ): Promise<Step> | Step;
  /** Whether the budget of a partner's key that would be used is spent (06 §13.4). */
  budget(request: EvaluatedRequest, access: AgentAccess): Promise<Step> | Step;
  /** Refuses what would have to be held and cannot be: a WebSocket, or what is under way (06 §9.1.3, R29). */
  holdable(request: EvaluatedRequest, access: AgentAccess, decision: PassingDecision): Step;
}

/** What an account writes into a request with a token that may be replaced by another (06 §11.4.3). */
export interface RenewableToken {
  readonly token: ConnectionToken;
  /** The injections before this one are those of secrets, whose slots stay theirs. */
  readonly from: number;
}

/** What credentials will write; made before anything is written. */
export interface Produced extends WrittenCredentials {
  readonly injections: readonly Injection[];
  readonly changes?: RequestChanges | null;
  /** Null where a refusal by the upstream changes nothing. */
  readonly renewable: RenewableToken | null;
}

/** What the gateway asks about an agent's request, one method for each step of 06 §19 that is not about bytes. */
export interface AgentSteps {
  readonly authorization: AuthorizationSteps;
  /**
   * `authenticate` and `loadState` in one question: the agent and what it may do, by SHA-256 of the token; null for
   * an unknown token; throws when unknowable.
   */
  identify(tokenHash: Buffer): Promise<AgentAccess | null> | AgentAccess | null;
  /** Waits for a person's decision and says how that ended; null when nobody could be asked. */
  hold(exchange: Exchange, access: AgentAccess, state: DecisionState): Promise<SettledApproval | null>;
  produceCredentials(
    exchange: Exchange,
    access: AgentAccess,
    state: DecisionState,
  ): Promise<Step<Produced>> | Step<Produced>;
  /** Changes `exchange.outbound`, answers how many credentials went in. */
  buildRequest(exchange: Exchange, produced: Produced): number;
  /**
   * Only asked when the upstream refused a renewable token: whether `exchange.outbound` carries another one now. Never
   * rejects.
   */
  renewCredentials(exchange: Exchange, state: DecisionState, produced: Produced): Promise<boolean>;
  /** Only asked with credentials on the request; counts it among the calls of its organization (06 §13.3). */
  quota(exchange: Exchange, access: AgentAccess): Promise<Step> | Step;
  /** `budget` once more, of the credentials that are on the request (06 §13.4.2). */
  budget(exchange: Exchange, access: AgentAccess, produced: Produced): Promise<Step> | Step;
  /** What reads what the call uses; null where nothing is metered. `written`: null where the request carries none. */
  meter(exchange: Exchange, access: AgentAccess, written: WrittenCredentials | null): CallMeter | null;
  /** Only asked where credentials change more than fields: the last changes, after which nothing does (06 §19.25). */
  finalise(exchange: Exchange, changes: RequestChanges): Promise<Step> | Step;
  /** The refusal that what was let through earlier meets by the state of now; null where it may go on (R29, R60). */
  reauthorize(
    exchange: Exchange,
    earlier: DecisionState,
    access: AgentAccess,
  ): Promise<Refusal | null> | Refusal | null;
  /** Only asked with an injection count of 0 on 400, 401 and 403. */
  hintFor(exchange: Exchange, access: AgentAccess, answer: UpstreamAnswer): Refusal | null;
  /** Follows what is forwarded until the returned function is called; `cut` ends it with that refusal (R29). */
  watch(
    exchange: Exchange,
    access: AgentAccess,
    state: DecisionState,
    cut: (refusal: Refusal) => void,
  ): () => void;
  /** Never on the request path; `decision` is null for what was refused before policy. */
  record(
    exchange: Exchange,
    access: AgentAccess,
    state: DecisionState | null,
    outcome: ExchangeOutcome,
  ): void;
}

/** Thrown by `identify` when the agent is known but its rules or credentials are not (06 §19.6). */
export class StateUnavailable extends Error {}
