import { Injectable } from '@nestjs/common';
import type { Queryable, Store, Tx } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { ScheduleEntity } from './records/schedule.entity.js';
import { scheduleErrors } from './schedule.errors.js';

export type NewSchedule = Pick<
  ScheduleEntity,
  'name' | 'prompt' | 'schedule' | 'timezone' | 'nextFireAt' | 'createdByUserId' | 'originConversationId'
>;

export type ScheduleChanges = Partial<
  Pick<
    ScheduleEntity,
    | 'name'
    | 'prompt'
    | 'schedule'
    | 'timezone'
    | 'enabled'
    | 'disabledReason'
    | 'nextFireAt'
    | 'lastFiredAt'
    | 'lastOutcome'
    | 'consecutiveFailures'
    | 'runTurnId'
  >
>;

const SELECT = `SELECT ${selection(ScheduleEntity)} FROM schedules WHERE agent_id = $1`;

/** The rows of `schedules`; every statement names the agent, which the caller knows to be in the workspace. */
@Injectable()
export class ScheduleStore {
  /** Oldest first. */
  list(q: Queryable, agentId: string): Promise<ScheduleEntity[]> {
    return q.query<ScheduleEntity>(`${SELECT} ORDER BY created_at, id`, [agentId]);
  }

  count(store: Store, agentId: string): Promise<number> {
    return store.repository(ScheduleEntity).countBy({ agentId });
  }

  /** Kept from being changed or fired by others until the transaction ends. */
  async lock(tx: Tx, agentId: string, scheduleId: string): Promise<ScheduleEntity> {
    const [row] = isUuid(scheduleId)
      ? await tx.query<ScheduleEntity>(`${SELECT} AND id = $2 FOR UPDATE`, [agentId, scheduleId])
      : [];
    if (!row) throw new AppError(scheduleErrors.schedule_not_found);
    return row;
  }

  async insert(tx: Tx, agentId: string, draft: NewSchedule): Promise<ScheduleEntity> {
    const { name, prompt, schedule, timezone, nextFireAt, createdByUserId, originConversationId } = draft;
    const [row] = await tx.query<ScheduleEntity>(
      `INSERT INTO schedules
         (agent_id, name, prompt, schedule, timezone, next_fire_at, created_by_user_id, origin_conversation_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${selection(ScheduleEntity)}`,
      [agentId, name, prompt, schedule, timezone, nextFireAt, createdByUserId, originConversationId],
    );
    return row!;
  }

  /** Whoever was about to fire it finds that it is another one, and looks again (04 §3.2.3). */
  async update(tx: Tx, row: ScheduleEntity, changes: ScheduleChanges): Promise<ScheduleEntity> {
    const written = { ...changes, claimId: null, claimExpiresAt: null };
    await tx.repository(ScheduleEntity).update({ id: row.id }, written);
    return { ...row, ...written };
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.repository(ScheduleEntity).delete({ id });
  }
}
