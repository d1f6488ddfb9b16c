/** What is answered when the organization or its rules refuse (06 §12); the rules of `exchange/refusals.ts` hold. */
import type { Unmeterable } from '../../domain/metering/usage/asked-usage.js';
import type { DashboardLinks } from './dashboard-links.js';
import type { Refusal } from '../exchange/results/refusals.js';

const CENTS_A_DOLLAR = 100;

/** The request as the agent sent it; `path` includes the query (06 §12). */
export interface RequestLine {
  method: string;
  host: string;
  path: string;
}

export interface BlockingRule {
  name: string;
  scope: 'organization' | 'workspace';
}

export function blockedByPolicy(rule: BlockingRule, request: RequestLine, links: DashboardLinks): Refusal {
  const dashboardUrl = links.agents();
  const remedy =
    rule.scope === 'organization'
      ? `It is an organization rule: only an organization admin can change it. ${dashboardUrl} shows what this agent may do.`
      : `It comes from this agent's own grant, which a member of the workspace can change at ${dashboardUrl}.`;
  return {
    status: 403,
    retryable: false,
    body: {
      error: 'blocked_by_policy',
      message: `The rule "${rule.name}" blocks ${request.method} on ${request.host}. ${remedy}`,
      rule_name: rule.name,
      method: request.method,
      path: request.path,
      dashboard_url: dashboardUrl,
    },
  };
}

/** Neither a WebSocket nor what is under way can be held for a decision (06 §9.1.3, R29). */
export function approvalImpossible(
  scope: BlockingRule['scope'],
  request: RequestLine,
  links: DashboardLinks,
): Refusal {
  return blockedByPolicy({ name: 'Manual approval required', scope }, request, links);
}

export function blockedByDefaultPolicy(request: RequestLine, links: DashboardLinks): Refusal {
  const dashboardUrl = links.agents();
  return {
    status: 403,
    retryable: false,
    body: {
      error: 'blocked_by_default_policy',
      message: `No rule allows ${request.method} on ${request.host}, and requests are blocked by default. An admin can add a rule; see ${dashboardUrl}.`,
      method: request.method,
      host: request.host,
      path: request.path,
      dashboard_url: dashboardUrl,
    },
  };
}

interface ExceededLimit {
  limit: number;
  window: 'minute' | 'hour' | 'day';
  retryAfterSeconds: number;
}

export function rateLimited({ limit, window, retryAfterSeconds }: ExceededLimit): Refusal {
  return {
    status: 429,
    retryable: true,
    headers: { 'retry-after': String(retryAfterSeconds) },
    body: {
      error: 'rate_limited',
      message: `This agent may make ${limit} such requests per ${window}. Try again in ${retryAfterSeconds} s.`,
      limit,
      window,
    },
  };
}

/** The plan of the organization allows no more calls with a credential this month (06 §13.3). */
export function quotaExceeded(limit: number, upgradeUrl: string): Refusal {
  return {
    status: 429,
    retryable: false,
    body: {
      error: 'quota_exceeded',
      message: `The plan of this organization includes ${limit} calls with a credential a month, and they are used up. A higher plan is at ${upgradeUrl}.`,
      limit,
      upgrade_url: upgradeUrl,
    },
  };
}

/** The organization has not given the app to the people of the workspace (03 §9.3). */
export function appUnavailable(provider: string, name: string, { method, host, path }: RequestLine): Refusal {
  return {
    status: 403,
    retryable: false,
    body: {
      error: 'app_unavailable',
      message: `${name} is not available to the people of this workspace. An organization admin can make it available.`,
      provider,
      method,
      host,
      path,
    },
  };
}

/** The organization waits for its owner to claim it (02 §12.1). */
export function claimRequired(claimUrl: string): Refusal {
  return {
    status: 403,
    retryable: false,
    body: {
      error: 'claim_required',
      message: `This organization has not been claimed yet. Its owner has to open ${claimUrl}.`,
      claim_url: claimUrl,
    },
  };
}

/** What a partner lends may be used no further; the organization's own key can be (07 §A11.10). */
export function budgetExceeded(
  { limitCents, period }: { limitCents: number; period: 'monthly' | 'total' },
  links: DashboardLinks,
): Refusal {
  const addKeyUrl = links.llmKeys();
  const limit = limitCents / CENTS_A_DOLLAR;
  const spent = period === 'monthly' ? 'for this month is spent' : 'is spent';
  return {
    status: 429,
    retryable: false,
    body: {
      error: 'budget_exceeded',
      message: `The budget of $${limit.toFixed(2)} of the model key that is provided to this organization ${spent}. Add a key of your own at ${addKeyUrl} to go on.`,
      limit_usd: limit,
      period,
      add_key_url: addKeyUrl,
    },
  };
}

const UNMETERABLE: Readonly<Record<Unmeterable, string>> = {
  call: 'what this call costs is not told by its answer',
  background: 'a response in the background is paid for after its answer',
  body: 'its body is not JSON that the gateway can read, or too long',
};

/** What a partner lends may cost no more than a budget can count (R40.3). */
export function budgetUnmeterable(reason: Unmeterable, links: DashboardLinks): Refusal {
  const addKeyUrl = links.llmKeys();
  return {
    status: 403,
    retryable: false,
    body: {
      error: 'budget_unmeterable',
      message: `The model key that is provided to this organization has a budget, and ${UNMETERABLE[reason]}. Send a call that the budget can measure, or add a key of your own at ${addKeyUrl}.`,
      reason,
      add_key_url: addKeyUrl,
    },
  };
}
