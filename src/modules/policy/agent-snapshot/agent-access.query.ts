import type { PublishedRule } from '../../../domain/policy/model.js';
import { workspacePrincipals } from '../../../kernel/access/workspace-sql.js';
import { jsonSelection } from '../../../kernel/database/entity-columns.js';
import { AgentEntity } from '../agents/agent.entity.js';
import { ConnectionEntity } from '../../credentials/connections/connection.entity.js';
import { SecretEntity } from '../../credentials/secrets/secret.entity.js';
import { ONEPASSWORD } from '../../credentials/vaults/vault-connection.js';
import { VaultConnectionEntity } from '../../credentials/vaults/vault-connection.entity.js';

const SECRET_FIELDS = [
  'id',
  'name',
  'type',
  'workspaceId',
  'valueSource',
  'valueCiphertext',
  'opRef',
  'hostPattern',
  'pathPattern',
  'injectionConfig',
  'metadata',
  'createdAt',
] as const satisfies (keyof SecretEntity)[];

/** Without its credentials: what a request is decided by needs none. */
const CONNECTION_FIELDS = [
  'id',
  'workspaceId',
  'provider',
  'label',
  'status',
] as const satisfies (keyof ConnectionEntity)[];

const VAULT_FIELDS = ['id', 'credentialsCiphertext'] as const satisfies (keyof VaultConnectionEntity)[];
const AGENT_FIELDS = ['id', 'name', 'identifier'] as const satisfies (keyof AgentEntity)[];

/** As JSON carries it: the sealed value too, and the time as text. */
export type SnapshotSecret = Omit<Pick<SecretEntity, (typeof SECRET_FIELDS)[number]>, 'createdAt'> & {
  createdAt: string;
};

type SnapshotConnection = Pick<ConnectionEntity, (typeof CONNECTION_FIELDS)[number]>;
type SnapshotVault = Pick<VaultConnectionEntity, (typeof VAULT_FIELDS)[number]>;
type SnapshotAgent = Pick<AgentEntity, (typeof AGENT_FIELDS)[number]>;

/** `generation` without `rules` is a snapshot that should exist and does not. */
export interface LiveSet {
  generation: number;
  rules: PublishedRule[] | null;
}

/** What every agent of a workspace has in common. */
export interface AccessStateRow {
  workspaceId: string | null;
  organizationId: string;
  plan: string;
  claimed: boolean;
  organizationEpoch: string | null;
  workspaceEpoch: string | null;
  organizationSet: LiveSet | null;
  workspaceSet: LiveSet | null;
  activeHolders: number;
  suspendedHolders: number;
  userIds: string[];
  groupIds: string[];
  secrets: SnapshotSecret[];
  /** Newest first, whatever their status. */
  connections: SnapshotConnection[];
  vault: SnapshotVault | null;
}

export interface AgentAccessRow extends AccessStateRow, SnapshotAgent {
  workspaceId: string;
}

/** `agents` of the workspace, newest first. */
export interface WorkspaceStateRow extends AccessStateRow {
  workspaceId: string;
  agents: SnapshotAgent[];
}

const LIVE_SET = `
  SELECT jsonb_build_object('generation', p.live_generation, 'rules', s.rules)
  FROM policy_sets p LEFT JOIN policy_snapshots s ON s.set_id = p.id AND s.generation = p.live_generation
  WHERE p.organization_id = subject.organization_id AND p.workspace_id`;

/** Everything about one agent; `condition` picks the row of `agents`. */
export function agentAccessQuery(condition: string): string {
  return accessQuery(
    `SELECT id, name, identifier, workspace_id, organization_id FROM agents WHERE ${condition}`,
    'subject.id, subject.name, subject.identifier',
  );
}

/** The same of a workspace, $1, of the organization $2, with all its agents. */
export const WORKSPACE_STATE = accessQuery(
  `SELECT id AS workspace_id, organization_id FROM workspaces WHERE id = $1 AND organization_id = $2`,
  `(SELECT coalesce(jsonb_agg(${jsonSelection(AgentEntity, AGENT_FIELDS, 'a')}
      ORDER BY a.created_at DESC, a.id DESC), '[]')
    FROM agents a WHERE a.workspace_id = subject.workspace_id) AS agents`,
);

/** The same of an organization, $1, by itself: no workspace, hence no agent and nobody behind one. */
export const ORGANIZATION_STATE = accessQuery(
  `SELECT NULL::text AS workspace_id, id AS organization_id FROM organizations WHERE id = $1`,
);

/**
 * One statement, hence one snapshot of the database: epochs, both live rule sets, principals (02 §10), holders
 * (05 §2.8), the sealed secrets and the connections of both levels, the workspace's vault. `subject` selects one
 * row with the ids of workspace and organization, `more` what else is wanted of it.
 */
function accessQuery(subject: string, more?: string): string {
  return `
    WITH subject AS (${subject}),
    ${workspacePrincipals('(SELECT organization_id FROM subject)', '(SELECT workspace_id FROM subject)')}
    SELECT ${more === undefined ? '' : `${more},`} subject.workspace_id AS "workspaceId",
      subject.organization_id AS "organizationId", o.plan, o.claimed,
      (SELECT epoch FROM epochs WHERE scope = 'org:' || subject.organization_id) AS "organizationEpoch",
      (SELECT epoch FROM epochs WHERE scope = 'ws:' || subject.workspace_id) AS "workspaceEpoch",
      (${LIVE_SET} IS NULL) AS "organizationSet",
      (${LIVE_SET} = subject.workspace_id) AS "workspaceSet",
      (SELECT count(*)::int FROM principal_users) AS "activeHolders",
      (SELECT count(*)::int FROM holders WHERE status <> 'active') AS "suspendedHolders",
      ARRAY(SELECT user_id::text FROM principal_users) AS "userIds",
      ARRAY(SELECT group_id::text FROM principal_groups) AS "groupIds",
      (SELECT coalesce(jsonb_agg(${jsonSelection(SecretEntity, SECRET_FIELDS, 's')}), '[]') FROM secrets s
        WHERE s.organization_id = subject.organization_id
          AND (s.workspace_id = subject.workspace_id OR s.workspace_id IS NULL)) AS secrets,
      (SELECT coalesce(jsonb_agg(${jsonSelection(ConnectionEntity, CONNECTION_FIELDS, 'c')}
            ORDER BY c.connected_at DESC, c.id DESC), '[]')
        FROM connections c
        WHERE c.organization_id = subject.organization_id
          AND (c.workspace_id = subject.workspace_id OR c.workspace_id IS NULL)) AS connections,
      (SELECT ${jsonSelection(VaultConnectionEntity, VAULT_FIELDS, 'v')}
        FROM vault_connections v
        WHERE v.workspace_id = subject.workspace_id AND v.provider = '${ONEPASSWORD}') AS vault
    FROM subject JOIN organizations o ON o.id = subject.organization_id`;
}
