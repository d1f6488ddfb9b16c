import { describe, expect, it } from '@jest/globals';
import { readNewGroup, replacedGroup } from '../directory-group.js';
import { readNewUser, replacedUser, type DirectoryUser } from '../directory-user.js';
import { patchedGroup } from './group-patch.js';
import { PATCH_SCHEMA, readPatchRequest } from './patch-request.js';
import { patchedUser } from './user-patch.js';

const ADA: DirectoryUser = {
  userName: 'ada@acme.com',
  displayName: 'Ada',
  name: { givenName: 'Ada', familyName: 'L' },
  externalId: '00a1',
  active: true,
};

function operations(...written: unknown[]): ReturnType<typeof readPatchRequest> {
  return readPatchRequest({ schemas: [PATCH_SCHEMA], Operations: written });
}

const refusal = (scimType: string): unknown => expect.objectContaining({ scimType });

describe('a PATCH of a person (05 §10.6)', () => {
  it.each([
    ['active in words', { op: 'Replace', path: 'active', value: 'False' }, { active: false }],
    ['active without a path', { op: 'replace', value: { active: false } }, { active: false }],
    ['a missing op as replace', { path: 'displayName', value: 'A' }, { displayName: 'A' }],
    ['blank as cleared', { op: 'replace', path: 'displayName', value: ' ' }, { displayName: null }],
    ['a removal', { op: 'remove', path: 'externalId' }, { externalId: null }],
    [
      'the URN of the schema',
      { path: 'urn:ietf:params:scim:schemas:core:2.0:User:displayName', value: 'B' },
      { displayName: 'B' },
    ],
    [
      'one part of the name',
      { op: 'add', path: 'name.middleName', value: 'K' },
      { name: { ...ADA.name, middleName: 'K' } },
    ],
    [
      'parts merged into the name',
      { op: 'replace', path: 'name', value: { givenName: 'Augusta' } },
      { name: { givenName: 'Augusta', familyName: 'L' } },
    ],
    ['a part removed', { op: 'remove', path: 'name.givenName' }, { name: { familyName: 'L' } }],
    ['the whole name removed', { op: 'remove', path: 'name' }, { name: null }],
    [
      'dotted keys',
      { value: { displayName: 'Ada L', 'name.givenName': 'Augusta' } },
      { displayName: 'Ada L', name: { givenName: 'Augusta', familyName: 'L' } },
    ],
    [
      'a key that is the schema',
      { value: { 'urn:ietf:params:scim:schemas:core:2.0:User': { displayName: 'C' } } },
      { displayName: 'C' },
    ],
    [
      'ids among the values',
      { value: { id: 'x', schemas: [], meta: {}, groups: [], displayName: 'D' } },
      { displayName: 'D' },
    ],
    ['emails', { op: 'replace', path: 'emails[type eq "work"].value', value: 'x@y.z' }, {}],
    [
      'attributes of extensions',
      {
        op: 'add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'R&D',
      },
      {},
    ],
    [
      'keys of extensions',
      { value: { 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'x' } } },
      {},
    ],
    ['keys that are no paths', { value: { '__proto__.x': 1, 'a b': 2 } }, {}],
  ])('understands %s', (_name, operation, changed) => {
    expect(patchedUser(ADA, operations(operation))).toEqual({ ...ADA, ...changed });
  });

  it('applies operations in their order', () => {
    const patched = patchedUser(
      ADA,
      operations(
        { path: 'displayName', value: 'X' },
        { op: 'remove', path: 'displayName' },
        { path: 'active', value: false },
      ),
    );
    expect(patched).toEqual({ ...ADA, displayName: null, active: false });
  });

  it.each([
    ['an active that is neither', { path: 'active', value: 'no' }, 'invalidValue'],
    ['an active that goes', { op: 'remove', path: 'active' }, 'invalidValue'],
    ['a userName that goes', { op: 'remove', path: 'userName' }, 'invalidValue'],
    ['a blank userName', { path: 'userName', value: ' ' }, 'invalidValue'],
    ['a name that is text', { path: 'name', value: 'Ada' }, 'invalidValue'],
    ['text that is too long', { path: 'displayName', value: 'x'.repeat(256) }, 'invalidValue'],
    ['no path and no object', { op: 'replace', value: 'x' }, 'invalidValue'],
    ['the id', { path: 'id', value: 'x' }, 'mutability'],
    ['a part of meta', { path: 'meta.created', value: 'x' }, 'mutability'],
    ['a path that cannot be read', { path: 'emails[type eq', value: 'x' }, 'invalidPath'],
    ['a path that is no text', { path: 5, value: 'x' }, 'invalidPath'],
    ['a filter in a path that cannot be read', { path: 'emails[type is "x"]', value: 'x' }, 'invalidPath'],
  ])('refuses %s', (_name, operation, scimType) => {
    expect(() => patchedUser(ADA, operations(operation))).toThrow(refusal(scimType));
  });
});

