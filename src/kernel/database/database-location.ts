import { accessSync, constants } from 'node:fs';
import type { Configuration } from '../config/configuration.js';
import { inDataDir, makeFolder } from '../config/folders.js';
import { EmbeddedCluster } from './embedded/embedded-cluster.js';
import { connectPatiently, migrateDatabase, pendingMigrations } from './connection/migrations.js';
import { refuseSharedSessions } from './connection/shared-sessions.js';

/** The part of the configuration that decides where the database is and who may change its schema. */
export type DatabaseSettings = Pick<Configuration, 'databaseUrl' | 'dataDir' | 'production'>;

/** Where the migrated database answers; `close` stops it when it is the embedded one. */
export abstract class DatabaseLocation {
  abstract readonly url: string;
  abstract close(): Promise<void>;
}

/**
 * Finds or starts the database and makes sure its schema is the one this release was written for (R8). In
 * production a database of the operator's is never changed by a server that merely starts.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<DatabaseLocation> {
  const location = await locate(settings);
  try {
    if (settings.databaseUrl !== null) await refuseSharedSessions(location.url, connectPatiently);
    if (settings.databaseUrl !== null && settings.production) await refusePending(location.url);
    else await migrateDatabase(location.url);
    return location;
  } catch (error) {
    await location.close();
    throw error;
  }
}

/** The `migrate` command: brings the configured database up to date and returns. */
export async function runMigrations(settings: DatabaseSettings): Promise<void> {
  const location = await locate(settings);
  try {
    if (settings.databaseUrl !== null) await refuseSharedSessions(location.url, connectPatiently);
    await migrateDatabase(location.url);
  } finally {
    await location.close();
  }
}

/**
 * Finds or starts the database as it is, for commands that only look or change rows: nothing is created and no
 * schema is changed. The embedded one is stopped again by `close` unless a server uses it.
 */
export async function locateDatabase(settings: DatabaseSettings): Promise<DatabaseLocation> {
  if (settings.databaseUrl === null && !(await EmbeddedCluster.exists(settings.dataDir))) {
    throw new MissingDatabaseError(settings.dataDir);
  }
  if (settings.databaseUrl !== null) await refuseSharedSessions(settings.databaseUrl);
  return locate(settings);
}

/** There are no files of an embedded database where the settings say they are. */
export class MissingDatabaseError extends Error {
  constructor(readonly dataDir: string) {
    super(`There is no database in ${dataDir} yet`);
  }
}

async function locate(settings: DatabaseSettings): Promise<DatabaseLocation> {
  if (settings.databaseUrl !== null) return { url: settings.databaseUrl, close: () => Promise.resolve() };
  const { dataDir } = settings;
  if (!(await EmbeddedCluster.exists(dataDir)))
    inDataDir(dataDir, () => {
      makeFolder(dataDir);
      accessSync(dataDir, constants.W_OK);
    });
  const cluster = await EmbeddedCluster.start({ directory: dataDir });
  return { url: cluster.url(), close: () => cluster.stop() };
}

async function refusePending(url: string): Promise<void> {
  const pending = await pendingMigrations(url);
  if (pending.length === 0) return;
  throw new Error(
    `The database lacks ${pending.length} migration(s) of this release (${pending.join(', ')}). ` +
      'Run `npm run migrate` with the same settings, then start the server again.',
  );
}
