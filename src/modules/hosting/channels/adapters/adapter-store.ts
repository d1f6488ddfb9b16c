import { Injectable } from '@nestjs/common';
import { Database } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { DaemonSightings, type SeenDaemon } from '../../daemons/daemon-sightings.js';
import { adapterErrors } from '../accounts/adapter.errors.js';

/** The rows of `channel_adapters`. */
@Injectable()
export class AdapterStore {
  private readonly sightings: DaemonSightings;

  constructor(private readonly db: Database) {
    this.sightings = new DaemonSightings(db, 'channel_adapters');
  }

  seen(tokenHash: Buffer): Promise<SeenDaemon | null> {
    return this.sightings.seen(tokenHash);
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
