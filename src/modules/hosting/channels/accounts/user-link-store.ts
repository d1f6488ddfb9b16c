import { Injectable } from '@nestjs/common';
import type { Queryable, Tx } from '../../../../kernel/database/database.js';
import { selection } from '../../../../kernel/database/statements/entity-columns.js';
import { isUuid } from '../../../../kernel/database/uuid.js';
import type { UserLinkResponse } from './org-channels.dto.js';
import type { ChannelProvider } from './channel-integration.entity.js';
import { ChannelUserLinkEntity } from './channel-user-link.entity.js';

export interface UserLinkRow extends Pick<
  ChannelUserLinkEntity,
  'id' | 'externalUserId' | 'linkedVia' | 'createdAt' | 'userId'
> {
  email: string;
  name: string | null;
  provider: ChannelProvider;
}

const SELECT = `
  SELECT ${selection(ChannelUserLinkEntity, ['id', 'externalUserId', 'linkedVia', 'createdAt', 'userId'], 'l')},
    u.email, u.name, i.provider
  FROM channel_user_links l
  JOIN channel_integrations i ON i.id = l.integration_id JOIN users u ON u.id = l.user_id
  WHERE i.organization_id = $1`;

export type NewUserLink = Pick<
  ChannelUserLinkEntity,
  'integrationId' | 'externalUserId' | 'userId' | 'linkedVia'
>;

/** The rows of `channel_user_links`, with who they are of. */
@Injectable()
export class UserLinkStore {
  /** Oldest first. */
  list(q: Queryable, organizationId: string): Promise<UserLinkRow[]> {
    return q.query<UserLinkRow>(`${SELECT} ORDER BY l.created_at, l.id`, [organizationId]);
  }

  /** Null also for an id that is none. */
  async find(
    q: Queryable,
    organizationId: string,
    provider: ChannelProvider,
    id: string,
  ): Promise<UserLinkRow | null> {
    if (!isUuid(id)) return null;
    const [row] = await q.query<UserLinkRow>(`${SELECT} AND i.provider = $2 AND l.id = $3`, [
      organizationId,
      provider,
      id,
    ]);
    return row ?? null;
  }

  /** A conflict when either side is linked already. */
  async insert(tx: Tx, { integrationId, externalUserId, userId, linkedVia }: NewUserLink): Promise<string> {
    const [row] = await tx.query<{ id: string }>(
      `INSERT INTO channel_user_links (integration_id, external_user_id, user_id, linked_via)
       VALUES ($1, $2, $3, $4) RETURNING id`,
      [integrationId, externalUserId, userId, linkedVia],
    );
    return row!.id;
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.repository(ChannelUserLinkEntity).delete({ id });
  }

  /** Of somebody who is no member any more. */
  async deleteOfUser(tx: Tx, organizationId: string, userId: string): Promise<void> {
    await tx.query(
      `DELETE FROM channel_user_links l USING channel_integrations i
       WHERE i.id = l.integration_id AND i.organization_id = $1 AND l.user_id = $2`,
      [organizationId, userId],
    );
  }
}

export function presentUserLink(row: UserLinkRow): UserLinkResponse {
  const { id, externalUserId, linkedVia, createdAt, userId, email, name, provider } = row;
  return {
    id,
    externalUserId,
    linkedVia,
    createdAt: createdAt.toISOString(),
    user: { id: userId, email, name },
    integration: { provider },
  };
}
