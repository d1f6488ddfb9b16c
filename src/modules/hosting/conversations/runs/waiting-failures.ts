import { Injectable } from '@nestjs/common';
import type { TurnFailure } from '../../../../domain/agents/conversations/turn-failure.js';
import { isLeased } from '../../../../domain/agents/conversations/turn-status.js';
import { Database } from '../../../../kernel/database/database.js';
import { ConversationStore } from '../records/conversation-store.js';
import { TurnClosing } from '../turns/turn-closing.js';
import { TurnStore } from '../turns/turn-store.js';

/** An agent that cannot be started fails all that waits for it (04 §8.4.6, §8.4.7); what runs already goes on. */
@Injectable()
export class WaitingFailures {
  constructor(
    private readonly db: Database,
    private readonly conversations: ConversationStore,
    private readonly turns: TurnStore,
    private readonly closing: TurnClosing,
  ) {}

  /** A turn that was handed out and cannot be run, and with it what waits behind. */
  async failClaimed({ id, agentId }: { id: string; agentId: string }, failure: TurnFailure): Promise<void> {
    await this.db.tx(async (tx) => {
      if ((await this.conversations.lockOfTurn(tx, id)) === null) return;
      const turn = await this.turns.lock(tx, id);
      if (isLeased(turn.status)) await this.closing.close(tx, turn, { status: 'failed', failure });
    });
    await this.failAll(agentId, failure);
  }

  async failAll(agentId: string, failure: TurnFailure): Promise<void> {
    const waiting = await this.db.query<{ id: string }>(
      `SELECT DISTINCT conversation_id AS id FROM turns
       WHERE agent_id = $1 AND status IN ('queued', 'joining') ORDER BY id`,
      [agentId],
    );
    for (const { id } of waiting) await this.failIn(id, failure);
  }

  private failIn(conversationId: string, failure: TurnFailure): Promise<void> {
    return this.db.tx(async (tx) => {
      if ((await this.conversations.lock(tx, conversationId)) === null) return;
      // Each that ends makes room for the one behind it: they end in the order in which they were said.
      for (;;) {
        await this.closing.promoteOldest(tx, conversationId);
        const active = await this.turns.active(tx, conversationId);
        const queued = active && (await this.turns.lock(tx, active.id));
        if (queued?.status !== 'queued') return;
        await this.closing.close(tx, queued, { status: 'failed', failure });
      }
    });
  }
}
