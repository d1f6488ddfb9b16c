import { Injectable } from '@nestjs/common';
import type { Queryable } from '../../../../kernel/database/database.js';
import { selection } from '../../../../kernel/database/entity-columns.js';
import { ChannelThreadLinkEntity } from './channel-thread-link.entity.js';

/** As many as a page shows; a busy channel has a thread for every question ever asked. */
const SHOWN_GROUPS = 200;

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
}
