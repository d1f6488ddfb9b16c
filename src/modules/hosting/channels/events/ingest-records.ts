import { Injectable } from '@nestjs/common';
import { Database } from '../../../../kernel/database/database.js';

const KEPT = '24 hours';
const PURGED_AT_ONCE = 5_000;

/** What was heard already (04 §6.3.1): written before anything is done about it, so that nothing is done twice. */
@Injectable()
export class IngestRecords {
  constructor(private readonly db: Database) {}

  /** False for what is told again. */
  async first(presenceId: string, eventId: string): Promise<boolean> {
    const written = await this.db.query(
      `INSERT INTO channel_ingests (presence_id, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1`,
      [presenceId, eventId],
    );
    return written.length > 0;
  }

  async purge(): Promise<void> {
    await this.db.query(
      `DELETE FROM channel_ingests WHERE (presence_id, event_id) IN (
         SELECT presence_id, event_id FROM channel_ingests
         WHERE created_at < now() - interval '${KEPT}' ORDER BY created_at LIMIT $1)`,
      [PURGED_AT_ONCE],
    );
  }
}
