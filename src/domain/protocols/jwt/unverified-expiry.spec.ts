import { describe, expect, it } from '@jest/globals';
import { unverifiedExpiry } from './unverified-expiry.js';

const token = (claims: string) => `h.${Buffer.from(claims).toString('base64url')}.s`;

describe('02 §3.5, 03 §12.3 the expiry of a JWT that no one here can verify', () => {
  it('is its `exp`', () => {
    expect(unverifiedExpiry(token('{"exp":1700000000}'))).toBe(1_700_000_000);
  });

  it.each([
    'opaque',
    '',
    'a.%%%.c',
    token('{}'),
    token('{"exp":"1700000000"}'),
    token('{"exp":1e999}'),
    token('[1]'),
    token('null'),
    token('{'),
  ])('is unknown of %p', (text) => {
    expect(unverifiedExpiry(text)).toBeNull();
  });
});
