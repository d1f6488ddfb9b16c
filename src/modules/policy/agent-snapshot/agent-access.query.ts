import type { PublishedRule } from '../../../domain/decision/policy/model.js';
import { workspacePrincipals } from '../../../kernel/access/queries/workspace-sql.js';
import { Prepared } from '../../../kernel/database/database.js';
import { jsonSelection } from '../../../kernel/database/statements/entity-columns.js';
import { AgentEntity } from '../agents/records/agent.entity.js';
import type { Availability } from '../../credentials/app-availability/model/availability.js';
import { AppAvailabilityEntity } from '../../credentials/app-availability/app-availability.entity.js';
import { ConnectionEntity } from '../../credentials/connections/connection.entity.js';
import { SOURCE_KINDS } from '../../credentials/secret-sources/kinds.js';
import type { SourceContext } from '../../credentials/secret-sources/secret-source.js';
import { SecretEntity } from '../../credentials/secrets/secret.entity.js';

const SECRET_FIELDS = [
  'id',
  'name',
  'type',
  'workspaceId',
  'sourceKind',
  'sourceReference',
  'valueCiphertext',
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

const AVAILABILITY_FIELDS = ['mode', 'rules'] as const satisfies (keyof AppAvailabilityEntity)[];
const AGENT_FIELDS = ['id', 'name', 'identifier'] as const satisfies (keyof AgentEntity)[];

/** As JSON carries it: the sealed value too, and the time as text. */
export type SnapshotSecret = Omit<Pick<SecretEntity, (typeof SECRET_FIELDS)[number]>, 'createdAt'> & {
  createdAt: string;
};

/** As JSON carries it; `age` orders connections, the newest has the highest. */
export type SnapshotConnection = Pick<ConnectionEntity, (typeof CONNECTION_FIELDS)[number]> & { age: number };
type SnapshotAgent = Pick<AgentEntity, (typeof AGENT_FIELDS)[number]>;

/** `generation` without `rules` is a snapshot that should exist and does not. */
export interface LiveSet {
  generation: number;
  rules: PublishedRule[] | null;
}

/** What an organization or a workspace has of its own, as it comes in the column of that name: JSON as text. */
export interface OwnPart {
  set: LiveSet | null;
  secrets: SnapshotSecret[];
  connections: SnapshotConnection[];
}

export interface OrganizationPart extends OwnPart {
  plan: string;
  claimed: boolean;
  /** Null of an organization that nobody has to claim. */
  claim: { id: string; tokenCiphertext: string } | null;
  /** Null of an organization that never said anything. */
  availability: Availability | null;
}

export interface WorkspacePart extends OwnPart {
  sources: SourceContext['connections'];
}

export interface PartnerPart {
  secrets: SnapshotSecret[];
}

/** One workspace at one moment; without an id an organization by itself. */
export interface AccessRow {
  workspaceId: string | null;
  organizationId: string;
  organizationEpoch: string | null;
  workspaceEpoch: string | null;
  /** The partner that lends something to the organization: the one it is attached to. */
  partnerId: string | null;
  partnerEpoch: string | null;
  activeHolders: number;
  suspendedHolders: number;
  userIds: string[];
  groupIds: string[];
  /** `OrganizationPart`, null where the asking knows it; once in an answer for each organization. */
  organization: string | null;
  /** `WorkspacePart`, null where the asking knows it. */
  workspace: string | null;
  /** `PartnerPart`, null where the asking knows it; once in an answer for each partner. */
  partner: string | null;
  /** Newest first; with the hash of their token, in hex, where they were asked for by it. */
  agents: (SnapshotAgent & { tokenHash?: string })[];
}

const SOURCES = `jsonb_build_object(${SOURCE_KINDS.flatMap(({ kind, connection }) =>
  connection === undefined ? [] : [`'${kind}', (${connection})`],
).join(', ')})`;
const AGENT = jsonSelection(AgentEntity, AGENT_FIELDS, 'a');

/**
 * The agents of these tokens, $1, in their workspaces, and the workspaces $2 besides. Of organizations $3, workspaces
 * $4 and partners $5 the asking knows everything but the epochs, which tell whether it is still so.
 */
export const BY_TOKENS = accessQuery(
  `SELECT one.*, NOT organization_id = ANY($3)
       AND row_number() OVER (PARTITION BY organization_id ORDER BY workspace_id) = 1 AS wants_organization,
     NOT workspace_id = ANY($4) AS wants_workspace, $5::uuid[] AS known_partners
   FROM (SELECT workspace_id, organization_id FROM agents WHERE token_hash = ANY($1::bytea[])
     UNION SELECT id, organization_id FROM workspaces WHERE id = ANY($2::text[])) one`,
  `SELECT jsonb_agg(${AGENT} || jsonb_build_object('tokenHash', encode(a.token_hash, 'hex')))
   FROM agents a WHERE a.workspace_id = subject.workspace_id AND a.token_hash = ANY($1::bytea[])`,
);

/** The workspace $1 of the organization $2 with the agent $3, or with all its agents. */
export const BY_WORKSPACE = accessQuery(
  `SELECT id AS workspace_id, organization_id, true AS wants_organization, true AS wants_workspace,
     ARRAY[]::uuid[] AS known_partners
   FROM workspaces WHERE id = $1 AND organization_id = $2`,
  `SELECT jsonb_agg(${AGENT} ORDER BY a.created_at DESC, a.id DESC)
   FROM agents a WHERE a.workspace_id = subject.workspace_id AND ($3::uuid IS NULL OR a.id = $3)`,
);

/** The organization $1 by itself: no workspace, hence no agent and nobody behind one. */
export const BY_ORGANIZATION = accessQuery(
  `SELECT NULL::text AS workspace_id, id AS organization_id, true AS wants_organization, false AS wants_workspace,
     ARRAY[]::uuid[] AS known_partners
   FROM organizations WHERE id = $1`,
  `SELECT NULL::jsonb`,
);

/**
 * One statement, hence one snapshot of the database: epochs, principals (02 §10), holders (05 §2.8), and of both levels
 * the live rule set, the sealed secrets and the connections, and of the partner what it lends. `subject` selects rows with
 * the ids of workspace and organization and what is wanted of them, `agents` a list for each.
 */
function accessQuery(subject: string, agents: string): Prepared {
  return new Prepared(`
    WITH wanted AS (${subject}),
      subject AS (SELECT wanted.*, link.partner_id,
          row_number() OVER (PARTITION BY link.partner_id ORDER BY wanted.workspace_id) = 1
            AND NOT link.partner_id = ANY(known_partners) AS wants_partner
        FROM wanted LEFT JOIN partner_organizations link
          ON link.organization_id = wanted.organization_id AND link.detached_at IS NULL)
    SELECT subject.workspace_id AS "workspaceId", subject.organization_id AS "organizationId",
      (SELECT epoch FROM epochs WHERE scope = 'org:' || subject.organization_id) AS "organizationEpoch",
      (SELECT epoch FROM epochs WHERE scope = 'ws:' || subject.workspace_id) AS "workspaceEpoch",
      subject.partner_id AS "partnerId",
      (SELECT epoch FROM epochs WHERE scope = 'partner:' || subject.partner_id) AS "partnerEpoch",
      behind.*, coalesce((${agents}), '[]') AS agents,
      CASE WHEN wants_organization THEN (SELECT jsonb_build_object('plan', o.plan, 'claimed', o.claimed,
          'claim', (SELECT jsonb_build_object('id', c.id, 'tokenCiphertext', c.token_ciphertext)
            FROM partner_organizations c WHERE c.organization_id = o.id AND c.token_ciphertext IS NOT NULL),
          'availability', (SELECT ${jsonSelection(AppAvailabilityEntity, AVAILABILITY_FIELDS, 'v')}
            FROM app_availability v WHERE v.organization_id = o.id),
          ${ownPart('IS NULL')})::text
        FROM organizations o WHERE o.id = subject.organization_id) END AS organization,
      CASE WHEN wants_workspace THEN jsonb_build_object(${ownPart('= subject.workspace_id')},
          'sources', ${SOURCES})::text
        END AS workspace,
      CASE WHEN wants_partner THEN jsonb_build_object('secrets',
          (SELECT coalesce(jsonb_agg(${jsonSelection(SecretEntity, SECRET_FIELDS, 's')}), '[]')
            FROM secrets s JOIN partners lending ON lending.id = s.partner_id AND lending.status = 'active'
            WHERE s.partner_id = subject.partner_id))::text END AS partner
    FROM subject CROSS JOIN LATERAL (
      WITH ${workspacePrincipals('subject.organization_id', 'subject.workspace_id')}
      SELECT (SELECT count(*)::int FROM principal_users) AS "activeHolders",
        (SELECT count(*)::int FROM holders WHERE status <> 'active') AS "suspendedHolders",
        ARRAY(SELECT user_id::text FROM principal_users) AS "userIds",
        ARRAY(SELECT group_id::text FROM principal_groups) AS "groupIds") behind`);
}

/** `level`: the condition that tells rows of the organization itself from those of the workspace. */
function ownPart(level: string): string {
  return `'set', (SELECT jsonb_build_object('generation', p.live_generation, 'rules', s.rules)
      FROM policy_sets p LEFT JOIN policy_snapshots s ON s.set_id = p.id AND s.generation = p.live_generation
      WHERE p.organization_id = subject.organization_id AND p.workspace_id ${level}),
    'secrets', (SELECT coalesce(jsonb_agg(${jsonSelection(SecretEntity, SECRET_FIELDS, 's')}), '[]')
      FROM secrets s WHERE s.organization_id = subject.organization_id AND s.workspace_id ${level}),
    'connections', (SELECT coalesce(jsonb_agg(${jsonSelection(ConnectionEntity, CONNECTION_FIELDS, 'c')}
        || jsonb_build_object('age', extract(epoch FROM c.connected_at))), '[]')
      FROM connections c WHERE c.organization_id = subject.organization_id AND c.workspace_id ${level})`;
}
