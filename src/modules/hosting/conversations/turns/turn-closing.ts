import { Injectable } from '@nestjs/common';
import { settle } from '../../../../domain/agents/conversations/follow-ups.js';
import type { NewEvent } from '../../../../domain/agents/conversations/transcript-event.js';
import { ABORTED, type TurnFailure } from '../../../../domain/agents/conversations/turn-failure.js';
import type { Tx } from '../../../../kernel/database/database.js';
import { TranscriptWriter } from '../transcript/transcript-writer.js';
import type { TurnUsage } from '../records/turn.entity.js';
import { type EndedTurn, TurnEndings } from './turn-endings.js';
import { TurnStore } from './turn-store.js';
import { WorkSignal } from './work-signal.js';

export type Ending =
  | { status: 'done'; usage?: TurnUsage | undefined }
  | { status: 'aborted' }
  /** `said` goes into the transcript where it tells more than the sentence. */
  | { status: 'failed'; failure: TurnFailure; said?: string | undefined };

const NOBODY: ReadonlySet<string> = new Set();

/**
 * How a turn ends (04 §8.1.4): its state, the last event of its transcript and what becomes of the messages behind it,
 * in one transaction under the conversation's lock. Then the oldest of those runs.
 */
@Injectable()
export class TurnClosing {
  constructor(
    private readonly store: TurnStore,
    private readonly transcript: TranscriptWriter,
    private readonly work: WorkSignal,
    private readonly endings: TurnEndings,
  ) {}

  /** `confirmed`: follow-ups that its executor says it took. */
  async close(
    tx: Tx,
    turn: EndedTurn,
    ending: Ending,
    confirmed: ReadonlySet<string> = NOBODY,
  ): Promise<void> {
    const { id, conversationId } = turn;
    const failure = ending.status === 'failed' ? ending.failure : undefined;
    await this.store.end(tx, [id], ending.status, failure);
    if (ending.status === 'done' && ending.usage !== undefined)
      await tx.query('UPDATE turns SET usage = $2 WHERE id = $1', [id, JSON.stringify(ending.usage)]);
    const waiting = await this.store.waiting(tx, conversationId);
    const events: NewEvent[] = [];
    if (ending.status === 'aborted') {
      await this.store.end(
        tx,
        waiting.map((followUp) => followUp.id),
        'aborted',
      );
    } else {
      const { joined, promoted } = settle(id, waiting, confirmed);
      await this.store.end(tx, joined, 'joined');
      if (promoted !== null) await this.promote(tx, promoted);
      events.push(...joined.map((followUpId) => ({ type: 'message.joined' as const, followUpId })));
    }
    await this.transcript.append(tx, { conversationId, turnId: id }, [...events, lastEventOf(ending)]);
    await this.endings.ended(tx, turn);
  }

  /** Runs the oldest follow-up of a conversation in which nothing is active; null when there is none. */
  async promoteOldest(tx: Tx, conversationId: string): Promise<string | null> {
    if ((await this.store.active(tx, conversationId)) !== null) return null;
    const [oldest] = await this.store.waiting(tx, conversationId);
    if (oldest === undefined) return null;
    await this.promote(tx, oldest.id);
    return oldest.id;
  }

  /** Ends follow-ups without a run of their own. */
  async drop(tx: Tx, conversationId: string, ids: readonly string[], failure: TurnFailure): Promise<void> {
    await this.store.end(tx, ids, 'failed', failure);
    const event = lastEventOf({ status: 'failed', failure });
    for (const id of ids) {
      await this.transcript.append(tx, { conversationId, turnId: id }, [event]);
      await this.endings.ended(tx, { id, conversationId });
    }
  }

  private async promote(tx: Tx, id: string): Promise<void> {
    await this.store.promote(tx, id);
    await this.work.due(tx);
  }
}

function lastEventOf(ending: Ending): NewEvent {
  if (ending.status === 'done')
    return { type: 'turn.done', ...(ending.usage && { usage: { ...ending.usage } }) };
  if (ending.status === 'aborted') return { type: 'error', ...ABORTED };
  const { error, code } = ending.failure;
  return { type: 'error', message: ending.said ?? error, ...(code !== null && { code }) };
}
