import { Injectable } from '@nestjs/common';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { originOf } from '../../foundation/audit/model/audit-origin.js';
import { HostedAgents } from '../../policy/agents/hosted-agents.js';
import { PlatformTurns } from '../conversations/turns/platform-turns.js';
import type { CreateScheduleRequest, UpdateScheduleRequest } from './dto/schedule-request.dto.js';
import type { ScheduleListResponse, ScheduleResponse } from './dto/schedule-response.dto.js';
import type { ScheduleEntity } from './records/schedule.entity.js';
import { scheduleErrors } from './schedule.errors.js';
import { presentSchedule } from './schedule.view.js';
import { type ScheduleChanges, ScheduleStore } from './schedule-store.js';
import { nextFireAfter } from './records/schedule-timing.js';
import { ScheduleWriter } from './schedule-writer.js';

/** The schedules of a hosted agent, as people keep them (04 §3.3). */
@Injectable()
export class SchedulesService {
  constructor(
    private readonly db: Database,
    private readonly agents: HostedAgents,
    private readonly store: ScheduleStore,
    private readonly writer: ScheduleWriter,
    private readonly turns: PlatformTurns,
  ) {}

  async list(caller: WorkspaceCaller, agentId: string): Promise<ScheduleListResponse> {
    const agent = await this.agents.get(this.db, caller, agentId);
    return { crons: (await this.store.list(this.db, agent.id)).map(presentSchedule) };
  }

  /** Its runs report to the person's own thread with the agent (04 §3.2.9). */
  create(caller: WorkspaceCaller, agentId: string, body: CreateScheduleRequest): Promise<ScheduleResponse> {
    return this.db.tx(async (tx) => {
      const agent = await this.agents.lock(tx, caller, agentId);
      const originConversationId = await this.turns.directThread(tx, caller, agent.id);
      const standing = { createdByUserId: caller.userId, originConversationId };
      return presentSchedule(await this.writer.create(tx, agent.id, body, standing, originOf(caller)));
    });
  }

  update(
    caller: WorkspaceCaller,
    agentId: string,
    scheduleId: string,
    patch: UpdateScheduleRequest,
  ): Promise<ScheduleResponse> {
    return this.change(caller, agentId, scheduleId, (row) => changesBy(row, patch));
  }

  /** Due at once: it fires through the ordinary path. */
  runNow(caller: WorkspaceCaller, agentId: string, scheduleId: string): Promise<ScheduleResponse> {
    return this.change(caller, agentId, scheduleId, (row) => {
      if (!row.enabled) throw new AppError(scheduleErrors.schedule_paused);
      return { nextFireAt: new Date(Date.now()) };
    });
  }

  async remove(caller: WorkspaceCaller, agentId: string, scheduleId: string): Promise<void> {
    await this.db.tx(async (tx) => {
      const row = await this.held(tx, caller, agentId, scheduleId);
      await this.writer.delete(tx, row, originOf(caller));
    });
  }

  private change(
    caller: WorkspaceCaller,
    agentId: string,
    scheduleId: string,
    changesOf: (row: ScheduleEntity) => ScheduleChanges,
  ): Promise<ScheduleResponse> {
    return this.db.tx(async (tx) => {
      const row = await this.held(tx, caller, agentId, scheduleId);
      return presentSchedule(await this.writer.change(tx, row, changesOf(row), originOf(caller)));
    });
  }

  private async held(
    tx: Tx,
    caller: WorkspaceCaller,
    agentId: string,
    scheduleId: string,
  ): Promise<ScheduleEntity> {
    const agent = await this.agents.get(tx, caller, agentId);
    return this.store.lock(tx, agent.id, scheduleId);
  }
}

/** What of a patch is news, and what follows from it (04 §3.3). */
function changesBy(row: ScheduleEntity, patch: UpdateScheduleRequest): ScheduleChanges {
  const { name, prompt, schedule, timezone, enabled } = patch;
  const changes: ScheduleChanges = {
    ...(name !== undefined && name !== row.name && { name }),
    ...(prompt !== undefined && prompt !== row.prompt && { prompt }),
    ...(schedule !== undefined && schedule !== row.schedule && { schedule }),
    ...(timezone !== undefined && timezone !== row.timezone && { timezone }),
    ...(enabled !== undefined && enabled !== row.enabled && { enabled }),
  };
  if (changes.enabled) Object.assign(changes, { disabledReason: null, consecutiveFailures: 0 });
  if (Object.keys(changes).length === 0) return changes;
  const now = Date.now();
  const isRetimed = changes.enabled || changes.schedule !== undefined || changes.timezone !== undefined;
  if (isRetimed) return { ...changes, nextFireAt: nextFireAfter({ ...row, ...changes }, now) };
  // Somebody is about to fire what it was: that occurrence is left out (04 §3.2.3).
  const isTaken = row.claimExpiresAt !== null && row.claimExpiresAt.getTime() > now;
  if (!isTaken) return changes;
  return { ...changes, nextFireAt: nextFireAfter(row, Math.max(now, row.nextFireAt.getTime())) };
}
