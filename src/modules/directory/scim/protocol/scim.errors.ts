import type { ScimType } from '../../../../domain/protocols/scim/refusal.js';
import { declareErrors, type ErrorDefinition, scim } from '../../../../kernel/errors/error-definition.js';

const refusal = (wireCode: ScimType, message: string) => scim(400, message, { wireCode });

/** What SCIM answers in its own words (05 §10.3). */
export const scimErrors = declareErrors({
  scim_invalid_syntax: refusal('invalidSyntax', 'The body is not a JSON object of the message it should be.'),
  scim_invalid_value: refusal('invalidValue', 'An attribute has an invalid value.'),
  scim_invalid_filter: refusal(
    'invalidFilter',
    'The filter is not valid, or it uses an attribute that cannot be filtered by.',
  ),
  scim_invalid_path: refusal('invalidPath', 'The path of an operation cannot be read.'),
  scim_no_target: refusal('noTarget', "A 'remove' operation names a path."),
  scim_mutability: refusal('mutability', 'An attribute cannot be changed so.'),
  scim_too_many: refusal('tooMany', 'The request has too many operations or members.'),
  scim_search_too_long: refusal(
    'tooMany',
    'The search takes too long. Filter by userName, externalId or id, or omit the sort order.',
  ),
  scim_owner_is_protected: refusal(
    'invalidValue',
    'This person owns the organization and cannot be deactivated. Transfer the ownership first.',
  ),
  scim_discovery_filter: scim(403, 'Discovery documents cannot be filtered.'),
  scim_user_not_found: scim(404, 'There is no such user.'),
  scim_group_not_found: scim(404, 'There is no such group.'),
  scim_unknown_document: scim(404, 'There is no such resource type or schema.'),
  scim_unknown_endpoint: scim(404, 'There is no such endpoint.'),
  scim_user_exists: scim(409, 'A user with this userName is already in the organization.', {
    wireCode: 'uniqueness',
  }),
  scim_user_name_taken: scim(409, 'Another account has this userName.', { wireCode: 'uniqueness' }),
  scim_user_external_id_taken: scim(409, 'Another user has this externalId.', {
    wireCode: 'uniqueness',
    constraint: 'scim_users_external_id_key',
  }),
  scim_group_exists: scim(409, 'A group with this displayName is already in the organization.', {
    wireCode: 'uniqueness',
  }),
  scim_group_external_id_taken: scim(409, 'Another group has this externalId.', { wireCode: 'uniqueness' }),
  scim_not_implemented: scim(501, 'This endpoint is not offered.', { external: true }),
});

const OF_TYPE: Readonly<Record<ScimType, ErrorDefinition>> = {
  invalidSyntax: scimErrors.scim_invalid_syntax,
  invalidValue: scimErrors.scim_invalid_value,
  invalidFilter: scimErrors.scim_invalid_filter,
  invalidPath: scimErrors.scim_invalid_path,
  noTarget: scimErrors.scim_no_target,
  mutability: scimErrors.scim_mutability,
  tooMany: scimErrors.scim_too_many,
};

export function errorOfType(type: ScimType): ErrorDefinition {
  return OF_TYPE[type];
}
