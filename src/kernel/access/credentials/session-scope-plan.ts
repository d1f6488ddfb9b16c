import type { AccessRule } from '../declaration/access.decorator.js';
import type { ScopePlan } from '../queries/credential.queries.js';
import type { ScopeInput } from '../declaration/access-request.js';

/**
 * What a session's one statement has to look for (01 §5.2 rules 3 to 5).
 *
 * A named workspace that fails lets a level that needs no workspace fall back to the named organization, and
 * never to the default. Cloud has no default workspace. A partner's portal is in no place at all (07 A2.2).
 */
export function sessionScopePlan(input: ScopeInput, rule: AccessRule, selfHosted: boolean): ScopePlan {
  if (rule.level === 'partner')
    return { workspace: null, organization: null, useDefault: false, portal: true };
  const needsWorkspace = rule.level === 'workspace' || rule.needsWorkspace === true;
  if (input.workspace !== null) {
    const organization = needsWorkspace ? null : input.organization;
    return { workspace: input.workspace, organization, useDefault: false };
  }
  const inOrganizationOnly = input.organization !== null && rule.level === 'organization' && !needsWorkspace;
  return { workspace: null, organization: input.organization, useDefault: selfHosted && !inOrganizationOnly };
}
