import { declareErrors, envelope, flat } from '../../../kernel/errors/error-definition.js';

const NOT_FOUND = 'Skill not found';
const OF_ORGANIZATION = 'Skills of the organization are managed at /v1/org/skills';

export const skillErrors = declareErrors({
  skill_not_found: envelope(404, NOT_FOUND),
  skill_of_organization: envelope(403, OF_ORGANIZATION),
  skill_name_taken: envelope(409, 'A skill with this name already exists here'),
  skills_full: envelope(422, 'The limit of skills is reached here'),
  skill_too_long: envelope(422, 'The content and the files have more than 32,000 characters together'),
  // `DELETE /skills/{skillId}` answers flat (04 §5).
  skill_to_delete_not_found: flat(404, NOT_FOUND),
  skill_to_delete_of_organization: flat(403, OF_ORGANIZATION),
});
