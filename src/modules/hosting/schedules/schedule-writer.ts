import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import type { WorkspaceOrigin } from '../../foundation/audit/model/audit-origin.js';
import { scheduleAudit } from './schedule.audit.js';
import type { ScheduleEntity } from './records/schedule.entity.js';
import { scheduleErrors } from './schedule.errors.js';
import { type NewSchedule, type ScheduleChanges, ScheduleStore } from './schedule-store.js';
import { nextFireAfter } from './records/schedule-timing.js';
import { OrganizationLimits } from '../../foundation/limits/organization-limits.js';

/** 04 §12. */
const MAX_SCHEDULES = 20;

/** What people and agents say of a schedule. */
export type Task = Pick<ScheduleEntity, 'name' | 'prompt' | 'schedule' | 'timezone'>;

/** On whose authority it runs, and where its runs report (04 §3.2.4, §3.2.9). */
export type ScheduleAuthority = Pick<NewSchedule, 'createdByUserId' | 'originConversationId'>;

/** Every change of a schedule is an entry of the trail, whoever makes it. */
@Injectable()
export class ScheduleWriter {
  constructor(
    private readonly store: ScheduleStore,
    private readonly limits: OrganizationLimits,
  ) {}

  /** The caller holds the agent, so that what is counted stays true. */
  async create(
    tx: Tx,
    agentId: string,
    { name, prompt, schedule, timezone }: Task,
    standing: ScheduleAuthority,
    origin: WorkspaceOrigin,
  ): Promise<ScheduleEntity> {
    if ((await this.store.count(tx, agentId)) >= MAX_SCHEDULES) {
      throw new AppError(scheduleErrors.schedules_full);
    }
    await this.limits.requireRoom(tx, 'schedules', origin.organizationId);
    const nextFireAt = nextFireAfter({ schedule, timezone }, Date.now());
    const draft = { name, prompt, schedule, timezone, nextFireAt, ...standing };
    const row = await this.store.insert(tx, agentId, draft);
    await scheduleAudit.record(tx, origin, 'create', named(row));
    return row;
  }

  /** The caller holds the schedule. */
  async change(
    tx: Tx,
    row: ScheduleEntity,
    changes: ScheduleChanges,
    origin: WorkspaceOrigin,
  ): Promise<ScheduleEntity> {
    const fields = Object.keys(changes);
    if (fields.length === 0) return row;
    const changed = await this.store.update(tx, row, changes);
    await scheduleAudit.record(tx, origin, 'update', { ...named(row), fields });
    return changed;
  }

  async delete(tx: Tx, row: ScheduleEntity, origin: WorkspaceOrigin): Promise<void> {
    await this.store.delete(tx, row.id);
    await scheduleAudit.record(tx, origin, 'delete', named(row));
  }
}

function named({ id, agentId, name }: ScheduleEntity): Record<string, unknown> {
  return { agentId, cronId: id, name };
}
