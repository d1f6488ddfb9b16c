import { declareErrors } from '../../kernel/errors/error-definition.js';

export const bootstrapHelperErrors = declareErrors({
  install_key_refused: { status: 401, surface: 'flat', message: 'Invalid API key.' },
  favicon_unavailable: {
    status: 502,
    surface: 'envelope',
    external: true,
    message: 'The site has no icon that could be fetched.',
  },
});
