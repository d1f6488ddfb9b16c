import { Injectable } from '@nestjs/common';
import { ceilingFailure, wedgedFailure } from '../../../../domain/agents/conversations/turn-failure.js';
import { isActive } from '../../../../domain/agents/conversations/turn-status.js';
import { Configuration } from '../../../../kernel/config/configuration.js';
import { Database } from '../../../../kernel/database/database.js';
import { Jobs } from '../../../../kernel/jobs/jobs.js';
import { Ticks } from '../../../../kernel/jobs/ticks.js';
import { AttachmentStore } from '../attachments/attachment-store.js';
import { ConversationStore } from '../records/conversation-store.js';
import { TurnClosing } from '../turns/turn-closing.js';
import { TurnStore } from '../turns/turn-store.js';
import { RunRecovery } from './run-recovery.js';
import { RunReleases } from './run-releases.js';

const AT_ONCE = 100;
const STALE_UPLOADS = 200;

/** What nobody asks for but time (04 §8.8): each second on every process, guarded by row locks. */
@Injectable()
export class TurnCleanup {
  constructor(
    ticks: Ticks,
    jobs: Jobs,
    { turnCeilingSeconds }: Configuration,
    private readonly db: Database,
    private readonly conversations: ConversationStore,
    private readonly turns: TurnStore,
    private readonly closing: TurnClosing,
    recovery: RunRecovery,
    releases: RunReleases,
    attachments: AttachmentStore,
  ) {
    ticks.register('hosting.promote-follow-ups', () => this.promote());
    // Behind the promotion, which is what they wait for (04 §2.4.5).
    ticks.register('hosting.expire-follow-ups', () => this.expireFollowUps(turnCeilingSeconds));
    ticks.register('hosting.end-overlong-turns', () => this.endOverlong(turnCeilingSeconds));
    ticks.register('hosting.expire-leases', () => recovery.expire());
    ticks.register('hosting.give-up-starts', () => releases.losePatience());
    jobs.registerPeriodic('hosting.delete-stale-uploads', '* * * * *', async () => {
      await attachments.deleteStale(STALE_UPLOADS);
    });
  }

  private async promote(): Promise<void> {
    const idle = await this.db.query<{ id: string }>(
      `SELECT DISTINCT j.conversation_id AS id FROM turns j WHERE j.status = 'joining' AND NOT EXISTS (
         SELECT FROM turns a WHERE a.conversation_id = j.conversation_id
           AND a.status IN ('queued', 'dispatched', 'running')) LIMIT $1`,
      [AT_ONCE],
    );
    for (const { id } of idle) {
      await this.db.tx(async (tx) => {
        if ((await this.conversations.lock(tx, id)) !== null) await this.closing.promoteOldest(tx, id);
      });
    }
  }

  private async expireFollowUps(ceilingSeconds: number): Promise<void> {
    const wedged = await this.db.query<{ id: string; conversationId: string }>(
      `SELECT id, conversation_id AS "conversationId" FROM turns j
       WHERE status = 'joining' AND queued_at < clock_timestamp() - make_interval(secs => $1) AND NOT EXISTS (
         SELECT FROM turns a WHERE a.conversation_id = j.conversation_id
           AND a.status IN ('queued', 'dispatched', 'running')) LIMIT $2`,
      [ceilingSeconds, AT_ONCE],
    );
    for (const { id, conversationId } of wedged) {
      await this.db.tx(async (tx) => {
        if ((await this.conversations.lock(tx, conversationId)) === null) return;
        if ((await this.turns.active(tx, conversationId)) !== null) return;
        const waiting = await this.turns.waiting(tx, conversationId);
        if (waiting.some((followUp) => followUp.id === id))
          await this.closing.drop(tx, conversationId, [id], wedgedFailure());
      });
    }
  }

  private async endOverlong(ceilingSeconds: number): Promise<void> {
    const overlong = await this.db.query<{ id: string }>(
      `SELECT id FROM turns WHERE status IN ('queued', 'dispatched', 'running')
         AND queued_at < clock_timestamp() - make_interval(secs => $1) ORDER BY queued_at LIMIT $2`,
      [ceilingSeconds, AT_ONCE],
    );
    for (const { id } of overlong) {
      await this.db.tx(async (tx) => {
        if ((await this.conversations.lockOfTurn(tx, id, { skip: true })) === null) return;
        const turn = await this.turns.lock(tx, id);
        const [{ late }] = (await tx.query<{ late: boolean }>(
          'SELECT $1::timestamptz < clock_timestamp() - make_interval(secs => $2) AS late',
          [turn.queuedAt, ceilingSeconds],
        )) as [{ late: boolean }];
        if (!late || !isActive(turn.status)) return;
        const failure = ceilingFailure({ started: turn.startedAt !== null });
        await this.closing.close(tx, turn, { status: 'failed', failure });
      });
    }
  }
}
