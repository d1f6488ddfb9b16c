import { Injectable } from '@nestjs/common';
import { isAmbiguousPath } from '../../domain/matching/ambiguous-path.js';
import { isLlmHost } from '../../domain/matching/llm-hosts.js';
import { evaluate } from '../../domain/policy/evaluate.js';
import type { RequestFacts } from '../../domain/policy/facts.js';
import type { Decision } from '../../domain/policy/model.js';
import { Configuration } from '../../kernel/config/configuration.js';
import { llmHosts } from '../../kernel/config/llm-hosts.js';
import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import type { ApprovalTrace } from '../approvals/held-log.js';
import type { JudgedRequest } from '../exchange.js';
import * as verdicts from '../verdicts.js';
import { ChooseConnectionStage, type ConnectionSelection } from './choose-connection.js';
import { somebodyReadsPaths } from './path-readers.js';
import { RateLimits } from './rate-limits.js';
import { type FactsSettings, factsOf } from './request-facts.js';

/** Whose values are on a request. */
export interface WrittenCredentials {
  readonly secretIds: readonly string[];
  readonly connectionId: string | null;
}

/** What policy said; `refusal` null lets the request go on. */
export interface Judgement {
  /** Null when a step before policy refused. */
  facts: RequestFacts | null;
  /** Null when the request was refused before a connection was chosen. */
  selection: ConnectionSelection | null;
  /** Null when a step before policy refused. */
  decision: Decision | null;
  refusal: verdicts.Verdict | null;
  /** Set once a person had to be asked. */
  approval?: ApprovalTrace;
  /** Set once credentials were written into the request. */
  written?: WrittenCredentials;
}

/** Steps 4 (what depends on the agent), 8, 9, 12, 14 and 16 to 18 of 06 §19: claim to rate limits. */
@Injectable()
export class DecideStage {
  private readonly settings: FactsSettings;

  constructor(
    private readonly configuration: Configuration,
    private readonly connections: ChooseConnectionStage,
    private readonly rateLimits: RateLimits,
  ) {
    this.settings = {
      llmHosts: llmHosts(configuration.llmHostsExtra),
      conditionBodyBytes: configuration.gateway.conditionBodyBytes,
    };
  }

  /** Throws when something it needs could not be read; the pipeline answers `resolution_failed`. */
  judge(request: JudgedRequest, access: AgentAccess): Promise<Judgement> {
    return this.decide(request, access, true);
  }

  /**
   * The same with nothing counted, as if no rate limit were exceeded: once a person has agreed, what was counted
   * already (06 §15.1.5), and for a request that nobody makes (02 §8.6).
   */
  judgeUncounted(request: JudgedRequest, access: AgentAccess): Promise<Judgement> {
    return this.decide(request, access, false);
  }

  /** What policy judges of the request; `winner` is the id of the connection that serves it. */
  factsOf(request: JudgedRequest, access: AgentAccess, winner: string | null): Promise<RequestFacts> {
    return factsOf(request, access, winner, this.settings);
  }

  private async decide(request: JudgedRequest, access: AgentAccess, counting: boolean): Promise<Judgement> {
    if (isAmbiguousPath(request.path) && somebodyReadsPaths(access, request.host)) {
      return refused(verdicts.ambiguousPath());
    }
    const unclaimed = this.claimRefusal(request, access);
    if (unclaimed) return refused(unclaimed);
    const selection = this.connections.choose(request, access);
    if (selection.refusal) return refused(selection.refusal, selection);
    const facts = await this.factsOf(request, access, selection.winner?.id ?? null);
    const decision = evaluate(access.policy, facts);
    // What was made of the body is held no longer than it was judged.
    request.body.holdDerived(0);
    const refusal = await this.act(request, access, decision, counting);
    return { facts, selection, decision, refusal };
  }

  claimRefusal({ host }: JudgedRequest, { organization }: AgentAccess): verdicts.Verdict | null {
    if (organization.claimed || isLlmHost(host, this.settings.llmHosts)) return null;
    return verdicts.claimRequired(`${this.configuration.appUrl}/claim`);
  }

  blockRefusal(request: JudgedRequest, access: AgentAccess, decision: Decision): verdicts.Verdict | null {
    if (decision.kind === 'pass') return null;
    const links = this.linksFor(access);
    return decision.kind === 'block'
      ? verdicts.blockedByPolicy(decision.rule, lineOf(request), links)
      : verdicts.blockedByDefaultPolicy(lineOf(request), links);
  }

  /** For what cannot wait for a person: a WebSocket, or an exchange under way. */
  approvalRefusal(request: JudgedRequest, access: AgentAccess, { rule }: Decision): verdicts.Verdict {
    return verdicts.approvalImpossible(rule!.scope, lineOf(request), this.linksFor(access));
  }

  /** 02 §12.9: block, default block, every rate limit; an approval is asked for by the hold stage. */
  private async act(
    request: JudgedRequest,
    access: AgentAccess,
    decision: Decision,
    counting: boolean,
  ): Promise<verdicts.Verdict | null> {
    if (decision.kind !== 'pass') return this.blockRefusal(request, access, decision);
    if (counting && decision.limits.length > 0) {
      const exceeded = await this.rateLimits.count(access, decision.limits);
      if (exceeded) return verdicts.rateLimited(exceeded);
    }
    return decision.approval && request.isWebSocket ? this.approvalRefusal(request, access, decision) : null;
  }

  private linksFor(access: AgentAccess): verdicts.DashboardLinks {
    return new verdicts.DashboardLinks(this.configuration.appUrl, access.workspaceId);
  }
}

/** For those who keep a judgement while they wait: the body that was judged is not kept with it. */
export function withoutBody(judgement: Judgement): Judgement {
  if (!judgement.facts?.body) return judgement;
  return { ...judgement, facts: { ...judgement.facts, body: null } };
}

function lineOf({ method, host, target }: JudgedRequest): verdicts.RequestLine {
  return { method, host, path: target };
}

/** The refusal of a step before policy. */
function refused(refusal: verdicts.Verdict, selection: ConnectionSelection | null = null): Judgement {
  return { facts: null, selection, decision: null, refusal };
}
