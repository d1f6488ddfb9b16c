import { Injectable } from '@nestjs/common';
import { runMessage } from '../../../domain/agents/schedules/run-texts.js';
import { AccessQueries } from '../../../kernel/access/queries/access.queries.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { AgentModelKeys } from '../../policy/agents/models/agent-model-keys.js';
import { PlatformTurns } from '../conversations/turns/platform-turns.js';
import { byTheClock } from './schedule.audit.js';
import { type DueSchedule, ScheduleClaims } from './schedule-claims.js';
import type { ScheduleEntity } from './records/schedule.entity.js';
import { ScheduleStore } from './schedule-store.js';
import { nextFireAfter } from './records/schedule-timing.js';
import { ScheduleWriter } from './schedule-writer.js';

/** Starts what is due (04 §3.2.1 to §3.2.6): one run of it, however many times were missed. */
@Injectable()
export class ScheduleFiring {
  constructor(
    private readonly db: Database,
    private readonly access: AccessQueries,
    private readonly keys: AgentModelKeys,
    private readonly turns: PlatformTurns,
    private readonly claims: ScheduleClaims,
    private readonly store: ScheduleStore,
    private readonly writer: ScheduleWriter,
  ) {}

  async fire(due: DueSchedule): Promise<void> {
    // Not under a lock: it reads every rule about the agent.
    const hasKey = await this.keys.answers(this.db, due, due.agentId);
    await this.db.tx(async (tx) => {
      const owner = { agentId: due.agentId, source: 'cron', externalRef: due.id } as const;
      const standing = await this.turns.lockThread(tx, owner);
      const row = await this.claims.hold(tx, due);
      if (row === null) return;
      if (!(await this.isAuthorized(tx, row, due.workspaceId))) return this.disable(tx, row, due);
      // How the run before ended is counted first, which may be the end of the schedule.
      if (row.runTurnId !== null && (await this.turns.endOf(tx, row.runTurnId)) !== null)
        return void (await this.store.update(tx, row, {}));
      const opened = { ...owner, workspaceId: due.workspaceId, title: row.name };
      const thread = standing ?? (await this.turns.openThread(tx, opened));
      const message = runMessage(row.name, row.prompt);
      await this.advance(tx, row, await this.turns.start(tx, thread, { message, hasKey }));
    });
  }

  /** What was missed comes once. Clocks of processes differ, and what has fired never comes at the same time again. */
  private async advance(tx: Tx, row: ScheduleEntity, runTurnId: string | null): Promise<void> {
    const now = Date.now();
    const nextFireAt = nextFireAfter(row, Math.max(now, row.nextFireAt.getTime()));
    const changes =
      runTurnId === null
        ? ({ nextFireAt, lastOutcome: 'skipped_busy' } as const)
        : { nextFireAt, lastFiredAt: new Date(now), runTurnId };
    await this.store.update(tx, row, changes);
  }

  /** Of a deleted account nobody can say that it lost its access: then it is the agent's own (04 §3.2.4). */
  private async isAuthorized(
    tx: Tx,
    { createdByUserId }: ScheduleEntity,
    workspaceId: string,
  ): Promise<boolean> {
    return createdByUserId === null || this.access.canUseWorkspace(createdByUserId, workspaceId, tx);
  }

  private async disable(tx: Tx, row: ScheduleEntity, due: DueSchedule): Promise<void> {
    const changes = { enabled: false, disabledReason: 'authorization' } as const;
    await this.writer.change(tx, row, changes, byTheClock(due));
  }
}
