import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Logger as WorkerLogger, runMigrations as runWorkerMigrations } from 'graphile-worker';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { Platform1763700000001 } from '../../../migrations/1763700000001-platform.js';
import { AgentsSecretsPolicy1763700000002 } from '../../../migrations/1763700000002-agents-secrets-policy.js';
import { Gateway1763700000003 } from '../../../migrations/1763700000003-gateway.js';
import { Connections1763700000004 } from '../../../migrations/1763700000004-connections.js';
import { Approvals1763700000005 } from '../../../migrations/1763700000005-approvals.js';
import { AgentImages1763700000006 } from '../../../migrations/1763700000006-agent-images.js';
import { OrganizationDeletion1763700000007 } from '../../../migrations/1763700000007-organization-deletion.js';
import { AccountDeletion1763700000008 } from '../../../migrations/1763700000008-account-deletion.js';
import { InvitationsMailUsage1763700000009 } from '../../../migrations/1763700000009-invitations-mail-usage.js';
import { DeviceLogins1763700000010 } from '../../../migrations/1763700000010-device-logins.js';
import { SocialSignIn1763700000011 } from '../../../migrations/1763700000011-social-sign-in.js';
import { Vaults1763700000012 } from '../../../migrations/1763700000012-vaults.js';
import { AuditTrail1763700000013 } from '../../../migrations/1763700000013-audit-trail.js';
import { RequestLogUpkeep1763700000024 } from '../../../migrations/1763700000024-request-log-upkeep.js';
import { APPLICATION_NAME } from './application-name.js';

/** Every migration of the product, oldest first. A new one is added here and nowhere else. */
export const MIGRATIONS = [
  Platform1763700000001,
  AgentsSecretsPolicy1763700000002,
  Gateway1763700000003,
  Connections1763700000004,
  Approvals1763700000005,
  AgentImages1763700000006,
  OrganizationDeletion1763700000007,
  AccountDeletion1763700000008,
  InvitationsMailUsage1763700000009,
  DeviceLogins1763700000010,
  SocialSignIn1763700000011,
  Vaults1763700000012,
  AuditTrail1763700000013,
  RequestLogUpkeep1763700000024,
];

/** Where TypeORM notes which of them have run. */
export const MIGRATIONS_TABLE = 'schema_migrations';

/** Any number that no other lock of the product uses; it only has to stay the same between releases. */
const MIGRATION_LOCK = 7_031_894_425;
const CONNECT_TIMEOUT_MS = 30_000;
const FIRST_PAUSE_MS = 200;
const log = new Logger('Database');

/** A data source of its own for schema work: one connection and no statement timeout. */
export function migrationDataSource(url: string): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    migrations: MIGRATIONS,
    migrationsTableName: MIGRATIONS_TABLE,
    migrationsTransactionMode: 'each',
    installExtensions: false,
    applicationName: APPLICATION_NAME,
    poolSize: 2,
    logging: false,
  });
}

/**
 * Brings the schema up to date, the job queue's included. One process at a time: the others wait for the
 * session lock and then find nothing to do.
 */
export async function migrateDatabase(url: string): Promise<void> {
  await underMigrationLock(url, async () => {
    const source = await migrationDataSource(url).initialize();
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
    const pending = MIGRATIONS.map((migration) => migration.name).filter((name) => !done.includes(name));
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
        log.warn({ err: error }, 'the database does not answer; it is given half a minute');
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
