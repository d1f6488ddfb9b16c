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
    about: 'List the agents of the workspace',
    operation: { ...listAgents, query: [] },
    workspace: true,
    columns: COLUMNS,
    more: [{ name: '--with-grants', about: 'Also show what each agent may use', alone: true }],
    query: ({ flags }) => (flags['with-grants'] === true ? { include: 'grants-summary' } : {}),
  },
  { name: ['agents', 'get'], about: 'One agent', operation: getAgent, workspace: true },
  {
    name: ['agents', 'get-default'],
    about: 'Show the default agent',
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
    about: 'Delete an agent; its token stops working immediately',
    operation: deleteAgent,
    workspace: true,
    done: 'deleted',
  },
  {
    name: ['agents', 'set-default'],
    about: 'Make an agent the default',
    operation: setDefaultAgent,
    workspace: true,
    done: 'default',
  },
  {
    name: ['agents', 'regenerate-token'],
    about: 'Replace the token of an agent; the old token stops working immediately',
    operation: regenerateAgentToken,
    workspace: true,
  },
  {
    name: ['agents', 'models'],
    about: 'List the models that an agent can use',
    operation: getAgentModels,
    workspace: true,
  },
  {
    name: ['agents', 'credentials'],
    about: 'Show every credential that the gateway would use for an agent, and why',
    operation: getAgentEffectiveCredentials,
    workspace: true,
  },
  {
    name: ['agents', 'grants', 'list'],
    about: 'List what an agent may use',
    operation: getAgentGrants,
    workspace: true,
  },
  {
    name: ['agents', 'grants', 'attach-connection'],
    about: 'Attach a connected account to an agent, whole or by tool',
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
    about: 'Detach a connected account from an agent',
    operation: removeAgentConnectionGrant,
    workspace: true,
    done: 'detached',
  },
  {
    name: ['agents', 'grants', 'attach-secret'],
    about: 'Attach a secret to an agent',
    operation: setAgentSecretGrant,
    workspace: true,
  },
  {
    name: ['agents', 'grants', 'detach-secret'],
    about: 'Detach a secret from an agent',
    operation: removeAgentSecretGrant,
    workspace: true,
    done: 'detached',
  },
];
