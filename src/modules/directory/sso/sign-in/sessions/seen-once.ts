import { Injectable } from '@nestjs/common';
import { sha256 } from '../../../../../kernel/crypto/tokens.js';
import { Database } from '../../../../../kernel/database/database.js';

/** What identity providers sent and may send once, remembered for all replicas (05 §8.6 rules 8 and 9). */
@Injectable()
export class SeenOnce {
  constructor(private readonly db: Database) {}

  /**
   * True for the first to come with this id; remembers it until then, and for ten minutes at least. No longer than a month,
   * whatever a provider says: rows would stay for ever, and what answers a request of ours has ten minutes anyway.
   */
  async once(issuer: string, id: string, until: Date): Promise<boolean> {
    const first = await this.db.query(
      `INSERT INTO sso_seen AS seen (issuer, id_hash, expires_at)
       VALUES ($1, $2, least(greatest($3, now() + interval '10 minutes'), now() + interval '30 days'))
       ON CONFLICT (issuer, id_hash) DO UPDATE SET expires_at = excluded.expires_at WHERE seen.expires_at <= now()
       RETURNING 1`,
      [issuer, sha256(id), until],
    );
    return first.length === 1;
  }
}
