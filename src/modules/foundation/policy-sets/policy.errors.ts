import { declareErrors } from '../../../kernel/errors/error-definition.js';

/** Refusals of the organization's policy that need more than the body to tell (02 §7). */
export const policyErrors = declareErrors({
  policy_workspace_gone: { status: 404, surface: 'envelope', message: 'Workspace not found' },
  policy_rule_not_found: { status: 404, surface: 'envelope', message: 'Policy rule not found' },
  policy_rule_managed: {
    status: 422,
    surface: 'envelope',
    message: 'Blocklist rules are managed by the app blocklist and cannot be changed or deleted here',
  },
  policy_identity_unknown: {
    status: 422,
    surface: 'envelope',
    message: 'One or more identities are not active members or groups of this organization',
  },
  policy_target_unknown: {
    status: 422,
    surface: 'envelope',
    message: 'Rules can only name connections and secrets shared by this organization',
  },
  policy_rate_limit_required: {
    status: 400,
    surface: 'envelope',
    message: 'Rate limit rules require a rate limit and window',
  },
  policy_rate_limit_incomplete: {
    status: 422,
    surface: 'envelope',
    message: 'rateLimit and rateLimitWindow go together',
  },
  policy_block_modified: {
    status: 422,
    surface: 'envelope',
    message: 'A block rule can have neither a rate limit nor an approval',
  },
  policy_scope_misplaced: {
    status: 422,
    surface: 'envelope',
    message: 'A resource scope needs an allow rule with a connection target',
  },
  policy_scope_unfit: {
    status: 400,
    surface: 'envelope',
    message: 'This resource scope does not fit the connection',
  },
  policy_order_invalid: {
    status: 422,
    surface: 'envelope',
    message: 'orderedIds must be a list of at least one rule id',
  },
  policy_order_conflict: {
    status: 409,
    surface: 'envelope',
    message: 'The rules have changed; load them again and send every rule exactly once',
  },
  policy_rules_full: {
    status: 422,
    surface: 'envelope',
    message: 'An organization can have at most 1000 rules',
  },
  unknown_provider: { status: 404, surface: 'envelope', message: 'Unknown provider' },
  unknown_tool: { status: 400, surface: 'envelope', message: 'Unknown tool' },
});
