import {
  createAgent,
  deleteAgent,
  getAgent,
  getAgentEffectiveCredentials,
  getAgentGrants,
  getAgentModels,
  getDefaultAgent,
  listAgents,
  regenerateAgentToken,
  removeAgentConnectionGrant,
  removeAgentSecretGrant,
  setAgentConnectionGrant,
  setAgentSecretGrant,
  setDefaultAgent,
  updateAgent,
} from '../../../client/src/operations.js';
import type { Command } from '../command-line/command.js';

const COLUMNS = ['id', 'name', 'identifier', 'isDefault', 'lastSeenAt'];

export const agentCommands: readonly Command[] = [
  {
    name: ['agents', 'list'],
    about: 'Agents of the workspace',
    operation: { ...listAgents, query: [] },
    workspace: true,
    columns: COLUMNS,
    more: [{ name: '--with-grants', about: 'What each may use, besides', alone: true }],
    query: ({ flags }) => (flags['with-grants'] === true ? { include: 'grants-summary' } : {}),
  },
  { name: ['agents', 'get'], about: 'One agent', operation: getAgent, workspace: true },
  {
    name: ['agents', 'get-default'],
    about: 'The agent used where none is named',
    operation: getDefaultAgent,
    workspace: true,
  },
  {
    name: ['agents', 'create'],
    about: 'Create an agent',
    operation: createAgent,
    workspace: true,
    examples: ['cgw agents create --name Laptop --identifier laptop'],
  },
  {
    name: ['agents', 'update'],
    about: 'Change an agent',
    operation: updateAgent,
    workspace: true,
    done: 'updated',
  },
  {
    name: ['agents', 'rename'],
    about: 'Rename an agent',
    operation: {
      ...updateAgent,
      body: updateAgent.body
        .filter(({ name }) => name === 'name')
        .map((field) => ({ ...field, required: true })),
    },
    workspace: true,
    done: 'renamed',
  },
  {
    name: ['agents', 'delete'],
    about: 'Delete an agent; its token ends at once',
    operation: deleteAgent,
    workspace: true,
    done: 'deleted',
  },
  {
    name: ['agents', 'set-default'],
    about: 'Make it the agent used where none is named',
    operation: setDefaultAgent,
    workspace: true,
    done: 'default',
  },
  {
    name: ['agents', 'regenerate-token'],
    about: "Replace an agent's token; the old one ends at once",
    operation: regenerateAgentToken,
    workspace: true,
  },
  {
    name: ['agents', 'models'],
    about: 'Models that an agent can use',
    operation: getAgentModels,
    workspace: true,
  },
  {
    name: ['agents', 'credentials'],
    about: 'Every credential that the gateway would use for an agent, and why',
    operation: getAgentEffectiveCredentials,
    workspace: true,
  },
  {
    name: ['agents', 'grants', 'list'],
    about: 'What an agent may use',
    operation: getAgentGrants,
    workspace: true,
  },
  {
    name: ['agents', 'grants', 'attach-connection'],
    about: 'Let an agent use an account of an app, whole or by tools',
    operation: {
      ...setAgentConnectionGrant,
      body: setAgentConnectionGrant.body.map((field) => ({ ...field, required: false })),
    },
    workspace: true,
    amend: (body) =>
      body['access'] === 'full' || (body['access'] ?? body['allow'] ?? body['ask']) === undefined
        ? { ...body, access: 'full' }
        : { allow: [], ask: [], ...body, access: 'custom' },
    examples: [
      'cgw agents grants attach-connection <agent> --connection-id <id> --allow repos.list --ask repos.delete',
    ],
  },
  {
    name: ['agents', 'grants', 'detach-connection'],
    about: 'Take an account of an app from an agent',
    operation: removeAgentConnectionGrant,
    workspace: true,
    done: 'detached',
  },
  {
    name: ['agents', 'grants', 'attach-secret'],
    about: 'Let an agent use a secret',
    operation: setAgentSecretGrant,
    workspace: true,
  },
  {
    name: ['agents', 'grants', 'detach-secret'],
    about: 'Take a secret from an agent',
    operation: removeAgentSecretGrant,
    workspace: true,
    done: 'detached',
  },
];
