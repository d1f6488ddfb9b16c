import { declareErrors } from '../../../kernel/errors/error-definition.js';

/** Refusals that need the stored secret to tell (02 §3.8); what the body alone shows is `invalid_request`. */
export const secretErrors = declareErrors({
  secret_not_found: { status: 404, surface: 'envelope', message: 'Secret not found' },
  secret_injection_required: {
    status: 400,
    surface: 'envelope',
    message: 'Header name, parameter name, or URL path template is required for generic secrets',
  },
  secret_path_value_unsafe: {
    status: 400,
    surface: 'envelope',
    message: 'The value contains characters that cannot be put into a URL path',
  },
});
