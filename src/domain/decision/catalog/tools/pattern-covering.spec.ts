import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compileHostPattern, hostMatches } from '../../matching/host.js';
import { compileToolPath, pathMatches } from '../../matching/path-pattern.js';
import { hostCovers, pathCovers, segmentsBeforeLastStar } from './pattern-covering.js';

describe('which path pattern covers which (11 §4.3)', () => {
  it.each([
    ['*', '/a', true],
    ['/*', '/a/{}', true],
    ['/a', '/*', false],
    ['/a', '/a', true],
    ['/a/*', '/a', true],
    ['/a/*', '/a/{}/b', true],
    ['/a/*', '/ab', false],
    ['/a*', '/ab/c', true],
    ['/a*', '/b', false],
    ['/a/{}', '/a/b', true],
    ['/a/{}', '/a/{}', true],
    ['/a/{}', '/a/b/c', false],
    ['/a/{}', '/a/*', false],
    ['/a/*', '/a/{}', true],
    ['/a/*/c', '/a/{}/c', true],
    ['/a/{}/c', '/a/*/c', false],
    ['/a/{}/c', '/a/b*/c', true],
    ['/repos/*/*', '/repos/*/*/pulls', true],
    ['/repos/*/*/pulls', '/repos/*/*', false],
    ['/repos/*/*', '/repos/*', false],
    ['/models/*:predict', '/models/a:predict', true],
    ['/models/*:predict', '/models/*', false],
    ['/models/*:predict', '/models/text*:predict', true],
  ])('%s over %s: %s', (wide, narrow, expected) => {
    expect(pathCovers(wide, narrow)).toBe(expected);
  });

  const segment = fc.constantFrom('a', 'b', 'ab', '*', '{}', 'a*', '*b');
  const pattern = fc
    .tuple(fc.array(segment, { minLength: 1, maxLength: 4 }), fc.boolean())
    .map(([segments, open]) => `/${segments.join('/')}${open ? '/*' : ''}`);
  const path = fc
    .array(fc.constantFrom('a', 'b', 'ab', 'abb', ''), { minLength: 1, maxLength: 5 })
    .map((segments) => `/${segments.join('/')}`);

  it('means that every path of the narrower one is one of the wider', () => {
    fc.assert(
      fc.property(
        pattern,
        pattern,
        fc.array(path, { minLength: 20, maxLength: 40 }),
        (wide, narrow, paths) => {
          if (!pathCovers(wide, narrow)) return;
          for (const each of paths) {
            if (pathMatches(compileToolPath(narrow), each))
              expect([wide, narrow, each, pathMatches(compileToolPath(wide), each)]).toEqual([
                wide,
                narrow,
                each,
                true,
              ]);
          }
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ['/repos/*/*', 2],
    ['/repos/*/*/pulls', 2],
    ['/repos/*/*/pulls/*', 4],
    ['/a/b', 2],
    ['/v1/projects/{}', 3],
  ])('%s has %i segments before its last star', (pattern_, count) => {
    expect(segmentsBeforeLastStar(pattern_)).toBe(count);
  });
});

describe('which host pattern covers which', () => {
  it.each([
    ['api.test', 'API.test', true],
    ['*.test', 'api.test', true],
    ['*.test', '*.api.test', true],
    ['*.api.test', '*.test', false],
    ['api.test', '*.test', false],
    ['s3.*.test', 's3.eu.test', true],
    ['s3.*.test', 's3.*.eu.test', true],
    ['s3.*.test', '*.test', false],
  ])('%s over %s: %s', (wide, narrow, expected) => {
    expect(hostCovers(wide, narrow)).toBe(expected);
    if (expected && !narrow.includes('*'))
      expect(hostMatches(compileHostPattern(wide), narrow.toLowerCase())).toBe(true);
  });
});
