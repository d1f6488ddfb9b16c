import { declareErrors, envelope } from '../../../kernel/errors/error-definition.js';

export const memoryErrors = declareErrors({
  memory_not_found: envelope(404, 'Memory not found'),
  memory_revision_not_found: envelope(404, 'Revision not found'),
  memory_key_taken: envelope(409, 'A memory with this key already exists'),
  memories_full: envelope(422, 'An agent can have at most 100 memories'),
  memory_too_large: envelope(422, 'The memory is too large together with its stored fields'),
  memory_revision_current: envelope(422, 'This revision is the current one'),
  memory_revision_redacted: envelope(422, 'This revision is redacted'),
});
