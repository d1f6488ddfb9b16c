import { declareErrors } from '../../../kernel/errors/error-definition.js';

/** Flat on both origins, with codes instead of sentences: released clients compare them (06 §15.5, §15.6). */
export const approvalErrors = declareErrors({
  approval_not_found: { status: 404, surface: 'flat', message: 'approval_not_found' },
  approval_expired: { status: 410, surface: 'flat', message: 'approval_expired' },
  organization_scope_required: { status: 403, surface: 'flat', message: 'organization_scope_required' },
});
