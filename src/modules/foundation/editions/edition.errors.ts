import { declareErrors } from '../../../kernel/errors/error-definition.js';

/** Refusals of a Cloud plan (01 §7.3), each thrown with a message that names the plan, and of the server's own cap. */
export const editionErrors = declareErrors({
  plan_required: { status: 403, surface: 'envelope', message: 'This feature needs a higher plan.' },
  quota_exhausted: { status: 403, surface: 'envelope', message: 'A limit of your plan is reached.' },
  organization_cap_reached: {
    status: 403,
    surface: 'envelope',
    message: 'You own as many organizations as this server allows.',
  },
});
