import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { ScheduleEntity } from './records/schedule.entity.js';

/** 04 §3.2.1: how long whoever took one may be silent about it. */
const CLAIM_SECONDS = 300;

/** A schedule that is due, for whoever took it to fire. */
export type DueSchedule = ScheduleEntity & WorkspaceScope & { claimId: string };

/** A run that is over and neither counted nor reported. */
export type EndedSchedule = Pick<ScheduleEntity, 'id' | 'originConversationId'> &
  WorkspaceScope & { runTurnId: string };

const COLUMNS = selection(ScheduleEntity, undefined, 's');

const DUE = (schedule: string): string => `${schedule}.enabled AND ${schedule}.next_fire_at <= $1
  AND (${schedule}.claim_expires_at IS NULL OR ${schedule}.claim_expires_at < clock_timestamp())`;

/** Rows with their place in the line of their organization, whose workspaces take turns in it. */
function inTurn(rows: string): string {
  return `SELECT ranked.*, row_number() OVER (
      PARTITION BY ranked.organization_id ORDER BY ranked.of_workspace, ranked.since, ranked.id) AS place
    FROM (SELECT r.*, row_number() OVER (PARTITION BY r.workspace_id ORDER BY r.since, r.id) AS of_workspace
      FROM (${rows}) AS r) AS ranked`;
}

/**
 * Who does what with a schedule next. Rows are taken with `SKIP LOCKED`, so that any number of processes share them, and
 * held again, by what was taken, when something comes of it: whoever changed one meanwhile has ended the claim.
 */
@Injectable()
export class ScheduleClaims {
  constructor(private readonly db: Database) {}

  /**
   * Organizations take turns, then their workspaces; of each the longest due comes first (R62). One that could not be fired
   * comes again when its claim has run out, and holds up no other.
   */
  async due(now: Date, limit: number): Promise<DueSchedule[]> {
    const taken = await this.db.query<DueSchedule>(
      `UPDATE schedules s SET claim_id = gen_random_uuid(),
         claim_expires_at = clock_timestamp() + interval '${CLAIM_SECONDS} seconds'
       FROM (
         SELECT d.id, line.workspace_id, line.organization_id
         FROM (${inTurn(`
           SELECT c.id, a.workspace_id, a.organization_id, c.next_fire_at AS since
           FROM schedules c JOIN agents a ON a.id = c.agent_id WHERE ${DUE('c')}`)}) AS line
         JOIN schedules d ON d.id = line.id
         WHERE ${DUE('d')}
         ORDER BY line.place, d.next_fire_at, d.id LIMIT $2 FOR NO KEY UPDATE OF d SKIP LOCKED
       ) AS due WHERE s.id = due.id
       RETURNING ${COLUMNS}, due.workspace_id AS "workspaceId", due.organization_id AS "organizationId"`,
      [now, limit],
    );
    return taken.sort((one, other) => one.nextFireAt.getTime() - other.nextFireAt.getTime());
  }

  /** Until the transaction ends; null when it was changed, deleted or taken over since. Its conversation is locked before. */
  hold(tx: Tx, { id, claimId }: DueSchedule): Promise<ScheduleEntity | null> {
    return this.one(tx, 'claim_id', id, claimId);
  }

  /** Organizations take turns; of each the longest over comes first. */
  ended(limit: number): Promise<EndedSchedule[]> {
    return this.db.query<EndedSchedule>(
      `SELECT s.id, s.run_turn_id AS "runTurnId", s.origin_conversation_id AS "originConversationId",
         line.workspace_id AS "workspaceId", line.organization_id AS "organizationId"
       FROM (${inTurn(`
         SELECT c.id, a.workspace_id, a.organization_id, t.finished_at AS since
         FROM schedules c JOIN turns t ON t.id = c.run_turn_id JOIN agents a ON a.id = c.agent_id
         WHERE c.run_turn_id IS NOT NULL AND t.status IN ('done', 'failed', 'aborted')`)}) AS line
       JOIN schedules s ON s.id = line.id ORDER BY line.place, line.since LIMIT $1`,
      [limit],
    );
  }

  /** Null when somebody has counted it. */
  holdEnded(tx: Tx, { id, runTurnId }: EndedSchedule): Promise<ScheduleEntity | null> {
    return this.one(tx, 'run_turn_id', id, runTurnId);
  }

  private async one(
    tx: Tx,
    by: 'claim_id' | 'run_turn_id',
    ...values: [string, string]
  ): Promise<ScheduleEntity | null> {
    const [row] = await tx.query<ScheduleEntity>(
      `SELECT ${COLUMNS} FROM schedules s WHERE s.id = $1 AND s.${by} = $2 FOR NO KEY UPDATE`,
      values,
    );
    return row ?? null;
  }
}
