import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { InspectedBody } from './inspected-body.js';
import { compileNeedle, contains } from './needle.js';

describe('a search for a text (02 §6.8)', () => {
  it.each([
    [
      'behind a false beginning',
      `${'a'.repeat(150)}${'b'.repeat(60)}`,
      `${'a'.repeat(151)}${'b'.repeat(60)}`,
      true,
    ],
    ['behind a beginning of its own end', `${'ab'.repeat(120)}c`, `${'ab'.repeat(125)}c`, true],
    ['that is not whole', `${'ab'.repeat(120)}c`, 'ab'.repeat(300), false],
    ['of one sign', 'a'.repeat(201), 'a'.repeat(200), false],
    ['of the same sign', 'a'.repeat(201), 'a'.repeat(201), true],
    ['that is short', 'abc', 'xabcx', true],
  ])('finds one %s', (_what, text, haystack, found) => {
    expect(contains(haystack, compileNeedle(text))).toBe(found);
  });

  it('finds what is there and nothing else, whatever repeats in it', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 6 });
    const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 });
    fc.assert(
      fc.property(word, word, cuts, fc.boolean(), (unit, end, parts, whole) => {
        const needle = unit.repeat(Math.ceil(210 / unit.length)) + end;
        const begun = parts.map((part) => needle.slice(0, Math.floor(part * needle.length)));
        const haystack = begun.join('') + (whole ? needle : '');
        expect(contains(haystack, compileNeedle(needle))).toBe(haystack.includes(needle));
      }),
    );
  });
});

describe('a body that is looked into', () => {
  const body = (claims: object) =>
    new InspectedBody(Buffer.from('abc'), false, { contentTypes: [], ...claims });

  it.each([
    [{}, 3, false],
    [{ encoded: [Buffer.from('de'), Buffer.from('f')] }, 6, false],
    [{ garbled: true }, 3, true],
    [{ ambiguous: true }, 3, true],
    [{ garbled: false, ambiguous: false }, 3, false],
  ])('with %j holds %i bytes and is unsure: %j', (claims, size, unsure) => {
    expect(body(claims).size).toBe(size);
    expect(body(claims).unsure).toBe(unsure);
  });
});
