import { Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { Database, Prepared, PreparedTexts } from '../../database/database.js';
import type { Caller, OrganizationCaller, PartnerRole, ScimCaller } from '../declaration/caller.js';
import { SsoRequirement } from './sso-requirement.js';
import { defaultWorkspaceSelect, usableWorkspace } from './workspace-sql.js';

/**
 * A key that lives, and its holder passed the re-check of 01 §3.2. Its workspace is its own; for an organization key the
 * named one when it lies inside the organization.
 */
export type LiveKey = Omit<OrganizationCaller, 'credential' | 'isAdmin'> & {
  family: 'workspace' | 'service' | 'organization';
};

/** Who signed in, and where they act; nulls when no place could be resolved. */
export interface SignedInPerson extends Pick<
  Caller,
  'userId' | 'email' | 'workspaceId' | 'organizationId' | 'role'
> {
  name: string | null;
  emailVerified: boolean;
  externalAuthId: string;
  /** An organization wants another sign-in than this one (05 §8.8). */
  needsSso: boolean;
  /** Whose portal they may use; only where the plan asks for it. */
  portal?: Portal | null;
}

/** A partner as a credential stands for it. */
export interface Portal {
  partnerId: string;
  partnerName: string;
  suspended: boolean;
  role: PartnerRole;
}

export interface LivePartnerKey extends Portal {
  credentialId: string;
}

export interface StoredSession {
  sessionId: string;
  signInMethod: 'password' | 'google' | 'sso';
  sliding: boolean;
  expiresAt: Date;
  updatedAt: Date;
}

/** What scope to look for; `null` values are not looked at, all of them together mean "no scope". */
export interface ScopePlan {
  workspace: string | null;
  organization: string | null;
  /** Look for the default workspace, inside the organization when one is named. */
  useDefault: boolean;
  /** Look for the partner they are a member of instead of a place (07 A2). */
  portal?: true;
}

const PERSON = `u.id AS "userId", u.email, u.name, u.email_verified AS "emailVerified",
  u.external_auth_id AS "externalAuthId",
  scope.workspace_id AS "workspaceId", scope.organization_id AS "organizationId", scope.role`;

/** The one statement each authentication costs. Every condition of 01 §3.2 and §5.2 is in it. */
@Injectable()
export class CredentialQueries {
  private readonly rolesEnforced: boolean;
  private readonly workspaceKeySql: Prepared;
  private readonly organizationKeySql: Prepared;
  /** Of sessions: the shape of a scope plan decides the text. */
  private readonly bySession = new PreparedTexts();

  constructor(
    private readonly database: Database,
    configuration: Configuration,
    private readonly sso: SsoRequirement,
  ) {
    this.rolesEnforced = configuration.rolesEnforced;
    this.workspaceKeySql = new Prepared(workspaceKeySelect(this.rolesEnforced));
    this.organizationKeySql = new Prepared(organizationKeySelect(this.rolesEnforced));
  }

  async workspaceKey(tokenHash: Buffer): Promise<LiveKey | null> {
    return this.first<LiveKey>(this.workspaceKeySql, [tokenHash]);
  }

  async organizationKey(tokenHash: Buffer, workspace: string | null): Promise<LiveKey | null> {
    return this.first<LiveKey>(this.organizationKeySql, [tokenHash, workspace]);
  }

  async partnerKey(tokenHash: Buffer): Promise<LivePartnerKey | null> {
    return this.first(
      `SELECT k.id AS "credentialId", p.id AS "partnerId", p.name AS "partnerName",
         p.status = 'suspended' AS suspended, 'admin' AS role
       FROM api_keys k JOIN partners p ON p.id = k.partner_id WHERE k.token_hash = $1 AND k.family = 'partner'`,
      [tokenHash],
    );
  }

  async scimToken(tokenHash: Buffer): Promise<Omit<ScimCaller, 'credential'> | null> {
    return this.first(
      `SELECT id AS "credentialId", organization_id AS "organizationId" FROM api_keys WHERE token_hash = $1 AND family = 'scim'`,
      [tokenHash],
    );
  }

  /** A self-hosted session by the hash of its cookie's token. */
  async session(tokenHash: Buffer, plan: ScopePlan): Promise<(SignedInPerson & StoredSession) | null> {
    const select = `
      SELECT s.id AS "sessionId", s.sign_in_method AS "signInMethod", s.sliding, s.expires_at AS "expiresAt",
        s.updated_at AS "updatedAt", ${this.sso.refusesStoredSession()} AS "needsSso", ${PERSON}${portalOf(plan)}
      FROM user_sessions s JOIN users u ON u.id = s.user_id AND u.deactivated_at IS NULL
      LEFT JOIN LATERAL (${this.scope(plan)}) scope ON true
      WHERE s.token_hash = $1 AND s.expires_at > now()`;
    return this.first(this.bySession.of(select), [tokenHash, plan.workspace, plan.organization]);
  }

  /** The person behind a Cloud session, by the identity of 01 §3.5; `providers` are those its token names. */
  async person(
    externalAuthId: string,
    providers: readonly string[],
    plan: ScopePlan,
  ): Promise<SignedInPerson | null> {
    const select = `
      SELECT ${this.sso.refusesToken('$4')} AS "needsSso", ${PERSON}${portalOf(plan)}
      FROM users u LEFT JOIN LATERAL (${this.scope(plan)}) scope ON true
      WHERE u.external_auth_id = $1 AND u.deactivated_at IS NULL AND $4::text[] IS NOT NULL`;
    const { workspace, organization } = plan;
    return this.first(this.bySession.of(select), [externalAuthId, workspace, organization, providers]);
  }

  /**
   * Moves the end of a session that is used more than 24 h after its last update (01 §3.3); false when another
   * request did it first. The session keeps its token, the cookie only gets a new `Max-Age`.
   */
  async slideSession(sessionId: string): Promise<boolean> {
    const rows = await this.database.query(
      `UPDATE user_sessions SET expires_at = now() + interval '30 days', updated_at = now()
      WHERE id = $1 AND sliding AND updated_at < now() - interval '24 hours' RETURNING id`,
      [sessionId],
    );
    return rows.length > 0;
  }

  /** Both parameters are mentioned in every variant, so that PostgreSQL knows their types. */
  private scope(plan: ScopePlan): string {
    const candidates = [NO_SCOPE];
    if (plan.workspace !== null) candidates.push(this.namedWorkspace());
    if (plan.organization !== null) candidates.push(this.namedOrganization(plan.useDefault));
    if (plan.organization === null && plan.useDefault) candidates.push(this.defaultWorkspace());
    return `SELECT * FROM (${candidates.join(' UNION ALL ')}) candidate ORDER BY preference LIMIT 1`;
  }

  private namedWorkspace(): string {
    return `(SELECT w.id, m.organization_id, m.role, 1
      FROM workspaces w JOIN memberships m ON m.organization_id = w.organization_id
      WHERE w.id = $2 AND m.user_id = u.id AND m.status = 'active'
        AND ${usableWorkspace('w.id', this.rolesEnforced)})`;
  }

  private namedOrganization(useDefault: boolean): string {
    const inside = useDefault
      ? defaultWorkspaceSelect('u.id', '$3', this.rolesEnforced)
      : 'SELECT NULL::text AS workspace_id';
    return `(SELECT d.workspace_id, m.organization_id, m.role, 2
      FROM memberships m LEFT JOIN LATERAL (${inside}) d ON true
      WHERE m.organization_id = $3 AND m.user_id = u.id AND m.status = 'active')`;
  }

  private defaultWorkspace(): string {
    return `(SELECT d.*, 3 FROM (${defaultWorkspaceSelect('u.id', null, this.rolesEnforced)}) d)`;
  }

  private async first<T>(sql: string | Prepared, params: unknown[]): Promise<T | null> {
    return (await this.database.query<T>(sql, params))[0] ?? null;
  }
}

/** A key with its holder, who must be an active member of the key's organization in every edition. */
const HELD_KEY = `FROM (SELECT * FROM api_keys WHERE token_hash = $1 AND (expires_at IS NULL OR expires_at > now())) k
      JOIN users u ON u.id = k.user_id AND u.deactivated_at IS NULL
      JOIN memberships m ON m.organization_id = k.organization_id AND m.user_id = k.user_id AND m.status = 'active'`;

/** The partner a person belongs to, who belongs to one at most. */
function portalOf({ portal }: ScopePlan): string {
  if (!portal) return '';
  return `, (SELECT jsonb_build_object('partnerId', p.id, 'partnerName', p.name, 'suspended', p.status = 'suspended',
      'role', b.role)
    FROM partner_members b JOIN partners p ON p.id = b.partner_id WHERE b.user_id = u.id) AS portal`;
}

const NO_SCOPE = `(SELECT NULL::text AS workspace_id, NULL::text AS organization_id, NULL::text AS role, 9 AS preference
      WHERE $2::text IS NOT NULL OR $3::text IS NOT NULL OR true)`;

const KEY = `k.id AS "credentialId", k.family, k.user_id AS "userId", u.email, k.organization_id AS "organizationId", m.role`;

function workspaceKeySelect(rolesEnforced: boolean): string {
  return `SELECT ${KEY}, k.workspace_id AS "workspaceId"
    ${HELD_KEY}
    WHERE k.family IN ('workspace', 'service')
      AND ${usableWorkspace('k.workspace_id', rolesEnforced)}`;
}

function organizationKeySelect(rolesEnforced: boolean): string {
  return `SELECT ${KEY}, w.id AS "workspaceId"
    ${HELD_KEY}
    LEFT JOIN workspaces w ON w.id = $2 AND w.organization_id = k.organization_id
    WHERE k.family = 'organization'
      ${rolesEnforced ? "AND m.role IN ('owner', 'admin')" : ''}`;
}
