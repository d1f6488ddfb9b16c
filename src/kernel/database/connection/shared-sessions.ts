/**
 * Whether DATABASE_URL leads to PostgreSQL or to a pooler that gives every transaction another of its connections (pgbouncer:
 * `pool_mode = transaction`). The server needs sessions that stay: it listens for notifications, holds locks of sessions and
 * prepares statements. Behind such a pooler it would start, say that it is ready, and fail here and there.
 */
import pg from 'pg';
import { APPLICATION_NAME } from './application-name.js';

const CONNECT_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 5_000;
/** A pooler that goes round its connections shows another one to each of these looks. */
const LOOKS = 3;

export class SharedSessionsError extends Error {
  constructor() {
    super(
      'DATABASE_URL points to a pooler that gives each transaction another connection (pgbouncer: ' +
        'pool_mode = transaction). The server needs sessions: it listens for notifications, holds locks ' +
        'and prepares statements. Set pool_mode = session for its database, or set DATABASE_URL to ' +
        'PostgreSQL itself.',
    );
  }
}

/**
 * `connect` may wait for a database that starts at the same moment.
 *
 * @throws SharedSessionsError where sessions are shared; whatever the driver throws where the database does not answer.
 */
export async function refuseSharedSessions(
  url: string,
  connect: (url: string) => Promise<pg.Client> = connected,
): Promise<void> {
  const one = await connect(url);
  const other = await connected(url).catch(async (error: unknown) => {
    await one.end();
    throw error;
  });
  try {
    if (await areShared(one, other)) throw new SharedSessionsError();
  } finally {
    await Promise.allSettled([one.end(), other.end()]);
  }
}

/**
 * Without a pooler each connection has a process of PostgreSQL for itself. Behind one, either the second gets the process
 * that the first has just used, or, where the pooler goes round, the first gets another one than before.
 */
async function areShared(one: pg.Client, other: pg.Client): Promise<boolean> {
  const own = await processOf(one);
  await other.query('BEGIN');
  const others = await processOf(other);
  if (others === own || (await processOf(one)) !== own) return true;
  await other.query('ROLLBACK');
  for (let look = 0; look < LOOKS; look++) if ((await processOf(one)) !== own) return true;
  return false;
}

async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]!.pid;
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
  });
  // One that is lost fails what is asked of it.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
