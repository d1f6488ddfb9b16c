import type { ErrorDefinition } from '../error-definition.js';

/** Refusals of a Cloud plan (01 §7.3); each is thrown with a message that names the plan. */
export const editionErrors = {
  plan_required: { status: 403, surface: 'envelope', message: 'This feature needs a higher plan.' },
  quota_exhausted: { status: 403, surface: 'envelope', message: 'A limit of your plan is reached.' },
} as const satisfies Record<string, ErrorDefinition>;
