import { declareErrors, envelope } from '../../../kernel/errors/error-definition.js';

/** Errors of groups (05 §3). */
export const groupErrors = declareErrors({
  group_not_found: envelope(404, 'Group not found'),
  group_name_taken: envelope(409, 'A group with this name already exists', {
    constraint: 'user_groups_organization_id_name_key',
  }),
  group_is_provisioned: envelope(409, 'This group is managed by the identity provider'),
  group_is_manual: envelope(409, 'This group is already managed here'),
  directory_is_connected: envelope(409, 'Revoke the SCIM tokens of the organization first'),
  group_member_unknown: envelope(400, 'Only members of the organization can be in a group', {
    type: 'invalid_request_error',
  }),
});
