import { declareErrors, envelope, flat } from '../../../kernel/errors/error-definition.js';

/** 07 §A11. */
export const partnerBudgetErrors = declareErrors({
  budget_organization_not_found: flat(404, 'Organization not found'),
  budget_secret_not_metered: envelope(400, 'Only anthropic and openai secrets can have a budget'),
  budget_organization_detached: envelope(400, 'The organization is detached; a budget would have no effect'),
});
