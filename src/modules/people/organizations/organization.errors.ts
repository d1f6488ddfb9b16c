import { declareErrors } from '../../../kernel/errors/error-definition.js';

/** Creating, deleting and handing over organizations (01 §18). */
export const organizationErrors = declareErrors({
  organization_name_taken: {
    status: 409,
    surface: 'envelope',
    message: 'You already own an organization of this name',
  },
  organization_unclaimed: {
    status: 409,
    surface: 'envelope',
    message: 'Only the partner that made this organization can delete it before it is claimed',
  },
  ownership_kept: {
    status: 400,
    surface: 'flat',
    message: 'userId must be another member of the organization',
  },
  member_not_found: { status: 404, surface: 'envelope', message: 'Member not found' },
  member_suspended: {
    status: 409,
    surface: 'envelope',
    message: 'A suspended member cannot own the organization',
  },
});
