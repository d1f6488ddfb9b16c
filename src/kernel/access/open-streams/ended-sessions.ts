import { Injectable } from '@nestjs/common';
import type { Queryable } from '../../database/database.js';
import { Notifications } from '../../database/notifications.js';

/** The triggers on `user_sessions` say it as well, with the id of the person. */
const CHANNEL = 'sessions_ended';
const OF_ANYBODY = '';

/**
 * Tells every process that sessions have ended before their time (R64). Rows that are deleted and tokens that are
 * replaced are announced by triggers, so that no statement can forget it; here is announced what ends sessions that
 * keep their rows.
 */
@Injectable()
export class EndedSessions {
  private readonly listeners = new Set<(userId: string | null) => void>();

  constructor(notifications: Notifications) {
    notifications.subscribe(CHANNEL, (payload) => {
      for (const listener of this.listeners) listener(payload === OF_ANYBODY ? null : payload);
    });
  }

  /** Heard when the transaction commits. Null: sessions of people that nobody counted, so everybody looks again. */
  async announce(q: Queryable, userId: string | null): Promise<void> {
    await q.query('SELECT pg_notify($1, $2)', [CHANNEL, userId ?? OF_ANYBODY]);
  }

  /** `fn` is called when a session of the person may have ended; the returned function stops that. */
  onEnd(userId: string, fn: () => void): () => void {
    const listener = (ended: string | null): void => {
      if (ended === null || ended === userId) fn();
    };
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}
