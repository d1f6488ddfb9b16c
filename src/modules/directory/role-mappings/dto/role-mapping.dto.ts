import { Field } from '../../../../kernel/http/fields/fields.js';

const ROLES = ['admin', 'member'] as const;
export type MappedRole = (typeof ROLES)[number];
const PRIORITY = { min: -1_000_000, max: 1_000_000 };
const MAX_MAPPINGS = 10_000;

export class PreviewRoleMappingRequest {
  @Field.string({ minLength: 1, maxLength: 100 })
  groupId: string;

  @Field.oneOf(ROLES)
  role: MappedRole;
}

export class CreateRoleMappingRequest extends PreviewRoleMappingRequest {
  @Field.integer({
    ...PRIORITY,
    optional: true,
    description: 'The highest priority wins. Default: below all others.',
  })
  priority?: number;
}

export class UpdateRoleMappingRequest {
  @Field.oneOf(ROLES)
  role: MappedRole;

  @Field.integer({ ...PRIORITY, optional: true })
  priority?: number;
}

export class ReorderRoleMappingsRequest {
  @Field.list('string', {
    minItems: 1,
    maxItems: MAX_MAPPINGS,
    itemMinLength: 1,
    itemMaxLength: 100,
    description: 'Every mapping once, highest priority first.',
  })
  orderedIds: string[];
}

export class RoleMappingResponse {
  @Field.string()
  id: string;

  @Field.string()
  groupId: string;

  @Field.string()
  groupName: string;

  @Field.oneOf(ROLES)
  role: string;

  @Field.integer()
  priority: number;

  @Field.integer({ description: 'Number of members of the group.' })
  memberCount: number;

  @Field.dateTime()
  createdAt: string;

  @Field.dateTime()
  updatedAt: string;
}

export class RoleMappingPreviewResponse {
  @Field.integer({ description: 'Active members whose role would change.' })
  affectedCount: number;
}
