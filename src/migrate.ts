import { loadConfiguration } from './kernel/config/load-configuration.js';
import { runMigrations } from './kernel/database/database-location.js';

/** The `migrate` command: brings the schema of the configured database up to date (docs/operations.md). */
runMigrations(loadConfiguration()).then(
  () => process.stdout.write('The database is up to date.\n'),
  (error: unknown) => {
    process.stderr.write(`The database could not be migrated.\n${(error as Error).message}\n`);
    process.exitCode = 1;
  },
);
