import { declareErrors, envelope } from '../../../kernel/errors/error-definition.js';

/** What the whole partner level refuses alike (07 A2). */
export const partnerErrors = declareErrors({
  partner_not_found: envelope(404, 'Partner not found'),
  partner_organization_not_found: envelope(404, 'Organization not found'),
  partner_project_not_found: envelope(404, 'Project not found'),
  partner_organization_claimed: envelope(
    403,
    'The organization is claimed and can be changed only by its own people',
  ),
  partner_slug_taken: envelope(409, 'Another partner has this slug'),
  partner_has_unclaimed: envelope(
    409,
    'The partner has unclaimed organizations; deleteUnclaimed=true deletes them too',
  ),
  partner_member_not_found: envelope(404, 'Member not found'),
  partner_member_exists: envelope(409, 'This person already belongs to a partner'),
  partner_member_signs_in: envelope(
    409,
    'This person can already sign in, or signs in through their organization',
  ),
  partner_owner_stays: envelope(403, 'The owner of the partner cannot be changed or removed'),
});
