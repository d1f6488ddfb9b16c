import {
  createPartner,
  deletePartner,
  getPartnerAccount,
  listPartners,
  reissuePartnerOwnerSetupLink,
  rotatePartnerKey,
  updatePartner,
} from '../../../client/src/operations.js';
import type { OperationCommand } from '../command-line/command.js';
import { operatorToken } from '../keys/credentials.js';

const PARTNER_COLUMNS = ['id', 'name', 'slug', 'status', 'createdAt'];

const commands: readonly Omit<OperationCommand, 'workspace' | 'credential'>[] = [
  {
    name: ['operator', 'partners', 'list'],
    about: 'List the partners of this server',
    operation: listPartners,
    columns: PARTNER_COLUMNS,
  },
  {
    name: ['operator', 'partners', 'get'],
    about: 'Show a partner with its number of organizations, people and secrets',
    operation: getPartnerAccount,
  },
  {
    name: ['operator', 'partners', 'create'],
    about: 'Create a partner with its owner; its key is shown only once',
    operation: createPartner,
    examples: ['cgw operator partners create --name Reseller --owner-email owner@reseller.example'],
  },
  {
    name: ['operator', 'partners', 'rename'],
    about: 'Rename a partner',
    operation: { ...updatePartner, body: updatePartner.body.filter(({ name }) => name === 'name') },
  },
  {
    name: ['operator', 'partners', 'suspend'],
    about: 'Suspend a partner: its key, its portal and the secrets it lends',
    operation: { ...updatePartner, body: [] },
    amend: () => ({ status: 'suspended' }),
  },
  {
    name: ['operator', 'partners', 'resume'],
    about: 'Resume a suspended partner',
    operation: { ...updatePartner, body: [] },
    amend: () => ({ status: 'active' }),
  },
  {
    name: ['operator', 'partners', 'rotate-key'],
    about: 'Replace the key of a partner; the old key stops working immediately',
    operation: rotatePartnerKey,
  },
  {
    name: ['operator', 'partners', 'owner-setup-link'],
    about: "Replace the link with which a partner's owner sets the first password",
    operation: reissuePartnerOwnerSetupLink,
  },
  {
    name: ['operator', 'partners', 'delete'],
    about: 'Delete a partner',
    operation: deletePartner,
    done: 'deleted',
  },
];

export const operatorCommands: readonly OperationCommand[] = commands.map((command) => ({
  ...command,
  workspace: false,
  credential: operatorToken,
}));
