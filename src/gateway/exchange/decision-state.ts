import type { RequestFacts } from '../../domain/decision/policy/conditions/facts.js';
import type { Decision } from '../../domain/decision/policy/model.js';
import type { ResourceScope } from '../../domain/decision/resource-scopes/effective-scope.js';
import type { AccessibleConnection } from '../../modules/policy/agent-snapshot/agent-access.js';
import type { Settlement } from '../../modules/policy/approvals/approval-rows.js';

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

/** What the steps have found out about a request; null for what no step was asked. */
export class DecisionState {
  /** The app of the request: the winner's, else the one its host and path belong to (06 §10.2). */
  provider: string | null = null;
  /** The connection that serves the request (02 §11.3). */
  winner: AccessibleConnection | null = null;
  /** What of it the agent reaches; null: all of it. */
  scope: ResourceScope | null = null;
  facts: RequestFacts | null = null;
  decision: Decision | null = null;
  written: WrittenCredentials | null = null;

  /** `approval`: set once a person had to be asked. */
  constructor(public approval: ApprovalTrace | null = null) {}
}

/** The body that was judged is not kept with the decision. */
export function forgetBody(state: DecisionState): void {
  const { facts } = state;
  if (facts?.body) state.facts = { ...facts, body: null };
}
