import type { PublishedRule } from '../../domain/policy/model.js';
import { workspacePrincipals } from '../../kernel/access/workspace-sql.js';
import type { ConnectionStatus } from '../connections/connection.js';
import type { SecretRow } from '../secrets/secret.view.js';
import { ONEPASSWORD } from '../vaults/vault-connection.js';

/** As JSON carries it: the sealed value too, and the time as text. */
export interface SealedSecretRow extends Omit<SecretRow, 'created_at'> {
  value_ciphertext: string | null;
  created_at: string;
}

/** Without its credentials: what a request is decided by needs none. */
export interface ConnectionRow {
  id: string;
  workspace_id: string | null;
  provider: string;
  label: string | null;
  status: ConnectionStatus;
}

/** `generation` without `rules` is a snapshot that should exist and does not. */
export interface LiveSet {
  generation: number;
  rules: PublishedRule[] | null;
}

/** What every agent of a workspace has in common. */
export interface AccessStateRow {
  workspace_id: string | null;
  organization_id: string;
  plan: string;
  claimed: boolean;
  organization_epoch: string | null;
  workspace_epoch: string | null;
  organization_set: LiveSet | null;
  workspace_set: LiveSet | null;
  active_holders: number;
  suspended_holders: number;
  user_ids: string[];
  group_ids: string[];
  secrets: SealedSecretRow[];
  /** Newest first, whatever their status. */
  connections: ConnectionRow[];
  vault: { id: string; credentials_ciphertext: string } | null;
}

export interface AgentAccessRow extends AccessStateRow {
  workspace_id: string;
  id: string;
  name: string;
  identifier: string;
}

/** `agents` of the workspace, newest first. */
export interface WorkspaceStateRow extends AccessStateRow {
  workspace_id: string;
  agents: { id: string; name: string; identifier: string }[];
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
  `(SELECT coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'identifier', a.identifier)
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
    SELECT ${more === undefined ? '' : `${more},`} subject.workspace_id, subject.organization_id, o.plan, o.claimed,
      (SELECT epoch FROM epochs WHERE scope = 'org:' || subject.organization_id) AS organization_epoch,
      (SELECT epoch FROM epochs WHERE scope = 'ws:' || subject.workspace_id) AS workspace_epoch,
      (${LIVE_SET} IS NULL) AS organization_set,
      (${LIVE_SET} = subject.workspace_id) AS workspace_set,
      (SELECT count(*)::int FROM principal_users) AS active_holders,
      (SELECT count(*)::int FROM holders WHERE status <> 'active') AS suspended_holders,
      ARRAY(SELECT user_id::text FROM principal_users) AS user_ids,
      ARRAY(SELECT group_id::text FROM principal_groups) AS group_ids,
      (SELECT coalesce(jsonb_agg(to_jsonb(s)), '[]') FROM secrets s
        WHERE s.organization_id = subject.organization_id
          AND (s.workspace_id = subject.workspace_id OR s.workspace_id IS NULL)) AS secrets,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'workspace_id', c.workspace_id,
            'provider', c.provider, 'label', c.label, 'status', c.status)
            ORDER BY c.connected_at DESC, c.id DESC), '[]')
        FROM connections c
        WHERE c.organization_id = subject.organization_id
          AND (c.workspace_id = subject.workspace_id OR c.workspace_id IS NULL)) AS connections,
      (SELECT jsonb_build_object('id', v.id, 'credentials_ciphertext', v.credentials_ciphertext)
        FROM vault_connections v
        WHERE v.workspace_id = subject.workspace_id AND v.provider = '${ONEPASSWORD}') AS vault
    FROM subject JOIN organizations o ON o.id = subject.organization_id`;
}
