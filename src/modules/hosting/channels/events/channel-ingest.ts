import { Injectable } from '@nestjs/common';
import type { ChannelWord } from '../../../../domain/protocols/slack/channel-words.js';
import { readSlackEvent, type SlackEvent } from '../../../../domain/protocols/slack/slack-event.js';
import { spokenText } from '../../../../domain/protocols/slack/slack-text.js';
import { Database, type Tx } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { Turns } from '../../../../kernel/scheduling/turns.js';
import { AttachmentStore } from '../../conversations/attachments/attachment-store.js';
import { conversationErrors } from '../../conversations/records/conversation.errors.js';
import { MAX_MESSAGE } from '../../conversations/records/conversation-rules.js';
import { ConversationStore } from '../../conversations/records/conversation-store.js';
import { MessagesService } from '../../conversations/turns/messages.service.js';
import type { ReceivedEvent } from './inbound-ports.js';
import type { ChannelPlace } from '../posts/channel-outbox.js';
import { Receipts } from '../posts/receipts.js';
import { type LiveChannelApp, LiveChannelApps } from '../apps/live-channel-apps.js';
import { ChannelIdentities, type ChannelIdentity } from './channel-identities.js';
import { type ThreadLink, ThreadLinkStore } from '../posts/thread-link-store.js';
import { IngestRecords } from './ingest-records.js';
import { Refusals } from './refusals.js';
import { SharedFiles } from './shared-files.js';
import { platformErrors } from '../../../../kernel/errors/platform-errors.js';
import { StoredBytes } from '../../../foundation/limits/stored-bytes.js';

export type IngestOutcome = 'ignored' | 'duplicate' | 'refused' | 'turn' | 'followUp' | 'invite';

/** An event that is to have an effect, and was written down as heard. */
export interface HeardEvent {
  presence: LiveChannelApp;
  event: Exclude<SlackEvent, { kind: 'ignored' }>;
}

/** Messages of one organization whose files are held at once; from so many on in all each has one (R62). */
const WITH_FILES_AT_ONCE = 2;
const FILES_IN_PLENTY = 4;
/** What is said of a message that no conversation takes. */
const WORD_OF: Readonly<Record<string, ChannelWord>> = {
  [conversationErrors.too_many_follow_ups.code]: 'too_many_messages',
  [platformErrors.limit_reached.code]: 'limit_reached',
};
const NOBODY_LEAVES = (): boolean => false;

/** What becomes of an event of Slack (04 §6.3): the same whichever way it came. */
@Injectable()
export class ChannelIngest {
  private readonly fileTurns = new Turns(WITH_FILES_AT_ONCE, FILES_IN_PLENTY);

  constructor(
    private readonly db: Database,
    private readonly presences: LiveChannelApps,
    private readonly records: IngestRecords,
    private readonly speakers: ChannelIdentities,
    private readonly refusals: Refusals,
    private readonly links: ThreadLinkStore,
    private readonly files: SharedFiles,
    private readonly conversations: ConversationStore,
    private readonly attachments: AttachmentStore,
    private readonly messages: MessagesService,
    private readonly receipts: Receipts,
    private readonly stored: StoredBytes,
  ) {}

  /**
   * Null where there is no such presence. What comes to nothing is not written down, nor what `admit` throws for.
   */
  async hear(
    { presenceId, eventId, event }: ReceivedEvent,
    admit: (organizationId: string) => void,
  ): Promise<HeardEvent | 'ignored' | 'duplicate' | null> {
    const presence = await this.presences.working(presenceId);
    if (presence?.identityRef == null) return null;
    const read = readSlackEvent(event, presence.identityRef);
    if (read.kind === 'ignored') return 'ignored';
    if (read.kind === 'group' && !read.mentioned && (await this.linkOf(presence, read)) === null)
      return 'ignored';
    admit(presence.organizationId);
    return (await this.records.first(presence.id, eventId)) ? { presence, event: read } : 'duplicate';
  }

  async carryOut({ presence, event }: HeardEvent): Promise<IngestOutcome> {
    return event.kind === 'invite' ? this.invited(presence, event) : this.said(presence, event);
  }

