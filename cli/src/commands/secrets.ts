import { createSecret, deleteSecret, listSecrets, updateSecret } from '../../../client/src/operations.js';
import type { Arguments } from '../terminal/line.js';
import type { Command } from '../command-line/command.js';
import type { Argument } from '../terminal/line.js';
import { fileValue } from './request.js';

export const SECRET_COLUMNS = ['id', 'name', 'type', 'hostPattern', 'pathPattern', 'scope', 'createdAt'];

export const FROM_FILE: readonly Argument[] = [
  { name: '--file', about: 'The value, from this file; --value - reads it from standard input' },
];

export function withFile(body: Readonly<Record<string, unknown>>, given: Arguments): Record<string, unknown> {
  const value = fileValue(given);
  return value === undefined ? body : { ...body, value };
}

export const secretCommands: readonly Command[] = [
  {
    name: ['secrets', 'list'],
    about: 'List the secrets of the workspace, without their values',
    operation: listSecrets,
    workspace: true,
    columns: SECRET_COLUMNS,
  },
  {
    name: ['secrets', 'create'],
    about: 'Store a secret',
    operation: createSecret,
    workspace: true,
    more: FROM_FILE,
    amend: withFile,
    examples: [
      'cgw secrets create --type anthropic --name Anthropic --host-pattern api.anthropic.com --value - < key-file',
      "cgw secrets create --type generic --name GitHub --host-pattern api.github.com --header-name authorization --value-format 'Bearer {value}' --file token",
    ],
  },
  {
    name: ['secrets', 'update'],
    about: 'Change a secret',
    operation: updateSecret,
    workspace: true,
    more: FROM_FILE,
    amend: withFile,
  },
  {
    name: ['secrets', 'delete'],
    about: 'Delete a secret',
    operation: deleteSecret,
    workspace: true,
    done: 'deleted',
  },
];
