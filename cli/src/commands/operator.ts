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
    about: 'Partners of this server',
    operation: listPartners,
    columns: PARTNER_COLUMNS,
  },
  {
    name: ['operator', 'partners', 'get'],
    about: 'One partner, and how much it has',
    operation: getPartnerAccount,
  },
  {
    name: ['operator', 'partners', 'create'],
    about: 'Make a partner with its owner; its key is shown this once',
    operation: createPartner,
    examples: ['cgw operator partners create --name Reseller --owner-email owner@reseller.example'],
  },
  {
    name: ['operator', 'partners', 'rename'],
    about: 'Change the name of a partner',
    operation: { ...updatePartner, body: updatePartner.body.filter(({ name }) => name === 'name') },
  },
  {
    name: ['operator', 'partners', 'suspend'],
    about: 'Stop a partner: its key, its portal and the secrets it shares',
    operation: { ...updatePartner, body: [] },
    amend: () => ({ status: 'suspended' }),
  },
  {
    name: ['operator', 'partners', 'resume'],
    about: 'Let a suspended partner work again',
    operation: { ...updatePartner, body: [] },
    amend: () => ({ status: 'active' }),
  },
  {
    name: ['operator', 'partners', 'rotate-key'],
    about: 'Replace the key of a partner; the old one ends at once',
    operation: rotatePartnerKey,
  },
  {
    name: ['operator', 'partners', 'owner-setup-link'],
    about: "Replace the link by which a partner's owner sets the first password",
    operation: reissuePartnerOwnerSetupLink,
  },
  {
    name: ['operator', 'partners', 'delete'],
    about: 'End a partner',
    operation: deletePartner,
    done: 'deleted',
  },
];

export const operatorCommands: readonly OperationCommand[] = commands.map((command) => ({
  ...command,
  workspace: false,
  credential: operatorToken,
}));
