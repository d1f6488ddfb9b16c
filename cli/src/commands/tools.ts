import { getCounts, getHealth, listVaults } from '../../../client/src/operations.js';
import type { Command } from '../command-line/command.js';
import { completionScript, SHELLS } from '../command-line/completion.js';
import { misused } from '../terminal/failure.js';

export const toolCommands: readonly Command[] = [
  {
    name: ['vaults', 'list'],
    about: 'List the connected password managers',
    operation: listVaults,
    workspace: true,
  },
  {
    name: ['counts'],
    about: 'Count the agents, apps and secrets',
    operation: getCounts,
    workspace: true,
  },
  {
    name: ['completion'],
    about: `Print the completion script for your shell: ${SHELLS.join(', ')}`,
    arguments: [{ name: 'shell', about: 'Whose', required: true, values: SHELLS }],
    examples: ['source <(cgw completion bash)', 'cgw completion fish | source'],
    run: async (_session, { words: [shell = ''] }) => {
      const script = completionScript(shell);
      if (script === undefined)
        throw misused(`The shell must be one of: ${SHELLS.join(', ')}.`, ['completion']);
      return { document: script, hint: false };
    },
  },
  {
    name: ['version'],
    about: 'Show the versions of this program and of the server',
    run: async (session) => {
      const server = await session.askAsNobody(getHealth, {}).catch(() => null);
      const told = server === null ? null : { status: server.status, version: server.version };
      return { document: { version: CLI_VERSION, server: told }, hint: false };
    },
  },
];
