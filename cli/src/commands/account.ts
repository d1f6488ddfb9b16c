import { getApiKey, regenerateApiKey, updateUser } from '../../../client/src/operations.js';
import { forgetApiKey } from '../keys/api-key.js';
import type { Command } from '../command-line/command.js';
import { identityOf, login } from './login.js';

const LOGIN_FLAGS = [
  { name: '--api-key', about: 'The key; better by standard input, which no shell remembers' },
] as const;

export const accountCommands: readonly Command[] = [
  {
    name: ['auth', 'login'],
    about: 'Connect this machine: by a key, or in the browser',
    arguments: LOGIN_FLAGS,
    examples: ['cgw auth login', 'cgw auth login < key-file'],
    run: async (session, given) => ({ document: await login(session, given) }),
  },
  {
    name: ['auth', 'logout'],
    about: 'Forget the key of this machine',
    run: async () => {
      await forgetApiKey();
      return { document: { status: 'ok' } };
    },
  },
  {
    name: ['auth', 'status'],
    about: 'Who this machine is connected as',
    run: async (session) => {
      return { document: { authenticated: true, ...(await identityOf(session)) } };
    },
  },
  { name: ['auth', 'update'], about: 'Change your name', operation: updateUser, workspace: false },
  {
    name: ['auth', 'api-key'],
    about: 'Show your API key of the workspace',
    operation: getApiKey,
    workspace: true,
  },
  {
    name: ['auth', 'regenerate-api-key'],
    about: 'Replace your API key; the old one ends at once',
    operation: regenerateApiKey,
    workspace: true,
  },
];
