import { mintToken, sha256 } from '../../../kernel/crypto/tokens.js';
import { Database } from '../../../kernel/database/database.js';
import { isUuid } from '../../../kernel/database/uuid.js';

/** A channel adapter as its operator knows it (04 §7). */
export interface RegisteredAdapter {
  id: string;
  name: string;
  kind: 'external' | 'embedded';
  createdAt: Date;
  lastSeenAt: Date | null;
  revokedAt: Date | null;
}

const SELECT = `
  SELECT id, name, kind, created_at AS "createdAt", last_seen_at AS "lastSeenAt", revoked_at AS "revokedAt"
  FROM channel_adapters`;

/** Tokens of channel adapters, beside the one that the setting `CHANNEL_ADAPTER_TOKEN` lets in (04 §7.1, R38.8). */
export class AdapterRegistry {
  constructor(private readonly db: Database) {}

  /** The token is told this once. */
  async create(name: string): Promise<{ id: string; token: string }> {
    const token = mintToken('channel-adapter');
    const [made] = await this.db.query<{ id: string }>(
      `INSERT INTO channel_adapters (kind, name, token_hash) VALUES ('external', $1, $2) RETURNING id`,
      [name, sha256(token)],
    );
    return { id: made!.id, token };
  }

  /** Oldest first. */
  list(): Promise<RegisteredAdapter[]> {
    return this.db.query<RegisteredAdapter>(`${SELECT} ORDER BY created_at, id`);
  }

  /** By id, or by a name; those whose token is over are found by id. */
  find(adapter: string): Promise<RegisteredAdapter[]> {
    const where = isUuid(adapter) ? 'id = $1' : 'name = $1 AND revoked_at IS NULL';
    return this.db.query<RegisteredAdapter>(`${SELECT} WHERE ${where} ORDER BY created_at, id`, [adapter]);
  }

  /** Its next call is refused. The row stays, and the token does not come back. */
  async revoke(id: string): Promise<void> {
    await this.db.query(
      `UPDATE channel_adapters SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1 AND kind = 'external'`,
      [id],
    );
  }
}
