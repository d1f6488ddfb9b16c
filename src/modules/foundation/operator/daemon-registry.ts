import { mintToken, sha256 } from '../../../kernel/crypto/tokens.js';
import { Database } from '../../../kernel/database/database.js';
import { isUuid } from '../../../kernel/database/uuid.js';

/** A program that works for the server from elsewhere, as its operator knows it (04 §7). */
export interface RegisteredDaemon {
  id: string;
  name: string;
  kind: 'external' | 'embedded';
  createdAt: Date;
  lastSeenAt: Date | null;
  revokedAt: Date | null;
}

export interface RegisteredRunner extends RegisteredDaemon {
  /** Agents that are placed there. */
  agents: number;
}

interface DaemonKind {
  readonly table: 'runners' | 'channel_adapters';
  readonly family: 'runner' | 'channel-adapter';
  /** What is shown of one beside the rest. */
  readonly further?: string;
}

const COLUMNS = `d.id, d.name, d.kind, d.created_at AS "createdAt", d.last_seen_at AS "lastSeenAt",
  d.revoked_at AS "revokedAt"`;

/** Tokens of daemons, beside the one of each kind that a setting lets in (04 §7.1, R38.8). */
export class DaemonRegistry<D extends RegisteredDaemon = RegisteredDaemon> {
  private readonly select: string;

  constructor(
    private readonly db: Database,
    private readonly of: DaemonKind,
  ) {
    this.select = `SELECT ${[COLUMNS, of.further].filter(Boolean).join(', ')} FROM ${of.table} d`;
  }

  /** The token is told this once. */
  async create(name: string): Promise<{ id: string; token: string }> {
    const token = mintToken(this.of.family);
    const [made] = await this.db.query<{ id: string }>(
      `INSERT INTO ${this.of.table} (kind, name, token_hash) VALUES ('external', $1, $2) RETURNING id`,
      [name, sha256(token)],
    );
    return { id: made!.id, token };
  }

  /** Oldest first. */
  list(): Promise<D[]> {
    return this.db.query<D>(`${this.select} ORDER BY d.created_at, d.id`);
  }

  /** By id, or by a name that one alone has; those whose token is over are found by id. */
  async find(named: string): Promise<D[]> {
    const where = isUuid(named) ? 'd.id = $1' : 'd.name = $1 AND d.revoked_at IS NULL';
    return this.db.query<D>(`${this.select} WHERE ${where} ORDER BY d.created_at, d.id`, [named]);
  }

  /** Its next call is refused. The row stays, since work may hang on it and the token must not come back. */
  async revoke(id: string): Promise<void> {
    await this.db.query(
      `UPDATE ${this.of.table} SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1 AND kind = 'external'`,
      [id],
    );
  }
}

export function runnerRegistry(db: Database): DaemonRegistry<RegisteredRunner> {
  const further = '(SELECT count(*)::int FROM agent_placements p WHERE p.runner_id = d.id) AS agents';
  return new DaemonRegistry<RegisteredRunner>(db, { table: 'runners', family: 'runner', further });
}

export function adapterRegistry(db: Database): DaemonRegistry {
  return new DaemonRegistry(db, { table: 'channel_adapters', family: 'channel-adapter' });
}
