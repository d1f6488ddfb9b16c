import { Injectable } from '@nestjs/common';
import { Database } from '../../../../kernel/database/database.js';
import { Prepared } from '../../../../kernel/database/statements/prepared-run.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { adapterErrors } from '../accounts/adapter.errors.js';
import type { ChannelAdapterEntity } from './channel-adapter.entity.js';

type Known = Pick<ChannelAdapterEntity, 'id' | 'bootId'> & { revoked: boolean };

const SELECT_BY_TOKEN = new Prepared(`
  SELECT id, boot_id AS "bootId", revoked_at IS NOT NULL AS revoked,
    revoked_at IS NULL AND coalesce(last_seen_at < now() - interval '5 seconds', true) AS stale
  FROM channel_adapters WHERE token_hash = $1`);

/** The rows of `channel_adapters`. */
@Injectable()
export class AdapterStore {
  constructor(private readonly db: Database) {}

  /** Notes that it was seen, which is told in tens of seconds. */
  async seen(tokenHash: Buffer): Promise<Known | null> {
    const [row] = await this.db.query<Known & { stale: boolean }>(SELECT_BY_TOKEN, [tokenHash]);
    if (row?.stale)
      await this.db.query('UPDATE channel_adapters SET last_seen_at = now() WHERE id = $1', [row.id]);
    return row ?? null;
  }

  /** The adapter of this token, which is made where there is none. */
  async register(tokenHash: Buffer, { name, bootId }: { name: string; bootId: string }): Promise<string> {
    const [row] = await this.db.query<{ id: string }>(
      `INSERT INTO channel_adapters (kind, name, token_hash, boot_id, last_seen_at)
       VALUES ('external', $2, $1, $3, now())
       ON CONFLICT (token_hash) DO UPDATE SET name = excluded.name, boot_id = excluded.boot_id, last_seen_at = now()
         WHERE channel_adapters.revoked_at IS NULL
       RETURNING id`,
      [tokenHash, name, bootId],
    );
    if (row === undefined) throw new AppError(adapterErrors.adapter_unauthorized);
    return row.id;
  }

  /** The one inside servers is one, however many of them run it. */
  async embeddedSeen(bootId: string): Promise<void> {
    await this.db.query(
      `INSERT INTO channel_adapters (kind, name, boot_id, last_seen_at) VALUES ('embedded', 'embedded', $1, now())
       ON CONFLICT (kind) WHERE kind = 'embedded' DO UPDATE SET boot_id = excluded.boot_id, last_seen_at = now()`,
      [bootId],
    );
  }
}
