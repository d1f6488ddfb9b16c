import { Command } from 'commander';
import { loadConfiguration } from '../kernel/config/load-configuration.js';
import { runMigrations } from '../kernel/database/database-location.js';
import { unreachable } from './deployment/deployment.js';
import { print, prose } from './deployment/output.js';

const ABOUT = `Brings the schema of the configured database up to date, the job queue's included. Needed in production with
DATABASE_URL before a new release is started; a server on its embedded database does it by itself. Running it
twice, or from several machines at once, is harmless.`;

export function migrateCommand(): Command {
  return new Command('migrate')
    .summary('bring the database schema up to date')
    .description(prose(ABOUT))
    .action(async () => {
      await runMigrations(loadConfiguration()).catch((error: unknown) => {
        throw unreachable(error);
      });
      print('The database is up to date.');
    });
}
