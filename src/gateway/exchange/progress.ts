import type { Injection } from '../../domain/decision/injection/request-edits/model.js';
import type { RequestFacts } from '../../domain/decision/policy/conditions/facts.js';
import type { Decision } from '../../domain/decision/policy/model.js';
import type { ResourceScope } from '../../domain/decision/resource-scopes/effective-scope.js';
import type { ConnectionToken } from '../../modules/credentials/connection-tokens/access-tokens.js';
import type { AccessibleConnection, AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import type { Settlement } from '../../modules/policy/approvals/approval-rows.js';
import type { EvaluatedRequest, Exchange } from './exchange.js';
import type { RequestChanges } from './results/request-changes.js';

/** The approval that a request waited for. */
export interface ApprovalTrace {
  readonly id: string;
  readonly triggeredAt: Date;
  /** Null while it waits. */
  readonly settlement: Settlement | null;
}

/** An approval that is over. */
export interface SettledApproval extends ApprovalTrace {
  readonly settlement: Settlement;
}

/** Whose values are on a request. */
export interface WrittenCredentials {
  readonly secretIds: readonly string[];
  readonly connectionId: string | null;
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

export type PassingDecision = Extract<Decision, { kind: 'pass' }>;

/** What the steps have found out about a request so far; null for what no step was asked. */
export interface Progress {
  /** What the agent may do, by the state of the last look. */
  access: AgentAccess;
  /** The app of the request: the winner's, else the one its host and path belong to (06 §10.2). */
  provider: string | null;
  /** The connection that serves the request (02 §11.3). */
  winner: AccessibleConnection | null;
  /** What of it the agent reaches; null: all of it. */
  scope: ResourceScope | null;
  facts: RequestFacts | null;
  decision: Decision | null;
  /** Set once a person had to be asked. */
  approval: SettledApproval | null;
  /** Set once credentials are on the request. */
  written: WrittenCredentials | null;
  /** A step had to wait, so that the state of the agent may have changed since it was looked up. */
  waited: boolean;
}

/** A request of a known agent. One that is only simulated has no sockets. */
export interface Admitted extends EvaluatedRequest, Progress {}

/** What policy looks at is known. */
export interface Described extends Admitted {
  facts: RequestFacts;
}

/** Policy lets it pass. */
export interface Authorized extends Described {
  decision: PassingDecision;
}

/** The request on its way from an agent to an upstream. */
export interface AdmittedExchange extends Exchange, Progress {
  produced: Produced | null;
  /** How many credentials are on it. */
  injectionCount: number;
}

export interface AuthorizedExchange extends AdmittedExchange {
  facts: RequestFacts;
  decision: PassingDecision;
}

/** Its credentials are at hand: nothing is left to ask but whether it may go. */
export interface ReadyExchange extends AuthorizedExchange {
  produced: Produced;
}

export function isDescribed<State extends Admitted>(state: State): state is State & Described {
  return state.facts !== null;
}

export function isAuthorized<State extends Admitted>(state: State): state is State & Authorized {
  return state.facts !== null && state.decision?.kind === 'pass';
}

export function isReady(state: AdmittedExchange): state is ReadyExchange {
  return isAuthorized(state) && state.produced !== null;
}

/** Of a request about which nothing is known but whose it is, and who has agreed to it. */
export function progressOf(access: AgentAccess, approval: SettledApproval | null = null): Progress {
  return {
    access,
    provider: null,
    winner: null,
    scope: null,
    facts: null,
    decision: null,
    approval,
    written: null,
    waited: false,
  };
}

/** The body that was judged is not kept with the decision. */
export function forgetBody(state: Pick<Progress, 'facts'>): void {
  const { facts } = state;
  if (facts?.body) state.facts = { ...facts, body: null };
}