describe('a PATCH body', () => {
  const PATCH = { schemas: [PATCH_SCHEMA], Operations: [{ path: 'active', value: false }] };

  it('is read with keys in any case', () => {
    const body = {
      SCHEMAS: [PATCH_SCHEMA.toUpperCase()],
      operations: [{ OP: 'ADD', Path: 'active', VALUE: true }],
    };
    expect(readPatchRequest(body)).toEqual([{ op: 'add', path: 'active', value: true }]);
  });

  it.each([
    ['without the schema', { ...PATCH, schemas: undefined }, 'invalidSyntax'],
    ['with another schema', { ...PATCH, schemas: ['x', 5] }, 'invalidSyntax'],
    ['without operations', { ...PATCH, Operations: [] }, 'invalidSyntax'],
    ['with one operation that is no list', { ...PATCH, Operations: {} }, 'invalidSyntax'],
    ['with an operation that is text', { ...PATCH, Operations: ['x'] }, 'invalidSyntax'],
    ['with an unknown op', { ...PATCH, Operations: [{ op: 'move', path: 'x' }] }, 'invalidSyntax'],
    ['with a remove of nothing', { ...PATCH, Operations: [{ op: 'Remove' }] }, 'noTarget'],
    [
      'with 101 operations',
      { ...PATCH, Operations: Array.from({ length: 101 }, () => PATCH.Operations[0]) },
      'tooMany',
    ],
  ])('is refused %s', (_name, body, scimType) => {
    expect(() => readPatchRequest(body)).toThrow(refusal(scimType));
  });
});

describe('a person as a directory sends one (05 §10.5)', () => {
  it('is called by the parts of the name where no display name comes', () => {
    const name = { givenName: 'Ada', familyName: 'L' };
    expect(readNewUser({ userName: 'a@b.c', name }).displayName).toBe('Ada L');
    expect(readNewUser({ userName: 'a@b.c', name: { ...name, formatted: 'Dr. L' } }).displayName).toBe(
      'Dr. L',
    );
  });

  it('is active unless the body says otherwise, in words too', () => {
    expect(readNewUser({ USERNAME: 'a@b.c' }).active).toBe(true);
    expect(readNewUser({ userName: 'a@b.c', active: 'FALSE' }).active).toBe(false);
  });

  it('keeps by a PUT what it leaves out, and loses an external id that is null', () => {
    expect(replacedUser(ADA, { userName: 'ada@acme.com', displayName: null })).toEqual(ADA);
    expect(replacedUser(ADA, { userName: 'ada@acme.com', externalId: null }).externalId).toBeNull();
  });

  it.each([[{}], [{ userName: null }], [{ userName: '' }], [{ userName: 5 }]])(
    'needs a userName: %j',
    (body) => {
      expect(() => readNewUser(body)).toThrow(refusal('invalidValue'));
    },
  );
});

