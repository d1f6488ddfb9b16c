import { Injectable } from '@nestjs/common';
import type { Store, Tx } from '../../../kernel/database/database.js';
import { SsoIdentityEntity } from './sso-identity.entity.js';

type Member = Pick<SsoIdentityEntity, 'organizationId' | 'userId'>;
type Identity = Pick<SsoIdentityEntity, 'organizationId' | 'issuer' | 'subject'>;

/** Links of members to accounts at their organization's identity provider. */
@Injectable()
export class SsoIdentities {
  async find(
    store: Store,
    { organizationId, userId }: Member,
  ): Promise<{ linkedAt: string; lastUsedAt: string | null } | null> {
    const link = await store.repository(SsoIdentityEntity).findOneBy({ organizationId, userId });
    if (link === null) return null;
    return {
      linkedAt: link.linkedAt.toISOString(),
      lastUsedAt: link.lastUsedAt?.toISOString() ?? null,
    };
  }

  /** Which member the provider's account is; null when it is none yet. */
  async holder(store: Store, identity: Identity): Promise<string | null> {
    const { organizationId, issuer, subject } = identity;
    const link = await store.repository(SsoIdentityEntity).findOneBy({ organizationId, issuer, subject });
    return link?.userId ?? null;
  }

  /** Which account of which provider the member is; null for none. */
  of(
    store: Store,
    { organizationId, userId }: Member,
  ): Promise<Pick<SsoIdentityEntity, 'issuer' | 'subject'> | null> {
    return store.repository(SsoIdentityEntity).findOneBy({ organizationId, userId });
  }

  /** Notes a sign-in; links the member when they are not, or were to something else. The organization is locked. */
  async use(tx: Tx, { organizationId, userId, issuer, subject }: Member & Identity): Promise<void> {
    await tx.query(
      `INSERT INTO sso_identities AS i (organization_id, user_id, issuer, subject, last_used_at)
       VALUES ($1, $2, $3, $4, now())
       ON CONFLICT (organization_id, user_id) DO UPDATE SET issuer = excluded.issuer, subject = excluded.subject,
         last_used_at = now(),
         linked_at = CASE WHEN (i.issuer, i.subject) = (excluded.issuer, excluded.subject) THEN i.linked_at ELSE now() END`,
      [organizationId, userId, issuer, subject],
    );
  }

  /** Whoever signs in with this address next is linked anew (05 §2.7). False when there was no link. */
  async unlink(tx: Tx, { organizationId, userId }: Member): Promise<boolean> {
    const { affected } = await tx.repository(SsoIdentityEntity).delete({ organizationId, userId });
    return affected === 1;
  }

  /** With the organization's connection go the accounts it led to. */
  async unlinkAll(tx: Tx, organizationId: string): Promise<void> {
    await tx.repository(SsoIdentityEntity).delete({ organizationId });
  }
}
