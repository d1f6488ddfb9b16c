import { declareErrors, envelope } from '../../../kernel/errors/error-definition.js';

/** Refusals of the organization's policy that need more than the body to tell (02 §7). */
export const policyErrors = declareErrors({
  policy_workspace_gone: envelope(404, 'Workspace not found'),
  policy_rule_not_found: envelope(404, 'Policy rule not found'),
  policy_rule_managed: envelope(
    422,
    'Blocklist rules are managed by the app blocklist and cannot be changed or deleted here',
  ),
  policy_identity_unknown: envelope(
    422,
    'One or more identities are not active members or groups of this organization',
  ),
  policy_target_unknown: envelope(
    422,
    'Rules can only name connections and secrets shared by this organization',
  ),
  policy_rate_limit_required: envelope(400, 'Rate limit rules require a rate limit and window'),
  policy_rate_limit_incomplete: envelope(422, 'rateLimit and rateLimitWindow go together'),
  policy_block_modified: envelope(422, 'A block rule can have neither a rate limit nor an approval'),
  policy_scope_misplaced: envelope(422, 'A resource scope needs an allow rule with a connection target'),
  policy_scope_unfit: envelope(400, 'This resource scope does not fit the connection'),
  policy_order_invalid: envelope(422, 'orderedIds must be a list of at least one rule id'),
  policy_order_conflict: envelope(
    409,
    'The rules have changed; load them again and send every rule exactly once',
  ),
  policy_rules_full: envelope(422, 'An organization can have at most 1000 rules'),
  unknown_provider: envelope(404, 'Unknown provider'),
  unknown_tool: envelope(400, 'Unknown tool'),
});
