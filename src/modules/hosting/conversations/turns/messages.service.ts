import { Injectable } from '@nestjs/common';
import { type Door, placementOf, titleOf } from '../../../../domain/agents/conversations/posting.js';
import { failureOf } from '../../../../domain/agents/conversations/turn-failure.js';
import { Database, type Tx } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { AgentModelKeys } from '../../../policy/agents/models/agent-model-keys.js';
import { AttachmentStore } from '../attachments/attachment-store.js';
import { conversationErrors } from '../records/conversation.errors.js';
import type { ConversationEntity, TurnSource } from '../records/conversation.entity.js';
import { ConversationStore, type ConversationViewer } from '../records/conversation-store.js';
import type { PostMessageRequest, SentMessageResponse } from '../dto/turn.dto.js';
import { TurnClosing } from './turn-closing.js';
import { type NewTurn, TurnStore } from './turn-store.js';
import { turnView } from './turn.view.js';
import { WorkSignal } from './work-signal.js';
import { StoredBytes } from '../../../foundation/limits/stored-bytes.js';

interface Message extends PostMessageRequest {
  door: Door;
  /** Where it was said. */
  source?: TurnSource;
  /** What else belongs to the turn from its beginning, in the same commit. */
  alongside?: (tx: Tx, turnId: string) => Promise<void>;
}

/** What people say (04 §2.3): the strict door and the one that takes what is said while the agent works. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly db: Database,
    private readonly keys: AgentModelKeys,
    private readonly conversations: ConversationStore,
    private readonly turns: TurnStore,
    private readonly attachments: AttachmentStore,
    private readonly closing: TurnClosing,
    private readonly work: WorkSignal,
    private readonly stored: StoredBytes,
  ) {}

  async post(
    viewer: ConversationViewer,
    conversationId: string,
    message: Message,
  ): Promise<SentMessageResponse> {
    const { id, agentId } = await this.conversations.get(this.db, viewer, conversationId);
    // Not under the lock: it reads every rule about the agent.
    const hasKey = await this.keys.answers(this.db, viewer, agentId);
    return this.db.tx(async (tx) => {
      const conversation = await this.conversations.lock(tx, id);
      if (conversation === null) throw new AppError(conversationErrors.conversation_not_found);
      await this.stored.requireRoom(tx, viewer.organizationId, Buffer.byteLength(message.message));
      const target = await this.targetOf(tx, conversation, message.door);
      const turnId = await this.insert(tx, conversation, viewer, message, target, hasKey);
      const turn = turnView(await this.turns.show(tx, turnId));
      return { kind: target === null ? 'turn' : 'followUp', turn };
    });
  }

  /** The turn that the message is a follow-up of; null where it is one of its own. */
  private async targetOf(tx: Tx, { id }: ConversationEntity, door: Door): Promise<string | null> {
    const active = await this.turns.active(tx, id);
    const { length: joining } = await this.turns.waiting(tx, id);
    switch (placementOf(door, { busy: active !== null, joining })) {
      case 'turn':
        return null;
      case 'follow-up':
        return active!.id;
      case 'behind-the-oldest':
        return this.closing.promoteOldest(tx, id);
      case 'refused-busy':
        throw new AppError(conversationErrors.conversation_busy);
      case 'refused-full':
        throw new AppError(conversationErrors.too_many_follow_ups);
    }
  }

  private async insert(
    tx: Tx,
    conversation: ConversationEntity,
    { userId }: ConversationViewer,
    { message, attachmentIds = [], source = 'web', alongside }: Message,
    target: string | null,
    hasKey: boolean,
  ): Promise<string> {
    const status = target === null ? 'queued' : 'joining';
    const turn: NewTurn = { status, source, userId, message, followUpOfTurnId: target };
    const turnId = await this.turns.insert(tx, conversation, turn);
    await this.bind(tx, conversation.id, turnId, userId, attachmentIds);
    await alongside?.(tx, turnId);
    if (target === null) await this.nameAfter(tx, conversation, turnId, message);
    if (target === null && !hasKey) {
      const failure = failureOf('no_model_key');
      await this.closing.close(
        tx,
        { id: turnId, conversationId: conversation.id },
        { status: 'failed', failure },
      );
    } else {
      await this.work.due(tx);
    }
    return turnId;
  }

  private async bind(
    tx: Tx,
    conversationId: string,
    turnId: string,
    userId: string,
    ids: readonly string[],
  ): Promise<void> {
    if (ids.length === 0) return;
    const distinct = new Set(ids).size;
    const bound = await this.attachments.bind(tx, { conversationId, turnId, userId }, ids);
    // The same file twice is a mistake like one that was sent before.
    if (bound < ids.length || distinct < ids.length)
      throw new AppError(conversationErrors.attachments_not_usable);
  }

  private async nameAfter(
    tx: Tx,
    { id, title, direct }: ConversationEntity,
    turnId: string,
    message: string,
  ): Promise<void> {
    if (title !== null || direct) return;
    const named = titleOf(message, await this.attachments.firstNameOf(tx, turnId));
    if (named !== null) await this.conversations.setTitle(tx, id, named);
  }
}
