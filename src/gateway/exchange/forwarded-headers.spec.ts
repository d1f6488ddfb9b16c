import { describe, expect, it } from '@jest/globals';
import { FieldNames, isHopByHop, isOwnField } from './forwarded-headers.js';

describe('names of fields', () => {
  it('are found in any case, and nothing else of their lengths', () => {
    const names = new FieldNames(['te', 'host', 'transfer-encoding']);
    for (const name of ['te', 'TE', 'hOsT', 'Transfer-Encoding']) expect(names.has(name)).toBe(true);
    for (const name of ['', 't', 'tx', 'hosts', 'most', 'transfer_encoding', 'x'.repeat(34), 'x'.repeat(36)])
      expect(names.has(name)).toBe(false);
  });

  it('cannot be longer than the set can tell apart', () => {
    const longest = 'x'.repeat(31);
    expect(new FieldNames([longest]).has(longest.toUpperCase())).toBe(true);
    // As a shift count 32 is 0 again, so that the empty name would be looked for.
    expect(() => new FieldNames(['x'.repeat(32)])).toThrow('Too long');
  });

  it('tell what ends at the next hop, and what is spoken with agents only', () => {
    for (const name of ['Connection', 'KEEP-ALIVE', 'te', 'Proxy-Authentication-Info'])
      expect(isHopByHop(name)).toBe(true);
    for (const name of ['Date', 'x-keep-alive', '']) expect(isHopByHop(name)).toBe(false);
    for (const name of ['x-onecli-', 'X-OneCLI-Connection-Id']) expect(isOwnField(name)).toBe(true);
    for (const name of ['x-onecli', 'x-onecl1-id', 'y-onecli-id', 'X', ''])
      expect(isOwnField(name)).toBe(false);
  });
});
