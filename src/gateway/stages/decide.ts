import { Injectable } from '@nestjs/common';
import { evaluate } from '../../domain/policy/evaluate.js';
import type { RequestFacts } from '../../domain/policy/facts.js';
import type { Decision } from '../../domain/policy/model.js';
import { Configuration } from '../../kernel/config/configuration.js';
import type { AgentAccess } from '../../modules/agent-access/agent-access.js';
import type { Exchange } from '../exchange.js';
import * as verdicts from '../verdicts.js';
import { llmHosts } from './llm-hosts.js';
import { RateLimits } from './rate-limits.js';
import { type FactsSettings, factsOf } from './request-facts.js';

/** What policy said; `refusal` null lets the request go on. */
export interface Judgement {
  facts: RequestFacts;
  /** Null when a step before policy refused. */
  decision: Decision | null;
  refusal: verdicts.Verdict | null;
}

/** Steps 8, 9, 16 to 18 and 21 of 06 §19: claim, facts, policy, rate limits, hold. */
@Injectable()
export class DecideStage {
  private readonly settings: FactsSettings;

  constructor(
    private readonly configuration: Configuration,
    private readonly rateLimits: RateLimits,
  ) {
    this.settings = {
      llmHosts: llmHosts(configuration.llmHostsExtra),
      conditionBodyBytes: configuration.gateway.conditionBodyBytes,
    };
  }

  /** Throws when something it needs could not be read; the pipeline answers `resolution_failed`. */
  async judge(exchange: Exchange, access: AgentAccess): Promise<Judgement> {
    const facts = await factsOf(exchange, access, this.settings);
    if (!access.organization.claimed && !facts.llmHost) {
      return { facts, decision: null, refusal: verdicts.claimRequired(`${this.configuration.appUrl}/claim`) };
    }
    const decision = evaluate(access.policy, facts);
    return { facts, decision, refusal: await this.act(exchange, access, decision) };
  }

  /** 02 §12.9: block, default block, every rate limit, then approval. */
  private async act(
    exchange: Exchange,
    access: AgentAccess,
    decision: Decision,
  ): Promise<verdicts.Verdict | null> {
    const links = this.linksFor(access);
    const line = { method: exchange.method, host: exchange.host, path: exchange.target };
    if (decision.kind === 'block') return verdicts.blockedByPolicy(decision.rule, line, links);
    if (decision.kind === 'default-block') return verdicts.blockedByDefaultPolicy(line, links);
    if (decision.limits.length > 0) {
      const exceeded = await this.rateLimits.count(access, decision.limits);
      if (exceeded) return verdicts.rateLimited(exceeded);
    }
    if (!decision.approval) return null;
    if (exchange.isWebSocket) return verdicts.approvalOnWebSocket(decision.rule!.scope, line, links);
    // Without a place to hold requests nobody can be asked, so nothing is sent (06 §15.1.6).
    return verdicts.approvalStoreUnavailable();
  }

  private linksFor(access: AgentAccess): verdicts.DashboardLinks {
    return new verdicts.DashboardLinks(this.configuration.appUrl, access.workspaceId);
  }
}
