import { describe, expect, it } from '@jest/globals';
import { CredentialMask } from './credential-mask.js';
import { provisionedWorkspaceName } from './provisioned-names.js';
import { finished } from './reading.js';
import { truncate } from './truncate.js';

describe('a text of bounded length', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['a\ud83d', 2, 'a\ud83d'],
    ['a😀', 2, 'a'],
    ['a😀', 3, 'a😀'],
    ['a\ud800\udc00b', 2, 'a'],
    ['a\udbff\udfffb', 2, 'a'],
    ['a\ud7ffb', 2, 'a\ud7ff'],
    ['a\udc00b', 2, 'a\udc00'],
  ])('of %j, at most %i, is %j', (text, max, expected) => {
    expect(truncate(text, max)).toBe(expected);
  });
});

describe('the limits of a mask of credentials (R44)', () => {
  it('begin at eight characters', () => {
    expect(CredentialMask.of(['1234567x']).text('a 1234567x')).toBe('a [redacted]');
    expect(CredentialMask.of(['123456x']).text('a 123456x')).toBe('a 123456x');
  });

  it('begin at sixteen for a line of several', () => {
    expect(CredentialMask.of(['first\n123456789012345x']).text('123456789012345x')).toBe('[redacted]');
    expect(CredentialMask.of(['first\n12345678901234x']).text('12345678901234x')).toBe('12345678901234x');
  });

  it.each<[string, (inner: unknown) => unknown]>([
    ['lists', (inner) => [inner]],
    ['objects', (inner) => ({ a: inner })],
  ])('end twenty levels down in %s', (_what, around) => {
    const nested = (levels: number, inner: unknown): unknown =>
      levels === 0 ? inner : around(nested(levels - 1, inner));
    const masked = (value: unknown): unknown => finished(CredentialMask.of([]).maskingValue(value));
    expect(masked(nested(20, 'x'))).toEqual(nested(20, 'x'));
    expect(masked(nested(21, 'x'))).toEqual(nested(20, '[redacted]'));
  });
});

describe('the name of a workspace that was not asked for (01 §12.1)', () => {
  it.each([
    ['Al', 'Al'],
    ['A', 'ada@x.com'],
    ['x'.repeat(50), 'x'.repeat(50)],
    ['x'.repeat(51), 'ada@x.com'],
  ])('of %s is %s', (name, expected) => {
    expect(provisionedWorkspaceName({ name, email: 'ada@x.com' })).toBe(expected);
  });
});
