import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, Not } from 'typeorm';
import { randomHex, sha256 } from '../../../../kernel/crypto/tokens.js';
import { Database, type Tx } from '../../../../kernel/database/database.js';
import { selection } from '../../../../kernel/database/statements/entity-columns.js';
import { PERSON, type Person } from '../users/person.js';
import { UserSessionEntity } from './user-session.entity.js';
import { UsersService } from '../users/users.service.js';

const USER_AGENT_MAX_LENGTH = 512;

/** Rows of `user_sessions s`. */
const SESSION = selection(UserSessionEntity, undefined, 's');
/** Which rows of `user_sessions s JOIN users u` still sign somebody in. */
const LIVE = `s.expires_at > now() AND u.deactivated_at IS NULL`;

/** Where a request came from. */
export interface SessionClient {
  /** As the session list shows it, like the next one. */
  ipAddress: string | null;
  userAgent: string | null;
  /** It named this server by a name that can be nobody else's; only such a request may make the first account. */
  byOwnName: boolean;
  /** It was sent on this machine; one from elsewhere makes the first account only with the setup token (R47). */
  isLocal: boolean;
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
  /** The organization whose single sign-on it was; goes with `method: 'sso'`. */
  organizationId?: string;
  /** False: 24 hours without extension, cookie without `Max-Age` (01 §3.3). */
  remember: boolean;
  /** When it ends instead; goes with `remember: false`. */
  until?: Date;
  client: SessionClient;
}

/** A session with its secret; the only moment the token is known outside the cookie. */
export interface OpenedSession {
  token: string;
  session: UserSessionEntity;
}

/**
 * Rows of `user_sessions`: opened, listed, rotated, ended. The token is stored as a hash only. Proving and
 * extending a session is the access kernel's.
 */
@Injectable()
export class SessionsService {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
  ) {}

  async open(
    tx: Tx,
    { userId, method, organizationId, remember, until, client }: NewSession,
  ): Promise<OpenedSession> {
    const token = newToken();
    await this.users.noteEntry(tx, userId, { organizationId });
    const [session] = await tx.query<UserSessionEntity>(
      `INSERT INTO user_sessions AS s
         (user_id, token_hash, handle, sign_in_method, sliding, expires_at, ip_address, user_agent)
       VALUES ($1, $2, $3, $4, $5,
         coalesce($8, now() + CASE WHEN $5 THEN interval '30 days' ELSE interval '24 hours' END), $6, $7)
       RETURNING ${SESSION}`,
      [
        userId,
        sha256(token),
        newHandle(),
        method,
        remember,
        client.ipAddress,
        cutUserAgent(client.userAgent),
        until ?? null,
      ],
    );
    return { token, session: session! };
  }

  /** A live session with its person; null for an ended one, also for a switched-off account. */
  async find(sessionId: string): Promise<{ session: UserSessionEntity; user: Person } | null> {
    // Both have an id and dates of their own.
    const [row] = await this.db.query<
      Person & UserSessionEntity & { userCreatedAt: Date; userUpdatedAt: Date }
    >(
      `SELECT ${PERSON}, u.created_at AS "userCreatedAt", u.updated_at AS "userUpdatedAt", ${SESSION}
       FROM user_sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1 AND ${LIVE}`,
      [sessionId],
    );
    if (row === undefined) return null;
    const { userId: id, userCreatedAt: createdAt, userUpdatedAt: updatedAt } = row;
    return { session: row, user: { ...row, id, createdAt, updatedAt } };
  }

  /** Live sessions of a person, newest first. */
  list(userId: string): Promise<UserSessionEntity[]> {
    return this.db.query<UserSessionEntity>(
      `SELECT ${SESSION} FROM user_sessions s JOIN users u ON u.id = s.user_id
       WHERE s.user_id = $1 AND ${LIVE} ORDER BY s.created_at DESC, s.id DESC`,
      [userId],
    );
  }

  /** Replaces token and alias of a session and keeps the rest: the old cookie is dead from the commit on. */
  async rotate(tx: Tx, sessionId: string): Promise<OpenedSession | null> {
    const token = newToken();
    const [session] = await tx.query<UserSessionEntity>(
      `UPDATE user_sessions s SET token_hash = $2, handle = $3, updated_at = now()
       WHERE s.id = $1 RETURNING ${SESSION}`,
      [sessionId, sha256(token), newHandle()],
    );
    return session === undefined ? null : { token, session };
  }

  /** Ends the session with this alias if it is the person's own. */
  endByHandle(tx: Tx, userId: string, handle: string): Promise<number> {
    return this.end(tx, { userId, handle });
  }

  /** For the one a new session takes the place of. */
  endByToken(tx: Tx, token: string): Promise<number> {
    return this.end(tx, { tokenHash: sha256(token) });
  }

  endById(tx: Tx, sessionId: string): Promise<number> {
    return this.end(tx, { id: sessionId });
  }

  endOthers(tx: Tx, { userId, sessionId }: SessionHolder): Promise<number> {
    return this.end(tx, { userId, id: Not(sessionId) });
  }

  /** Those that began at the identity provider of the organization. */
  async endBySso(
    tx: Tx,
    { organizationId, userId }: { organizationId: string; userId: string },
  ): Promise<void> {
    await tx.query(
      `DELETE FROM user_sessions s USING sso_sessions o, sso_connections c
       WHERE s.user_id = $1 AND o.session_id = s.id AND c.id = o.connection_id AND c.organization_id = $2`,
      [userId, organizationId],
    );
  }

  /** Keeps the sessions of a person from ending or being extended until the transaction ends. */
  async lockAllOf(tx: Tx, userId: string): Promise<void> {
    await tx.query(`SELECT 1 FROM user_sessions WHERE user_id = $1 ORDER BY id FOR UPDATE`, [userId]);
  }

  endAll(tx: Tx, userId: string): Promise<number> {
    return this.end(tx, { userId });
  }

  private async end(tx: Tx, which: FindOptionsWhere<UserSessionEntity>): Promise<number> {
    const { affected } = await tx.repository(UserSessionEntity).delete(which);
    return affected!;
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
