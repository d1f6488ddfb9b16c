import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formFieldsNamed } from './form-fields.js';
import { Derived, Pace, Paused, type Reading } from '../../text/reading.js';
import {
  formDecoded,
  formDecoding,
  lowering,
  markupDecoded,
  markupDecoding,
  percentDecoded,
  percentDecoding,
  unescaped,
  unescaping,
} from './text-readings.js';

// --- the same readings as expressions over the whole text, which say what is meant and cost ten times as much --------

const ESCAPE =
  /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|U([0-9a-fA-F]{8})|(\r\n|[\s\S]))/g;
const NAMED: Record<string, string> = {
  ...{ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '0': '\0' },
  ...{ '\n': '', '\r': '', '\r\n': '' },
};
const character = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd');

const expected = {
  unescaped: (text: string) =>
    text.replace(ESCAPE, (_, ...groups: (string | undefined)[]) => {
      const digits = groups.slice(0, 4).find((group) => group !== undefined);
      return digits === undefined
        ? (NAMED[groups[4]!] ?? groups[4]!)
        : character(Number.parseInt(digits, 16));
    }),
  percent: (text: string) =>
    text
      .replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
        new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from(run.replaceAll('%', ''), 'hex')),
      )
      .replace(/%u([0-9a-f]{4})/gi, (_, digits: string) => character(Number.parseInt(digits, 16))),
  markup: (text: string) => {
    if (!text.includes('<') && !text.includes('&')) return text;
    const end = text.includes('-->') ? text.lastIndexOf('-->') + 3 : 0;
    const plain =
      text.slice(0, end).replace(/<!--[\s\S]*?-->|<!\[CDATA\[|\]\]>/g, '') +
      text.slice(end).replace(/<!\[CDATA\[|\]\]>/g, '');
    return plain.replace(
      /&(?:#x0{0,8}([0-9a-f]{1,6})|#0{0,8}(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
      (_, hex?: string, decimal?: string, name?: string) => {
        if (hex !== undefined) return character(Number.parseInt(hex, 16));
        if (decimal !== undefined) return character(Number(decimal));
        return { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }[name!.toLowerCase()]!;
      },
    );
  },
};

const SOUP = [
  ...[
    '\\',
    '\\u0041',
    '\\u{41}',
    '\\u{1F600}',
    '\\u{1234567}',
    '\\x41',
    '\\U0001F600',
    '\\Ufffffff0',
    '\\u004',
  ],
  ...['\\\r\n', '\\\n', '\\r', '\\0', 'u', 'x', 'A', 'É', 'K', '\ud800', '😀', '\0'],
  ...['%', '%41', '%5C', '%u0041', '%U00e9', '%25u0041', '%c3%a9', '%c3', '%a9', '%e2%82%ac', '%e2%82', '+'],
  ...['%f0%9f%98%80', '%f0%9f', '%ed%a0%80', '%f4%90%80%80', '%c0%af', '%ff', '%ef%bb%bf', '%2B', '%0'],
  ...['<', '<!--', '-->', '<!-->', '->', '<![CDATA[', ']]>', ']', '&amp;', '&AMP;', '&lt', '&#x41;'],
  ...['&#x00000000000041;', '&#x000000000000041;', '&#65;', '&#000000000000065;', '&#1114112;', '&#x110000;'],
];
const soup = fc.array(fc.constantFrom(...SOUP), { maxLength: 16 }).map((parts) => parts.join(''));

describe('what a text says with its escapes undone (R26)', () => {
  it('is what expressions over the whole text make of it', () => {
    fc.assert(
      fc.property(soup, (text) => {
        expect(unescaped(text)).toBe(expected.unescaped(text));
        expect(percentDecoded(text)).toBe(expected.percent(text));
        expect(formDecoded(text)).toBe(expected.percent(text.replaceAll('+', ' ')));
        expect(markupDecoded(text)).toBe(expected.markup(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it('decodes every two bytes, and every beginning of four, as UTF-8 is decoded', () => {
    const hex = (byte: number) => `%${byte.toString(16).padStart(2, '0')}`;
    for (let first = 0x80; first <= 0xff; first++)
      for (let second = 0x70; second <= 0xff; second += 0x05)
        for (const rest of ['', '%80', '%80%80', '%bf%bf', 'a', '%41']) {
          const text = hex(first) + hex(second) + rest;
          expect(percentDecoded(text)).toBe(expected.percent(text));
        }
  });
});

describe('a reading in pieces', () => {
  const MEBIBYTE = 1_048_576;
  const long = (unit: string) => unit.repeat(Math.ceil(MEBIBYTE / unit.length));

  it.each<[string, string, (text: string) => Reading<string>]>([
    ['backslashes', '\\', unescaping],
    ['escapes', '\\u0061', unescaping],
    ['percent escapes', '%61', percentDecoding],
    ['scattered percent escapes', '%61b', formDecoding],
    ['blanks of forms', '+a', formDecoding],
    ['references', '&amp;', markupDecoding],
    ['comments', '<!---->b', markupDecoding],
    ['letters of two cases', 'aAé', lowering],
  ])('can be left a hundred times in 1 MiB of %s', (_, unit, read) => {
    let pieces = 0;
    for (const reading = read(long(unit)); !reading.next().done;) pieces += 1;
    expect(pieces).toBeGreaterThan(100);
  });

  it.each([
    ['letters', 'A'],
    ['letters of other alphabets', 'É'],
    ['indices', '[0]'],
    ['words', 'a.'],
  ])('can be left a hundred times in a name of 1 MiB of %s, and is the same name', (_, unit) => {
    let pieces = 0;
    const reading = formFieldsNamed(`x${long(unit)}x=1`, null);
    let next = reading.next();
    for (; !next.done; next = reading.next()) pieces += 1;
    expect(pieces).toBeGreaterThan(100);
    const words = `x${long(unit)}x`
      .toLowerCase()
      .split(/[^a-zé0-9]+/)
      .filter((word) => !/^\d*$/.test(word));
    expect(next.value[0]!.name === words.join('.')).toBe(true);
  });

  it('goes on where it was stopped, and is made once', () => {
    const pace = new Pace();
    let begun = 0;
    const value = new Derived(pace, function* () {
      begun += 1;
      for (let at = 0; at < 5; at++) yield;
      return 'read';
    });
    let turns = 0;
    let ended = null;
    while (ended === null) {
      turns += 1;
      ended = pace.within(
        () => true,
        () => value.get(),
      );
    }
    expect([ended.result, turns, begun]).toEqual(['read', 7, 1]);
    expect(value.get()).toBe('read');
  });

  it('is no way to hide an error', () => {
    const pace = new Pace();
    const broken = () =>
      pace.within(
        () => true,
        () => {
          throw new Error('wrong');
        },
      );
    expect(broken).toThrow('wrong');
    expect(() => pace.rest()).not.toThrow(Paused);
  });
});
