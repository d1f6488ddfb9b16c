import { Injectable } from '@nestjs/common';
import { isTerminal } from '../../../../domain/agents/conversations/turn-status.js';
import { Database } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { isUuid } from '../../../../kernel/database/uuid.js';
import { conversationErrors } from '../records/conversation.errors.js';
import { MAX_TURNS } from '../records/conversation-rules.js';
import { ConversationStore, type ConversationViewer } from '../records/conversation-store.js';
import type { AbortResponse, ListTurnsQuery, TurnPageResponse } from '../dto/turn.dto.js';
import { TurnClosing } from './turn-closing.js';
import { TurnStore } from './turn-store.js';
import { turnView } from './turn.view.js';
import { WorkSignal } from './work-signal.js';

/** Turns as people see them, and stopping them (04 §2.3). */
@Injectable()
export class TurnsService {
  constructor(
    private readonly db: Database,
    private readonly conversations: ConversationStore,
    private readonly store: TurnStore,
    private readonly closing: TurnClosing,
    private readonly work: WorkSignal,
  ) {}

  /** The newest ones, oldest of them first. */
  async list(
    viewer: ConversationViewer,
    conversationId: string,
    query: ListTurnsQuery,
  ): Promise<TurnPageResponse> {
    const { limit = MAX_TURNS, before } = query;
    const { id } = await this.conversations.get(this.db, viewer, conversationId);
    const rows = await this.store.list(this.db, id, limit, before);
    return { turns: rows.slice(0, limit).reverse().map(turnView), hasMore: rows.length > limit };
  }

  abort(viewer: ConversationViewer, turnId: string): Promise<AbortResponse> {
    return this.db.tx(async (tx) => {
      const conversation = isUuid(turnId) ? await this.conversations.lockOfTurn(tx, turnId) : null;
      const theirs =
        conversation?.workspaceId === viewer.workspaceId &&
        (!conversation.direct || conversation.userId === viewer.userId);
      if (!theirs) throw new AppError(conversationErrors.turn_not_found);
      const turn = await this.store.lock(tx, turnId);
      if (isTerminal(turn.status)) throw new AppError(conversationErrors.turn_is_over);
      switch (turn.status) {
        case 'joining':
          await this.store.end(tx, [turn.id], 'aborted');
          return { aborted: true, delivered: false };
        case 'queued':
          await this.closing.close(tx, turn, { status: 'aborted' });
          return { aborted: true, delivered: false };
        default: {
          await this.store.requestAbort(tx, turn.id);
          const waiting = await this.store.waiting(tx, turn.conversationId);
          await this.store.end(
            tx,
            waiting.map(({ id }) => id),
            'aborted',
          );
          await this.work.due(tx);
          return { aborted: false, delivered: true };
        }
      }
    });
  }
}
