import { declareErrors } from '../../../kernel/errors/error-definition.js';

export const faviconErrors = declareErrors({
  favicon_unavailable: {
    status: 502,
    surface: 'envelope',
    external: true,
    message: 'The site has no icon that could be fetched.',
  },
});
