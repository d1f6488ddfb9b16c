/** What a column that refers to people says of who has a part in an account (R39.1). */
export type ReferenceToPeople =
  /** SQL: somebody else than organization `$1` has a part in the account of `u`. */
  | { shared: string }
  /** SQL: the person of `u` has a way in of their own. */
  | { entry: string }
  /** Why it says nothing. */
  | { nothing: string };

const AUTHOR = { nothing: 'says who made or decided it, and gives no part in the account' };
const WITHIN_A_MEMBERSHIP = { nothing: 'exists within a membership, which is considered' };

/**
 * Every column that refers to people, by `table.column`, with what it means for the question whose account it is. A
 * test compares the list with the schema: whoever adds a table decides here.
 */
export const REFERENCES_TO_PEOPLE: Readonly<Record<string, ReferenceToPeople>> = {
  'memberships.user_id': {
    shared: `EXISTS (SELECT 1 FROM memberships x WHERE x.user_id = u.id AND x.organization_id <> $1)`,
  },
  'partner_members.user_id': {
    shared: `EXISTS (SELECT 1 FROM partner_members x WHERE x.user_id = u.id)`,
  },
  'partner_organizations.placeholder_user_id': {
    shared: `EXISTS (SELECT 1 FROM partner_organizations x WHERE x.placeholder_user_id = u.id)`,
  },
  'provisions.user_id': {
    shared: `EXISTS (SELECT 1 FROM provisions x WHERE x.user_id = u.id AND x.organization_id <> $1)`,
  },
  'sso_identities.user_id': {
    shared: `EXISTS (SELECT 1 FROM sso_identities x WHERE x.user_id = u.id AND x.organization_id <> $1)`,
  },
  'api_keys.user_id': {
    shared: `EXISTS (SELECT 1 FROM api_keys x WHERE x.user_id = u.id AND x.organization_id IS DISTINCT FROM $1)`,
  },
  'user_passwords.user_id': {
    entry: `EXISTS (SELECT 1 FROM user_passwords x WHERE x.user_id = u.id)`,
  },
  'linked_sign_ins.user_id': {
    entry: `EXISTS (SELECT 1 FROM linked_sign_ins x WHERE x.user_id = u.id)`,
  },
  'user_sessions.user_id': { nothing: 'what opens a session notes it in users.independent_entry_at' },
  'password_reset_tokens.user_id': { nothing: 'is a mail under way; using it stores a password' },
  'scim_users.user_id': WITHIN_A_MEMBERSHIP,
  'user_group_members.user_id': WITHIN_A_MEMBERSHIP,
  'workspace_bindings.user_id': WITHIN_A_MEMBERSHIP,
  'connection_flows.user_id': WITHIN_A_MEMBERSHIP,
  'conversations.user_id': WITHIN_A_MEMBERSHIP,
  'channel_user_links.user_id': WITHIN_A_MEMBERSHIP,
  'conversation_attachments.user_id': AUTHOR,
  'turns.user_id': AUTHOR,
  'workspaces.created_by_user_id': AUTHOR,
  'scim_tokens.created_by_user_id': AUTHOR,
  'schedules.created_by_user_id': AUTHOR,
  'skills.created_by_user_id': AUTHOR,
  'channel_presences.created_by_user_id': AUTHOR,
  'agent_memory_revisions.author_user_id': AUTHOR,
  'agent_memory_revisions.redacted_by_user_id': AUTHOR,
  'approvals.decided_by': AUTHOR,
  'audit_log.user_id': AUTHOR,
  'policy_snapshots.applied_by_user_id': AUTHOR,
  'partner_organizations.claimed_by_user_id': AUTHOR,
};

const conditions = (kind: 'shared' | 'entry'): string =>
  Object.values(REFERENCES_TO_PEOPLE)
    .flatMap((reference) => (kind in reference ? Object.values(reference) : []))
    .join('\n    OR ');

/** Of `u`: whether somebody else than organization `$1` has a part in the account. */
export const SHARED_WITH_OTHERS = `(${conditions('shared')})`;

/** Of `u`: whether the person has, or once used, a way in that is not the single sign-on of organization `$1`. */
export const ENTERED_INDEPENDENTLY = `(u.independent_entry_at IS NOT NULL
    OR ${conditions('entry')})`;
