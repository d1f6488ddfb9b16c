import { Injectable } from '@nestjs/common';
import type { WorkspaceCaller } from '../../../kernel/access/caller.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { originOf } from '../../foundation/audit/audit-origin.js';
import { HostedAgents } from '../../policy/agents/hosted-agents.js';
import type { CreateScheduleRequest, UpdateScheduleRequest } from './dto/schedule-request.dto.js';
import type { ScheduleListResponse, ScheduleResponse } from './dto/schedule-response.dto.js';
import { scheduleAudit } from './schedule.audit.js';
import type { ScheduleEntity } from './schedule.entity.js';
import { scheduleErrors } from './schedule.errors.js';
import { presentSchedule } from './schedule.view.js';
import { type ScheduleChanges, ScheduleStore } from './schedule-store.js';
import { nextFireAfter } from './schedule-timing.js';

/** 04 §12. */
const MAX_SCHEDULES = 20;

/** The schedules of a hosted agent, as people keep them (04 §3.3). */
@Injectable()
export class SchedulesService {
  constructor(
    private readonly db: Database,
    private readonly agents: HostedAgents,
    private readonly store: ScheduleStore,
  ) {}

  async list(caller: WorkspaceCaller, agentId: string): Promise<ScheduleListResponse> {
    const agent = await this.agents.get(this.db, caller, agentId);
    return { crons: (await this.store.list(this.db, agent.id)).map(presentSchedule) };
  }

  create(caller: WorkspaceCaller, agentId: string, body: CreateScheduleRequest): Promise<ScheduleResponse> {
    const { name, prompt, schedule, timezone } = body;
    return this.db.tx(async (tx) => {
      const agent = await this.agents.lock(tx, caller, agentId);
      if ((await this.store.count(tx, agent.id)) >= MAX_SCHEDULES) {
        throw new AppError(scheduleErrors.schedules_full);
      }
      const nextFireAt = nextFireAfter(body, Date.now());
      const timed = { name, prompt, schedule, timezone, nextFireAt, createdByUserId: caller.userId };
      const row = await this.store.insert(tx, agent.id, timed);
      await scheduleAudit.record(tx, originOf(caller), 'create', named(row));
      return presentSchedule(row);
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
      await this.store.delete(tx, row.id);
      await scheduleAudit.record(tx, originOf(caller), 'delete', named(row));
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
      const changes = changesOf(row);
      const fields = Object.keys(changes);
      if (fields.length === 0) return presentSchedule(row);
      const changed = await this.store.update(tx, row, changes);
      await scheduleAudit.record(tx, originOf(caller), 'update', { ...named(row), fields });
      return presentSchedule(changed);
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
  const isRetimed = changes.enabled || changes.schedule !== undefined || changes.timezone !== undefined;
  return isRetimed ? { ...changes, nextFireAt: nextFireAfter({ ...row, ...changes }, Date.now()) } : changes;
}

function named({ id, agentId, name }: ScheduleEntity): Record<string, unknown> {
  return { agentId, cronId: id, name };
}
