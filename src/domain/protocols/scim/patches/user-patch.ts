import { isObject, USER_SCHEMA } from '../attribute-name.js';
import { readUserName, type DirectoryUser } from '../directory-user.js';
import type { PatchOperation } from './patch-request.js';
import { parsePatchPath, readPatchPath, type PatchPath } from './patch-path.js';
import { mergedName, NAME_PARTS } from '../person-name.js';
import { ScimRefusal } from '../refusal.js';
import { invalidValue, readBoolean, readText } from '../values.js';

const READ_ONLY = new Set(['id', 'meta', 'schemas']);
/** Named by a path-less operation they mean nothing (05 §10.6). */
const IGNORED_KEYS = new Set([...READ_ONLY, 'groups']);

/** The person after all operations, in their order; nothing is kept of a request one operation of which is refused. */
export function patchedUser(stored: DirectoryUser, operations: readonly PatchOperation[]): DirectoryUser {
  return operations.reduce(afterOperation, stored);
}

function afterOperation(user: DirectoryUser, { op, path, value }: PatchOperation): DirectoryUser {
  if (path === undefined) return afterObject(user, value);
  const target = parsePatchPath(path);
  if (READ_ONLY.has(target.attribute))
    throw new ScimRefusal('mutability', `${target.attribute} cannot be written.`);
  return op === 'remove' ? without(user, target) : withValue(user, target, value);
}

/** Each key is a path of its own, dotted ones and those with a URN included. */
function afterObject(user: DirectoryUser, value: unknown): DirectoryUser {
  if (!isObject(value)) throw invalidValue('An operation without a path has an object as its value.');
  return Object.entries(value).reduce((state, [key, entry]: [string, unknown]) => {
    if (key.toLowerCase() === USER_SCHEMA.toLowerCase() && isObject(entry)) return afterObject(state, entry);
    const target = readPatchPath(key);
    if (target === null || IGNORED_KEYS.has(target.attribute)) return state;
    return withValue(state, target, entry);
  }, user);
}

function withValue(user: DirectoryUser, target: PatchPath, value: unknown): DirectoryUser {
  switch (isWhole(target) ? target.attribute : '') {
    case 'active':
      return { ...user, active: readBoolean('active', value) };
    case 'username':
      return { ...user, userName: readUserName(value) };
    case 'displayname':
      return { ...user, displayName: textOrNull('displayName', value) };
    case 'externalid':
      return { ...user, externalId: textOrNull('externalId', value) };
    case 'name':
      return { ...user, name: value === null ? null : mergedName(user.name, value) };
    default:
      return isNamePart(target) ? { ...user, name: mergedName(user.name, { [target.sub]: value }) } : user;
  }
}

function without(user: DirectoryUser, target: PatchPath): DirectoryUser {
  if (isWhole(target) && (target.attribute === 'active' || target.attribute === 'username'))
    throw invalidValue(`${target.attribute === 'active' ? 'active' : 'userName'} cannot be removed.`);
  return withValue(user, target, null);
}

function isWhole({ sub, filter }: PatchPath): boolean {
  return sub === null && filter === null;
}

function isNamePart(target: PatchPath): target is PatchPath & { sub: string } {
  const { attribute, sub, filter } = target;
  return attribute === 'name' && filter === null && NAME_PARTS.some((part) => part.toLowerCase() === sub);
}

function textOrNull(name: string, value: unknown): string | null {
  return value === null || value === undefined ? null : readText(name, value);
}
