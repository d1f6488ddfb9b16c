import { declareErrors, envelope } from '../../../kernel/errors/error-definition.js';

/** Refusals that need the stored secret to tell (02 §3.8); what the body alone shows is `invalid_request`. */
export const secretErrors = declareErrors({
  secret_not_found: envelope(404, 'Secret not found'),
  secret_injection_required: envelope(
    400,
    'Header name, parameter name, or URL path template is required for generic secrets',
  ),
  secret_path_value_unsafe: envelope(400, 'The value contains characters that cannot be put into a URL path'),
});
