import { describe, expect, it } from '@jest/globals';
import { LONGEST_FILTER } from '../filters/parse-filter.js';
import { readPatchPath } from './patch-path.js';

const WORK = '[type eq "work"]';

describe('the path of an operation (RFC 7644 §3.5.2)', () => {
  it.each([
    ['displayName', 'displayname', null],
    ['name.givenName', 'name', 'givenname'],
    ['urn:x:2.0:User:a.b', 'urn:x:2.0:user:a.b', null],
    ['a'.repeat(LONGEST_FILTER), 'a'.repeat(LONGEST_FILTER), null],
  ])('%s is an attribute', (path, attribute, sub) => {
    expect(readPatchPath(path)).toEqual({ attribute, sub, filter: null });
  });

  it.each([
    [`emails${WORK}`, 'emails', null],
    [`emails${WORK}.Value`, 'emails', 'value'],
    [`urn:x:2.0:User:a${WORK}`, 'urn:x:2.0:user:a', null],
  ])('%s is elements of an attribute', (path, attribute, sub) => {
    expect(readPatchPath(path)).toMatchObject({ attribute, sub, filter: { kind: 'compare' } });
  });

  it.each([
    '',
    '1a',
    'a.',
    '.a',
    'a.1',
    'a.b.c',
    WORK,
    `a${WORK}x`,
    `a${WORK}.1`,
    `1a${WORK}`,
    'a]b[',
    'a[',
    'a[]',
    'a'.repeat(LONGEST_FILTER + 1),
  ])('%j cannot be read', (path) => {
    expect(readPatchPath(path)).toBeNull();
  });
});
