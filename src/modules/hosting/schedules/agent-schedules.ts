import { Injectable } from '@nestjs/common';
import type { Queryable, Tx } from '../../../kernel/database/database.js';
import { type WorkspaceScope, workspaceScope } from '../../../kernel/database/scope.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { actingPerson, type WorkspaceOrigin } from '../../foundation/audit/model/audit-origin.js';
import { UsersService } from '../../people/identity/users/users.service.js';
import { HostedAgents } from '../../policy/agents/hosted-agents.js';
import type { ScheduleResponse } from './dto/schedule-response.dto.js';
import { scheduleErrors } from './schedule.errors.js';
import { presentSchedule } from './schedule.view.js';
import { ScheduleStore } from './schedule-store.js';
import { ScheduleWriter, type Task } from './schedule-writer.js';

/** An agent at work: the turn is the one that calls, null where nobody can say which. */
export interface WorkingAgent {
  readonly scope: WorkspaceScope;
  readonly agentId: string;
  readonly turn: {
    readonly id: string;
    readonly conversationId: string;
    readonly userId: string | null;
  } | null;
}

/** The schedules of an agent, as its tools use them (04 §9.4); the fields are judged by whoever calls. */
@Injectable()
export class AgentSchedules {
  constructor(
    private readonly agents: HostedAgents,
    private readonly users: UsersService,
    private readonly store: ScheduleStore,
    private readonly writer: ScheduleWriter,
  ) {}

  /** Its runs report to the conversation of the turn that calls (04 §3.2.9). Holds the agent. */
  async add(tx: Tx, by: WorkingAgent, task: Task): Promise<ScheduleResponse> {
    const { userId: createdByUserId, isUnknown } = await this.personBehind(tx, by);
    if (isUnknown) throw new AppError(scheduleErrors.schedule_of_run_deleted);
    const { id } = await this.agents.lock(tx, by.scope, by.agentId);
    const standing = { createdByUserId, originConversationId: by.turn?.conversationId ?? null };
    const origin = await this.originOf(tx, by, createdByUserId);
    return presentSchedule(await this.writer.create(tx, id, task, standing, origin));
  }

  /** Oldest first. */
  async list(q: Queryable, agentId: string): Promise<ScheduleResponse[]> {
    return (await this.store.list(q, agentId)).map(presentSchedule);
  }

  async cancel(tx: Tx, by: WorkingAgent, scheduleId: string): Promise<void> {
    const row = await this.store.lock(tx, by.agentId, scheduleId);
    const { userId } = await this.personBehind(tx, by);
    await this.writer.delete(tx, row, await this.originOf(tx, by, userId));
  }

  /**
   * Who stands for what the agent does: the speaker, or in a run of a schedule the person who stands for that. Otherwise
   * whoever lost their access could leave a schedule behind that makes new ones for ever; so could one that deletes
   * itself, when nobody can be asked for any more.
   */
  private async personBehind(
    q: Queryable,
    { turn }: WorkingAgent,
  ): Promise<{ userId: string | null; isUnknown: boolean }> {
    if (turn === null || turn.userId !== null) return { userId: turn?.userId ?? null, isUnknown: false };
    const [run] = await q.query<{ userId: string | null; isUnknown: boolean }>(
      `SELECT s.created_by_user_id AS "userId", t.source = 'cron' AND s.id IS NULL AS "isUnknown"
       FROM turns t LEFT JOIN schedules s ON s.run_turn_id = t.id WHERE t.id = $1`,
      [turn.id],
    );
    return run ?? { userId: null, isUnknown: true };
  }

  private async originOf(tx: Tx, { scope }: WorkingAgent, userId: string | null): Promise<WorkspaceOrigin> {
    const person = userId === null ? null : await this.users.find(tx, userId);
    return { ...workspaceScope(scope), by: actingPerson(userId, person?.email ?? null, 'system') };
  }
}
