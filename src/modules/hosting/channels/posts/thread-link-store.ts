import { Injectable } from '@nestjs/common';
import type { Queryable, Tx } from '../../../../kernel/database/database.js';
import { selection } from '../../../../kernel/database/statements/entity-columns.js';
import { ChannelThreadLinkEntity } from './channel-thread-link.entity.js';

/** As many as a page shows; a busy channel has a thread for every question ever asked. */
const SHOWN_GROUPS = 200;

export type ThreadLink = ChannelThreadLinkEntity;
type NewThreadLink = Pick<
  ChannelThreadLinkEntity,
  'presenceId' | 'conversationId' | 'kind' | 'externalThreadId' | 'userLinkId'
>;

const COLUMNS = selection(ChannelThreadLinkEntity);

/** The rows of `channel_thread_links`. */
@Injectable()
export class ThreadLinkStore {
  /** Newest first. */
  newestGroups(
    q: Queryable,
    presenceId: string,
  ): Promise<Pick<ChannelThreadLinkEntity, 'externalThreadId' | 'createdAt'>[]> {
    return q.query(
      `SELECT ${selection(ChannelThreadLinkEntity, ['externalThreadId', 'createdAt'])} FROM channel_thread_links
       WHERE presence_id = $1 AND kind = 'group' ORDER BY created_at DESC, id DESC LIMIT ${SHOWN_GROUPS}`,
      [presenceId],
    );
  }

  async find(q: Queryable, presenceId: string, externalThreadId: string): Promise<ThreadLink | null> {
    const [row] = await q.query<ThreadLink>(
      `SELECT ${COLUMNS} FROM channel_thread_links WHERE presence_id = $1 AND external_thread_id = $2`,
      [presenceId, externalThreadId],
    );
    return row ?? null;
  }

  /**
   * The link of this thread to this conversation. Another one of either goes, with what waited to be posted by it: what
   * was meant for somebody else must not be read by whoever is there now (04 §6.3.3).
   */
  async link(tx: Tx, link: NewThreadLink): Promise<ThreadLink> {
    const { presenceId, conversationId, kind, externalThreadId, userLinkId } = link;
    const values = [presenceId, externalThreadId, conversationId, userLinkId];
    await tx.query(
      `DELETE FROM channel_thread_links WHERE presence_id = $1
         AND (external_thread_id = $2 OR conversation_id = $3)
         AND NOT (external_thread_id = $2 AND conversation_id = $3 AND user_link_id IS NOT DISTINCT FROM $4)`,
      values,
    );
    await tx.query(
      `INSERT INTO channel_thread_links (presence_id, external_thread_id, conversation_id, user_link_id, kind)
       VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
      [...values, kind],
    );
    return (await this.find(tx, presenceId, externalThreadId))!;
  }
}
