import { Injectable } from '@nestjs/common';
import { evaluate } from '../../../domain/decision/policy/evaluation/evaluate.js';
import type { RequestFacts } from '../../../domain/decision/policy/conditions/facts.js';
import type { Decision } from '../../../domain/decision/policy/model.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import type { AgentAccess } from '../../../modules/policy/agent-snapshot/agent-access.js';
import type { Admitted, Described } from '../../exchange/progress.js';
import type { Ended, Step } from '../../exchange/steps.js';
import { DashboardLinks } from '../../refusals/dashboard-links.js';
import {
  approvalImpossible,
  blockedByDefaultPolicy,
  blockedByPolicy,
} from '../../refusals/policy-refusals.js';
import { BodyTurns } from '../facts/body-turns.js';
import { lineOf, readerOf } from '../facts/request-facts.js';

/** `policy` of 06 §19: what the rules decide. Waits only while a long body is read. */
@Injectable()
export class PolicyStep implements Step<Described> {
  readonly name = 'policy';

  constructor(
    private readonly configuration: Configuration,
    private readonly turns: BodyTurns,
  ) {}

  run(state: Described): Promise<Ended> | Ended {
    if (state.facts.body !== null) return this.inTurns(state);
    state.decision = evaluate(state.access.policy, state.facts);
    return state.decision.kind === 'pass' ? null : this.refusalOf(state, state.decision);
  }

  /** Null for what passes. */
  refusalOf(request: Admitted, decision: Decision): Ended {
    if (decision.kind === 'pass') return null;
    const links = this.linksFor(request);
    return decision.kind === 'block'
      ? blockedByPolicy(decision.rule, lineOf(request), links)
      : blockedByDefaultPolicy(lineOf(request), links);
  }

  /** For what cannot wait for a person: a WebSocket, or an exchange under way. */
  approvalRefusal(request: Admitted, { rule }: Decision): Ended {
    if (!rule) throw new Error('An approval is asked for by a rule');
    return approvalImpossible(rule.scope, lineOf(request), this.linksFor(request));
  }

  evaluate(access: AgentAccess, facts: RequestFacts): Promise<Decision> | Decision {
    return this.decide(access, facts, () => evaluate(access.policy, facts));
  }

  /** Whatever asks about the body of a request; it is asked again until the body is read (ADR 122). */
  decide<Result>(
    access: AgentAccess,
    { body }: RequestFacts,
    decide: () => Result,
  ): Promise<Result> | Result {
    return body === null ? decide() : this.turns.take(readerOf(access), body, decide);
  }

  private async inTurns(state: Described): Promise<Ended> {
    state.decision = await this.evaluate(state.access, state.facts);
    return this.refusalOf(state, state.decision);
  }

  private linksFor({ access }: Admitted): DashboardLinks {
    return new DashboardLinks(this.configuration.appUrl, access.workspaceId);
  }
}
