import '../kernel/config/thread-pool.js';
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { Command } from 'commander';
import { ConfigurationError } from '../kernel/config/configuration-error.js';
import { packageRoot } from '../kernel/config/config-files.js';
import { CommandFailure } from './command-failure.js';
import { doctorCommand } from './doctor/doctor.command.js';
import { migrateCommand } from './migrate.js';
import { openapiCommand } from './openapi.js';
import { note, prose } from './output.js';
import { planCommand } from './plan.js';
import { rotateKeysCommand } from './rotate-keys.js';

const ABOUT = `Commands for whoever runs Credential Gateway. They take their settings from the same environment variables as
the server (docs/configuration.md), so run them where the server runs, with what it is started with.`;

const EXAMPLES = `
Examples:
  $ credential-gateway doctor                         is this deployment well?
  $ credential-gateway migrate                        before a new release is started
  $ credential-gateway plan acme-1a2b3c4d --plan team
  $ credential-gateway openapi --output openapi.json

\`credential-gateway <command> --help\` tells more about each. \`cgw\` is the same program.`;

function program(): Command {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
    version: string;
  };
  const root = new Command('credential-gateway')
    .description(prose(ABOUT))
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', EXAMPLES)
    .showHelpAfterError('(--help tells what is possible)')
    .configureHelp({ showGlobalOptions: false });
  for (const command of [
    doctorCommand(),
    migrateCommand(),
    openapiCommand(),
    planCommand(),
    rotateKeysCommand(),
  ]) {
    root.addCommand(command.helpOption('-h, --help', 'print this help'));
  }
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
  await program().parseAsync(process.argv);
} catch (error) {
  report(error);
  process.exitCode = 1;
}
