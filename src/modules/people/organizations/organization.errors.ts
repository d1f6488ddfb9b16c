import { declareErrors, envelope, flat } from '../../../kernel/errors/error-definition.js';

/** Creating, deleting and handing over organizations (01 §18). */
export const organizationErrors = declareErrors({
  organization_name_taken: envelope(409, 'You already own an organization of this name'),
  organization_unclaimed: envelope(
    409,
    'Only the partner that made this organization can delete it before it is claimed',
  ),
  ownership_kept: flat(400, 'userId must be another member of the organization'),
  member_not_found: envelope(404, 'Member not found'),
  member_suspended: envelope(409, 'A suspended member cannot own the organization'),
});
