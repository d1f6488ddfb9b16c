import { Injectable } from '@nestjs/common';
import type { StoredEvent } from '../../../domain/protocols/siem/events.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import { Database } from '../../../kernel/database/database.js';
import { FIX } from './next-batch.js';
import type { Batch, SinkName } from './sinks/sink.js';

/** Longer than a delivery may take: who loses it has given up. */
const LEASE_SECONDS = 20;
/** A statement that removes old rows holds its locks for milliseconds. */
const FORGET_AT_ONCE = 500;

/** What a worker finds when it looks whether there is something to do. */
export interface Look {
  /** Of the oldest event that waits, in seconds; null when none does. */
  lag: number | null;
  /** Whether this worker may send now. */
  open: boolean;
}

interface Forgotten {
  sink: SinkName;
  events: number;
}

const LOOK = `
  SELECT extract(epoch FROM clock_timestamp() - (
      SELECT created_at FROM export_outbox WHERE sink = s.name ORDER BY position LIMIT 1))::float8 AS lag,
    (coalesce(leased_until, '-infinity') < clock_timestamp() OR lease_owner = $2)
      AND coalesce(retry_at, '-infinity') <= clock_timestamp() AS open
  FROM export_sinks s WHERE name = $1`;

const LEASE = `
  UPDATE export_sinks SET lease_owner = $2, leased_until = clock_timestamp() + interval '${LEASE_SECONDS} seconds'
  WHERE name = $1 AND (coalesce(leased_until, '-infinity') < clock_timestamp() OR lease_owner = $2)
    AND coalesce(retry_at, '-infinity') <= clock_timestamp()
  RETURNING batch_id AS id, batch_positions AS positions, attempts`;

const READ =
  'SELECT events FROM export_outbox WHERE sink = $1 AND position = ANY ($2::bigint[]) ORDER BY position';

/** Of a batch that another process has acknowledged meanwhile nothing is left to do. */
const ACKNOWLEDGE = `
  WITH done AS (
    UPDATE export_sinks SET batch_id = NULL, batch_positions = NULL, attempts = 0, retry_at = NULL,
      failing_since = NULL, last_error = NULL, delivered_at = clock_timestamp()
    WHERE name = $1 AND batch_id = $2 RETURNING 1)
  DELETE FROM export_outbox WHERE sink = $1 AND position = ANY ($3::bigint[]) AND EXISTS (SELECT FROM done)`;

const FAIL = `
  UPDATE export_sinks SET attempts = attempts + 1, last_error = $3,
    failing_since = coalesce(failing_since, clock_timestamp()),
    retry_at = clock_timestamp() + make_interval(secs => $4)
  WHERE name = $1 AND batch_id = $2`;

/** The outbox as those see it who empty it (ADR 84). */
@Injectable()
export class OutboxQueue {
  constructor(
    private readonly db: Database,
    private readonly configuration: Configuration,
  ) {}

  /** From now on events are kept for these. */
  async announce(sinks: readonly SinkName[]): Promise<void> {
    await this.db.query(
      `INSERT INTO export_sinks (name) SELECT unnest($1::text[]) ORDER BY 1
       ON CONFLICT (name) DO UPDATE SET announced_at = now()`,
      [sinks],
    );
  }

  async look(sink: SinkName, owner: string): Promise<Look> {
    const [found] = await this.db.query<Look>(LOOK, [sink, owner]);
    return found ?? { lag: null, open: false };
  }

  /** The batch that is to be sent, with the lease to send it; null when there is none, or somebody else sends. */
  take(sink: SinkName, owner: string, most: number): Promise<Batch | null> {
    return this.db.tx(async (tx) => {
      const [leased] = await tx.query<Fixed>(LEASE, [sink, owner]);
      if (leased === undefined) return null;
      const [fixed] = leased.id === null ? await tx.query<Fixed>(FIX, [sink, most]) : [leased];
      if (fixed === undefined || fixed.id === null) return null;
      const { id, positions, attempts } = fixed;
      const rows = await tx.query<{ events: StoredEvent[] }>(READ, [sink, positions]);
      return { id, attempts, positions: positions!, events: rows.flatMap(({ events }) => events) };
    });
  }

  async acknowledge(sink: SinkName, { id, positions }: Batch): Promise<void> {
    await this.db.query(ACKNOWLEDGE, [sink, id, positions]);
  }

  /** `pause` in seconds. */
  async failed(sink: SinkName, { id }: Batch, error: string, pause: number): Promise<void> {
    await this.db.query(FAIL, [sink, id, error, pause]);
  }

  /** What was refused as too large has not been taken, and may be sent in other pieces. */
  async dissolve(sink: SinkName, { id }: Batch): Promise<void> {
    await this.db.query(
      'UPDATE export_sinks SET batch_id = NULL, batch_positions = NULL WHERE name = $1 AND batch_id = $2',
      [sink, id],
    );
  }

  /** Others need not wait until it runs out. */
  async release(sink: SinkName, owner: string): Promise<void> {
    await this.db.query(
      'UPDATE export_sinks SET lease_owner = NULL, leased_until = NULL WHERE name = $1 AND lease_owner = $2',
      [sink, owner],
    );
  }

  /** Drops what waited too long, and sinks that nobody has had for as long. */
  async forgetOld(): Promise<ReadonlyMap<SinkName, number>> {
    const hours = this.configuration.exportBacklogHours;
    await this.db.query(`DELETE FROM export_sinks WHERE announced_at < now() - make_interval(hours => $1)`, [
      hours,
    ]);
    const dropped = new Map<SinkName, number>();
    for (let last = FORGET_AT_ONCE; last === FORGET_AT_ONCE;) {
      const rows = await this.db.query<Forgotten>(
        `DELETE FROM export_outbox WHERE (sink, position) IN (
           SELECT sink, position FROM export_outbox WHERE created_at < now() - make_interval(hours => $1)
           LIMIT ${FORGET_AT_ONCE}) RETURNING sink, size AS events`,
        [hours],
      );
      for (const { sink, events } of rows) dropped.set(sink, (dropped.get(sink) ?? 0) + events);
      last = rows.length;
    }
    return dropped;
  }
}

interface Fixed {
  id: string | null;
  positions: string[] | null;
  attempts: number;
}
