import { Database } from '../../../kernel/database/database.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import { mintToken, sha256 } from '../../../kernel/crypto/tokens.js';

/** A runner daemon as its operator knows it (04 §7). */
export interface RegisteredRunner {
  id: string;
  name: string;
  kind: 'external' | 'embedded';
  createdAt: Date;
  lastSeenAt: Date | null;
  revokedAt: Date | null;
  /** Agents that are placed there. */
  agents: number;
}

const SELECT = `
  SELECT r.id, r.name, r.kind, r.created_at AS "createdAt", r.last_seen_at AS "lastSeenAt", r.revoked_at AS "revokedAt",
    (SELECT count(*)::int FROM agent_placements p WHERE p.runner_id = r.id) AS agents
  FROM runners r`;

/** Tokens of runner daemons, beside the one that the setting `RUNNER_TOKEN` lets in (04 §7.1, R38.8). */
export class RunnerRegistry {
  constructor(private readonly db: Database) {}

  /** The token is told this once. */
  async create(name: string): Promise<{ id: string; token: string }> {
    const token = mintToken('runner');
    const [made] = await this.db.query<{ id: string }>(
      `INSERT INTO runners (kind, name, token_hash) VALUES ('external', $1, $2) RETURNING id`,
      [name, sha256(token)],
    );
    return { id: made!.id, token };
  }

  /** Oldest first. */
  list(): Promise<RegisteredRunner[]> {
    return this.db.query<RegisteredRunner>(`${SELECT} ORDER BY r.created_at, r.id`);
  }

  /** By id, or by a name that one alone has; those whose token is over are found by id. */
  async find(runner: string): Promise<RegisteredRunner[]> {
    const where = isUuid(runner) ? 'r.id = $1' : 'r.name = $1 AND r.revoked_at IS NULL';
    return this.db.query<RegisteredRunner>(`${SELECT} WHERE ${where} ORDER BY r.created_at, r.id`, [runner]);
  }

  /** Its next call is refused. The row stays: agents are placed there, and the token must not come back. */
  async revoke(id: string): Promise<void> {
    await this.db.query(
      `UPDATE runners SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1 AND kind = 'external'`,
      [id],
    );
  }
}
