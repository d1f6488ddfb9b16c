import { Injectable } from '@nestjs/common';
import { sha256 } from '../../../kernel/crypto/tokens.js';
import type { Queryable, Tx } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { PartnerOrganizationEntity } from './records/partner-organization.entity.js';
import { partnerErrors } from './partner.errors.js';

export type PartnerOrganizationStatus = 'unclaimed' | 'claimed' | 'detached';

/** An organization as its partner sees it (07 A1). */
export interface PartnerOrganization extends PartnerOrganizationEntity {
  name: string;
  slug: string;
  /** Of the claim, by the clock of the database. */
  expired: boolean;
}

/** What `ClaimTokens` issues. */
type StoredClaim = 'tokenHash' | 'tokenCiphertext' | 'expiresAt';

const CLAIM_TOKEN = /^[0-9a-f]{64}$/;

const SELECT = `
  SELECT ${selection(PartnerOrganizationEntity, undefined, 'p')}, o.name, o.slug,
    coalesce(p.expires_at <= now(), false) AS expired
  FROM partner_organizations p JOIN organizations o ON o.id = p.organization_id`;

export function statusOf({
  claimedAt,
  detachedAt,
}: Pick<PartnerOrganizationEntity, 'claimedAt' | 'detachedAt'>): PartnerOrganizationStatus {
  if (claimedAt === null) return 'unclaimed';
  return detachedAt === null ? 'claimed' : 'detached';
}

/** Rows of `partner_organizations`, always asked for with the partner or with a claim token. */
@Injectable()
export class PartnerOrganizationsStore {
  /** Newest first. */
  list(q: Queryable, partnerId: string): Promise<PartnerOrganization[]> {
    return q.query<PartnerOrganization>(
      `${SELECT} WHERE p.partner_id = $1 ORDER BY p.created_at DESC, p.id DESC`,
      [partnerId],
    );
  }

  /** One of this partner's; another's looks like none (07 A2). */
  async require(q: Queryable, partnerId: string, organizationId: string): Promise<PartnerOrganization> {
    const [row] = await q.query<PartnerOrganization>(
      `${SELECT} WHERE p.partner_id = $1 AND p.organization_id = $2`,
      [partnerId, organizationId],
    );
    if (row === undefined) throw new AppError(partnerErrors.partner_organization_not_found);
    return row;
  }

  /**
   * The same until the transaction ends: what is done to one organization is done in turn (07 A5.2). The partner is
   * locked. The organization first, as by everybody who changes one.
   */
  async lock(tx: Tx, partnerId: string, organizationId: string): Promise<PartnerOrganization> {
    await this.require(tx, partnerId, organizationId);
    await tx.query(`SELECT 1 FROM organizations WHERE id = $1 FOR NO KEY UPDATE`, [organizationId]);
    return this.require(tx, partnerId, organizationId);
  }

  /** For what a partner may do until somebody claims the organization. */
  async lockUnclaimed(tx: Tx, partnerId: string, organizationId: string): Promise<PartnerOrganization> {
    const organization = await this.lock(tx, partnerId, organizationId);
    if (organization.claimedAt !== null) throw new AppError(partnerErrors.partner_organization_claimed);
    return organization;
  }

  /** Keeps the partner from being deleted, and nothing else, until the transaction ends. */
  async holdPartner(tx: Tx, partnerId: string): Promise<void> {
    await tx.query(`SELECT 1 FROM partners WHERE id = $1 FOR KEY SHARE`, [partnerId]);
  }

  async insert(
    tx: Tx,
    organization: Pick<
      PartnerOrganizationEntity,
      'id' | 'partnerId' | 'organizationId' | 'workspaceId' | 'placeholderUserId' | StoredClaim
    >,
  ): Promise<void> {
    await tx.repository(PartnerOrganizationEntity).insert(organization);
  }

  /** The claim before is superseded. */
  async replaceClaim(tx: Tx, id: string, claim: Pick<PartnerOrganizationEntity, StoredClaim>): Promise<void> {
    await tx.repository(PartnerOrganizationEntity).update({ id }, claim);
  }

  async setDefaultProject(tx: Tx, id: string, workspaceId: string): Promise<void> {
    await tx.repository(PartnerOrganizationEntity).update({ id }, { workspaceId });
  }

  /** The token is known from now on as one that was redeemed, and can be shown no more. */
  async markClaimed(tx: Tx, id: string, by: { userId: string; email: string }): Promise<void> {
    const claim = { claimedAt: () => 'now()', claimedByUserId: by.userId, claimedByEmail: by.email };
    await tx
      .repository(PartnerOrganizationEntity)
      .update({ id }, { ...claim, tokenCiphertext: null, expiresAt: null });
  }

  /** In the order in which organizations are locked. */
  claimStates(tx: Tx, partnerId: string): Promise<{ id: string; unclaimed: boolean }[]> {
    return tx.query(
      `SELECT organization_id AS id, claimed_at IS NULL AS unclaimed FROM partner_organizations
       WHERE partner_id = $1 ORDER BY organization_id`,
      [partnerId],
    );
  }

  /** Whether somebody could claim with this token. */
  async admits(q: Queryable, token: string): Promise<boolean> {
    const found = await this.findByToken(q, token);
    return found !== null && found.claimedAt === null && !found.expired;
  }

  /** Null for an unknown and for a superseded token, and for what is none. */
  async findByToken(q: Queryable, token: string): Promise<PartnerOrganization | null> {
    if (!CLAIM_TOKEN.test(token)) return null;
    const [row] = await q.query<PartnerOrganization>(`${SELECT} WHERE p.token_hash = $1`, [sha256(token)]);
    return row ?? null;
  }
}
