import { Injectable } from '@nestjs/common';
import { evaluate, needsBody } from '../../domain/policy/evaluate.js';
import type { Decision } from '../../domain/policy/model.js';
import { Configuration } from '../../kernel/config/configuration.js';
import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import type { JudgedRequest } from '../exchange.js';
import { accessRestricted } from '../hint-verdicts.js';
import { DashboardLinks, noLongerKnown, type Verdict } from '../verdicts.js';
import { ChooseConnectionStage } from './choose-connection.js';
import { DecideStage, type Judgement } from './decide.js';
import { isManaged } from './request-facts.js';

/**
 * Whether what was let through would still be, by the state of now (R29). Asks nobody and counts nothing: a rate
 * limit was paid for, and what a person approved stays approved until a rule blocks it. The body is gone, so what was
 * seen of it then is what is judged.
 */
@Injectable()
export class JudgeOpenStage {
  constructor(
    private readonly configuration: Configuration,
    private readonly connections: ChooseConnectionStage,
    private readonly decideStage: DecideStage,
  ) {}

  /** The refusal it would meet, null when it may go on. */
  judge(request: JudgedRequest, earlier: Judgement, access: AgentAccess): Verdict | null {
    const winner = earlier.selection?.winner ?? null;
    const { connections } = access.connections.on(request.host);
    const kept = connections.find(({ id }) => id === winner?.id) ?? null;
    return (
      this.decideStage.claimRefusal(request, access) ??
      (kept && this.connections.emptyScope(kept, access)) ??
      this.policyRefusal(request, earlier, access, kept?.id ?? null) ??
      this.withdrawnCredential(request, earlier, access, kept?.id ?? null)
    );
  }

  private policyRefusal(
    request: JudgedRequest,
    earlier: Judgement,
    access: AgentAccess,
    winnerConnectionId: string | null,
  ): Verdict | null {
    const { facts } = earlier;
    if (facts === null) return noLongerKnown();
    const unseen = facts.body === null && request.body.present && !request.isWebSocket;
    // A rule that came since looks at what nobody looked at: sent again, the request is judged by it.
    if (unseen && needsBody(access.policy, request.host)) return noLongerKnown();
    const managed = isManaged(request.host, access);
    const decision = evaluate(access.policy, { ...facts, winnerConnectionId, managed });
    return (
      this.decideStage.blockRefusal(request, access, decision) ??
      (asksAnew(decision, earlier) ? this.decideStage.approvalRefusal(request, access, decision) : null)
    );
  }

  /** It carries a credential that the agent would not get any more. */
  private withdrawnCredential(
    { host }: JudgedRequest,
    { facts, selection, written }: Judgement,
    access: AgentAccess,
    keptConnectionId: string | null,
  ): Verdict | null {
    if (facts === null || written === undefined) return null;
    const { path, canonicalPath } = facts;
    const { secretIds, connectionId } = written;
    const attached =
      (connectionId === null || connectionId === keptConnectionId) &&
      secretIds.every((id) => access.granted.serves(id, host, path, canonicalPath));
    if (attached) return null;
    const links = new DashboardLinks(this.configuration.appUrl, access.workspaceId);
    return accessRestricted(403, selection?.provider ?? host, links);
  }
}

/** A rule wants a person's decision, and nobody was asked when the exchange began. */
function asksAnew(decision: Decision, { approval }: Judgement): boolean {
  return decision.kind === 'pass' && decision.approval && approval === undefined;
}
