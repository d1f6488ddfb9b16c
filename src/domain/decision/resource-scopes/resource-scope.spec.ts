import { describe, expect, it } from '@jest/globals';
import { metadataOf } from './first-part.js';
import { readResourceScope } from './resource-scope.js';
import { scopeMisfit } from './scope-fit.js';

describe('a resource scope as people write it (02 §14.1)', () => {
  const chain = (count: number): string => Array(count).fill('id').join('/');
  const numbered = (count: number, before = ''): string[] =>
    Array.from({ length: count }, (_, at) => `${before}${at + 1_000}`);

  it.each([
    ['repositories by name, sorted', { repositories: ['b/b', 'a/a', 'A/A'] }, ['a/a', 'b/b']],
    ['folders without regard to case and a slash behind', { folders: ['/B', '/b/', '/a'] }, ['/B', '/a']],
    ['the folder of all', { folders: ['/', '//'] }, ['/']],
    ['folders of a drive, whose ids know case', { driveFolders: ['b', 'B'] }, ['B', 'b']],
    ['the longest name', { repositories: ['x'.repeat(400)] }, ['x'.repeat(400)]],
    ['the longest folder', { folders: [`/${'x'.repeat(1_023)}`] }, [`/${'x'.repeat(1_023)}`]],
    ['the longest chain', { driveFolders: [chain(100)] }, [chain(100)]],
    ['as many repositories as there may be', { repositories: numbered(1_000) }, numbered(1_000)],
    ['as many folders', { folders: numbered(100, '/') }, numbered(100, '/')],
  ])('may be %s', (_what, scope, entries) => {
    expect(readResourceScope(scope)).toEqual({ scope: { [Object.keys(scope)[0]!]: entries } });
  });

  it.each<[string, object]>([
    ['exactly one of', {}],
    ['exactly one of', { repositories: ['a'], folders: ['/a'] }],
    ['exactly one of', { files: ['a'] }],
    ['exactly one of', { toString: ['a'] }],
    ['an array', { folders: '/a' }],
    ['at least 1', { folders: [] }],
    ['at most 1000 entries', { repositories: numbered(1_001) }],
    ['at most 100 entries', { folders: numbered(101, '/') }],
    ['non-empty strings', { folders: [''] }],
    ['non-empty strings', { folders: [7] }],
    ['at most 400 characters', { repositories: ['x'.repeat(401)] }],
    ['at most 1024 characters', { folders: [`/${'x'.repeat(1_024)}`] }],
    ['absolute paths', { folders: ['a'] }],
    ['at most 100 folder ids', { driveFolders: [chain(101)] }],
    ['folder ids', { driveFolders: ['a//b'] }],
    ['folder ids', { driveFolders: ['a b'] }],
  ])('is refused in words that say %j', (words, scope) => {
    expect(readResourceScope(scope)).toEqual({ problem: expect.stringContaining(words) });
  });
});

describe('a scope of a connection', () => {
  const repositories = { appName: 'GitHub', axis: 'repositories', metadata: { repos: ['A/a', 7] } } as const;

  it.each([
    [{ repositories: ['a/A'] }, repositories, null],
    [{ folders: ['/a'] }, { ...repositories, axis: 'folders', metadata: null }, null],
    [{ folders: ['/a'] }, { ...repositories, axis: null }, 'cannot be limited to resources'],
    [{ folders: ['/a'] }, repositories, 'only be limited by repositories'],
    [{ repositories: ['a/a', 'b/b'] }, repositories, 'installation: b/b'],
    [{ repositories: ['a/a'] }, { ...repositories, metadata: null }, 'installation: a/a'],
    [{ repositories: ['a/a'] }, { ...repositories, metadata: { repos: 'a/a' } }, 'installation: a/a'],
  ] as const)('%j of %j is unfit because of %j', (scope, connection, words) => {
    const misfit = scopeMisfit(scope as any, connection);
    if (words === null) expect(misfit).toBeNull();
    else expect(misfit).toContain(words);
  });
});

describe('the metadata of an upload in several parts (RFC 2387)', () => {
  const TYPE = 'multipart/related; boundary=b';
  const JSON_PART = 'Content-Type: application/json';
  const body = (...fields: string[]): string =>
    `--b\r\n${[JSON_PART, ...fields].join('\r\n')}\r\n\r\n{"a":1}\r\n--b--`;
  const many = (count: number): string[] => Array.from({ length: count }, () => 'X-A: 1');

  it.each([
    ['begins the body', body()],
    ['is sent as it is', body('Content-Transfer-Encoding: 8BIT')],
    ['has other fields', body('Content-Id: <a>')],
    ['has sixteen fields', body(...many(15))],
    ['has fields with names of one letter', body('X: 1')],
    ['is followed by another part', body().replace(/--$/, '\r\n\r\nbytes\r\n--b--')],
  ])('are read from a first part that %s', (_what, text) => {
    expect(metadataOf(text, [TYPE])).toEqual({ a: 1 });
  });

  it.each([
    ['has no end', body().slice(0, -7)],
    ['has no fields that end', `--b\r\n${JSON_PART}\r\n--b--`],
    ['ends before its fields do', `--b\r\n${JSON_PART}\r\n--b\r\n\r\n{"a":1}\r\n--b--`],
    ['does not begin the body', `\r\n${body()}`],
    ['is encoded', body('Content-Transfer-Encoding: base64')],
    ['is compressed', body('Content-Encoding: gzip')],
    ['has seventeen fields', body(...many(16))],
    ['has a field without a name', body(': 1')],
    ['has a field without a colon', body('x')],
    ['has a name that is none', body('X_A: 1')],
    ['has a line that ends otherwise', body('X-A: 1\nX-B: 1')],
    ['has two types', body(JSON_PART)],
    ['is no JSON by its type', body().replace('/json', '/xml')],
    ['is no object', body().replace('{"a":1}', '[1]')],
  ])('are not read from a first part that %s', (_what, text) => {
    expect(metadataOf(text, [TYPE])).toBeNull();
  });

  it.each([
    ['no type', []],
    ['two types', [TYPE, TYPE]],
    ['another type', ['application/json; boundary=b']],
    ['a charset', [`${TYPE}; charset=utf-8`]],
    ['no boundary', ['multipart/related']],
    ['two boundaries', [`${TYPE}; boundary=c`]],
    ['a boundary that is none', ['multipart/related; boundary="b<"']],
  ])('are not read from a body of %s', (_what, types) => {
    expect(metadataOf(body(), types)).toBeNull();
  });
});
