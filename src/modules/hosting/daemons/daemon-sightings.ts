import type { Database } from '../../../kernel/database/database.js';
import { Prepared } from '../../../kernel/database/statements/prepared-run.js';
import type { DaemonRow } from './daemon-row.js';

export interface SeenDaemon extends Pick<DaemonRow, 'id' | 'bootId'> {
  revoked: boolean;
}

/** When daemons of one table called last. */
export class DaemonSightings {
  private readonly selectByToken: Prepared;

  constructor(
    private readonly db: Database,
    private readonly table: 'runners' | 'channel_adapters',
  ) {
    this.selectByToken = new Prepared(`
      SELECT id, boot_id AS "bootId", revoked_at IS NOT NULL AS revoked,
        revoked_at IS NULL AND coalesce(last_seen_at < now() - interval '5 seconds', true) AS stale
      FROM ${table} WHERE token_hash = $1`);
  }

  /** The daemon with this token, which is seen now; null for an unknown token. */
  async seen(tokenHash: Buffer): Promise<SeenDaemon | null> {
    const [row] = await this.db.query<SeenDaemon & { stale: boolean }>(this.selectByToken, [tokenHash]);
    if (row?.stale)
      await this.db.query(`UPDATE ${this.table} SET last_seen_at = now() WHERE id = $1`, [row.id]);
    return row ?? null;
  }
}
