import {
  createWorkspace,
  deleteWorkspace,
  getWorkspace,
  listWorkspaces,
  updateWorkspace,
} from '../../../client/src/operations.js';
import type { OperationCommand } from '../command-line/command.js';
import { misused } from '../terminal/failure.js';

const commands: readonly OperationCommand[] = [
  {
    name: ['workspaces', 'list'],
    about: 'Your workspaces',
    operation: listWorkspaces,
    workspace: false,
    columns: ['id', 'name', 'slug', 'agentCount', 'createdAt'],
  },
  { name: ['workspaces', 'get'], about: 'One workspace', operation: getWorkspace, workspace: false },
  {
    name: ['workspaces', 'create'],
    about: 'Create a workspace',
    operation: createWorkspace,
    workspace: false,
  },
  {
    name: ['workspaces', 'update'],
    about: 'Rename a workspace',
    operation: updateWorkspace,
    workspace: false,
  },
  {
    name: ['workspaces', 'delete'],
    about: 'Delete a workspace with everything in it',
    operation: deleteWorkspace,
    workspace: false,
    done: 'deleted',
    more: [{ name: '--confirm', about: 'Confirm the deletion', alone: true }],
    query: ({ flags }) => {
      if (flags['confirm'] !== true && flags['dry-run'] !== true)
        throw misused('This deletes everything in the workspace. Add --confirm to continue.', [
          'workspaces',
          'delete',
        ]);
      return {};
    },
  },
];

/** A project is what a workspace was called. */
export const workspaceCommands: readonly OperationCommand[] = commands.map((command) => ({
  ...command,
  synonyms: [['projects', ...command.name.slice(1)]],
}));
