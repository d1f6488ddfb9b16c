import { declareErrors, envelope } from '../../../kernel/errors/error-definition.js';

export const faviconErrors = declareErrors({
  favicon_unavailable: envelope(502, 'The site has no icon that could be fetched.', { external: true }),
});
