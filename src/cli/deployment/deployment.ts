import type { Configuration } from '../../kernel/config/configuration.js';
import { BoundedDataSource, dataSourceOptions } from '../../kernel/database/connection/data-source.js';
import { locateDatabase, MissingDatabaseError } from '../../kernel/database/database-location.js';
import { Database } from '../../kernel/database/database.js';
import { pendingMigrations } from '../../kernel/database/connection/migrations.js';
import { SharedSessionsError } from '../../kernel/database/connection/shared-sessions.js';
import { CommandFailure } from './command-failure.js';

/** The configured database of a deployment, beside a running server or without one. */
export interface Deployment {
  readonly url: string;
  readonly db: Database;
  close(): Promise<void>;
}

/** Opens the database as it is: nothing is created and no schema changed. */
export async function openDeployment(configuration: Configuration): Promise<Deployment> {
  const location = await locateDatabase(configuration);
  try {
    const source = await new BoundedDataSource(dataSourceOptions(location.url)).initialize();
    return {
      url: location.url,
      db: new Database(source),
      close: async () => {
        await source.destroy();
        await location.close();
      },
    };
  } catch (error) {
    await location.close();
    throw error;
  }
}

/** For commands that change rows: they need the schema of this release. */
export async function inDeployment<T>(
  configuration: Configuration,
  work: (deployment: Deployment) => Promise<T>,
): Promise<T> {
  const deployment = await openDeployment(configuration).catch((error: unknown) => {
    throw unreachable(error);
  });
  try {
    const pending = await pendingMigrations(deployment.url);
    if (pending.length > 0)
      throw new CommandFailure(
        `The database lacks ${pending.length} migration(s) of this release (${pending.join(', ')}).`,
        'Run `credential-gateway migrate` with the same settings.',
      );
    return await work(deployment);
  } finally {
    await deployment.close();
  }
}

/** The driver's message names host and user, never the password. */
export function unreachable(error: unknown): CommandFailure {
  if (error instanceof MissingDatabaseError)
    return new CommandFailure(
      `${error.message}.`,
      'Start the server once, or set DATABASE_URL or DATA_DIR as it is set for the server.',
    );
  if (error instanceof SharedSessionsError) return new CommandFailure(error.message, '');
  const { message, code } = error as Error & { code?: string };
  return new CommandFailure(
    `The database cannot be used: ${message || code || 'no reason given'}.`,
    'Check DATABASE_URL, that PostgreSQL runs, and that this account may read DATA_DIR.',
  );
}
