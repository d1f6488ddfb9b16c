import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../../kernel/config/configuration.js';
import { Database } from '../../../../kernel/database/database.js';

export interface AdapterSighting {
  online: boolean;
  lastSeenAt: Date | null;
}

/** Whether anybody holds connections to providers just now (04 §6.1): the adapter that was heard of last says. */
@Injectable()
export class AdapterSightings {
  constructor(
    private readonly db: Database,
    private readonly configuration: Configuration,
  ) {}

  async newest(): Promise<AdapterSighting> {
    const [row] = await this.db.query<AdapterSighting>(
      `SELECT max(last_seen_at) AS "lastSeenAt",
         coalesce(max(last_seen_at) > now() - make_interval(secs => $1), false) AS online
       FROM channel_adapters`,
      [this.configuration.runnerOnlineThresholdSeconds],
    );
    return row!;
  }
}
