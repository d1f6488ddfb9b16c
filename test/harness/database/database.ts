import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Queryable } from '../../../src/kernel/database/statements/queryable.js';
import { TEMPLATE_DATABASE } from './template.js';

export interface TestDatabase extends Queryable {
  url: string;
  /** Closes the connection of `query` and removes the database, cutting whoever is still connected. */
  drop(): Promise<void>;
}

/** A migrated database of its own for one test file. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(`TEMPLATE ${TEMPLATE_DATABASE} STRATEGY FILE_COPY`);
}

/** A database without any table, for the tests of the migrations themselves. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('');
}

async function createDatabase(options: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(`CREATE DATABASE ${name} ${options}`);
  const url = adminUrl();
  url.pathname = `/${name}`;
  const connected = connectTestDatabase(url.href);
  return {
    ...connected,
    drop: async () => {
      await connected.drop();
      await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** Another look at a database somebody else owns; `drop` only closes the connection. */
export function connectTestDatabase(url: string): TestDatabase {
  const pool = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true });
  pool.on('error', () => undefined);
  return {
    url,
    query: async <T>(sql: string, params: readonly unknown[] = []) =>
      (await pool.query(sql, [...params])).rows as T[],
    drop: () => pool.end(),
  };
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl().href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function adminUrl(): URL {
  const url = process.env.TEST_DATABASE_ADMIN_URL;
  if (!url) throw new Error('The test database is not running: run the tests through Jest');
  return new URL(url);
}
