import { declareErrors, envelope } from '../../../kernel/errors/error-definition.js';

/** Refusals of a Cloud plan (01 §7.3), each thrown with a message that names the plan, and of the server's own cap. */
export const editionErrors = declareErrors({
  plan_required: envelope(403, 'This feature needs a higher plan.'),
  quota_exhausted: envelope(403, 'A limit of your plan is reached.'),
  organization_cap_reached: envelope(403, 'You own as many organizations as this server allows.'),
});
