import { Injectable } from '@nestjs/common';
import { hasRank } from '../../../kernel/access/declaration/roles.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import { newId16, randomLetters } from '../../../kernel/crypto/tokens.js';
import type { Queryable, Store, Tx } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { actingPerson } from '../../foundation/audit/model/audit-origin.js';
import { organizationAudit } from '../../foundation/operator/organization.audit.js';
import { PolicySetsService } from '../../foundation/policy-sets/policy-sets.service.js';
import { MembershipEntity } from './membership.entity.js';
import { OrganizationEntity } from './organization.entity.js';
import { isPlaceholder } from './placeholders.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { OrganizationLimits } from '../../foundation/limits/organization-limits.js';

export interface NewOrganization {
  name: string;
  /** The slug wished for; a taken one gets random letters appended. */
  slug: string;
  owner: { userId: string; email: string };
  /** False while the owner stands in for whoever claims it (07 A6). */
  claimed?: boolean;
}

export interface Membership extends Pick<MembershipEntity, 'organizationId' | 'role' | 'status'> {
  /** Whether the organization has any workspace, of whomever. */
  hasWorkspaces: boolean;
}

const SLUG_SUFFIX_LETTERS = 6;

/** Organizations and who belongs to them. */
@Injectable()
export class OrganizationsService {
  constructor(
    private readonly configuration: Configuration,
    private readonly policySets: PolicySetsService,
    private readonly limits: OrganizationLimits,
  ) {}

  /** Creates the organization with its owner and its rule set; a workspace is the caller's next step. */
  async create(tx: Tx, organization: NewOrganization): Promise<{ id: string }> {
    const { id } = await this.make(tx, organization);
    const { name, owner } = organization;
    const by = actingPerson(owner.userId, owner.email);
    await organizationAudit.record(tx, { organizationId: id, by }, 'create', { name });
    return { id };
  }

  /** The same without an entry in the trail, for who words it otherwise. */
  async make(
    tx: Tx,
    { name, slug, owner, claimed = true }: NewOrganization,
  ): Promise<{ id: string; slug: string }> {
    const made = await this.insert(tx, { name, slug, claimed });
    const { id } = made;
    await tx.repository(MembershipEntity).insert({ organizationId: id, userId: owner.userId, role: 'owner' });
    await this.policySets.createOrganizationSet(tx, id, owner.userId);
    return made;
  }

  /**
   * Locks an organization until the transaction ends; false when it is gone. Whoever changes who belongs to an
   * organization, or whether it exists, locks it first (several: by ascending id), so none of them interleave.
   * `NO KEY`: rows that only refer to the organization (request log, audit) are written meanwhile, and nobody who
   * writes such rows can meet them in a deadlock.
   */
  async lockOrganization(tx: Tx, organizationId: string): Promise<boolean> {
    const rows = await tx.query(`SELECT 1 FROM organizations WHERE id = $1 FOR NO KEY UPDATE`, [
      organizationId,
    ]);
    return rows.length === 1;
  }

  /**
   * As `lockOrganization`, together with all that the people of these addresses are in: whoever may end what somebody
   * had (`AccountClaims`) locks those too, and all by ascending id.
   */
  async lockAround(tx: Tx, organizationId: string, emails: readonly string[]): Promise<void> {
    await tx.query(
      `SELECT 1 FROM organizations WHERE id = $1 OR id IN (
         SELECT m.organization_id FROM memberships m JOIN users u ON u.id = m.user_id WHERE u.email = ANY($2))
       ORDER BY id FOR NO KEY UPDATE`,
      [organizationId, emails],
    );
  }

  /**
   * Keeps an active member from leaving or being removed until the transaction ends. For what belongs to a member
   * (a key, a workspace of their own) and must not outlive the membership by a moment; refuses as the access
   * guard does when the membership has ended since.
   */
  async lockMember(tx: Tx, organizationId: string, userId: string): Promise<void> {
    const rows = await tx.query(
      `SELECT 1 FROM memberships WHERE organization_id = $1 AND user_id = $2 AND status = 'active'
       FOR KEY SHARE`,
      [organizationId, userId],
    );
    if (rows.length !== 1) throw new AppError(platformErrors.invalid_credentials);
  }

  /** Role and status of one person; null when they are no member. */
  async membership(store: Store, organizationId: string, userId: string): Promise<MembershipEntity | null> {
    if (!isUuid(userId)) return null;
    return store.repository(MembershipEntity).findOneBy({ organizationId, userId });
  }

  /**
   * Under the organization's lock: refuses as the access guard would on the next request of somebody who was removed,
   * suspended or demoted while they waited. For what outlives their rights, like letting people in or out.
   */
  async requireAdministrator(tx: Tx, organizationId: string, userId: string): Promise<void> {
    const own = await this.membership(tx, organizationId, userId);
    if (own?.status !== 'active') throw new AppError(platformErrors.invalid_credentials);
    if (this.configuration.rolesEnforced && !hasRank(own.role, 'admin'))
      throw new AppError(platformErrors.insufficient_permissions);
  }

