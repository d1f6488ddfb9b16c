import { Injectable } from '@nestjs/common';
import { sha256 } from '../../../kernel/crypto/tokens.js';
import type { Queryable, Tx } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import { ProvisionEntity } from './provision.entity.js';

export interface Provision extends ProvisionEntity {
  /** Past its end, by the clock of the database, whatever the stored status. */
  overdue: boolean;
}

const TOKEN = /^[0-9a-f]{64}$/;
const LIFETIME = '7 days';
const OVERDUE = 'p.expires_at <= now()';
const SELECT = `SELECT ${selection(ProvisionEntity, undefined, 'p')}, ${OVERDUE} AS overdue FROM provisions p`;

/** Rows of `provisions`. Tokens arrive in clear, are looked up by their hash and go nowhere else. */
@Injectable()
export class ProvisionStore {
  async insert(
    tx: Tx,
    provision: Pick<
      ProvisionEntity,
      'organizationId' | 'userId' | 'workspaceId' | 'role' | 'skipOnboarding' | 'provisionedByEmail'
    > & { token: string },
  ): Promise<Pick<ProvisionEntity, 'id' | 'expiresAt'>> {
    const { organizationId, userId, workspaceId, role, skipOnboarding, provisionedByEmail } = provision;
    const [row] = await tx.query<Pick<ProvisionEntity, 'id' | 'expiresAt'>>(
      `INSERT INTO provisions
         (organization_id, user_id, workspace_id, role, skip_onboarding, token_hash, provisioned_by_email, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, now() + $8::interval)
       RETURNING ${selection(ProvisionEntity, ['id', 'expiresAt'])}`,
      [
        organizationId,
        userId,
        workspaceId,
        role,
        skipOnboarding,
        sha256(provision.token),
        provisionedByEmail,
        LIFETIME,
      ],
    );
    return row!;
  }

  /** Newest first. */
  pending(q: Queryable, organizationId: string): Promise<Provision[]> {
    return q.query<Provision>(
      `${SELECT} WHERE p.organization_id = $1 AND p.status = 'pending' AND NOT ${OVERDUE}
       ORDER BY p.created_at DESC, p.id DESC`,
      [organizationId],
    );
  }

  /** Those nobody can claim any more, of one organization or of all. */
  overdue(q: Queryable, organizationId: string | null): Promise<Provision[]> {
    return q.query<Provision>(
      `${SELECT} WHERE ${OVERDUE} AND ($1::text IS NULL OR p.organization_id = $1) ORDER BY p.expires_at, p.id`,
      [organizationId],
    );
  }

  async find(q: Queryable, organizationId: string, id: string): Promise<Provision | null> {
    if (!isUuid(id)) return null;
    const [row] = await q.query<Provision>(`${SELECT} WHERE p.organization_id = $1 AND p.id = $2`, [
      organizationId,
      id,
    ]);
    return row ?? null;
  }

  async findByToken(q: Queryable, token: string): Promise<Provision | null> {
    if (!TOKEN.test(token)) return null;
    const [row] = await q.query<Provision>(`${SELECT} WHERE p.token_hash = $1`, [sha256(token)]);
    return row ?? null;
  }

  /** Whether somebody could claim with this token. */
  async admits(q: Queryable, token: string): Promise<boolean> {
    const found = await this.findByToken(q, token);
    return found !== null && found.status === 'pending' && !found.overdue;
  }

  async markExpired(tx: Tx, id: string): Promise<void> {
    await tx.repository(ProvisionEntity).update({ id }, { status: 'expired' });
  }
}
