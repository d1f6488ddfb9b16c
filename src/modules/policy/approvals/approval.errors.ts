import { declareErrors, flat } from '../../../kernel/errors/error-definition.js';

/** Flat on both origins, with codes instead of sentences: released clients compare them (06 §15.5, §15.6). */
export const approvalErrors = declareErrors({
  approval_not_found: flat(404, 'approval_not_found'),
  approval_expired: flat(410, 'approval_expired'),
  organization_scope_required: flat(403, 'organization_scope_required'),
});
