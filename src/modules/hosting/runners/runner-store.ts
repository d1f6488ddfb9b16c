import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { Prepared } from '../../../kernel/database/statements/prepared-run.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { runnerErrors } from './records/runner.errors.js';
import type { RunnerCapabilities, RunnerEntity } from './records/runner.entity.js';

export interface RunnerRegistration {
  name: string;
  bootId: string;
  capabilities: RunnerCapabilities;
}

export interface SeenRunner extends Pick<RunnerEntity, 'id' | 'bootId'> {
  revoked: boolean;
}

const SELECT_BY_TOKEN = new Prepared(`
  SELECT id, boot_id AS "bootId", revoked_at IS NOT NULL AS revoked,
    revoked_at IS NULL AND coalesce(last_seen_at < now() - interval '5 seconds', true) AS stale
  FROM runners WHERE token_hash = $1`);

/** The rows of `runners`. */
@Injectable()
export class RunnerStore {
  constructor(private readonly db: Database) {}

  /** Notes that it was seen, which is told in tens of seconds. */
  async seen(tokenHash: Buffer): Promise<SeenRunner | null> {
    const [row] = await this.db.query<SeenRunner & { stale: boolean }>(SELECT_BY_TOKEN, [tokenHash]);
    if (row?.stale) await this.db.query('UPDATE runners SET last_seen_at = now() WHERE id = $1', [row.id]);
    return row ?? null;
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
