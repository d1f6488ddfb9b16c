import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Configuration } from '../../kernel/config/configuration.js';
import { Database } from '../../kernel/database/database.js';

/** Rows of one statement: it holds its locks, and a backend, for milliseconds. */
const BATCH = 2_000;
/** Workspaces one statement looks at; each costs one look at the old end of its index. */
const PAGE = 500;
/** A batch is followed by a rest of so many times its own length, so that a backlog leaves the disk to the traffic. */
const REST = 3;
/** Shorter than the pause between two runs: what is left over is the next run's. */
const RUN_MS = 120_000;

/** Where the next statement goes on: with this workspace, from this moment on. */
interface Position {
  workspaceId: string;
  since: string;
}

interface Purged extends Position {
  removed: number;
  looked: number;
  lastLooked: string | null;
}

const START: Position = { workspaceId: '', since: 'infinity' };

/**
 * By workspace, because the log has an index by workspace and time and needs no other for this (ADR 26). `since`
 * spares a statement the entries the one before it has removed: while an old snapshot is open, each of them would
 * be looked at again.
 */
const PURGE = `
  WITH page AS MATERIALIZED (SELECT id FROM workspaces WHERE id >= $1 ORDER BY id LIMIT ${PAGE}),
  expired AS (
    SELECT l.place FROM page p CROSS JOIN LATERAL (
      SELECT r.ctid AS place FROM request_log r
      WHERE r.workspace_id = p.id AND r.created_at < now() - make_interval(days => $3)
        AND (p.id <> $1 OR r.created_at >= $2::timestamptz)
      ORDER BY r.created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    ) l LIMIT ${BATCH}
  ),
  removed AS (
    DELETE FROM request_log WHERE ctid = ANY (ARRAY(SELECT place FROM expired))
    RETURNING workspace_id, created_at
  ),
  last AS (SELECT workspace_id, created_at FROM removed ORDER BY workspace_id DESC, created_at DESC LIMIT 1)
  SELECT (SELECT count(*)::int FROM removed) AS removed, (SELECT count(*)::int FROM page) AS looked,
    (SELECT max(id) FROM page) AS "lastLooked", (SELECT workspace_id FROM last) AS "workspaceId",
    (SELECT created_at::text FROM last) AS since`;

/** How long the request log is kept, and the removal of what is older (R30). */
@Injectable()
export class RequestLogRetention implements OnModuleDestroy {
  private readonly stopping = new AbortController();
  private next = START;

  constructor(
    private readonly configuration: Configuration,
    private readonly db: Database,
  ) {}

  /**
   * Removes what is too old, batch by batch, each a statement of its own. Ends when nothing is left, when its time is
   * over or when the process stops; the next run goes on there. Runs beside each other do no harm.
   */
  async removeExpired(): Promise<void> {
    if (this.configuration.requestLogRetentionDays === 0) return;
    const deadline = Date.now() + RUN_MS;
    while (Date.now() < deadline && !this.stopping.signal.aborted) {
      const began = Date.now();
      const removed = await this.removeBatch();
      if (removed === null) return;
      if (removed > 0) await this.rest((Date.now() - began) * REST);
    }
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /** How many rows went; null when every workspace has been looked at. */
  private async removeBatch(): Promise<number | null> {
    const { workspaceId, since } = this.next;
    const days = this.configuration.requestLogRetentionDays;
    const [purged] = await this.db.query<Purged>(PURGE, [workspaceId, since, days]);
    const { removed, looked, lastLooked } = purged!;
    if (removed === BATCH) this.next = { workspaceId: purged!.workspaceId, since: purged!.since };
    else this.next = looked < PAGE ? START : { workspaceId: lastLooked!, since: 'infinity' };
    return this.next === START ? null : removed;
  }

  private async rest(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
