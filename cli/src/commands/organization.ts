import {
  connectOrgApp,
  createOrgPolicyRule,
  createOrgSecret,
  deleteOrgAppConfig,
  deleteOrgPolicyRule,
  deleteOrgSecret,
  disconnectOrgConnection,
  authorizeOrgApp,
  getOrgAppConfig,
  getOrgPolicyDefault,
  getOrgPolicyLastPublish,
  getOrgPolicyRule,
  listOrgAuditLogs,
  listOrgConfiguredApps,
  listOrgConnections,
  listOrgPolicyRules,
  listOrgSecrets,
  publishOrgPolicy,
  renameOrgConnection,
  reorderOrgPolicyRules,
  setOrgPolicyDefault,
  toggleOrgAppConfig,
  updateOrgPolicyRule,
  updateOrgSecret,
  upsertOrgAppConfig,
} from '../../../client/src/operations.js';
import type { OperationCommand } from '../command-line/command.js';
import { APP_SETTINGS, FIELDS_OF_APP } from './apps.js';
import { CONNECTION_COLUMNS } from './connections.js';
import { FROM_FILE, SECRET_COLUMNS, withFile } from './secrets.js';

const RULE_COLUMNS = ['id', 'priority', 'name', 'action', 'requireApproval', 'enabled'];

const commands: readonly Omit<OperationCommand, 'workspace'>[] = [
  {
    name: ['org', 'secrets', 'list'],
    about: 'List the secrets of the organization, without their values',
    operation: listOrgSecrets,
    columns: SECRET_COLUMNS,
  },
  {
    name: ['org', 'secrets', 'create'],
    about: 'Store a secret of the organization',
    operation: createOrgSecret,
    more: FROM_FILE,
    amend: withFile,
  },
  {
    name: ['org', 'secrets', 'update'],
    about: 'Change a secret of the organization',
    operation: updateOrgSecret,
    more: FROM_FILE,
    amend: withFile,
  },
  {
    name: ['org', 'secrets', 'delete'],
    about: 'Delete a secret of the organization',
    operation: deleteOrgSecret,
    done: 'deleted',
  },
  {
    name: ['org', 'connections', 'list'],
    about: 'List the connected accounts that the organization shares',
    operation: listOrgConnections,
    columns: CONNECTION_COLUMNS,
  },
  {
    name: ['org', 'connections', 'rename'],
    about: 'Rename a shared account',
    operation: renameOrgConnection,
  },
  {
    name: ['org', 'connections', 'delete'],
    about: 'Disconnect a shared account',
    operation: disconnectOrgConnection,
    done: 'deleted',
  },
  {
    name: ['org', 'apps', 'configured'],
    about: 'List the apps with an OAuth client of the organization',
    operation: listOrgConfiguredApps,
  },
  {
    name: ['org', 'apps', 'get'],
    about: "Show the organization's OAuth client for an app",
    operation: getOrgAppConfig,
  },
  {
    name: ['org', 'apps', 'configure'],
    about: "Store the organization's OAuth client for an app",
    operation: upsertOrgAppConfig,
    more: [APP_SETTINGS],
  },
  {
    name: ['org', 'apps', 'toggle'],
    about: "Enable or disable the organization's OAuth client for an app",
    operation: toggleOrgAppConfig,
  },
  {
    name: ['org', 'apps', 'remove'],
    about: "Delete the organization's OAuth client for an app",
    operation: deleteOrgAppConfig,
    done: 'deleted',
  },
  {
    name: ['org', 'apps', 'connect'],
    about: 'Connect an account for the organization with an API key or other credentials',
    operation: { ...connectOrgApp, body: connectOrgApp.body.filter(({ name }) => name !== 'fields') },
    ...FIELDS_OF_APP,
  },
  {
    name: ['org', 'apps', 'authorize'],
    about: 'Print the URL at which a person connects an account for the organization',
    operation: authorizeOrgApp,
  },
  {
    name: ['org', 'policy', 'rules', 'list'],
    about: 'List the rules of the organization in order',
    operation: listOrgPolicyRules,
    columns: RULE_COLUMNS,
  },
  { name: ['org', 'policy', 'rules', 'get'], about: 'One rule', operation: getOrgPolicyRule },
  {
    name: ['org', 'policy', 'rules', 'create'],
    about: 'Add a rule; it applies immediately',
    operation: createOrgPolicyRule,
    examples: [
      `cgw org policy rules create --name 'No deletes' --action block --targets '[{"kind":"network","hostPattern":"api.github.com","method":"DELETE"}]'`,
    ],
  },
  { name: ['org', 'policy', 'rules', 'update'], about: 'Change a rule', operation: updateOrgPolicyRule },
  {
    name: ['org', 'policy', 'rules', 'delete'],
    about: 'Delete a rule',
    operation: deleteOrgPolicyRule,
    done: 'deleted',
  },
  {
    name: ['org', 'policy', 'rules', 'order'],
    about: 'Reorder the rules',
    operation: reorderOrgPolicyRules,
    columns: RULE_COLUMNS,
  },
  {
    name: ['org', 'policy', 'default', 'get'],
    about: 'Show what happens if no rule matches',
    operation: getOrgPolicyDefault,
  },
  {
    name: ['org', 'policy', 'default', 'set'],
    about: 'Set what happens if no rule matches',
    operation: setOrgPolicyDefault,
  },
  {
    name: ['org', 'policy', 'publish'],
    about: 'Kept for scripts: every write applies immediately',
    operation: publishOrgPolicy,
  },
  {
    name: ['org', 'policy', 'status'],
    about: 'Show when the rules last changed',
    operation: getOrgPolicyLastPublish,
  },
  { name: ['org', 'audit', 'list'], about: 'List the audit log', operation: listOrgAuditLogs },
];

export const organizationCommands: readonly OperationCommand[] = commands.map((command) => ({
  ...command,
  workspace: false,
}));
