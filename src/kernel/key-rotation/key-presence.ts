import { Injectable } from '@nestjs/common';
import { SecretBox } from '../crypto/secret-box.js';
import { Notifications } from '../database/notifications.js';
import type { Queryable } from '../database/statements/queryable.js';

/** Spaces of advisory locks that nothing else of the product uses. */
const OPENS = 1_126_641_221;
const SEALS = 1_126_641_222;
/** Keeps the number within PostgreSQL's positive integers. */
const LOCK_BITS = 0x7fff_ffff;

export interface ServerKeys {
  readonly servers: number;
  /** Servers that could not read what the key seals. */
  readonly cannotOpen: number;
  /** Servers that still seal with another key. */
  readonly sealOtherwise: number;
}

/**
 * Lets an operator's command know which keys the running servers have (02 §3.6). Each server holds shared
 * advisory locks named after its keys on its notification connection: they vanish with the process, however it
 * ends, and no row has to be cleaned up.
 */
@Injectable()
export class KeyPresence {
  constructor(notifications: Notifications, box: SecretBox) {
    const hold = (space: number, keyId: string): void =>
      notifications.hold('SELECT pg_advisory_lock_shared($1::int, $2::int)', [
        String(space),
        String(lockOf(keyId)),
      ]);
    for (const keyId of box.keyIds) hold(OPENS, keyId);
    hold(SEALS, box.currentKeyId);
  }

  /** What the servers on this database can do with a key. */
  static async of(q: Queryable, keyId: string): Promise<ServerKeys> {
    const [row] = await q.query<ServerKeys>(
      `WITH held AS (
         SELECT pid, classid::bigint AS space, objid::bigint AS key FROM pg_locks
         WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND classid::bigint IN ($1, $2)
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       ), servers AS (
         SELECT pid, bool_or(space = $1 AND key = $3) AS opens, bool_or(space = $2 AND key = $3) AS seals
         FROM held GROUP BY pid
       )
       SELECT count(*)::int AS servers, count(*) FILTER (WHERE NOT opens)::int AS "cannotOpen",
         count(*) FILTER (WHERE NOT seals)::int AS "sealOtherwise" FROM servers`,
      [OPENS, SEALS, lockOf(keyId)],
    );
    return row!;
  }
}

function lockOf(keyId: string): number {
  return Number.parseInt(keyId.slice(0, 8), 16) & LOCK_BITS;
}