  /**
   * Whether a member can be given the organization: an account that was deactivated is as good as suspended, and a
   * placeholder is nobody. Null for nobody.
   */
  async successor(
    q: Queryable,
    organizationId: string,
    userId: string,
  ): Promise<Membership['status'] | null> {
    if (!isUuid(userId)) return null;
    const [row] = await q.query<{ status: Membership['status'] }>(
      `SELECT CASE WHEN u.deactivated_at IS NULL THEN m.status ELSE 'suspended' END AS status
       FROM memberships m JOIN users u ON u.id = m.user_id
       WHERE m.organization_id = $1 AND m.user_id = $2 AND NOT ${isPlaceholder('u.email')}`,
      [organizationId, userId],
    );
    return row?.status ?? null;
  }

  /** The organizations a person owns, in any order. */
  ownedBy(q: Queryable, userId: string): Promise<Pick<OrganizationEntity, 'id' | 'name' | 'plan'>[]> {
    return q.query(
      `SELECT ${selection(OrganizationEntity, ['id', 'name', 'plan'], 'o')} FROM memberships m JOIN organizations o ON o.id = m.organization_id
       WHERE m.user_id = $1 AND m.role = 'owner'`,
      [userId],
    );
  }

  /** Everything that belongs to it goes along by foreign keys. Answers its name, null when it is gone already. */
  async delete(tx: Tx, organizationId: string): Promise<string | null> {
    const [gone] = await tx.query<{ name: string }>(
      `DELETE FROM organizations WHERE id = $1 RETURNING name`,
      [organizationId],
    );
    return gone?.name ?? null;
  }

  /** The slug stays, whatever the name (01 §18.2). */
  async rename(tx: Tx, organizationId: string, name: string): Promise<void> {
    await tx.repository(OrganizationEntity).update({ id: organizationId }, { name });
  }

  /** Makes the person a member; false, and nothing changes, when they are one of any status (05 §2.2). */
  async admit(tx: Tx, organizationId: string, userId: string, role: 'admin' | 'member'): Promise<boolean> {
    const admitted = await tx.query(
      `INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING RETURNING user_id`,
      [organizationId, userId, role],
    );
    if (admitted.length === 0) return false;
    await this.limits.requireRoom(tx, 'members', organizationId, 0);
    return true;
  }

  /** The membership's row and the person's places in groups. Only departures ends a membership, with all it takes along. */
  async endMembership(tx: Tx, organizationId: string, userId: string): Promise<void> {
    await tx.repository(MembershipEntity).delete({ organizationId, userId });
    await tx.query(
      `DELETE FROM user_group_members m USING user_groups g
       WHERE g.id = m.group_id AND g.organization_id = $1 AND m.user_id = $2`,
      [organizationId, userId],
    );
  }

  /** Whether anybody with this e-mail is a member, of whatever status. */
  async hasMemberWithEmail(q: Queryable, organizationId: string, email: string): Promise<boolean> {
    const rows = await q.query(
      `SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1 AND u.email = $2`,
      [organizationId, email],
    );
    return rows.length === 1;
  }

  /** Of one that is known to exist; anything else is a fault. */
  async nameOf(store: Store, organizationId: string): Promise<string> {
    const { name } = await store.repository(OrganizationEntity).findOneByOrFail({ id: organizationId });
    return name;
  }

  /** Memberships of a person in every status, oldest first. */
  memberships(q: Queryable, userId: string): Promise<Membership[]> {
    return q.query<Membership>(
      `SELECT ${selection(MembershipEntity, ['organizationId', 'role', 'status'], 'm')},
         EXISTS (SELECT 1 FROM workspaces w WHERE w.organization_id = m.organization_id) AS "hasWorkspaces"
       FROM memberships m WHERE m.user_id = $1 ORDER BY m.created_at, m.organization_id`,
      [userId],
    );
  }

  /**
   * The active members and the groups among these ids, kept from being removed until the transaction ends, so
   * that no rule can name somebody who is gone already (02 §6.7).
   */
  async lockPrincipals(
    tx: Tx,
    organizationId: string,
    { userIds, groupIds }: { userIds: readonly string[]; groupIds: readonly string[] },
  ): Promise<{ users: Set<string>; groups: Set<string> }> {
    const users = await tx.query<{ id: string }>(
      `SELECT m.user_id AS id FROM memberships m JOIN users u ON u.id = m.user_id
       WHERE m.organization_id = $1 AND m.user_id = ANY($2::uuid[]) AND m.status = 'active'
         AND NOT ${isPlaceholder('u.email')}
       ORDER BY m.user_id FOR KEY SHARE OF m`,
      [organizationId, userIds.filter(isUuid)],
    );
    const groups = await tx.query<{ id: string }>(
      `SELECT id FROM user_groups WHERE organization_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR KEY SHARE`,
      [organizationId, groupIds.filter(isUuid)],
    );
    return { users: idsOf(users), groups: idsOf(groups) };
  }

  private async insert(
    tx: Tx,
    organization: Pick<OrganizationEntity, 'name' | 'slug' | 'claimed'>,
  ): Promise<{ id: string; slug: string }> {
    const id = newId16();
    const { name, slug, claimed } = organization;
    const inserted = await tx.query(
      `INSERT INTO organizations (id, name, slug, claimed) VALUES ($1, $2, $3, $4)
       ON CONFLICT (slug) DO NOTHING RETURNING id`,
      [id, name, slug, claimed],
    );
    if (inserted.length === 1) return { id, slug };
    return this.insert(tx, { ...organization, slug: `${slug}-${randomLetters(SLUG_SUFFIX_LETTERS)}` });
  }
}

function idsOf(rows: readonly { id: string }[]): Set<string> {
  return new Set(rows.map(({ id }) => id));
}
