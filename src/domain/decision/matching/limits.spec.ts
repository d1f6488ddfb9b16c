import { describe, expect, it } from '@jest/globals';
import { resolveDotSegments, splitTarget } from './canonical-path.js';
import { normalizeHostName, parseAuthority } from './host.js';
import { readingsOfAll, tooManyPaths } from './named-paths.js';
import { isCatchAllPath } from './path-pattern.js';
import { otherReadings } from './path-readings.js';
import { LONGEST_READ_PATH } from './canonical-path.js';

describe('the limits of hosts and ports (06 §8.1)', () => {
  it.each([
    ['a.test:1', 1],
    ['a.test:65535', 65_535],
    ['[::1]:8443', 8_443],
  ])('%s has the port %i', (authority, port) => {
    expect(parseAuthority(authority)?.port).toBe(port);
  });

  it.each(['a.test:0', 'a.test:65536', 'a.test:-1', 'a.test:1e3', ':80', ':'])(
    '%s names none',
    (authority) => {
      expect(parseAuthority(authority)).toBeNull();
    },
  );

  const labels = (last: number): string =>
    ['a', 'b', 'c'].map((letter) => letter.repeat(63)).join('.') + `.${'d'.repeat(last)}`;
  it.each([
    ['of 255 characters', labels(63), labels(63)],
    ['of 256', labels(64), null],
    ['that ends with the digit 0', 'a.0', null],
    ['that ends with the digit 9', 'a.9', null],
    ['that ends with a sign before the digits', 'a./', null],
    ['of nothing', '', null],
    ['of a dot', '.', null],
  ])('a name %s is read as it should be', (_what, name, expected) => {
    expect(normalizeHostName(name)).toBe(expected);
  });
});

describe('the limits of paths', () => {
  it.each([
    ['/a?b#c', '/a', 'b'],
    ['?b', '', 'b'],
    ['#c', '', null],
    ['/a#?b', '/a', null],
    ['/a?', '/a', ''],
  ])('%s is the path %j and the query %j', (target, path, query) => {
    expect(splitTarget(target)).toEqual({ path, query });
  });

  it('dots of a query are no segments', () => {
    expect(resolveDotSegments('?/../a')).toBe('?/../a');
    expect(resolveDotSegments('/a/../b?/../c')).toBe('/b?/../c');
  });

  it.each([
    ['none', [], false],
    ['sixteen', Array<string>(16).fill('/a'), false],
    ['seventeen', Array<string>(17).fill('/a'), true],
    ['the longest', [`/${'a'.repeat(LONGEST_READ_PATH - 1)}`], false],
    ['a longer one', ['/a', `/${'a'.repeat(LONGEST_READ_PATH)}`], true],
  ])('%s are too many to read: %#', (_what, paths, tooMany) => {
    expect(tooManyPaths(paths)).toBe(tooMany);
  });

  it('a path is read in other ways up to a length', () => {
    const path = (length: number): string => `/a;b/${'c'.repeat(length - 5)}`;
    expect(otherReadings(path(LONGEST_READ_PATH), '/x')).not.toEqual([]);
    expect(otherReadings(path(LONGEST_READ_PATH + 1), '/x')).toEqual([]);
    expect(readingsOfAll(['/b//c'])).toEqual(['/b/c']);
    expect(readingsOfAll([])).toEqual([]);
  });

  it.each([
    [null, true],
    ['*', true],
    ['/*', true],
    ['/', false],
    ['/a*', false],
  ])('the pattern %j matches all: %j', (pattern, all) => {
    expect(isCatchAllPath(pattern)).toBe(all);
  });
});
