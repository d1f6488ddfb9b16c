import { declareErrors } from '../../../kernel/errors/error-definition.js';

export const noticeErrors = declareErrors({
  notice_not_found: { status: 404, surface: 'envelope', message: 'There is no notice.' },
});
