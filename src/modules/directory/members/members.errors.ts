import { declareErrors, envelope } from '../../../kernel/errors/error-definition.js';

/** What a member cannot be made, or be (05 §2.6, §2.7). */
export const directoryMemberErrors = declareErrors({
  owner_is_protected: envelope(400, 'The owner of the organization cannot be changed or removed here'),
  yourself_is_protected: envelope(
    400,
    'You cannot make this change to yourself; another administrator must make it',
  ),
  member_is_suspended: envelope(409, 'This member is already suspended'),
  member_is_active: envelope(409, 'This member is not suspended'),
  role_follows_from_groups: envelope(409, 'The role of this member follows from their groups'),
});
