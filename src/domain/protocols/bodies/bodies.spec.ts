import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { threadMs } from '../../../../test/harness/time/thread-time.js';
import { repeatedNames, readableMultipart } from './body-text.js';
import { decodings } from './charsets.js';
import { formFields, plainName, withoutRepeats } from './form-fields.js';
import { everyValue, someValue } from './found-values.js';
import { MAX_DEPTH, readJson } from './json-reader.js';
import { KeyPaths } from './key-paths.js';
import { mediaClaims } from './media-claims.js';
import { numberReadings } from './number-readings.js';
import { finished } from '../../text/reading.js';
import { formDecoded, markupDecoded, percentDecoded, unescaped } from './text-readings.js';

const stateOf = (text: string, sequence = false) => readJson(text, new KeyPaths().root, { sequence }).state;

/** Whether some, and every, reader finds the value at the key. */
function reads(text: string, dotted: string, value: string): [some: boolean, every: boolean] {
  const keys = new KeyPaths();
  keys.add('unrelated.path');
  const key = keys.add(dotted);
  const { found } = readJson(text, keys.root);
  const test = (texts: readonly string[]) => texts.includes(value);
  return [someValue(found, key, test), everyValue(found, key, test)];
}

describe('reading JSON', () => {
  it('takes exactly what JSON.parse takes', () => {
    const soup = fc.array(
      fc.constantFrom(...'{}[],:"\\u0041ntrue falsenull-01.5eE+ \t\n/\'', '"a"', '1', '"\\n"', '\u0001', 'é'),
      { maxLength: 12 },
    );
    const texts = fc.oneof(
      fc.json(),
      soup.map((parts) => parts.join('')),
      fc.tuple(fc.json(), fc.nat(), soup).map(([json, at, parts]) => {
        const cut = at % (json.length + 1);
        return json.slice(0, cut) + (parts[0] ?? '') + json.slice(cut);
      }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        expect(stateOf(text) === 'whole').toBe(valid);
      }),
      { numRuns: 2_000 },
    );
  });

  it('knows a beginning of JSON from what can never become JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (json, at) => {
        const prefix = json.slice(0, at % json.length);
        expect(stateOf(prefix)).not.toBe('broken');
      }),
      { numRuns: 1_000 },
    );
    for (const begun of [
      '',
      '{',
      '{"a',
      '{"a"',
      '{"a":',
      '{"a":1',
      '{"a":1,',
      '[tr',
      '"\\',
      '"\\u00',
      '[-',
      '[1.',
      '[1e',
    ])
      expect([begun, stateOf(begun)]).toEqual([begun, 'cut']);
    for (const never of [
      '{a',
      "{'",
      '[,',
      '[1 2',
      '{"a" 1',
      '{"a":1,}',
      'tru!',
      '"\\x',
      '"\\u00g',
      '01 ',
      '// a',
      '1 2',
    ])
      expect([never, stateOf(never)]).toEqual([never, 'broken']);
  });

  it('keeps every value that JSON.parse would keep at a path, whatever else the document holds', () => {
    const path = fc.array(fc.constantFrom('a', 'b', 'Key'), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.json(), path, fc.string({ maxLength: 5 }), (noise, names, value) => {
        const inner = names.reduceRight(
          (json, name) => `{"n":${noise},${JSON.stringify(name)}:${json}}`,
          JSON.stringify(value),
        );
        expect(
          reads(
            inner,
            names.join('.'),
            value.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
          ),
        ).toEqual([true, true]);
      }),
    );
  });

  it.each([
    ['{"to":"x","to":"y"}', 'to', [true, false]],
    ['{"to":"y","to":"x"}', 'to', [true, false]],
    ['{"to":"x","to":"x"}', 'to', [true, true]],
    ['{"TO":"x"}', 'to', [true, false]],
    ['{"to":"x","TO":"y"}', 'to', [true, false]],
    ['{"to":"x","TO":"x"}', 'to', [true, true]],
    ['{"t\\u006f":"x"}', 'to', [true, true]],
    ['{"to":"\\u0078"}', 'to', [true, true]],
    ['{"key\\u017f":"x"}', 'keys', [true, false]],
    ['{"\\u212aey":"x"}', 'key', [true, false]],
    ['{"a":{"b":"x"},"a":{"b":"y"}}', 'a.b', [true, false]],
    ['{"a":{"b":"x"},"a":5}', 'a.b', [true, false]],
    ['{"a":{"b":"x"},"a":null}', 'a.b', [true, false]],
    ['{"a":[{"b":"y"},[{"b":"x"}]]}', 'a.b', [true, true]],
    ['{"a":[{"b":"x","b":"y"},{"b":"x"}]}', 'a.b', [true, true]],
    ['{"a":[{"b":"x","b":"y"},{"b":"y"}]}', 'a.b', [true, false]],
    ['{"a.b":"x"}', 'a.b', [true, false]],
    ['[{"to":"x"}]', 'to', [true, true]],
    ['{"b":{"a":"x"}}', 'a', [false, false]],
    ['{"a":{"x":1}}', 'a', [false, false]],
    ['{"to":true,"n":false}', 'to', [false, false]],
  ])('%s at %s', (text, key, expected) => {
    expect(reads(text, key, 'x')).toEqual(expected);
  });

  it('is bounded in depth and linear in length', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect([stateOf(nested(MAX_DEPTH)), stateOf(nested(MAX_DEPTH + 1))]).toEqual(['whole', 'broken']);
    const begun = threadMs();
    for (const hard of [
      '['.repeat(1e6),
      '"'.repeat(1e6),
      '\\'.repeat(1e6),
      `${'1'.repeat(1e6)}x`,
      '{"a":'.repeat(2e5),
    ])
      expect(stateOf(hard)).not.toBe('whole');
    // Quadratic would be minutes.
    expect(threadMs() - begun).toBeLessThan(5_000);
  });

  it('reads several values where they are meant to follow one another', () => {
    expect(stateOf('{"a":1}\n{"b":2}\n', true)).toBe('whole');
    expect(stateOf('\u001e{"a":1}\n\u001e[2]\n', true)).toBe('whole');
    expect([stateOf('{"a":1}\n{b}', true), stateOf('{"a":1}\n{"b":2}')]).toEqual(['broken', 'broken']);
  });

  it('finds names that stand twice in one object, and only those', () => {
    expect(repeatedNames('{"a":1,"A":2,"b":{"a":1,"c":[{"d":1},{"d":2}]}}')).toEqual(['A']);
    expect(repeatedNames('{"a":1,"\\u0061":2, cut')).toEqual(['a']);
    expect(repeatedNames('{"a":{"b":1},"c":{"b":1}}')).toEqual([]);
  });

  it.each([
    ['4200', ['4200']],
    ['4.2e3', ['4.2e3', '4200']],
    ['4200.0', ['4200.0', '4200']],
    ['42000E-1', ['42000e-1', '4200']],
    ['12345678901234567890', ['12345678901234567890', '12345678901234567000']],
    ['1e21', ['1e21', '1e+21', '1000000000000000000000']],
    ['-1.5e-7', ['-1.5e-7', '-0.00000015']],
    ['1e999999999', ['1e999999999', 'Infinity']],
  ])('%s is a number with the readings %j', (lexeme, expected) => {
    expect(numberReadings(lexeme)).toEqual(expected);
  });
});

