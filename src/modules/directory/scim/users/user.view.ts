import { USER_SCHEMA } from '../../../../domain/protocols/scim/attribute-name.js';
import type { PersonName } from '../../../../domain/protocols/scim/person-name.js';
import type { ScimMeta } from '../protocol/scim-meta.js';
import type { ScimUserRow } from './user-queries.js';

export interface ScimUser {
  schemas: string[];
  id: string;
  externalId?: string;
  userName: string;
  displayName?: string;
  name?: PersonName;
  emails: { value: string; type: 'work'; primary: true }[];
  active: boolean;
  meta: ScimMeta;
}

/** RFC 7643 §4.1, as far as 05 §10.5 goes. `base`: the URL of `/scim/v2`. */
export function presentScimUser(row: ScimUserRow, base: string): ScimUser {
  const { id, userName, displayName, externalId, active, created, lastModified } = row;
  const name = row.name ?? (displayName === null ? null : { formatted: displayName });
  return {
    schemas: [USER_SCHEMA],
    id,
    ...(externalId !== null && { externalId }),
    userName,
    ...(displayName !== null && { displayName }),
    ...(name !== null && { name }),
    emails: [{ value: userName, type: 'work', primary: true }],
    active,
    meta: {
      resourceType: 'User',
      created: created.toISOString(),
      lastModified: lastModified.toISOString(),
      location: `${base}/Users/${id}`,
    },
  };
}
