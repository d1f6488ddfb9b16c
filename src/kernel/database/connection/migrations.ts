import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Logger } from '@nestjs/common';
import { Logger as WorkerLogger, runMigrations as runWorkerMigrations } from 'graphile-worker';
import pg from 'pg';
import { DataSource, type MigrationInterface } from 'typeorm';
import { APPLICATION_NAME } from './application-name.js';

type Migration = new () => MigrationInterface;

/** The files of the folder `migrations`, one class each; what begins with the moment it was made sorts by age. */
const FOLDER = join(import.meta.dirname, '../../../../migrations');
const FILE = /^\d{13}-[a-z0-9-]+\.[jt]s$/;

/** Where TypeORM notes which of them have run. */
export const MIGRATIONS_TABLE = 'schema_migrations';

/** Any number that no other lock of the product uses; it only has to stay the same between releases. */
const MIGRATION_LOCK = 7_031_894_425;
const CONNECT_TIMEOUT_MS = 30_000;
const FIRST_PAUSE_MS = 200;
const log = new Logger('Database');

/** Every migration of the product, oldest first. */
export async function knownMigrations(): Promise<Migration[]> {
  const files = (await readdir(FOLDER)).filter((name) => FILE.test(name)).sort();
  const modules = await Promise.all(
    files.map((name) => import(pathToFileURL(join(FOLDER, name)).href) as Promise<Record<string, Migration>>),
  );
  return modules.flatMap((module) => Object.values(module));
}

/** A data source of its own for schema work: one connection and no statement timeout. */
export async function migrationDataSource(url: string): Promise<DataSource> {
  const source = new DataSource({
    type: 'postgres',
    url,
    migrations: await knownMigrations(),
    migrationsTableName: MIGRATIONS_TABLE,
    migrationsTransactionMode: 'each',
    installExtensions: false,
    applicationName: APPLICATION_NAME,
    poolSize: 2,
    logging: false,
  });
  return source.initialize();
}

/**
 * Brings the schema up to date, the job queue's included. One process at a time: the others wait for the
 * session lock and then find nothing to do.
 */
export async function migrateDatabase(url: string): Promise<void> {
  await underMigrationLock(url, async () => {
    const source = await migrationDataSource(url);
    try {
      await source.runMigrations();
    } finally {
      await source.destroy();
    }
    await runWorkerMigrations({ connectionString: url, logger: new WorkerLogger(() => () => undefined) });
  });
}

/** Names of migrations that have not run on that database, the job queue's schema among them. */
export async function pendingMigrations(url: string): Promise<string[]> {
  const client = await connectPatiently(url);
  try {
    const tables = await client.query<{ ours: boolean; queue: boolean }>(
      `SELECT to_regclass($1) IS NOT NULL AS ours, to_regclass('graphile_worker.migrations') IS NOT NULL AS queue`,
      [MIGRATIONS_TABLE],
    );
    const done = tables.rows[0]?.ours
      ? (await client.query<{ name: string }>(`SELECT name FROM ${MIGRATIONS_TABLE}`)).rows.map(
          (row) => row.name,
        )
      : [];
    const known = (await knownMigrations()).map(({ name }) => name);
    const pending = known.filter((name) => !done.includes(name));
    return tables.rows[0]?.queue ? pending : [...pending, 'job queue'];
  } finally {
    await client.end();
  }
}

/** A database that starts at the same moment as we do is given half a minute, and whoever watches is told why. */
export async function connectPatiently(url: string): Promise<pg.Client> {
  const deadline = Date.now() + CONNECT_TIMEOUT_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, 3_000)) {
    const client = new pg.Client({
      connectionString: url,
      application_name: APPLICATION_NAME,
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (Date.now() + pause > deadline || !isTransient(error)) throw error;
      if (pause === FIRST_PAUSE_MS)
        log.warn({ err: error }, 'database does not answer; waiting up to 30 seconds');
      await sleep(pause);
    }
  }
}

/** Wrong credentials or an unknown database do not get better by waiting (SQLSTATE classes 28 and 3D). */
function isTransient(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? '';
  return !code.startsWith('28') && !code.startsWith('3D');
}

async function underMigrationLock(url: string, work: () => Promise<void>): Promise<void> {
  const client = await connectPatiently(url);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await work();
  } finally {
    // Ending the session gives the lock back.
    await client.end();
  }
}
