import { declareErrors } from '../../../kernel/errors/error-definition.js';

/** Leaving an organization, being removed from it, and closing an account (01 §17.6, §18.7). */
export const memberErrors = declareErrors({
  owner_stays: {
    status: 409,
    surface: 'envelope',
    message: 'The owner stays until the ownership of the organization is transferred',
  },
  removing_yourself: {
    status: 400,
    surface: 'envelope',
    message: 'To end your own membership, leave the organization',
  },
  account_owns_shared_organization: {
    status: 409,
    surface: 'flat',
    message: 'Transfer the organizations you own and share with others first',
  },
});
