import {
  disconnectConnection,
  getConnectionEffectiveAgents,
  getConnectionGrants,
  listConnections,
  renameConnection,
} from '../../../client/src/operations.js';
import type { Command } from '../command-line/command.js';

export const CONNECTION_COLUMNS = ['id', 'provider', 'label', 'status', 'scope', 'connectedAt'];

export const connectionCommands: readonly Command[] = [
  {
    name: ['connections', 'list'],
    about: 'List the connected accounts',
    operation: listConnections,
    workspace: true,
    columns: CONNECTION_COLUMNS,
  },
  {
    name: ['connections', 'rename'],
    about: 'Rename a connected account',
    operation: renameConnection,
    workspace: true,
  },
  {
    name: ['connections', 'delete'],
    about: 'Disconnect an account',
    operation: disconnectConnection,
    workspace: true,
    done: 'deleted',
  },
  {
    name: ['connections', 'grants'],
    about: 'List the agents that may use an account',
    operation: getConnectionGrants,
    workspace: true,
  },
  {
    name: ['connections', 'agent-access'],
    about: 'Show what agents can do with an account, and why',
    operation: getConnectionEffectiveAgents,
    workspace: true,
  },
];
