/**
 * SCIM messages as the API description shows them (05 §10.4 to §10.7). What is read of a request is more tolerant than
 * this (05 §10.2), and none of it can be said in JSON Schema: names in any case, unknown attributes, values in words.
 */
import { LONGEST_FILTER } from '../../../../domain/protocols/scim/filters/parse-filter.js';
import { LONGEST_NAME } from '../../../../domain/protocols/scim/directory-group.js';
import { MAX_MEMBERS } from '../../../../domain/protocols/scim/member-entries.js';
import { MAX_OPERATIONS } from '../../../../domain/protocols/scim/patches/patch-request.js';
import { LONGEST_TEXT } from '../../../../domain/protocols/scim/values.js';
import { MAX_VALUES } from '../../../../kernel/http/body/json-body.js';
import { MAX_NAMES, MAX_RESULTS } from './list-request.js';

type Schema = Record<string, unknown>;

const NOT_BLANK = String.raw`^[^\x00]*[^\s\x00][^\x00]*$`;
const PATCH_OP = String.raw`^urn:ietf:params:scim:api:messages:2\.0:PatchOp$`;
/** A name, the part of it behind a dot, and between them a filter; names of extensions are anything. */
const PATCH_PATH = String.raw`^\s*([uU][rR][nN]:[^\x00]*|[A-Za-z$][A-Za-z0-9$_-]*(\[[^\x00]*\])?(\.[A-Za-z$][A-Za-z0-9$_-]*)?)\s*$`;
/** In any case; the document has the one of RFC 7644. */
export const SORT_ORDER = '^(ascending|descending)?$';

/** As many digits as are read. */
export const ASKED_INTEGER: Schema = {
  type: 'integer',
  minimum: -999_999_999_999_999,
  maximum: 999_999_999_999_999,
};

const text = (description?: string): Schema => ({ type: 'string', ...(description && { description }) });
/** What a write has to name: not blank, and no longer than what is kept of it. */
const named = (maxLength: number, description: string): Schema => ({
  ...text(description),
  pattern: NOT_BLANK,
  maxLength,
});
/** `null` counts as not provided (05 §10.2.4). */
const orNull = (schema: Schema): Schema => ({ ...schema, type: [schema['type'], 'null'] });
const listOf = (items: Schema, maxItems?: number): Schema => ({
  type: 'array',
  items,
  ...(maxItems !== undefined && { maxItems }),
});
const object = (properties: Record<string, Schema>, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required: [...required] }),
});

const META = object(
  {
    resourceType: text(),
    created: { type: 'string', format: 'date-time' },
    lastModified: { type: 'string', format: 'date-time' },
    location: text('Absolute URL of the resource'),
  },
  ['resourceType', 'location'],
);

const NAME = object({
  formatted: text(),
  familyName: text(),
  givenName: text(),
  middleName: text(),
  honorificPrefix: text(),
  honorificSuffix: text(),
});

const EMAIL = object({ value: text(), type: text(), primary: { type: 'boolean' } });
/** With `$ref` besides, which JSON Schema cannot name a property without being misread. */
const MEMBER = object({ value: text('Id of a user'), display: text(), type: text() });

const USER_WRITTEN = {
  schemas: listOf(text(), MAX_VALUES),
  externalId: text('Id of the person in the directory'),
  userName: text('E-mail address of the person'),
  displayName: text(),
  name: NAME,
  active: { type: 'boolean' },
};

const GROUP_WRITTEN = {
  schemas: listOf(text(), MAX_VALUES),
  externalId: text('Id of the group in the directory'),
  displayName: text(),
  members: listOf({ ...MEMBER, required: ['value'] }, MAX_MEMBERS),
};

export const USER_BODY = object(
  {
    ...USER_WRITTEN,
    externalId: orNull(USER_WRITTEN.externalId),
    displayName: orNull(USER_WRITTEN.displayName),
    name: orNull(USER_WRITTEN.name),
    active: orNull(USER_WRITTEN.active),
    userName: named(LONGEST_TEXT, 'E-mail address of the person'),
  },
  ['userName'],
);
export const GROUP_BODY = object(
  {
    ...GROUP_WRITTEN,
    externalId: orNull(GROUP_WRITTEN.externalId),
    members: orNull(GROUP_WRITTEN.members),
    displayName: named(LONGEST_NAME, 'Name of the group'),
  },
  ['displayName'],
);

export const PATCH_BODY = object(
  {
    schemas: {
      ...listOf({ ...text('urn:ietf:params:scim:api:messages:2.0:PatchOp'), pattern: PATCH_OP }, MAX_VALUES),
      minItems: 1,
    },
    Operations: {
      ...listOf(
        object({
          op: orNull({ ...text('add, replace or remove'), pattern: '^(add|replace|remove)$' }),
          path: orNull({
            ...text('Attribute, or elements of one by a filter, as in members[value eq "id"]'),
            pattern: PATCH_PATH,
            maxLength: LONGEST_FILTER,
          }),
          value: {},
        }),
        MAX_OPERATIONS,
      ),
      minItems: 1,
    },
  },
  ['schemas', 'Operations'],
);

export const SEARCH_BODY = object({
  schemas: listOf(text('urn:ietf:params:scim:api:messages:2.0:SearchRequest'), MAX_VALUES),
  filter: text(),
  startIndex: ASKED_INTEGER,
  count: ASKED_INTEGER,
  sortBy: text(),
  sortOrder: { ...text('ascending or descending'), pattern: SORT_ORDER },
  attributes: listOf(text(), MAX_NAMES),
  excludedAttributes: listOf(text(), MAX_NAMES),
});

const USER_RESOURCE = object({ ...USER_WRITTEN, id: text(), emails: listOf(EMAIL, 1), meta: META }, [
  'schemas',
  'id',
]);
/** A group has as many members as it has. */
const GROUP_RESOURCE = object({ ...GROUP_WRITTEN, members: listOf(MEMBER), id: text(), meta: META }, [
  'schemas',
  'id',
]);

const list = (resource: Schema): Schema =>
  object(
    {
      schemas: listOf(text(), MAX_VALUES),
      totalResults: { type: 'integer' },
      startIndex: { type: 'integer' },
      itemsPerPage: { type: 'integer' },
      Resources: listOf(resource, MAX_RESULTS),
    },
    ['schemas', 'totalResults', 'startIndex', 'itemsPerPage', 'Resources'],
  );

const scim = (schema: Schema) => ({ mediaType: 'application/scim+json', schema });

export const SCIM_RESPONSE = {
  user: scim(USER_RESOURCE),
  users: scim(list(USER_RESOURCE)),
  group: scim(GROUP_RESOURCE),
  groups: scim(list(GROUP_RESOURCE)),
  document: scim(object({ schemas: listOf(text(), MAX_VALUES), id: text(), meta: META }, ['schemas'])),
  documents: scim(list(object({ schemas: listOf(text(), MAX_VALUES), id: text(), meta: META }, ['schemas']))),
};
