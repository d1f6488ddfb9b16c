import '../kernel/config/process/thread-pool.js';
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { Command } from 'commander';
import { ConfigurationError } from '../kernel/config/configuration-error.js';
import { packageRoot } from '../kernel/config/kinds/config-files.js';
import { CommandFailure } from './deployment/command-failure.js';
import { note, prose } from './deployment/output.js';

const ABOUT = `Commands for operators of Credential Gateway. They read the same environment variables as the server
(docs/configuration.md), so run them where the server runs, with the same environment.`;

const EXAMPLES = `
Examples:
  $ credential-gateway doctor                         check this deployment
  $ credential-gateway migrate                        before a new release is started
  $ credential-gateway plan acme-1a2b3c4d --plan team
  $ credential-gateway backup /backups/monday --keys /safe/monday
  $ credential-gateway openapi --output openapi.json

Run \`credential-gateway <command> --help\` for details. \`cgw\` is the same program.`;

/** Each with what it needs, which takes longer to load than most of them take to run. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  'after-restore': async () => (await import('./after-restore.js')).afterRestoreCommand(),
  backup: async () => (await import('./backup.js')).backupCommand(),
  doctor: async () => (await import('./doctor/doctor.command.js')).doctorCommand(),
  'channel-adapter-token': async () =>
    (await import('./channel-adapter-token.js')).channelAdapterTokenCommand(),
  migrate: async () => (await import('./migrate.js')).migrateCommand(),
  'move-agent': async () => (await import('./move-agent.js')).moveAgentCommand(),
  openapi: async () => (await import('./openapi.js')).openapiCommand(),
  plan: async () => (await import('./plan.js')).planCommand(),
  'replace-authority': async () => (await import('./replace-authority.js')).replaceAuthorityCommand(),
  restore: async () => (await import('./restore.js')).restoreCommand(),
  'rotate-keys': async () => (await import('./rotate-keys.js')).rotateKeysCommand(),
  'runner-token': async () => (await import('./runner-token.js')).runnerTokenCommand(),
};

/** With the command that is asked for; with all of them where none is, which is for help and for what is misspelt. */
async function program([asked = '']: readonly string[]): Promise<Command> {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
    version: string;
  };
  const root = new Command('credential-gateway')
    .description(prose(ABOUT))
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', EXAMPLES)
    .showHelpAfterError('(see --help)')
    .configureHelp({ showGlobalOptions: false });
  const wanted = Object.hasOwn(COMMANDS, asked) ? [COMMANDS[asked]!] : Object.values(COMMANDS);
  for (const load of wanted) root.addCommand((await load()).helpOption('-h, --help', 'print this help'));
  return root;
}

/** A fault of ours keeps its stack; what the operator can mend is one sentence and what to do. */
function report(error: unknown): void {
  if (error instanceof CommandFailure) {
    note(error.action === undefined ? error.message : `${error.message}\n  → ${error.action}`);
  } else if (error instanceof ConfigurationError) {
    note(error.message);
  } else {
    note((error as Error).stack ?? String(error));
  }
}

// The kernel's own lines would mix with the command's answer.
Logger.overrideLogger(false);

// Whoever reads has read enough, as in `credential-gateway openapi | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

try {
  const root = await program(process.argv.slice(2));
  await root.parseAsync(process.argv);
} catch (error) {
  report(error);
  process.exitCode = 1;
}