  private async invited(
    presence: LiveChannelApp,
    { channel, inviter }: Extract<SlackEvent, { kind: 'invite' }>,
  ): Promise<IngestOutcome> {
    const found = inviter === null ? null : await this.speakers.resolve(presence, inviter);
    if (found?.known) {
      await this.refusals.endSilence(presence.id, channel);
      return 'invite';
    }
    if (await this.refusals.silence(presence.id, channel))
      await this.refusals.say({ presenceId: presence.id, channel, thread: null }, 'refused_invite');
    return 'refused';
  }

  private async said(
    presence: LiveChannelApp,
    event: Extract<SlackEvent, { kind: 'direct' | 'group' }>,
  ): Promise<IngestOutcome> {
    const { said } = event;
    const place = placeFor(presence, event);
    const found = await this.speakers.resolve(presence, said.externalUserId);
    if (!found.known) {
      await this.refusals.refuse(place, found.word);
      return 'refused';
    }
    const { speaker } = found;
    const message =
      event.kind === 'direct' ? said.text : spokenText(speaker.name ?? speaker.email, said.text);
    if (message.length > MAX_MESSAGE) {
      await this.refusals.say(place, 'message_too_long');
      return 'refused';
    }
    const post = (): Promise<IngestOutcome> => this.post(presence, event, place, speaker, message);
    return said.files.length === 0
      ? post()
      : this.fileTurns.run(presence.organizationId, post, NOBODY_LEAVES);
  }

  private async post(
    presence: LiveChannelApp,
    event: Extract<SlackEvent, { kind: 'direct' | 'group' }>,
    place: ChannelPlace,
    speaker: ChannelIdentity,
    message: string,
  ): Promise<IngestOutcome> {
    const files = await this.files.fetch(presence, event.said.files);
    const { userId } = speaker;
    const { organizationId, workspaceId } = presence;
    const bytes = files.reduce(
      (sum, { content }) => sum + (Buffer.isBuffer(content) ? content.length : 0),
      0,
    );
    const deliver = async (): Promise<IngestOutcome> => {
      const link = await this.db.tx((tx) => this.open(tx, presence, event, speaker));
      const { conversationId } = link;
      const alongside = async (tx: Tx, turnId: string): Promise<void> => {
        await this.stored.requireRoom(tx, organizationId, bytes);
        for (const file of files)
          await this.attachments.insertSent(tx, { ...file, conversationId, turnId, userId });
        await this.receipts.give(tx, link, turnId, event.said.ts);
      };
      const viewer = { organizationId, workspaceId, userId };
      const body = { message, door: 'people', source: 'slack', alongside } as const;
      return (await this.messages.post(viewer, conversationId, body)).kind;
    };
    try {
      return await deliver();
    } catch (error) {
      const word = error instanceof AppError ? WORD_OF[error.code] : undefined;
      if (word === undefined) throw error;
      await this.refusals.say(place, word);
      return 'refused';
    }
  }

  /** The conversation of the thread, linked to it. */
  private async open(
    tx: Tx,
    presence: LiveChannelApp,
    event: Extract<SlackEvent, { kind: 'direct' | 'group' }>,
    { userId, userLinkId }: ChannelIdentity,
  ): Promise<ThreadLink> {
    const { agentId, organizationId, workspaceId } = presence;
    const viewer = { organizationId, workspaceId, userId };
    const externalThreadId = threadOf(event);
    const common = { presenceId: presence.id, externalThreadId };
    if (event.kind === 'direct') {
      const { id: conversationId } = await this.conversations.direct(tx, viewer, agentId);
      return this.links.link(tx, { ...common, conversationId, kind: 'direct', userLinkId });
    }
    const reference = { agentId, source: 'slack', externalRef: externalThreadId } as const;
    const { id: conversationId } = await this.conversations.ofReference(tx, viewer, reference);
    return this.links.link(tx, { ...common, conversationId, kind: 'group', userLinkId: null });
  }

  private linkOf(
    { id }: LiveChannelApp,
    event: Extract<SlackEvent, { kind: 'group' }>,
  ): Promise<ThreadLink | null> {
    return this.links.find(this.db, id, threadOf(event));
  }
}

function threadOf(event: Extract<SlackEvent, { kind: 'direct' | 'group' }>): string {
  const { channel } = event.said;
  return event.kind === 'direct' ? channel : `${channel}:${event.root}`;
}

function placeFor(
  { id: presenceId }: LiveChannelApp,
  event: Extract<SlackEvent, { kind: 'direct' | 'group' }>,
): ChannelPlace {
  return { presenceId, channel: event.said.channel, thread: event.kind === 'direct' ? null : event.root };
}
