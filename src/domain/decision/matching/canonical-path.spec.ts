import { describe, expect, it } from '@jest/globals';
import { isAmbiguousPath, LONGEST_READ_PATH } from './canonical-path.js';

describe('paths that servers read in different ways (R25)', () => {
  it.each([
    ['a dot segment beside an encoded slash', '/a/..%2fb'],
    ['a dot segment behind an encoded slash', '/a%2f..%2fb'],
    ['a dot segment beside an encoded backslash', '/a/..%5Cb'],
    ['a dot segment with parameters', '/a/..;x/b'],
    ['a single dot with parameters', '/a/.;x/b'],
    ['a dot segment encoded with parameters', '/a/%2e%2e;x/b'],
    ['a dot segment encoded twice', '/a/%252e%252e/b'],
    ['a dot segment encoded three times', '/a/%25252e./b'],
    ['overlong UTF-8 that a second decoding uncovers', '/a/%25c0%25ae/b'],
    ['a broken escape', '/a/%zz'],
    ['a cut escape', '/a/%2'],
    ['a %u escape', '/a/%u002e'],
    ['bytes that are not UTF-8', '/a/%ff'],
    ['a raw byte that is not UTF-8', '/a/\xff'],
    ['overlong UTF-8', '/a/%c0%ae'],
    ['a control character', '/a%00b'],
    ['a line break', '/a%0d%0ab'],
    ['a deletion', '/a%7fb'],
    ['a backslash before a dot segment that was resolved', '/a\\b/../c'],
    ['an encoded backslash before a dot segment that was resolved', '/a%5cb/../c'],
  ])('%s', (_name, path) => {
    expect(isAmbiguousPath(path)).toBe(true);
  });

  it.each([
    ['the root', '/'],
    ['a plain path', '/v1/messages'],
    ['dots inside names', '/a..b/.c/d./...'],
    ['a dot segment everybody resolves', '/a/../b'],
    ['one that is encoded', '/a/%2e%2e/b'],
    ['one that is encoded in half', '/a/.%2E/b'],
    ['an encoded slash', '/repos/a%2fb'],
    ['a backslash that changes nothing', '/a\\b/c'],
    ['an encoded backslash that changes nothing', '/a%5Cb'],
    ['parameters of a name', '/a;b=c/d'],
    ['a name encoded twice', '/a%2520b'],
    ['encoded letters beyond ASCII', '/caf%C3%A9'],
    ['raw letters beyond ASCII', '/caf\xc3\xa9'],
    ['a space', '/a%20b'],
    ['a percent sign', '/100%25'],
  ])('are not: %s', (_name, path) => {
    expect(isAmbiguousPath(path)).toBe(false);
  });

  it('are those too long to be looked at, unless they are ordinary', () => {
    const long = `/${'a'.repeat(LONGEST_READ_PATH)}`;
    expect(isAmbiguousPath(long)).toBe(false);
    expect(isAmbiguousPath(`${long}%41`)).toBe(true);
    expect(isAmbiguousPath('/a%41'.padEnd(LONGEST_READ_PATH, 'a'))).toBe(false);
  });

  it('are looked for in three decodings and no more, which nobody makes', () => {
    expect(isAmbiguousPath('/a/%25252e%25252e/b')).toBe(true);
    expect(isAmbiguousPath('/a/%2525252e%2525252e/b')).toBe(false);
  });
});
