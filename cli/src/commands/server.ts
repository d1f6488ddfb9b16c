import type { Command } from '../command-line/command.js';
import { CommandFailure } from '../terminal/failure.js';

/** Of whoever runs a server. Where the server is installed, its own program takes them before this one is asked. */
export const serverCommands: readonly Command[] = (
  [
    ['doctor', 'Check this deployment'],
    ['migrate', 'Migrate the database to this release'],
    ['openapi', 'Print the OpenAPI document'],
    ['plan', 'Show or set the plan of an organization'],
    ['rotate-keys', 'Encrypt every stored value again with another key'],
    ['backup', 'Copy the embedded database'],
    ['restore', 'Restore a copy of the embedded database'],
    ['after-restore', 'End what may be valid again after a restore'],
    ['replace-authority', 'Store a new certificate authority for the next start'],
    ['runner-token', 'Create, list and revoke tokens of runner daemons'],
    ['channel-adapter-token', 'Create, list and revoke tokens of channel adapters'],
    ['move-agent', 'Move a hosted agent to another runner'],
  ] as const
).map(([name, about]) => ({
  name: [name],
  about: `${about} (where the server runs)`,
  passes: true,
  run: () =>
    Promise.reject(
      new CommandFailure(`"${name}" is a command for operators. Run it where the server is installed.`),
    ),
}));
