import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, Raw } from 'typeorm';
import { sha256 } from '../../../kernel/crypto/tokens.js';
import type { Queryable, Store, Tx } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import { InvitationEntity } from './invitation.entity.js';
import { OrganizationLimits } from '../../foundation/limits/organization-limits.js';

export interface Invitation extends InvitationEntity {
  organizationName: string;
  organizationSlug: string;
  /** Past its expiry, by the clock of the database, whatever the stored status. */
  overdue: boolean;
}

export interface IssuedInvitation extends Pick<
  InvitationEntity,
  'organizationId' | 'email' | 'role' | 'invitedByEmail'
> {
  token: string;
}

const TOKEN = /^[0-9a-f]{64}$/;
const LIFETIME = '7 days';

/** Those that could still be accepted. */
const LIVE = {
  status: 'pending',
  expiresAt: Raw((column) => `${column} > now()`),
} satisfies FindOptionsWhere<InvitationEntity>;

const SELECT = `
  SELECT ${selection(InvitationEntity, undefined, 'i')}, o.name AS "organizationName", o.slug AS "organizationSlug",
    i.expires_at <= now() AS overdue
  FROM invitations i JOIN organizations o ON o.id = i.organization_id`;

/** Rows of `invitations`. Tokens arrive in clear, are looked up by their hash and go nowhere else. */
@Injectable()
export class InvitationStore {
  constructor(private readonly limits: OrganizationLimits) {}

  listPending(q: Queryable, organizationId: string): Promise<Invitation[]> {
    return q.query<Invitation>(
      `${SELECT} WHERE i.organization_id = $1 AND i.status = 'pending' ORDER BY i.created_at DESC, i.id DESC`,
      [organizationId],
    );
  }

  /** In whatever status. */
  async findByToken(q: Queryable, token: string): Promise<Invitation | null> {
    // What is no token of ours cannot be found (01 §3.1.5).
    if (!TOKEN.test(token)) return null;
    const [found] = await q.query<Invitation>(`${SELECT} WHERE i.token_hash = $1`, [sha256(token)]);
    return found ?? null;
  }

  /** Whether the address has an invitation to this organization that could still be accepted. */
  isLive(store: Store, organizationId: string, email: string): Promise<boolean> {
    return store.repository(InvitationEntity).existsBy({ ...LIVE, organizationId, email });
  }

  /** How many of the organization's could still be accepted. */
  countLive(store: Store, organizationId: string): Promise<number> {
    return store.repository(InvitationEntity).countBy({ ...LIVE, organizationId });
  }

  /** Whether the address is invited anywhere. */
  invites(store: Store, email: string): Promise<boolean> {
    return store.repository(InvitationEntity).existsBy({ ...LIVE, email });
  }

  /** Makes the row of the address or uses it again; the new token takes the place of the old one (01 §15.1). */
  async issue(
    tx: Tx,
    { organizationId, email, role, token, invitedByEmail }: IssuedInvitation,
  ): Promise<Pick<InvitationEntity, 'id' | 'expiresAt'>> {
    if (!(await tx.repository(InvitationEntity).existsBy({ organizationId, email })))
      await this.limits.requireRoom(tx, 'invitations', organizationId);
    const [row] = await tx.query<Pick<InvitationEntity, 'id' | 'expiresAt'>>(
      `INSERT INTO invitations (organization_id, email, role, token_hash, invited_by_email, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + $6::interval)
       ON CONFLICT ON CONSTRAINT invitations_organization_id_email_key DO UPDATE
       SET role = excluded.role, token_hash = excluded.token_hash, status = 'pending',
         invited_by_email = excluded.invited_by_email, expires_at = excluded.expires_at
       RETURNING ${selection(InvitationEntity, ['id', 'expiresAt'])}`,
      [organizationId, email, role, sha256(token), invitedByEmail, LIFETIME],
    );
    return row!;
  }

  async close(tx: Tx, id: string, status: 'accepted' | 'expired'): Promise<void> {
    await tx.repository(InvitationEntity).update({ id }, { status });
  }

  /** Marks the address's live invitation accepted; null when there is none. */
  async closeLive(
    tx: Tx,
    organizationId: string,
    email: string,
  ): Promise<Pick<InvitationEntity, 'id' | 'role'> | null> {
    const [closed] = await tx.query<Pick<InvitationEntity, 'id' | 'role'>>(
      `UPDATE invitations SET status = 'accepted'
       WHERE organization_id = $1 AND email = $2 AND status = 'pending' AND expires_at > now()
       RETURNING ${selection(InvitationEntity, ['id', 'role'])}`,
      [organizationId, email],
    );
    return closed ?? null;
  }

  /** Cancels what waits in these organizations; answers which, by organization. */
  cancelAll(
    tx: Tx,
    organizationIds: readonly string[],
  ): Promise<{ organizationId: string; ids: string[] }[]> {
    return tx.query(
      `WITH cancelled AS (
         UPDATE invitations SET status = 'cancelled'
         WHERE organization_id = ANY ($1) AND status = 'pending' RETURNING id, organization_id
       )
       SELECT organization_id AS "organizationId", array_agg(id) AS ids FROM cancelled GROUP BY 1`,
      [organizationIds],
    );
  }

  /** The address of the invitation that was cancelled; null when there is no such pending one. */
  async cancel(tx: Tx, organizationId: string, id: string): Promise<string | null> {
    if (!isUuid(id)) return null;
    const [cancelled] = await tx.query<{ email: string }>(
      `UPDATE invitations SET status = 'cancelled'
       WHERE id = $1 AND organization_id = $2 AND status = 'pending' RETURNING email`,
      [id, organizationId],
    );
    return cancelled?.email ?? null;
  }
}
