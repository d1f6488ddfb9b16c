import { Injectable } from '@nestjs/common';
import { newId16, randomLetters } from '../../kernel/crypto/tokens.js';
import type { Queryable, Tx } from '../../kernel/database/database.js';
import { isUuid } from '../../kernel/database/uuid.js';
import { AuditService } from '../audit/audit.service.js';
import { PolicySetsService } from '../policy-sets/policy-sets.service.js';

export interface NewOrganization {
  name: string;
  /** The slug wished for; a taken one gets random letters appended. */
  slug: string;
  owner: { userId: string; email: string };
}

export interface Membership {
  organizationId: string;
  role: 'owner' | 'admin' | 'member';
  status: 'active' | 'suspended';
  /** Whether the organization has any workspace, of whomever. */
  hasWorkspaces: boolean;
}

const SLUG_SUFFIX_LETTERS = 6;

/** Organizations and who belongs to them. */
@Injectable()
export class OrganizationsService {
  constructor(
    private readonly policySets: PolicySetsService,
    private readonly audit: AuditService,
  ) {}

  /** Creates the organization with its owner and its rule set; a workspace is the caller's next step. */
  async create(tx: Tx, { name, slug, owner }: NewOrganization): Promise<{ id: string }> {
    const id = await this.insert(tx, name, slug);
    await tx.query(`INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'owner')`, [
      id,
      owner.userId,
    ]);
    await this.policySets.createOrganizationSet(tx, id, owner.userId);
    await this.audit.record(tx, {
      organizationId: id,
      by: { userId: owner.userId, userEmail: owner.email, source: 'app' },
      action: 'create',
      service: 'organization',
      metadata: { name },
    });
    return { id };
  }

  /**
   * Holds an organization until the transaction ends; false when it is gone. Whoever changes who belongs to an
   * organization, or whether it exists, holds it first (several: by ascending id), so none of them interleave.
   */
  async lockOrganization(tx: Tx, organizationId: string): Promise<boolean> {
    const rows = await tx.query(`SELECT 1 FROM organizations WHERE id = $1 FOR UPDATE`, [organizationId]);
    return rows.length === 1;
  }

  /** Memberships of a person in every status, oldest first. */
  memberships(q: Queryable, userId: string): Promise<Membership[]> {
    return q.query<Membership>(
      `SELECT m.organization_id AS "organizationId", m.role, m.status,
         EXISTS (SELECT 1 FROM workspaces w WHERE w.organization_id = m.organization_id) AS "hasWorkspaces"
       FROM memberships m WHERE m.user_id = $1 ORDER BY m.created_at, m.organization_id`,
      [userId],
    );
  }

  /**
   * The active members and the groups among these ids, kept from being removed until the transaction ends, so
   * that no rule can name somebody who is gone already (02 §6.7).
   */
  async holdPrincipals(
    tx: Tx,
    organizationId: string,
    { userIds, groupIds }: { userIds: readonly string[]; groupIds: readonly string[] },
  ): Promise<{ users: Set<string>; groups: Set<string> }> {
    const users = await tx.query<{ id: string }>(
      `SELECT user_id AS id FROM memberships
       WHERE organization_id = $1 AND user_id = ANY($2::uuid[]) AND status = 'active'
       ORDER BY user_id FOR KEY SHARE`,
      [organizationId, userIds.filter(isUuid)],
    );
    const groups = await tx.query<{ id: string }>(
      `SELECT id FROM user_groups WHERE organization_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR KEY SHARE`,
      [organizationId, groupIds.filter(isUuid)],
    );
    return { users: idsOf(users), groups: idsOf(groups) };
  }

  private async insert(tx: Tx, name: string, slug: string): Promise<string> {
    const id = newId16();
    const inserted = await tx.query(
      `INSERT INTO organizations (id, name, slug) VALUES ($1, $2, $3) ON CONFLICT (slug) DO NOTHING RETURNING id`,
      [id, name, slug],
    );
    if (inserted.length === 1) return id;
    return this.insert(tx, name, `${slug}-${randomLetters(SLUG_SUFFIX_LETTERS)}`);
  }
}

function idsOf(rows: readonly { id: string }[]): Set<string> {
  return new Set(rows.map(({ id }) => id));
}
