/** The settings of R65. */
export const LIMIT_SETTINGS = [
  'LIMIT_STORED_BYTES',
  'LIMIT_PENDING_BYTES',
  'LIMIT_OBJECTS',
  'LIMIT_RULES',
  'LIMIT_WORKSPACES',
  'LIMIT_STREAMS',
  'LIMIT_ORGANIZATIONS_PER_PERSON',
] as const;
export type LimitSetting = (typeof LIMIT_SETTINGS)[number];

interface Counted {
  readonly limit: LimitSetting;
  /** Rows of organization `$1`. */
  readonly rows: string;
}

const ofAgents = (table: string): string =>
  `${table} r JOIN agents a ON a.id = r.agent_id WHERE a.organization_id = $1`;
const rulesOf = (source: string): string =>
  `policy_rules r JOIN policy_sets s ON s.id = r.set_id WHERE s.organization_id = $1 AND r.source = '${source}'`;

/**
 * What is counted by rows. What has one row for each pair of these is bounded by them and not counted: keys, bindings,
 * places in groups, configurations of apps, links of channels.
 */
export const COUNTED = {
  agents: { limit: 'LIMIT_OBJECTS', rows: 'agents WHERE organization_id = $1' },
  secrets: { limit: 'LIMIT_OBJECTS', rows: 'secrets WHERE organization_id = $1' },
  connections: { limit: 'LIMIT_OBJECTS', rows: 'connections WHERE organization_id = $1' },
  grants: { limit: 'LIMIT_OBJECTS', rows: rulesOf('grant') },
  blocked_hosts: { limit: 'LIMIT_OBJECTS', rows: rulesOf('blocklist') },
  members: { limit: 'LIMIT_OBJECTS', rows: 'memberships WHERE organization_id = $1' },
  groups: { limit: 'LIMIT_OBJECTS', rows: 'user_groups WHERE organization_id = $1' },
  invitations: {
    limit: 'LIMIT_OBJECTS',
    rows: `invitations WHERE organization_id = $1 AND status <> 'accepted'`,
  },
  conversations: {
    limit: 'LIMIT_OBJECTS',
    rows: 'conversations r JOIN workspaces w ON w.id = r.workspace_id WHERE w.organization_id = $1',
  },
  schedules: { limit: 'LIMIT_OBJECTS', rows: ofAgents('schedules') },
  memories: { limit: 'LIMIT_OBJECTS', rows: ofAgents('agent_memories') },
  skills: { limit: 'LIMIT_OBJECTS', rows: 'skills WHERE organization_id = $1' },
  rules: { limit: 'LIMIT_RULES', rows: rulesOf('custom') },
  domains: { limit: 'LIMIT_RULES', rows: 'domains WHERE organization_id = $1' },
  workspaces: { limit: 'LIMIT_WORKSPACES', rows: 'workspaces WHERE organization_id = $1' },
} as const satisfies Record<string, Counted>;

export type CountedKind = keyof typeof COUNTED;

/** What is measured otherwise, by its kind. */
export const MEASURED = {
  stored_bytes: 'LIMIT_STORED_BYTES',
  pending_bytes: 'LIMIT_PENDING_BYTES',
  streams: 'LIMIT_STREAMS',
  organizations: 'LIMIT_ORGANIZATIONS_PER_PERSON',
} as const satisfies Record<string, LimitSetting>;

export type LimitedKind = CountedKind | keyof typeof MEASURED;

export const LIMITED_KINDS = [...Object.keys(COUNTED), ...Object.keys(MEASURED)] as LimitedKind[];