describe('reading texts', () => {
  it.each([
    [unescaped, 'plain', 'plain'],
    [unescaped, '\\u0065vi\\x6c \\u{1f600} \\"\\/\\n', 'evil \u{1f600} "/\n'],
    [unescaped, '\\U00000065vil ev\\\nil \\', 'evil evil \\'],
    [unescaped, '\\\\u0065', '\\u0065'],
    [percentDecoded, 'a%2Db+%c3%a9%u0065%zz%', 'a-b+ée%zz%'],
    [formDecoded, 'a+b%20c', 'a b c'],
    [
      markupDecoded,
      'ev&#105;l &#x65;vil ev<!-- x -->il <![CDATA[evil]]> &lt;a&gt;',
      'evil evil evil evil <a>',
    ],
    [markupDecoded, 'a <!-- b <!-- c', 'a <!-- b <!-- c'],
  ])('%p of %j', (read, text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('costs no more than the text is long', () => {
    const begun = threadMs();
    for (const piece of ['\\', '\\u', '%', '%4', '%41', '<!--', '&#', '<![CDATA['])
      for (const read of [unescaped, formDecoded, markupDecoded]) read(piece.repeat(200_000));
    expect(threadMs() - begun).toBeLessThan(10_000);
  });

  it('finds the texts that bytes can be', () => {
    const texts = (bytes: Buffer, ...charsets: string[]) => decodings(bytes, charsets).texts;
    expect(texts(Buffer.from('é'))).toEqual(['é']);
    expect(texts(Buffer.from([0xe9]), 'iso-8859-1')).toEqual(['\ufffd', 'é']);
    expect(texts(Buffer.from('evil', 'utf16le'))).toContain('evil');
    expect(texts(Buffer.from('evil', 'utf16le').swap16())).toContain('evil');
    expect(texts(Buffer.from('\ufeffèvil', 'utf16le'))).toContain('èvil');
    expect(texts(Buffer.from('ab', 'utf16le').swap16(), 'utf-16')).toContain('ab');
    const wide = Buffer.from([...'evil'].flatMap((letter) => [0, 0, 0, letter.charCodeAt(0)]));
    expect(texts(wide)).toContain('evil');
    expect(texts(wide.reverse())).toContain('live');
    expect(decodings(Buffer.from('x'), ['utf-8', 'US-ASCII'.toLowerCase()])).toEqual({
      texts: ['x'],
      known: true,
    });
    for (const label of ['utf-7', 'ibm037', 'no such'])
      expect(decodings(Buffer.from('x'), [label]).known).toBe(false);
  });

  it('knows fields of forms by the names frameworks give them', () => {
    for (const name of ['to', 'TO', 'to[]', 'to[0]', ' to', '%74o', '+to'])
      expect(formFields(`a=1&${name}=x`)[1]!.name).toBe('to');
    for (const name of ['a[b]', 'a.b', 'A[0][b]', 'a%5bb%5d'])
      expect(formFields(`${name}=x`)[0]!.name).toBe('a.b');
    expect(formFields('a=1;b=x%3Dy&c').map(({ name, value }) => [name, value])).toEqual([
      ['a', '1'],
      ['b', 'x=y'],
      ['c', ''],
    ]);
    expect(plainName('__')).toBe('__');
    expect(Object.values(finished(withoutRepeats('a=1&b=2&A=3')))).toEqual(['a=1&b=2', 'A=3&b=2']);
  });
});

describe('what a body is said to be', () => {
  it.each([
    ['application/json', 'json'],
    ['Application/JSON; charset=utf-8', 'json'],
    ['application/vnd.api+json', 'json'],
    ['application/x-amz-json-1.1', 'json'],
    ['text/json', 'json'],
    ['application/json5', 'other'],
    ['application/x-ndjson', 'sequence'],
    ['application/json-seq', 'sequence'],
    ['application/x-www-form-urlencoded', 'form'],
    ['multipart/form-data; boundary=x', 'multipart'],
    ['text/html', 'markup'],
    ['application/soap+xml', 'markup'],
    ['text/plain', 'other'],
    ['image/png', 'other'],
  ])('%s: %s', (type, kind) => {
    expect([...mediaClaims([type]).kinds]).toEqual([kind]);
  });

  it('is everything that any of the fields says', () => {
    const { kinds, charsets, boundaries } = mediaClaims([
      'application/json; charset=UTF-16, text/xml;charset="utf-7"',
      'multipart/form-data; boundary="a, b"',
      'multipart/mixed',
      '',
    ]);
    expect([[...kinds].sort(), charsets, boundaries]).toEqual([
      ['json', 'markup', 'multipart'],
      ['utf-16', 'utf-7'],
      ['a, b', ''],
    ]);
    expect(mediaClaims([]).kinds.size).toBe(0);
  });

  it('a multipart body is readable while its parts stand as they are', () => {
    const part = (head: string) => `--b\r\n${head}\r\n\r\nx\r\n--b--`;
    const readable = (text: string, boundary = 'b') => readableMultipart(text, text.toLowerCase(), boundary);
    expect(readable(part('Content-Disposition: form-data; name="a"'))).toBe(true);
    expect(readable(`preamble\r\n${part('Content-Transfer-Encoding: 8bit')}`)).toBe(true);
    for (const hidden of [
      'Content-Transfer-Encoding: base64',
      'content-transfer-encoding:quoted-printable',
      'Content-Type: text/plain; charset=UTF-16',
      'Content-Type: text/plain; charset="utf-7"',
    ])
      expect([hidden, readable(part(hidden))]).toEqual([hidden, false]);
    expect([readable('{"a":1}'), readable(part('a: b'), ''), readable(part('a: b'), 'c')]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
