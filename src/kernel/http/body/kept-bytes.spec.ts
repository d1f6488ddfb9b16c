import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { KeptBytes } from './kept-bytes.js';

const chunk = fc
  .tuple(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 4_000, max: 9_000 })), fc.boolean())
  .map(([length, view]) => {
    const whole = Buffer.from(Array.from({ length: view ? 3 * length : length }, (_none, at) => at % 251));
    return whole.subarray(0, length);
  });

describe('KeptBytes', () => {
  it('gives back what it was given, in pieces and as one, and occupies at most twice of it and a view', () => {
    fc.assert(
      fc.property(fc.array(chunk, { minLength: 1, maxLength: 40 }), fc.boolean(), (chunks, declared) => {
        const whole = Buffer.concat(chunks);
        const kept = new KeptBytes(declared ? whole.length : undefined);
        for (const each of chunks) kept.add(each);
        expect(kept.length).toBe(whole.length);
        expect(Buffer.concat(kept.pieces()).equals(whole)).toBe(true);
        expect(kept.capacity).toBeLessThanOrEqual(2 * whole.length);
        expect(kept.bytes().equals(whole)).toBe(true);
        kept.add(Buffer.from('more'));
        expect(kept.take().equals(Buffer.concat([whole, Buffer.from('more')]))).toBe(true);
        expect([kept.length, kept.capacity, kept.pieces()]).toEqual([0, 0, []]);
      }),
    );
  });

  it('does not copy large chunks, and puts small ones together', () => {
    const kept = new KeptBytes();
    const large = Buffer.from(new ArrayBuffer(16_384));
    for (let at = 0; at < 1_000; at++) kept.add(Buffer.from('x'));
    kept.add(large);
    for (let at = 0; at < 1_000; at++) kept.add(Buffer.from('y'));
    const pieces = kept.pieces();
    expect(pieces).toHaveLength(3);
    expect(pieces[1]).toBe(large);
  });

  it('sets aside no more than a body declared', () => {
    const kept = new KeptBytes(1_500);
    for (let at = 0; at < 1_500; at++) kept.add(Buffer.from('x'));
    expect(kept.capacity).toBe(1_500);
  });
});
