import { declareErrors, envelope } from '../../../kernel/errors/error-definition.js';

/** Errors of role mappings (05 §4). */
export const roleMappingErrors = declareErrors({
  role_mapping_not_found: envelope(404, 'Role mapping not found'),
  group_is_mapped: envelope(409, 'This group already has a role mapping', {
    constraint: 'role_mappings_group_id_key',
  }),
  order_is_not_whole: envelope(400, 'orderedIds must name every role mapping exactly once', {
    type: 'invalid_request_error',
  }),
  role_mapping_vanished: envelope(409, 'A role mapping was deleted in the meantime'),
});
