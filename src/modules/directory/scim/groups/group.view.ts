import { GROUP_SCHEMA } from '../../../../domain/protocols/scim/attribute-name.js';
import type { ScimMeta } from '../protocol/scim-meta.js';
import type { GroupMember, ScimGroupRow } from './scim-group-queries.js';

export interface ScimGroup {
  schemas: string[];
  id: string;
  displayName: string;
  externalId?: string;
  members?: { value: string; display: string; type: 'User'; $ref: string }[];
  meta: ScimMeta;
}

/** RFC 7643 §4.2. Without `members` where nobody asked for them. */
export function presentScimGroup(
  row: ScimGroupRow,
  members: readonly GroupMember[] | null,
  base: string,
): ScimGroup {
  const { id, displayName, externalId, created, lastModified } = row;
  return {
    schemas: [GROUP_SCHEMA],
    id,
    displayName,
    ...(externalId !== null && { externalId }),
    ...(members !== null && {
      members: members.map(({ userId, email }) => ({
        value: userId,
        display: email,
        type: 'User' as const,
        $ref: `${base}/Users/${userId}`,
      })),
    }),
    meta: {
      resourceType: 'Group',
      created: created.toISOString(),
      lastModified: lastModified.toISOString(),
      location: `${base}/Groups/${id}`,
    },
  };
}
