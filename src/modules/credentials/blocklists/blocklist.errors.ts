import { declareErrors } from '../../../kernel/errors/error-definition.js';

/** 03 §4. */
export const blocklistErrors = declareErrors({
  blocklist_host_unknown: { status: 400, surface: 'envelope', message: 'This app has no such host to block' },
  blocklist_rule_not_found: { status: 404, surface: 'envelope', message: 'Blocklist rule not found' },
});
