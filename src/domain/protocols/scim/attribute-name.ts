/** Names of attributes as directories write them: any case, with or without the URN of their schema (05 §10.2.3). */
export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

const CORE_PREFIXES = [USER_SCHEMA, GROUP_SCHEMA].map((schema) => `${schema.toLowerCase()}:`);

/** Lower case, without the URN of a core schema. Names of extension schemas keep theirs, and match nothing here. */
export function attributeName(written: string): string {
  const name = written.toLowerCase();
  const prefix = CORE_PREFIXES.find((core) => name.startsWith(core));
  return prefix === undefined ? name : name.slice(prefix.length);
}

/** The fields of a JSON object under their attribute names; of two spellings of one name the later counts. */
export function attributesOf(object: object): Map<string, unknown> {
  return new Map(Object.entries(object).map(([key, value]) => [attributeName(key), value as unknown]));
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
