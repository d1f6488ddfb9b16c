import { declareErrors, envelope } from '../../../kernel/errors/error-definition.js';

/** What the whole partner level refuses alike (07 A2). */
export const partnerErrors = declareErrors({
  partner_not_found: envelope(404, 'Partner not found'),
  partner_organization_not_found: envelope(404, 'Organization not found'),
  partner_organization_claimed: envelope(
    403,
    'The organization is claimed; only its own people change it now',
  ),
});
