import { Injectable } from '@nestjs/common';
import { isGivenUp, isReported, resultOf } from '../../../domain/agents/schedules/run-result.js';
import { reportText, reportTitle } from '../../../domain/agents/schedules/run-texts.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { type EndedRun, PlatformTurns } from '../conversations/turns/platform-turns.js';
import { byTheClock } from './schedule.audit.js';
import { type EndedSchedule, ScheduleClaims } from './schedule-claims.js';
import type { ScheduleEntity } from './records/schedule.entity.js';
import { type ScheduleChanges, ScheduleStore } from './schedule-store.js';
import { ScheduleWriter } from './schedule-writer.js';

/**
 * Counts how a run ended and reports it where the schedule came from (04 §3.2.7, §3.2.8): both in one transaction that
 * also says that it is done, so once. Not in the one that ends the run: that holds the run's conversation, this one the
 * other, and nobody ever holds two.
 */
@Injectable()
export class ScheduleResults {
  constructor(
    private readonly db: Database,
    private readonly turns: PlatformTurns,
    private readonly claims: ScheduleClaims,
    private readonly store: ScheduleStore,
    private readonly writer: ScheduleWriter,
  ) {}

  async settle(ended: EndedSchedule): Promise<void> {
    const { originConversationId, runTurnId } = ended;
    await this.db.tx(async (tx) => {
      const origin = originConversationId && (await this.turns.lock(tx, originConversationId));
      const row = await this.claims.holdEnded(tx, ended);
      const run = row && (await this.turns.endOf(tx, runTurnId));
      if (row === null || run === null) return;
      await this.count(tx, row, run, ended);
      if (!origin || !isReported(run.status)) return;
      const report = { source: 'cron', message: reportTitle(row.name), text: reportText(run) } as const;
      await this.turns.report(tx, origin, report);
    });
  }

  private async count(
    tx: Tx,
    row: ScheduleEntity,
    { status }: EndedRun,
    scope: WorkspaceScope,
  ): Promise<void> {
    const result = resultOf(status, row.consecutiveFailures);
    const counted = await this.store.update(tx, row, { ...result, runTurnId: null });
    // What a person has paused meanwhile stays theirs to resume.
    if (!counted.enabled || !isGivenUp(result)) return;
    const changes: ScheduleChanges = { enabled: false, disabledReason: 'failures' };
    await this.writer.change(tx, counted, changes, byTheClock(scope));
  }
}
