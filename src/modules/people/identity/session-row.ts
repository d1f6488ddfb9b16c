import type { Person } from './person.js';

/** A row of `user_sessions` without its token; no name collides with those of `Person`. */
export interface SessionRow {
  sessionId: string;
  handle: string;
  userId: string;
  sliding: boolean;
  expiresAt: Date;
  openedAt: Date;
  usedAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
}

export interface LiveSession {
  session: SessionRow;
  user: Person;
}

/** Columns of `user_sessions s` under the names of `SessionRow`. */
export const SESSION_COLUMNS = `
  s.id AS "sessionId", s.handle, s.user_id AS "userId", s.sliding, s.expires_at AS "expiresAt",
  s.created_at AS "openedAt", s.updated_at AS "usedAt", s.ip_address AS "ipAddress", s.user_agent AS "userAgent"`;

/** Which rows of `user_sessions s JOIN users u` still sign somebody in. */
export const LIVE_SESSION = `s.expires_at > now() AND u.deactivated_at IS NULL`;
