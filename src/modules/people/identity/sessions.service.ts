import { Injectable } from '@nestjs/common';
import { randomHex, sha256 } from '../../../kernel/crypto/tokens.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { PERSON_COLUMNS, type Person } from './person.js';
import { LIVE_SESSION, SESSION_COLUMNS, type LiveSession, type SessionRow } from './session-row.js';

const USER_AGENT_MAX_LENGTH = 512;

/** Where a request came from. */
export interface SessionClient {
  /** As the session list shows it, like the next one. */
  ipAddress: string | null;
  userAgent: string | null;
  /** It named this server by a name that can be nobody else's; only such a request may make the first account. */
  byOwnName: boolean;
}

/** Somebody signed in, by the session they came with. */
export interface SessionHolder {
  userId: string;
  email: string;
  sessionId: string;
}

export interface NewSession {
  userId: string;
  method: 'password' | 'google' | 'sso';
  /** False: 24 hours without extension, cookie without `Max-Age` (01 §3.3). */
  remember: boolean;
  client: SessionClient;
}

/** A session with its secret; the only moment the token is known outside the cookie. */
export interface OpenedSession {
  token: string;
  session: SessionRow;
}

/**
 * Rows of `user_sessions`: opened, listed, rotated, ended. The token is stored as a hash only. Proving and
 * extending a session is the access kernel's.
 */
@Injectable()
export class SessionsService {
  constructor(private readonly db: Database) {}

  async open(tx: Tx, { userId, method, remember, client }: NewSession): Promise<OpenedSession> {
    const token = newToken();
    const [session] = await tx.query<SessionRow>(
      `INSERT INTO user_sessions AS s
         (user_id, token_hash, handle, sign_in_method, sliding, expires_at, ip_address, user_agent)
       VALUES ($1, $2, $3, $4, $5, now() + CASE WHEN $5 THEN interval '30 days' ELSE interval '24 hours' END, $6, $7)
       RETURNING ${SESSION_COLUMNS}`,
      [
        userId,
        sha256(token),
        newHandle(),
        method,
        remember,
        client.ipAddress,
        cutUserAgent(client.userAgent),
      ],
    );
    return { token, session: session! };
  }

  /** A live session with its person; null for an ended one, also for a switched-off account. */
  async find(sessionId: string): Promise<LiveSession | null> {
    const [row] = await this.db.query<SessionRow & Person>(
      `SELECT ${SESSION_COLUMNS}, ${PERSON_COLUMNS} FROM user_sessions s JOIN users u ON u.id = s.user_id
       WHERE s.id = $1 AND ${LIVE_SESSION}`,
      [sessionId],
    );
    return row === undefined ? null : { session: row, user: row };
  }

  /** Live sessions of a person, newest first. */
  list(userId: string): Promise<SessionRow[]> {
    return this.db.query<SessionRow>(
      `SELECT ${SESSION_COLUMNS} FROM user_sessions s JOIN users u ON u.id = s.user_id
       WHERE s.user_id = $1 AND ${LIVE_SESSION} ORDER BY s.created_at DESC, s.id DESC`,
      [userId],
    );
  }

  /** Replaces token and alias of a session and keeps the rest: the old cookie is dead from the commit on. */
  async rotate(tx: Tx, sessionId: string): Promise<OpenedSession | null> {
    const token = newToken();
    const [session] = await tx.query<SessionRow>(
      `UPDATE user_sessions s SET token_hash = $2, handle = $3, updated_at = now()
       WHERE s.id = $1 RETURNING ${SESSION_COLUMNS}`,
      [sessionId, sha256(token), newHandle()],
    );
    return session === undefined ? null : { token, session };
  }

  /** Ends the session with this alias if it is the person's own. */
  endByHandle(tx: Tx, userId: string, handle: string): Promise<number> {
    return this.end(tx, `user_id = $1 AND handle = $2`, [userId, handle]);
  }

  endById(tx: Tx, sessionId: string): Promise<number> {
    return this.end(tx, `id = $1`, [sessionId]);
  }

  endOthers(tx: Tx, { userId, sessionId }: SessionHolder): Promise<number> {
    return this.end(tx, `user_id = $1 AND id <> $2`, [userId, sessionId]);
  }

  endAll(tx: Tx, userId: string): Promise<number> {
    return this.end(tx, `user_id = $1`, [userId]);
  }

  private async end(tx: Tx, condition: string, params: readonly unknown[]): Promise<number> {
    const ended = await tx.query(`DELETE FROM user_sessions WHERE ${condition} RETURNING id`, params);
    return ended.length;
  }
}

function newToken(): string {
  return randomHex(32);
}

function newHandle(): string {
  return randomHex(16);
}

function cutUserAgent(userAgent: string | null): string | null {
  return userAgent === null ? null : userAgent.slice(0, USER_AGENT_MAX_LENGTH);
}