describe('a write of a group (05 §10.7)', () => {
  const ENG = { displayName: 'Eng', externalId: 'e1' };
  const members = (...written: unknown[]): unknown => {
    const { replaces, added, removed } = patchedGroup(ENG, operations(...written)).members;
    return { replaces, added: [...added], removed: [...removed] };
  };

  it('adds and removes in order', () => {
    expect(
      members(
        { op: 'add', path: 'members', value: [{ value: 'a' }, { value: 'b', $ref: null }] },
        { op: 'remove', path: 'members[value eq "a"]' },
        { op: 'Remove', path: 'members', value: { $ref: null, value: 'c' } },
      ),
    ).toEqual({ replaces: false, added: ['b'], removed: ['a', 'c'] });
  });

  it('replaces, empties, and adds to what it replaced', () => {
    expect(
      members(
        { op: 'add', path: 'members', value: [{ value: 'a' }] },
        { op: 'replace', path: 'members', value: [{ $ref: 'https://x/scim/v2/Users/b' }] },
        { op: 'add', value: { members: [{ value: 'c' }] } },
      ),
    ).toEqual({ replaces: true, added: ['b', 'c'], removed: [] });
    expect(members({ op: 'remove', path: 'members' })).toEqual({ replaces: true, added: [], removed: [] });
  });

  it('remembers everybody it named, also who left again', () => {
    const named = patchedGroup(
      ENG,
      operations({ op: 'add', path: 'members', value: [{ value: 'a' }] }, { op: 'remove', path: 'members' }),
    ).members.named;
    expect([...named]).toEqual(['a']);
  });

  it('renames and keeps ids as they are', () => {
    expect(patchedGroup(ENG, operations({ value: { id: 'x', displayName: 'Platform' } })).group).toEqual({
      displayName: 'Platform',
      externalId: 'e1',
    });
    expect(patchedGroup(ENG, operations({ op: 'remove', path: 'externalId' })).group.externalId).toBeNull();
  });

  it('keeps by a PUT the members it does not name', () => {
    expect(replacedGroup(ENG, { displayName: 'Eng' }).members.replaces).toBe(false);
    expect(replacedGroup(ENG, { displayName: 'Eng', members: [] }).members.replaces).toBe(true);
  });

  it.each([
    [
      'a group in a group',
      { op: 'add', path: 'members', value: [{ value: 'g', type: 'Group' }] },
      'invalidValue',
    ],
    ['a member without an id', { op: 'add', path: 'members', value: [{}] }, 'invalidValue'],
    ['a member that is text', { op: 'add', path: 'members', value: ['a'] }, 'invalidValue'],
    ['another selection', { op: 'remove', path: 'members[display eq "x"]' }, 'invalidPath'],
    ['another operator', { op: 'remove', path: 'members[value ne "x"]' }, 'invalidPath'],
    ['a selection that adds', { op: 'add', path: 'members[value eq "x"]', value: 'x' }, 'invalidPath'],
    ['a part of members', { op: 'replace', path: 'members.value', value: 'x' }, 'invalidPath'],
    ['a blank name', { op: 'replace', path: 'displayName', value: '' }, 'invalidValue'],
    ['a name that goes', { op: 'remove', path: 'displayName' }, 'invalidValue'],
    ['the id', { op: 'replace', path: 'id', value: 'x' }, 'mutability'],
  ])('refuses %s', (_name, operation, scimType) => {
    expect(() => patchedGroup(ENG, operations(operation))).toThrow(refusal(scimType));
  });

  it('names at most ten thousand members, over all operations', () => {
    const half = Array.from({ length: 5001 }, (_, n) => ({ value: String(n) }));
    const add = { op: 'add', path: 'members', value: half };
    expect(() => patchedGroup(ENG, operations(add, add))).toThrow(refusal('tooMany'));
    expect(() => readNewGroup({ displayName: 'x', members: [...half, ...half] })).toThrow(refusal('tooMany'));
  });
});
