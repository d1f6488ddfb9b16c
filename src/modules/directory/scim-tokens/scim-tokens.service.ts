import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { IsNull } from 'typeorm';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { Database, type Queryable, type Store, type Tx } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { ApiKeysService } from '../../foundation/api-keys/api-keys.service.js';
import { actingPerson, organizationOriginOf } from '../../foundation/audit/model/audit-origin.js';
import { declareAudited } from '../../foundation/audit/audited.js';
import type { AccountClaim } from '../../people/identity/accounts/account-claims.js';
import { AdministratorLock } from '../../people/organizations/administrator-lock.js';
import { isPlaceholder } from '../../people/organizations/placeholders.js';
import type { CreatedScimTokenResponse, ScimTokenResponse } from './dto/scim-token.dto.js';
import { ScimTokenEntity } from './scim-token.entity.js';
import { scimTokenErrors } from './scim-token.errors.js';

const MOST = 20;
const MAX_RECENT = 1_000;
const MINUTE_MS = 60_000;

const LIVE = `
  SELECT ${selection(ScimTokenEntity, ['id', 'label', 'lastUsedAt', 'createdAt'], 't')}, u.email AS "createdByEmail"
  FROM scim_tokens t LEFT JOIN users u ON u.id = t.created_by_user_id AND NOT ${isPlaceholder('u.email')}
  WHERE t.organization_id = $1 AND t.revoked_at IS NULL`;

type Row = Pick<ScimTokenEntity, 'id' | 'label' | 'lastUsedAt' | 'createdAt'> & {
  createdByEmail: string | null;
};

const tokenAudit = declareAudited('scim-token');

/** Tokens with which an identity provider writes people and groups (05 §7). They belong to the organization. */
@Injectable()
export class ScimTokensService {
  private readonly recentlyUsed = new LRUCache<string, true>({ max: MAX_RECENT, ttl: MINUTE_MS });

  constructor(
    private readonly db: Database,
    private readonly administrators: AdministratorLock,
    private readonly apiKeys: ApiKeysService,
  ) {}

  /** The live ones, oldest first. */
  async list({ organizationId }: OrganizationCaller): Promise<ScimTokenResponse[]> {
    return (await this.live(this.db, organizationId)).map(present);
  }

  /** The value is in this answer and nowhere else. */
  create(caller: OrganizationCaller, label: string): Promise<CreatedScimTokenResponse> {
    const { organizationId, userId: createdByUserId } = caller;
    return this.db.tx(async (tx) => {
      await this.administrators.take(tx, caller);
      const others = await this.live(tx, organizationId);
      if (others.length >= MOST) throw new AppError(scimTokenErrors.too_many_scim_tokens);
      const { id, value: token } = await this.apiKeys.mintScimToken(tx, organizationId);
      await tx.repository(ScimTokenEntity).insert({ id, organizationId, label, createdByUserId });
      await tokenAudit.record(tx, organizationOriginOf(caller), 'create', { tokenId: id, label });
      const row = (await this.live(tx, organizationId)).find((one) => one.id === id);
      return { ...present(row!), token };
    });
  }

  /** Refused from the commit on; people and groups it has written stay. Twice is no mistake. */
  revoke(caller: OrganizationCaller, id: string): Promise<void> {
    const { organizationId } = caller;
    return this.db.tx(async (tx) => {
      await this.administrators.take(tx, caller);
      const token = await this.find(tx, organizationId, id);
      if (token === null) throw new AppError(scimTokenErrors.scim_token_not_found);
      if (token.revokedAt !== null) return;
      await this.end(tx, id);
      const metadata = { tokenId: id, label: token.label };
      await tokenAudit.record(tx, organizationOriginOf(caller), 'delete', metadata);
    });
  }

  /** Of organizations whose only member turned out to be somebody else: a stranger may have noted them (ADR 29). */
  async revokeAll(tx: Tx, { user, organizationIds }: AccountClaim): Promise<void> {
    const by = actingPerson(user.id, user.email, 'system');
    for (const organizationId of organizationIds)
      for (const { id, label } of await this.live(tx, organizationId)) {
        await this.end(tx, id);
        const metadata = { tokenId: id, label, reason: 'account-claimed' };
        await tokenAudit.record(tx, { organizationId, by }, 'delete', metadata);
      }
  }

  /** Of somebody the organization was made by and who is to know no way into it any more (R41); how many there were. */
  async revokeMadeBy(
    tx: Tx,
    { organizationId, userId: createdByUserId }: { organizationId: string; userId: string },
  ): Promise<number> {
    const made = await tx
      .repository(ScimTokenEntity)
      .findBy({ organizationId, createdByUserId, revokedAt: IsNull() });
    for (const { id, label } of made) {
      await this.end(tx, id);
      const by = actingPerson(null, null, 'system');
      const metadata = { tokenId: id, label, reason: 'organization-claimed' };
      await tokenAudit.record(tx, { organizationId, by }, 'delete', metadata);
    }
    return made.length;
  }

  /** Whether a directory can still write to the organization. */
  anyLive(store: Store, organizationId: string): Promise<boolean> {
    return store.repository(ScimTokenEntity).existsBy({ organizationId, revokedAt: IsNull() });
  }

  /** Written at most once a minute for a token (05 §7). */
  async noteUse(id: string): Promise<void> {
    if (this.recentlyUsed.has(id)) return;
    this.recentlyUsed.set(id, true);
    await this.db.repository(ScimTokenEntity).update({ id }, { lastUsedAt: () => 'now()' });
  }

  private async end(tx: Tx, id: string): Promise<void> {
    await tx.repository(ScimTokenEntity).update({ id }, { revokedAt: () => 'now()' });
    await this.apiKeys.revokeScimToken(tx, id);
  }

  private live(q: Queryable, organizationId: string): Promise<Row[]> {
    return q.query<Row>(`${LIVE} ORDER BY t.created_at, t.id`, [organizationId]);
  }

  private async find(tx: Tx, organizationId: string, id: string): Promise<ScimTokenEntity | null> {
    return isUuid(id) ? tx.repository(ScimTokenEntity).findOneBy({ organizationId, id }) : null;
  }
}

function present({ lastUsedAt, createdAt, ...row }: Row): ScimTokenResponse {
  return { ...row, lastUsedAt: lastUsedAt?.toISOString() ?? null, createdAt: createdAt.toISOString() };
}
