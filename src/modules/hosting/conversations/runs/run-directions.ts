import { Injectable } from '@nestjs/common';
import { steersFor } from '../../../../domain/agents/conversations/follow-ups.js';
import { isLeased } from '../../../../domain/agents/conversations/turn-status.js';
import { Database } from '../../../../kernel/database/database.js';
import { ConversationStore } from '../records/conversation-store.js';
import { TurnStore } from '../turns/turn-store.js';
import type { Boot } from './run-queue.js';

export interface Stop {
  turnId: string;
  leaseId: string;
}

export interface Steer extends Stop {
  /** The turn that runs. */
  targetTurnId: string;
  message: string;
}

/** What an executor is told about runs it has: stop, and what was said meanwhile (04 §9.3). Each is handed over once. */
@Injectable()
export class RunDirections {
  constructor(
    private readonly db: Database,
    private readonly conversations: ConversationStore,
    private readonly turns: TurnStore,
  ) {}

  /** A stop that got lost is told again with every heartbeat and every report. */
  stops({ runnerId, bootId }: Boot, limit: number): Promise<Stop[]> {
    return this.db.tx((tx) =>
      tx.query<Stop>(
        `WITH due AS MATERIALIZED (
           SELECT id FROM turns WHERE lease_runner_id = $1 AND lease_boot_id = $2
             AND status IN ('dispatched', 'running') AND abort_requested_at IS NOT NULL
             AND abort_told_lease_id IS DISTINCT FROM lease_id
           ORDER BY abort_requested_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED)
         UPDATE turns t SET abort_told_lease_id = t.lease_id FROM due
         WHERE t.id = due.id RETURNING t.id AS "turnId", t.lease_id AS "leaseId"`,
        [runnerId, bootId, limit],
      ),
    );
  }

  async steers({ runnerId, bootId }: Boot, limit: number): Promise<Steer[]> {
    const targets = await this.db.query<{ id: string }>(
      `SELECT DISTINCT t.id FROM turns t JOIN turns f ON f.follow_up_of_turn_id = t.id
       WHERE t.lease_runner_id = $1 AND t.lease_boot_id = $2 AND t.status IN ('dispatched', 'running')
         AND t.abort_requested_at IS NULL AND f.status = 'joining' AND f.offered_to_turn_id IS NULL LIMIT $3`,
      [runnerId, bootId, limit],
    );
    const steers: Steer[] = [];
    for (const { id } of targets) steers.push(...(await this.offer(id, limit - steers.length)));
    return steers;
  }

  /** To the executor of this turn, which holds its lease when this is called. */
  offer(targetTurnId: string, limit: number): Promise<Steer[]> {
    return this.db.tx(async (tx) => {
      const conversation = await this.conversations.lockOfTurn(tx, targetTurnId);
      if (conversation === null) return [];
      const { status, leaseId } = await this.turns.lock(tx, targetTurnId);
      if (!isLeased(status) || leaseId === null) return [];
      const ids = steersFor(targetTurnId, await this.turns.waiting(tx, conversation.id)).slice(0, limit);
      if (ids.length === 0) return [];
      const offered = await tx.query<{ id: string; message: string }>(
        'UPDATE turns SET offered_to_turn_id = $2 WHERE id = ANY ($1) RETURNING id, message',
        [ids, targetTurnId],
      );
      return offered
        .sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
        .map(({ id, message }) => ({ turnId: id, targetTurnId, leaseId, message }));
    });
  }
}
