import {
  addPartnerMember,
  changePartnerMemberRole,
  clearPartnerOrgBudget,
  createPartnerOrg,
  createPartnerProject,
  createPartnerSecret,
  deletePartnerOrg,
  deletePartnerProject,
  deletePartnerSecret,
  getPartner,
  getPartnerOrg,
  listPartnerAuditLogs,
  listPartnerMembers,
  listPartnerOrgBudgets,
  listPartnerOrgs,
  listPartnerProjects,
  listPartnerSecrets,
  regeneratePartnerApiKey,
  reissuePartnerClaimLink,
  reissuePartnerMemberSetupLink,
  removePartnerMember,
  rotatePartnerOrgTokens,
  setPartnerOrgBudget,
  updatePartnerSecret,
} from '../../../client/src/operations.js';
import type { OperationCommand } from '../command-line/command.js';
import { partnerKey } from '../keys/credentials.js';
import { FROM_FILE, withFile } from './secrets.js';

const commands: readonly Omit<OperationCommand, 'workspace' | 'credential'>[] = [
  { name: ['partner', 'get'], about: 'Show the partner of this key', operation: getPartner },
  {
    name: ['partner', 'regenerate-api-key'],
    about: 'Replace the key of the partner; the old key stops working immediately',
    operation: regeneratePartnerApiKey,
  },
  {
    name: ['partner', 'audit', 'list'],
    about: 'List the audit log of the partner',
    operation: listPartnerAuditLogs,
  },
  {
    name: ['partner', 'orgs', 'list'],
    about: 'List the organizations that the partner created',
    operation: listPartnerOrgs,
    columns: ['id', 'name', 'status', 'claimedByEmail', 'claimExpiresAt', 'createdAt'],
  },
  { name: ['partner', 'orgs', 'get'], about: 'One organization', operation: getPartnerOrg },
  {
    name: ['partner', 'orgs', 'create'],
    about: 'Create an organization with its keys and a claim link; the keys are shown only once',
    operation: createPartnerOrg,
    examples: ['cgw partner orgs create --name Acme'],
  },
  {
    name: ['partner', 'orgs', 'claim-link'],
    about: 'Replace the claim link; the previous link stops working',
    operation: reissuePartnerClaimLink,
  },
  {
    name: ['partner', 'orgs', 'rotate-tokens'],
    about: 'Replace the keys of an unclaimed organization',
    operation: rotatePartnerOrgTokens,
  },
  {
    name: ['partner', 'orgs', 'delete'],
    about: 'Delete an unclaimed organization',
    operation: deletePartnerOrg,
    done: 'deleted',
  },
  {
    name: ['partner', 'projects', 'list'],
    about: 'List the projects of an organization',
    operation: listPartnerProjects,
    columns: ['id', 'name', 'slug', 'createdAt'],
  },
  {
    name: ['partner', 'projects', 'create'],
    about: 'Add a project with an agent',
    operation: createPartnerProject,
    examples: ['cgw partner projects create <org-id> --name Staging'],
  },
  {
    name: ['partner', 'projects', 'delete'],
    about: 'Delete a project',
    operation: deletePartnerProject,
    done: 'deleted',
  },
  {
    name: ['partner', 'secrets', 'list'],
    about: 'List the secrets that every attached organization inherits, without their values',
    operation: listPartnerSecrets,
    columns: ['id', 'name', 'type', 'hostPattern', 'pathPattern', 'createdAt'],
  },
  {
    name: ['partner', 'secrets', 'create'],
    about: 'Store a secret that every attached organization inherits',
    operation: createPartnerSecret,
    more: FROM_FILE,
    amend: withFile,
    examples: [
      'cgw partner secrets create --type anthropic --name Anthropic --host-pattern api.anthropic.com --value - < key-file',
    ],
  },
  {
    name: ['partner', 'secrets', 'update'],
    about: 'Change a secret of the partner',
    operation: updatePartnerSecret,
    more: FROM_FILE,
    amend: withFile,
  },
  {
    name: ['partner', 'secrets', 'delete'],
    about: 'Delete a secret of the partner with its budgets',
    operation: deletePartnerSecret,
    done: 'deleted',
  },
  {
    name: ['partner', 'budgets', 'list'],
    about: 'List the budgets of an organization and their spending',
    operation: listPartnerOrgBudgets,
    columns: ['secretId', 'limitCents', 'period', 'spentCents'],
  },
  {
    name: ['partner', 'budgets', 'set'],
    about: 'Limit how much an organization may spend with a key',
    operation: setPartnerOrgBudget,
    examples: ['cgw partner budgets set <org-id> --secret-id <id> --limit-cents 5000 --period monthly'],
  },
  {
    name: ['partner', 'budgets', 'remove'],
    about: 'Remove the spending limit of an organization',
    operation: clearPartnerOrgBudget,
    done: 'removed',
  },
  {
    name: ['partner', 'members', 'list'],
    about: 'List the members of the portal',
    operation: listPartnerMembers,
    columns: ['userId', 'email', 'role', 'state', 'createdAt'],
  },
  {
    name: ['partner', 'members', 'add'],
    about: 'Add a member to the portal; the link sets the first password',
    operation: addPartnerMember,
  },
  {
    name: ['partner', 'members', 'set-role'],
    about: 'Change the role of a member',
    operation: changePartnerMemberRole,
  },
  {
    name: ['partner', 'members', 'setup-link'],
    about: 'Replace the link with which a member sets the first password',
    operation: reissuePartnerMemberSetupLink,
  },
  {
    name: ['partner', 'members', 'remove'],
    about: 'Remove a member from the portal',
    operation: removePartnerMember,
    done: 'removed',
  },
];

export const partnerCommands: readonly OperationCommand[] = commands.map((command) => ({
  ...command,
  workspace: false,
  credential: partnerKey,
}));
