import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { DaemonSightings, type SeenDaemon } from '../daemons/daemon-sightings.js';
import { runnerErrors } from './records/runner.errors.js';
import type { RunnerCapabilities } from './records/runner.entity.js';

export interface RunnerRegistration {
  name: string;
  bootId: string;
  capabilities: RunnerCapabilities;
}

/** The rows of `runners`. */
@Injectable()
export class RunnerStore {
  private readonly sightings: DaemonSightings;

  constructor(private readonly db: Database) {
    this.sightings = new DaemonSightings(db, 'runners');
  }

  seen(tokenHash: Buffer): Promise<SeenDaemon | null> {
    return this.sightings.seen(tokenHash);
  }

  /** The runner of this token, which is made where there is none. */
  async register(
    tx: Tx,
    tokenHash: Buffer,
    { name, bootId, capabilities }: RunnerRegistration,
  ): Promise<string> {
    const [row] = await tx.query<{ id: string }>(
      `INSERT INTO runners (kind, name, token_hash, boot_id, capabilities, last_seen_at)
       VALUES ('external', $2, $1, $3, $4, now())
       ON CONFLICT (token_hash) DO UPDATE SET name = excluded.name, boot_id = excluded.boot_id,
         capabilities = excluded.capabilities, last_seen_at = now()
         WHERE runners.revoked_at IS NULL
       RETURNING id`,
      [tokenHash, name, bootId, JSON.stringify(capabilities)],
    );
    if (row === undefined) throw new AppError(runnerErrors.runner_unauthorized);
    return row.id;
  }

  async capabilitiesOf(runnerId: string): Promise<RunnerCapabilities> {
    const [row] = await this.db.query<{ capabilities: RunnerCapabilities }>(
      'SELECT capabilities FROM runners WHERE id = $1',
      [runnerId],
    );
    return row?.capabilities ?? {};
  }

  async setCapabilities(runnerId: string, capabilities: RunnerCapabilities): Promise<void> {
    await this.db.query('UPDATE runners SET capabilities = $2 WHERE id = $1', [
      runnerId,
      JSON.stringify(capabilities),
    ]);
  }

  async isCurrent(runnerId: string, bootId: string): Promise<boolean> {
    const found = await this.db.query('SELECT 1 FROM runners WHERE id = $1 AND boot_id = $2', [
      runnerId,
      bootId,
    ]);
    return found.length > 0;
  }
}
