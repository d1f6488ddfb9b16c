import type { SignedInPerson, StoredSession } from './credential.queries.js';

/** A proved session of a known person who may sign in. */
export interface ActiveSession extends SignedInPerson {
  /** Row id of the session; on Cloud the token's id, else its subject. */
  sessionId: string;
  /** When it ends by itself, unless it is extended. */
  expiresAt: Date;
  /** The cookie and its row; null on Cloud, where the token is all there is. */
  stored: (StoredSession & { token: string }) | null;
}
