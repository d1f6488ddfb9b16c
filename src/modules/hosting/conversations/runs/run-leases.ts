import { Injectable } from '@nestjs/common';
import { isLeased, isTerminal } from '../../../../domain/agents/conversations/turn-status.js';
import type { Tx } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { isUuid } from '../../../../kernel/database/uuid.js';
import type { ConversationEntity } from '../records/conversation.entity.js';
import { ConversationStore } from '../records/conversation-store.js';
import type { TurnEntity } from '../records/turn.entity.js';
import { TurnStore } from '../turns/turn-store.js';
import { runErrors } from './run.errors.js';

export interface LeaseClaim {
  runnerId: string;
  turnId: string;
  leaseId: string;
}

export interface HeldRun {
  conversation: ConversationEntity;
  turn: TurnEntity;
  /** Closed under this very lease: what is reported now comes too late and changes nothing (04 §8.1.1). */
  over: boolean;
}

/** Whether who reports may: authority comes from the token and the lease alone (04 §7.3). */
@Injectable()
export class RunLeases {
  constructor(
    private readonly conversations: ConversationStore,
    private readonly turns: TurnStore,
  ) {}

  /** With the conversation and the turn locked. Absent is what belongs to another runner, lost what somebody else holds. */
  async hold(tx: Tx, { runnerId, turnId, leaseId }: LeaseClaim): Promise<HeldRun> {
    const conversation = isUuid(turnId) ? await this.conversations.lockOfTurn(tx, turnId) : null;
    if (conversation === null || !(await this.isPlacedAt(tx, conversation.agentId, runnerId)))
      throw new AppError(runErrors.run_not_found);
    const turn = await this.turns.lock(tx, turnId);
    if (turn.leaseId !== leaseId || turn.leaseRunnerId !== runnerId) throw new AppError(runErrors.lease_lost);
    if (isTerminal(turn.status)) return { conversation, turn, over: true };
    const [{ expired }] = (await tx.query<{ expired: boolean }>(
      'SELECT $1::timestamptz <= clock_timestamp() AS expired',
      [turn.leaseExpiresAt],
    )) as [{ expired: boolean }];
    if (expired || !isLeased(turn.status)) throw new AppError(runErrors.lease_lost);
    return { conversation, turn, over: false };
  }

  private async isPlacedAt(tx: Tx, agentId: string, runnerId: string): Promise<boolean> {
    const found = await tx.query('SELECT 1 FROM agent_placements WHERE agent_id = $1 AND runner_id = $2', [
      agentId,
      runnerId,
    ]);
    return found.length > 0;
  }
}
