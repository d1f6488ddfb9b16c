import { Injectable } from '@nestjs/common';
import type { Store, Tx } from '../../../kernel/database/database.js';
import { SsoIdentityEntity } from './sso-identity.entity.js';

type Member = Pick<SsoIdentityEntity, 'organizationId' | 'userId'>;

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
