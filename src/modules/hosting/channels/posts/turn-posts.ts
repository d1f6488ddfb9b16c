import { Injectable } from '@nestjs/common';
import { postsOf } from '../../../../domain/protocols/slack/turn-posts.js';
import { AccessQueries } from '../../../../kernel/access/queries/access.queries.js';
import { Configuration } from '../../../../kernel/config/configuration.js';
import type { Tx } from '../../../../kernel/database/database.js';
import { PublicUrls } from '../../../../kernel/http/public-urls.js';
import { agentImageUrl } from '../../../policy/agents/records/agent-image-url.js';
import { type EndedTurn, TurnEndings } from '../../conversations/turns/turn-endings.js';
import { speaksFor } from '../apps/app-trust.js';
import { placeOf } from './thread-place.js';
import { ChannelOutbox, type NewOutboxItem } from './channel-outbox.js';
import { endedTalk, threadsToTell, type ToldThread } from './ended-talk.query.js';
import { Receipts } from './receipts.js';

/** What linked threads are told of a turn, written with its end (04 §6.5, §8.1.4): so it is told once or not at all. */
@Injectable()
export class TurnPosts {
  constructor(
    endings: TurnEndings,
    private readonly configuration: Configuration,
    private readonly urls: PublicUrls,
    private readonly access: AccessQueries,
    private readonly outbox: ChannelOutbox,
    private readonly receipts: Receipts,
  ) {
    endings.onEnd((tx, turn) => this.tell(tx, turn));
  }

  private async tell(tx: Tx, turn: EndedTurn): Promise<void> {
    const threads = await threadsToTell(tx, turn.conversationId, turn.id);
    if (threads.length === 0) return;
    const talk = await endedTalk(tx, turn.id);
    for (const thread of threads) {
      if (!(await this.mayBeTold(tx, thread))) continue;
      const posts = postsOf({ ...talk, modelsUrl: this.modelsUrl(thread) });
      const items = posts.map(({ kind, text, blocks }, ordinal): NewOutboxItem => {
        const content = { text, ...(blocks && { blocks }), ...this.iconOf(thread) };
        const ofTurn = { threadLinkId: thread.id, turnId: turn.id, ordinal };
        return { presenceId: thread.presenceId, ...placeOf(thread), kind, content, ofTurn };
      });
      await this.outbox.add(tx, items);
      // Behind the answer.
      await this.receipts.takeBack(tx, thread);
    }
  }

  /**
   * Somebody who lost their access since the turn began reads nothing of it any more. The person who attached an app by
   * hand reads whatever it posts, so it posts nothing that is not theirs to read (R52).
   */
  private async mayBeTold(tx: Tx, thread: ToldThread): Promise<boolean> {
    const { kind, ownerId, workspaceId, attachedBy } = thread;
    const reader = kind === 'direct' ? ownerId : attachedBy;
    if (kind === 'group' && thread.speaksForEveryone) return true;
    if (reader === null || !speaksFor(thread, reader)) return false;
    return this.access.canUseWorkspace(reader, workspaceId, tx);
  }

  private modelsUrl({ workspaceId, agentId }: ToldThread): string | null {
    return `${this.urls.dashboard()}/w/${workspaceId}/agents/${agentId}/models`;
  }

  /** Slack fetches it, which it can over https only (04 §6.5.6). */
  private iconOf({ agentId, imageKey }: ToldThread): { iconUrl?: string } {
    const { apiUrl } = this.configuration;
    if (imageKey === null || !apiUrl.startsWith('https:')) return {};
    return { iconUrl: agentImageUrl(apiUrl, agentId, imageKey) };
  }
}
