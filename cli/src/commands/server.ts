import type { Command } from '../command-line/command.js';
import { CommandFailure } from '../terminal/failure.js';

/** Of whoever runs a server. Where the server is installed, its own program takes them before this one is asked. */
export const serverCommands: readonly Command[] = (
  [
    ['doctor', 'Whether this deployment is well'],
    ['migrate', 'Bring the database to this release'],
    ['openapi', 'Print the OpenAPI document'],
    ['plan', 'Set the plan of an organization'],
    ['rotate-keys', 'Seal every stored value anew, with another key'],
    ['backup', 'Copy the embedded database'],
    ['restore', 'Put a copy of the embedded database back'],
    ['after-restore', 'Settle a database that went back in time'],
    ['replace-authority', 'Store a new certificate authority for the next start'],
    ['runner-token', 'Make, list and revoke tokens of runner daemons'],
    ['channel-adapter-token', 'Make, list and revoke tokens of channel adapters'],
    ['move-agent', 'Give a hosted agent to another runner'],
  ] as const
).map(([name, about]) => ({
  name: [name],
  about: `${about} (where the server runs)`,
  passes: true,
  run: () =>
    Promise.reject(
      new CommandFailure(`"${name}" is for whoever runs the server: it works where the server is installed.`),
    ),
}));
