import { Injectable } from '@nestjs/common';
import { placementOf } from '../../../../domain/agents/conversations/posting.js';
import { failureOf, storageFullFailure } from '../../../../domain/agents/conversations/turn-failure.js';
import type { TurnEnd } from '../../../../domain/agents/conversations/turn-status.js';
import type { Queryable, Tx } from '../../../../kernel/database/database.js';
import type { ConversationEntity, TurnSource } from '../records/conversation.entity.js';
import {
  ConversationStore,
  type NewConversation,
  type ConversationViewer,
} from '../records/conversation-store.js';
import { TranscriptWriter } from '../transcript/transcript-writer.js';
import { TurnClosing } from './turn-closing.js';
import { TurnEndings } from './turn-endings.js';
import { TurnStore } from './turn-store.js';
import { WorkSignal } from './work-signal.js';
import { StoredBytes } from '../../../foundation/limits/stored-bytes.js';

/** What starts turns by itself. */
type Automation = Extract<TurnSource, 'cron' | 'watch'>;
type AutomationThread = NewConversation & { source: Automation };

export interface PlatformTurn {
  message: string;
  /** Whether the agent has a model key; read before, because that reads every rule about the agent. */
  hasKey: boolean;
}

export interface AutomationReport {
  source: Automation;
  /** What it is a report of. */
  message: string;
  text: string;
}

/** How a turn ended, and all that it said. */
export interface EndedRun {
  status: TurnEnd;
  error: string | null;
  text: string | null;
}

/** Turns that no person made (04 §3.2): runs that start by themselves, and what is reported of them elsewhere. */
@Injectable()
export class PlatformTurns {
  constructor(
    private readonly conversations: ConversationStore,
    private readonly turns: TurnStore,
    private readonly closing: TurnClosing,
    private readonly endings: TurnEndings,
    private readonly transcript: TranscriptWriter,
    private readonly work: WorkSignal,
    private readonly stored: StoredBytes,
  ) {}

  /** The person's own thread with the agent, made where there is none. */
  async directThread(tx: Tx, viewer: ConversationViewer, agentId: string): Promise<string> {
    return (await this.conversations.direct(tx, viewer, agentId)).id;
  }

  /** Before anything else is locked. Null for a conversation that is gone. */
  lock(tx: Tx, conversationId: string): Promise<ConversationEntity | null> {
    return this.conversations.lock(tx, conversationId);
  }

  /** The same for one that belongs to what starts its turns. */
  lockThread(
    tx: Tx,
    thread: Pick<AutomationThread, 'agentId' | 'source' | 'externalRef'>,
  ): Promise<ConversationEntity | null> {
    return this.conversations.lockReferred(tx, thread);
  }

  /** Nobody else can know of it before the commit. */
  openThread(tx: Tx, thread: AutomationThread): Promise<ConversationEntity> {
    return this.conversations.insert(tx, thread);
  }

  /** Null when the conversation is busy: what nobody said is never a follow-up (04 §2.4.6). */
  async start(
    tx: Tx,
    conversation: ConversationEntity,
    { message, hasKey }: PlatformTurn,
  ): Promise<string | null> {
    const busy = (await this.turns.active(tx, conversation.id)) !== null;
    const { length: joining } = await this.turns.waiting(tx, conversation.id);
    if (placementOf('strict', { busy, joining }) !== 'turn') return null;
    const { source } = conversation;
    const turn = { status: 'queued', source, userId: null, message, followUpOfTurnId: null } as const;
    const id = await this.turns.insert(tx, conversation, turn);
    const fits = await this.stored.hasRoomAt(tx, conversation.workspaceId, Buffer.byteLength(message));
    const failure = hasKey ? storageFullFailure() : failureOf('no_model_key');
    if (hasKey && fits) await this.work.due(tx);
    else await this.closing.close(tx, { id, conversationId: conversation.id }, { status: 'failed', failure });
    return id;
  }

  /** As a turn that is over, whatever runs in that conversation meanwhile (04 §3.2.8). */
  async report(
    tx: Tx,
    conversation: ConversationEntity,
    { source, message, text }: AutomationReport,
  ): Promise<void> {
    const { id: conversationId } = conversation;
    const turn = { status: 'done', source, userId: null, message, followUpOfTurnId: null } as const;
    const turnId = await this.turns.insert(tx, conversation, turn);
    await this.turns.end(tx, [turnId], 'done');
    await this.transcript.append(tx, { conversationId, turnId }, [{ type: 'text', text }]);
    await this.endings.ended(tx, { id: turnId, conversationId });
  }

  /** Null while it is not over. */
  async endOf(q: Queryable, turnId: string): Promise<EndedRun | null> {
    const [row] = await q.query<EndedRun>(
      `SELECT status, error, (
         SELECT payload->>'text' FROM transcript_events
         WHERE turn_id = $1 AND payload->>'type' = 'text' ORDER BY seq DESC LIMIT 1) AS text
       FROM turns WHERE id = $1 AND status IN ('done', 'failed', 'aborted')`,
      [turnId],
    );
    return row ?? null;
  }
}
