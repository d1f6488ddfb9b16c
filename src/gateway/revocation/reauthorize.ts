import { Injectable } from '@nestjs/common';
import { needsBody } from '../../domain/decision/policy/evaluation/evaluate.js';
import type { Decision } from '../../domain/decision/policy/model.js';
import { entriesOutside } from '../../domain/decision/resource-scopes/effective-scope.js';
import { Configuration } from '../../kernel/config/configuration.js';
import type { AccessibleConnection, AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import { resourceAccessDenied } from '../refusals/connection-refusals.js';
import { DashboardLinks } from '../refusals/dashboard-links.js';
import { thenSync } from '../exchange/maybe-async.js';
import type { EvaluatedRequest } from '../exchange/exchange.js';
import { accessRestricted } from '../refusals/hint-refusals.js';
import type { DecisionState } from '../exchange/decision-state.js';
import type { Step } from '../exchange/step.js';
import { noLongerKnown, type Refusal } from '../exchange/refusals.js';
import { DecideStage } from '../stages/decide.js';
import { isManaged } from '../stages/request-facts.js';

/**
 * Whether what was let through would still be, by the state of now (R29). Asks nobody and counts nothing: a rate
 * limit was paid for, and what a person approved stays approved until a rule blocks it. The body is gone, so what was
 * seen of it then is what is judged.
 */
@Injectable()
export class Reauthorization {
  constructor(
    private readonly configuration: Configuration,
    private readonly judging: DecideStage,
  ) {}

  /** The refusal it would meet, null when it may go on. Waits only while a long body is read again. */
  judge(
    request: EvaluatedRequest,
    earlier: DecisionState,
    access: AgentAccess,
  ): Promise<Refusal | null> | Refusal | null {
    const { winner } = earlier;
    const kept = winner === null ? null : keptConnection(request, winner, access);
    const refusal =
      refusalOf(this.judging.claim(request, access)) ??
      refusalOf(this.judging.availability(request, access, kept)) ??
      (kept && refusalOf(this.judging.emptyScope(kept, access)));
    if (refusal !== null) return refusal;
    return thenSync(
      this.policyRefusal(request, earlier, access, kept?.id ?? null),
      (refused) =>
        refused ??
        (kept && this.narrowed(earlier, access, kept)) ??
        this.withdrawnCredential(request, earlier, access, kept?.id ?? null),
    );
  }

  private policyRefusal(
    request: EvaluatedRequest,
    earlier: DecisionState,
    access: AgentAccess,
    winnerConnectionId: string | null,
  ): Promise<Refusal | null> | Refusal | null {
    const { facts } = earlier;
    if (facts === null) return noLongerKnown();
    const unseen = facts.body === null && request.body.present && !request.isWebSocket;
    // A rule that came since looks at what nobody looked at: sent again, the request is judged by it.
    if (unseen && needsBody(access.policy, request.host)) return noLongerKnown();
    const managed = isManaged(request.host, access);
    return thenSync(this.judging.evaluate(access, { ...facts, winnerConnectionId, managed }), (decision) => {
      facts.body?.forgetReadings();
      return (
        refusalOf(this.judging.policy(request, access, decision)) ??
        (asksAnew(decision, earlier) ? this.judging.approvalRefusal(request, access, decision) : null)
      );
    });
  }

  /** It carries the credential of an account of which the agent reached something then that it does not reach now. */
  private narrowed(
    { scope, written }: DecisionState,
    access: AgentAccess,
    { id }: AccessibleConnection,
  ): Refusal | null {
    const now = access.resourceScopes.get(id);
    if (now === undefined || written?.connectionId !== id) return null;
    if (scope !== null && entriesOutside(scope, now).length === 0) return null;
    const links = new DashboardLinks(this.configuration.appUrl, access.workspaceId);
    return resourceAccessDenied(now.entries, 'What the agent reaches of the account was narrowed.', links);
  }

  /** It carries a credential that the agent would not get any more. */
  private withdrawnCredential(
    { host }: EvaluatedRequest,
    { facts, provider, written }: DecisionState,
    access: AgentAccess,
    keptConnectionId: string | null,
  ): Refusal | null {
    if (facts === null || written === null) return null;
    const { path, canonicalPath } = facts;
    const { secretIds, connectionId } = written;
    const attached =
      (connectionId === null || connectionId === keptConnectionId) &&
      secretIds.every((id) => access.granted.serves(id, host, path, canonicalPath));
    if (attached) return null;
    const links = new DashboardLinks(this.configuration.appUrl, access.workspaceId);
    return accessRestricted(403, provider ?? host, links);
  }
}

/** One that its provider ended was taken from nobody. */
function keptConnection(
  { host }: EvaluatedRequest,
  { id }: AccessibleConnection,
  access: AgentAccess,
): AccessibleConnection | null {
  const among = ({ connections }: { connections: readonly AccessibleConnection[] }) =>
    connections.find((connection) => connection.id === id) ?? null;
  return among(access.connections.on(host)) ?? among(access.endedConnections.on(host));
}

/** A rule wants a person's decision, and nobody was asked when the exchange began. */
function asksAnew(decision: Decision, { approval }: DecisionState): boolean {
  return decision.kind === 'pass' && decision.approval && approval === null;
}

function refusalOf(step: Step<unknown>): Refusal | null {
  return step.refused ? step.refusal : null;
}
