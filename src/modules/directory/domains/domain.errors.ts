import { declareErrors, envelope } from '../../../kernel/errors/error-definition.js';

/** Errors of domains (05 §6.2). */
export const domainErrors = declareErrors({
  domain_not_found: envelope(404, 'Domain not found'),
  domain_is_public: envelope(400, 'This is a public e-mail domain and cannot be claimed'),
  domain_taken: envelope(409, 'This domain is already claimed', { constraint: 'domains_domain_key' }),
  domain_record_missing: envelope(400, 'The TXT record was not found yet; new records can take a while'),
});
