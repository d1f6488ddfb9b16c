import type { Injection } from '../../domain/decision/injection/request-edits/model.js';
import type { RequestFacts } from '../../domain/decision/policy/conditions/facts.js';
import type { Decision } from '../../domain/decision/policy/model.js';
import type { ResourceScope } from '../../domain/decision/resource-scopes/effective-scope.js';
import type { ConnectionToken } from '../../modules/credentials/connection-tokens/access-tokens.js';
import type { AccessibleConnection, AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import type { Settlement } from '../../modules/policy/approvals/approval-rows.js';
import type { EvaluatedRequest, Exchange } from './exchange.js';
import type { RequestChanges } from './results/request-changes.js';
import type { Refusal } from './results/refusals.js';

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
  /** What fields put in place of the path (R42), once `normalisePath` has read them. */
  overrides?: readonly string[] | undefined;
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

/** How a step ends: null, and the request goes on, or the refusal that ends it. */
export type Ended = Refusal | null;

/**
 * A step of 06 §19. What it finds out it writes into the state, for those after it. One that cannot read what it needs
 * throws, which refuses the request.
 */
export interface Step<State> {
  readonly name: string;
  run(state: State): Promise<Ended> | Ended;
}

/**
 * Steps in their order, and the one place that waits for them: a promise, and the turn it takes, would cost more than
 * most steps do (ADR 50). The type of the state says how far a request has come; `reaching` goes on with a further one.
 */
export class Steps<State extends { waited: boolean }> {
  private constructor(private readonly list: readonly Step<State>[]) {}

  static of<State extends { waited: boolean }>(...list: readonly Step<State>[]): Steps<State> {
    return new Steps(list);
  }

  followedBy(next: Steps<State>): Steps<State> {
    return new Steps([...this.list, ...next.list]);
  }

  /** Goes on with steps for which the request must have come so far. */
  reaching<Further extends State>(
    name: string,
    hasCome: (state: State) => state is Further,
    next: Steps<Further>,
  ): Steps<State> {
    const progress: Step<State> = { name, run: (state) => (hasCome(state) ? null : tooEarly(name)) };
    // The step between the two proves what the type says.
    return new Steps([...this.list, progress, ...(next.list as readonly Step<never>[])]);
  }

  except(name: string): Steps<State> {
    const at = this.placeOf(name);
    return new Steps(this.list.toSpliced(at, 1));
  }

  replacing(name: string, step: Step<State>): Steps<State> {
    return new Steps(this.list.with(this.placeOf(name), step));
  }

  before(name: string, step: Step<State>): Steps<State> {
    return new Steps(this.list.toSpliced(this.placeOf(name), 0, step));
  }

  /** Only taken where the request goes on after the named step. */
  after(name: string, step: Step<State>): Steps<State> {
    return new Steps(this.list.toSpliced(this.placeOf(name) + 1, 0, step));
  }

  /** One after the other, until one refuses. Waits only for those that have to wait themselves. */
  run(state: State, from = 0): Promise<Ended> | Ended {
    for (let at = from; at < this.list.length; at += 1) {
      const ended = this.list[at]!.run(state);
      if (ended === null) continue;
      // By what it can do and not by its class, of which a process may have several.
      if (!('then' in ended)) return ended;
      state.waited = true;
      return ended.then((refusal) => refusal ?? this.run(state, at + 1));
    }
    return null;
  }

  private placeOf(name: string): number {
    const at = this.list.findIndex((step) => step.name === name);
    if (at < 0) throw new Error(`No step is called ${name}`);
    return at;
  }
}

function tooEarly(name: string): never {
  throw new Error(`A request has not come as far as '${name}'`);
}

/** What a question about a request comes to: something found, with which the request goes on, or a refusal. */
export type Outcome<Found> = GoesOn<Found> | Refused;

export interface GoesOn<Found> {
  readonly refused: false;
  readonly found: Found;
}

export interface Refused {
  readonly refused: true;
  readonly refusal: Refusal;
}

export function goesOn<Found>(found: Found): GoesOn<Found> {
  return { refused: false, found };
}

export function refused(refusal: Refusal): Refused {
  return { refused: true, refusal };
}

/**
 * For work that mostly has nothing to wait for: a promise, and the turn it takes, would cost more than most steps of a
 * request do.
 */

/**
 * Told by what it can do and not by its class, of which a process may have several: taken for a value, a promise would
 * be an agent that nobody knows.
 */
export function isPromise<Value>(value: Promise<Value> | Value): value is Promise<Value> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}

/** Goes on with the value, at once where it is here. */
export function thenSync<Value, Result>(
  value: Promise<Value> | Value,
  goOn: (value: Value) => Promise<Result> | Result,
): Promise<Result> | Result {
  return isPromise(value) ? value.then(goOn) : goOn(value);
}

/** Whatever goes wrong, now or later, becomes what `failed` makes of it. */
export function catchSync<Result>(
  work: () => Promise<Result> | Result,
  failed: (error: unknown) => Result,
): Promise<Result> | Result {
  try {
    const result = work();
    return isPromise(result) ? result.catch(failed) : result;
  } catch (error) {
    return failed(error);
  }
}
