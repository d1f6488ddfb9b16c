import { declareErrors, envelope, flat } from '../../../kernel/errors/error-definition.js';

/** Leaving an organization, being removed from it, and closing an account (01 §17.6, §18.7). */
export const memberErrors = declareErrors({
  owner_stays: envelope(409, 'Transfer the ownership first; the owner cannot leave or be removed'),
  removing_yourself: envelope(400, 'To end your own membership, leave the organization'),
  account_owns_shared_organization: flat(
    409,
    'Transfer the organizations you own and share with others first',
  ),
});
