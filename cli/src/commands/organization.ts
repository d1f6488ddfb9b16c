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
    about: 'Secrets of the organization; values are never shown',
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
    about: 'Accounts of apps that the organization shares',
    operation: listOrgConnections,
    columns: CONNECTION_COLUMNS,
  },
  {
    name: ['org', 'connections', 'rename'],
    about: 'Give a shared account another label',
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
    about: 'Apps with an OAuth client of the organization',
    operation: listOrgConfiguredApps,
  },
  {
    name: ['org', 'apps', 'get'],
    about: "The organization's OAuth client of an app",
    operation: getOrgAppConfig,
  },
  {
    name: ['org', 'apps', 'configure'],
    about: "Store the organization's OAuth client of an app",
    operation: upsertOrgAppConfig,
    more: [APP_SETTINGS],
  },
  {
    name: ['org', 'apps', 'toggle'],
    about: "Switch the organization's OAuth client of an app",
    operation: toggleOrgAppConfig,
  },
  {
    name: ['org', 'apps', 'remove'],
    about: "Remove the organization's OAuth client of an app",
    operation: deleteOrgAppConfig,
    done: 'deleted',
  },
  {
    name: ['org', 'apps', 'connect'],
    about: 'Connect an account for the organization by a key of its own',
    operation: { ...connectOrgApp, body: connectOrgApp.body.filter(({ name }) => name !== 'fields') },
    ...FIELDS_OF_APP,
  },
  {
    name: ['org', 'apps', 'authorize'],
    about: 'The page at which a person connects an account for the organization',
    operation: authorizeOrgApp,
  },
  {
    name: ['org', 'policy', 'rules', 'list'],
    about: 'Rules of the organization, in order',
    operation: listOrgPolicyRules,
    columns: RULE_COLUMNS,
  },
  { name: ['org', 'policy', 'rules', 'get'], about: 'One rule', operation: getOrgPolicyRule },
  {
    name: ['org', 'policy', 'rules', 'create'],
    about: 'Add a rule; it applies at once',
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
    about: 'Put the rules into another order',
    operation: reorderOrgPolicyRules,
    columns: RULE_COLUMNS,
  },
  {
    name: ['org', 'policy', 'default', 'get'],
    about: 'What happens where no rule decides',
    operation: getOrgPolicyDefault,
  },
  {
    name: ['org', 'policy', 'default', 'set'],
    about: 'Decide what happens where no rule does',
    operation: setOrgPolicyDefault,
  },
  {
    name: ['org', 'policy', 'publish'],
    about: 'For scripts: every write applies at once',
    operation: publishOrgPolicy,
  },
  {
    name: ['org', 'policy', 'status'],
    about: 'When the rules last changed',
    operation: getOrgPolicyLastPublish,
  },
  { name: ['org', 'audit', 'list'], about: 'Who changed what', operation: listOrgAuditLogs },
];

export const organizationCommands: readonly OperationCommand[] = commands.map((command) => ({
  ...command,
  workspace: false,
}));
