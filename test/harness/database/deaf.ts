import pg from 'pg';
import { Epochs } from '../../../src/kernel/database/epochs.js';
import type { TestServer } from '../server/server.js';
import { until } from '../time/until.js';

type Process = Pick<TestServer, 'app' | 'databaseUrl'>;

/**
 * Ends the LISTEN connections of every process of this database and lets none come back while `work` runs; the pools
 * keep the connections they have. The processes named must be deaf before and still be afterwards.
 */
export async function whileDeaf(processes: Process[], work: () => Promise<void>): Promise<void> {
  const deaf = () => processes.every(({ app }) => !app.get(Epochs).alive());
  await withAdmin(processes[0]!, async (admin, name) => {
    await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = $1 AND query ~ 'LISTEN|pg_notify\\(\\$1'`,
      [name],
    );
    await until(deaf, 5_000);
    await work();
    if (!deaf()) throw new Error('A process heard again too early');
  });
  await until(() => processes.every(({ app }) => app.get(Epochs).alive()));
}

/** Ends with connections allowed again, whatever happened. */
async function withAdmin(
  { databaseUrl }: Process,
  work: (admin: pg.Client, name: string) => Promise<void>,
): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const admin = new pg.Client({ connectionString: process.env.TEST_DATABASE_ADMIN_URL });
  await admin.connect();
  try {
    await work(admin, name);
  } finally {
    await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
    await admin.end();
  }
}
