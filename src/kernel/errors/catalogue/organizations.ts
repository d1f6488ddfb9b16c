import type { ErrorDefinition } from '../error-definition.js';

/** Creating, deleting and handing over organizations (01 §18). */
export const organizationErrors = {
  organization_name_taken: {
    status: 409,
    surface: 'envelope',
    message: 'You already own an organization of this name',
  },
  organization_cap_reached: {
    status: 403,
    surface: 'envelope',
    message: 'You own as many organizations as this server allows.',
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
} as const satisfies Record<string, ErrorDefinition>;
