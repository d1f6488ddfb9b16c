import { describe, expect, it } from '@jest/globals';
import { defaultEnd, endAfter, endOfJwt, hasSenselessEnd, momentAt, tokenAt } from './token-answer.js';

const NOW = new Date('2026-11-24T12:00:00Z');
const after = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);
const jwt = (claims: object): string => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;

describe('a token answer (RFC 6749 §5.1, 03 §12.3)', () => {
  it.each([
    ['x', 'x'],
    ['x'.repeat(65_536), 'x'.repeat(65_536)],
    ['x'.repeat(65_537), null],
    ['', null],
    ['a\nb', null],
    ['ü', null],
    [1, null],
    [undefined, null],
  ])('holds a token only where it can stand in a header', (token, expected) => {
    expect(tokenAt({ token }, 'token')).toBe(expected);
  });

  it.each([
    [60, 60],
    ['60', 60],
    [0.5, 0.5],
    [1e12, 315_360_000],
    [0, null],
    ['0', null],
    [-1, null],
    [Infinity, null],
    [Number.NaN, null],
    ['1e3', null],
    [null, null],
  ])('ends %p seconds from now after %p seconds', (seconds, expected) => {
    expect(endAfter(seconds, NOW)).toEqual(expected === null ? null : after(expected));
  });

  it.each([
    [undefined, false],
    [null, false],
    [0, false],
    ['0', false],
    [60, false],
    [-60, true],
    ['soon', true],
  ])('makes no sense with an end of %p: %p', (seconds, senseless) => {
    expect(hasSenselessEnd({ expires_in: seconds })).toBe(senseless);
  });

  it('names a moment that is still to come', () => {
    expect(momentAt({ at: after(0.001).toISOString() }, 'at', NOW)).toEqual(after(0.001));
    expect(momentAt({ at: NOW.toISOString() }, 'at', NOW)).toBeNull();
    expect(momentAt({ at: 'soon' }, 'at', NOW)).toBeNull();
  });

  it('ends a minute before its JWT does, or after an hour', () => {
    expect(endOfJwt(jwt({ exp: NOW.getTime() / 1000 + 600 }), NOW)).toEqual(after(540));
    expect(endOfJwt(jwt({ exp: NOW.getTime() / 1000 + 60 }), NOW)).toEqual(after(3_600));
    expect(endOfJwt('opaque', NOW)).toEqual(after(3_600));
    expect(defaultEnd(NOW)).toEqual(after(3_600));
  });
});
