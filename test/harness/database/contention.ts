import pg from 'pg';
import type { TestServer } from '../server/server.js';
import { until } from '../time/until.js';

type At = Pick<TestServer, 'databaseUrl' | 'db'>;
type Query = (sql: string, params?: unknown[]) => Promise<unknown>;

/**
 * Sends the requests one by one while a transaction of the test's own is open, each once the one before waits for a
 * lock, and commits when all of them wait. `hold` is what they have to wait for; `meanwhile` happens before the commit.
 */
export async function whileHeld<T>(
  server: At,
  hold: (query: Query) => Promise<unknown>,
  requests: readonly (() => Promise<T>)[],
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<T[]> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const answers: Promise<T>[] = [];
  try {
    await client.query('BEGIN');
    await hold((sql, params) => client.query(sql, params));
    for (const request of requests) {
      answers.push(request());
      await until(async () => (await waiting(server)) >= answers.length);
    }
    await meanwhile();
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
  return Promise.all(answers);
}

/** Lets requests that take the organization's lock have it in exactly this order. */
export function inTurn<T>(
  server: At,
  organizationId: string,
  requests: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const lock = 'SELECT 1 FROM organizations WHERE id = $1 FOR NO KEY UPDATE';
  return whileHeld(server, (query) => query(lock, [organizationId]), requests);
}

async function waiting({ db }: At): Promise<number> {
  const rows = await db.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length;
}
