import { getApiKey, regenerateApiKey, updateUser } from '../../../client/src/operations.js';
import { forgetApiKey } from '../keys/api-key.js';
import type { Command } from '../command-line/command.js';
import { identityOf, login } from './login.js';

const LOGIN_FLAGS = [
  {
    name: '--api-key',
    about: 'The key. Standard input is safer, because the shell history does not record it',
  },
] as const;

export const accountCommands: readonly Command[] = [
  {
    name: ['auth', 'login'],
    about: 'Connect this machine, with a key or in the browser',
    arguments: LOGIN_FLAGS,
    examples: ['cgw auth login', 'cgw auth login < key-file'],
    run: async (session, given) => ({ document: await login(session, given) }),
  },
  {
    name: ['auth', 'logout'],
    about: 'Delete the key from this machine',
    run: async () => {
      await forgetApiKey();
      return { document: { status: 'ok' } };
    },
  },
  {
    name: ['auth', 'status'],
    about: 'Show the account that this machine is connected with',
    run: async (session) => {
      return { document: { authenticated: true, ...(await identityOf(session)) } };
    },
  },
  { name: ['auth', 'update'], about: 'Change your name', operation: updateUser, workspace: false },
  {
    name: ['auth', 'api-key'],
    about: 'Show your API key for the workspace',
    operation: getApiKey,
    workspace: true,
  },
  {
    name: ['auth', 'regenerate-api-key'],
    about: 'Replace your API key; the old key stops working immediately',
    operation: regenerateApiKey,
    workspace: true,
  },
];
