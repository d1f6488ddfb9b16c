import { declareErrors, envelope } from '../../../../kernel/errors/error-definition.js';

/** Errors of what is no navigation of a browser (05 §8.6). */
export const samlErrors = declareErrors({
  sso_provider_not_found: envelope(404, 'Provider not found'),
});
