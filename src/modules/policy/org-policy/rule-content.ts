/**
 * The writable part of a rule: what a POST makes of its body and what a PATCH makes of a stored rule
 * (02 §7.2 to §7.4). What the body alone shows to be wrong is a flat `400`; what only the merged state shows
 * keeps the surface of its declaration (R19). Pure.
 */
import type { RuleIdentity, RuleTarget } from '../../../domain/decision/policy/model.js';
import { AppError, invalidRequest } from '../../../kernel/errors/app-error.js';
import type { DraftRule } from '../../foundation/policy-sets/draft/draft.js';
import type { CreateRuleRequest, RuleIdentityRequest, UpdateRuleRequest } from './dto/rule-request.dto.js';
import { isResourceScope, readConditions } from './rule-conditions.js';
import { readTargets } from './rule-targets.js';
import { policyErrors } from '../../foundation/policy-sets/policy.errors.js';
import type { ErrorDefinition } from '../../../kernel/errors/error-definition.js';

export type RuleContent = Pick<
  DraftRule,
  | 'name'
  | 'description'
  | 'enabled'
  | 'action'
  | 'rateLimit'
  | 'rateLimitWindow'
  | 'requireApproval'
  | 'conditions'
  | 'identities'
  | 'targets'
>;

/** A PATCH that is fine by itself. */
export type RulePatch = Partial<RuleContent> & { readonly asksForRateLimit: boolean };

export function readNewRule(body: CreateRuleRequest): RuleContent {
  const { name, description = null, enabled = true, rateLimit = null, rateLimitWindow = null } = body;
  const content: RuleContent = {
    name,
    description,
    enabled,
    action: body.action === 'block' ? 'block' : 'allow',
    rateLimit,
    rateLimitWindow,
    requireApproval: body.action === 'manual_approval' || (body.requireApproval ?? false),
    conditions: body.conditions === undefined ? null : readConditions(body.conditions),
    identities: distinctIdentities(body.identities ?? []),
    targets: readTargets(body.targets),
  };
  const problem = problemOf(content);
  if (problem !== null) throw invalidRequest(problem.message);
  return content;
}

export function readRulePatch(body: UpdateRuleRequest): RulePatch {
  const { action, conditions, identities, targets, requireApproval, ...plain } = body;
  const patch: RulePatch = {
    ...plain,
    ...(action !== undefined && { action: action === 'block' ? 'block' : 'allow' }),
    ...(requireApproval !== undefined && { requireApproval }),
    ...(action === 'manual_approval' && { requireApproval: true }),
    ...(conditions !== undefined && { conditions: conditions === null ? null : readConditions(conditions) }),
    ...(identities !== undefined && { identities: distinctIdentities(identities) }),
    ...(targets !== undefined && { targets: readTargets(targets) }),
    asksForRateLimit: action === 'rate_limit',
  };
  const problem = ownProblemOf(patch);
  if (problem !== null) throw invalidRequest(problem.message);
  return patch;
}

/** The rule after the patch. A problem the stored rule had already is not held against the patch. */
export function applyPatch(stored: DraftRule, patch: RulePatch): DraftRule {
  const { asksForRateLimit, ...fields } = patch;
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const merged = { ...stored, ...(Object.fromEntries(given) as Partial<RuleContent>) };
  if (asksForRateLimit && (merged.rateLimit === null || merged.rateLimitWindow === null)) {
    throw new AppError(policyErrors.policy_rate_limit_required);
  }
  const problem = problemOf(merged);
  if (problem !== null && problem !== problemOf(stored)) throw new AppError(problem);
  return merged;
}

function problemOf(rule: RuleContent): ErrorDefinition | null {
  const limited = rule.rateLimit !== null || rule.rateLimitWindow !== null;
  if (rule.action === 'block' && (limited || rule.requireApproval)) return policyErrors.policy_block_modified;
  if (limited && (rule.rateLimit === null || rule.rateLimitWindow === null)) {
    return policyErrors.policy_rate_limit_incomplete;
  }
  if (!isResourceScope(rule.conditions)) return null;
  return rule.action === 'allow' && hasConnection(rule.targets) ? null : policyErrors.policy_scope_misplaced;
}

/** What the patch shows without the rule it is for. */
function ownProblemOf(patch: RulePatch): ErrorDefinition | null {
  const { action, rateLimit, rateLimitWindow, conditions = null, targets } = patch;
  const limits = [rateLimit, rateLimitWindow];
  const limited = limits.some((field) => field !== undefined && field !== null);
  if (action === 'block' && (limited || patch.requireApproval)) return policyErrors.policy_block_modified;
  const halfCleared = limited && limits.includes(null) && !patch.asksForRateLimit;
  if (halfCleared) return policyErrors.policy_rate_limit_incomplete;
  if (!isResourceScope(conditions)) return null;
  const fits = action !== 'block' && (targets === undefined || hasConnection(targets));
  return fits ? null : policyErrors.policy_scope_misplaced;
}

function hasConnection(targets: readonly RuleTarget[]): boolean {
  return targets.some((target) => target.kind === 'connection');
}

function distinctIdentities(identities: readonly RuleIdentityRequest[]): RuleIdentity[] {
  const byName = new Map(identities.map(({ type, id }) => [`${type} ${id}`, { type, id }]));
  return [...byName.values()];
}
