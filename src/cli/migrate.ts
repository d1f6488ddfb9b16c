import { Command } from 'commander';
import { loadConfiguration } from '../kernel/config/load-configuration.js';
import { runMigrations } from '../kernel/database/database-location.js';
import { unreachable } from './deployment/deployment.js';
import { print, prose } from './deployment/output.js';

const ABOUT = `Migrates the schema of the configured database and of its job queue. In production with DATABASE_URL, run it
before you start a new release; a server with its embedded database does this itself. It is safe to run it
twice, or on several machines at the same time.`;

export function migrateCommand(): Command {
  return new Command('migrate')
    .summary('migrate the database schema')
    .description(prose(ABOUT))
    .action(async () => {
      await runMigrations(loadConfiguration()).catch((error: unknown) => {
        throw unreachable(error);
      });
      print('The database is up to date.');
    });
}
