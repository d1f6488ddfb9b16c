import { Injectable } from '@nestjs/common';
import { needsBody } from '../../domain/decision/policy/evaluation/evaluate.js';
import type { Decision } from '../../domain/decision/policy/model.js';
import { entriesOutside } from '../../domain/decision/resource-scopes/effective-scope.js';
import { Configuration } from '../../kernel/config/configuration.js';
import type { AccessibleConnection, AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import { resourceAccessDenied } from '../refusals/connection-refusals.js';
import { DashboardLinks } from '../refusals/dashboard-links.js';
import { accessRestricted } from '../refusals/hint-refusals.js';
import { type Admitted, progressOf, type Ended } from '../exchange/progress.js';
import { noLongerKnown } from '../exchange/results/refusals.js';
import { AvailabilityStep, EmptyScopeStep } from '../stages/authorization/app.js';
import { ClaimStep } from '../stages/authorization/target.js';
import { PolicyStep, isManaged } from '../stages/authorization/policy.js';

/**
 * Whether what was let through would still be, by the state of now (R29). Asks nobody and counts nothing: a rate
 * limit was paid for, and what a person approved stays approved until a rule blocks it. The body is gone, so what was
 * seen of it then is what is judged.
 */
@Injectable()
export class Reauthorization {
  constructor(
    private readonly configuration: Configuration,
    private readonly claim: ClaimStep,
    private readonly availability: AvailabilityStep,
    private readonly emptyScope: EmptyScopeStep,
    private readonly policy: PolicyStep,
  ) {}

  /** The refusal it would meet, null when it may go on. Waits only while a long body is read again. */
  refusalOf(earlier: Admitted, access: AgentAccess): Promise<Ended> | Ended {
    const now: Admitted = { ...earlier, ...progressOf(access, earlier.approval) };
    now.winner = earlier.winner === null ? null : keptConnection(earlier.winner, now);
    const refusal = this.claim.run(now) ?? this.availability.run(now) ?? this.emptyScope.run(now);
    if (refusal !== null) return refusal;
    const { facts } = earlier;
    if (facts === null) return noLongerKnown();
    const unseen = facts.body === null && now.body.present && !now.isWebSocket;
    // A rule that came since looks at what nobody looked at: sent again, the request is judged by it.
    if (unseen && needsBody(access.policy, now.host)) return noLongerKnown();
    const managed = isManaged(now.host, access);
    const winnerConnectionId = now.winner?.id ?? null;
    const decision = this.policy.evaluate(access, { ...facts, winnerConnectionId, managed });
    return 'then' in decision
      ? decision.then((known) => this.withDecision(earlier, now, known))
      : this.withDecision(earlier, now, decision);
  }

  private withDecision(earlier: Admitted, now: Admitted, decision: Decision): Ended {
    earlier.facts?.body?.forgetReadings();
    return (
      this.policy.refusalOf(now, decision) ??
      (asksAnew(decision, earlier) ? this.policy.approvalRefusal(now, decision) : null) ??
      this.narrowed(earlier, now) ??
      this.withdrawnCredential(earlier, now)
    );
  }

  /** It carries the credential of an account of which the agent reached something then that it does not reach now. */
  private narrowed({ scope, written }: Admitted, { access, winner }: Admitted): Ended {
    if (winner === null) return null;
    const now = access.resourceScopes.get(winner.id);
    if (now === undefined || written?.connectionId !== winner.id) return null;
    if (scope !== null && entriesOutside(scope, now).length === 0) return null;
    const detail = 'What the agent reaches of the account was narrowed.';
    return resourceAccessDenied(now.entries, detail, this.linksFor(access));
  }

  /** It carries a credential that the agent would not get any more. */
  private withdrawnCredential(
    { host, facts, provider, written }: Admitted,
    { access, winner }: Admitted,
  ): Ended {
    if (facts === null || written === null) return null;
    const { path, canonicalPath } = facts;
    const { secretIds, connectionId } = written;
    const attached =
      (connectionId === null || connectionId === winner?.id) &&
      secretIds.every((id) => access.granted.serves(id, host, path, canonicalPath));
    return attached ? null : accessRestricted(403, provider ?? host, this.linksFor(access));
  }

  private linksFor({ workspaceId }: AgentAccess): DashboardLinks {
    return new DashboardLinks(this.configuration.appUrl, workspaceId);
  }
}

/** One that its provider ended was taken from nobody. */
function keptConnection(
  { id }: AccessibleConnection,
  { host, access }: Admitted,
): AccessibleConnection | null {
  const among = ({ connections }: { connections: readonly AccessibleConnection[] }) =>
    connections.find((connection) => connection.id === id) ?? null;
  return among(access.connections.on(host)) ?? among(access.endedConnections.on(host));
}

/** A rule wants a person's decision, and nobody was asked when the exchange began. */
function asksAnew(decision: Decision, { approval }: Admitted): boolean {
  return decision.kind === 'pass' && decision.approval && approval === null;
}
