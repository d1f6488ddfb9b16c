import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { faultOfExtent, MAX_DEPTH, MAX_FIELDS, MAX_VALUES } from './json-body.js';

const fault = (json: string): string | null => faultOfExtent(Buffer.from(json));
const list = (count: number, entry = '1'): string => `[${Array<string>(count).fill(entry).join(',')}]`;
const object = (count: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`;

describe('the extent of a JSON text', () => {
  it('lets in any JSON of ordinary size, whatever its texts hold', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"', '\\', '{{{', '[[[', ',,,', '\\"{'),
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 5 },
        text,
        fc.integer(),
        fc.array(tie('any'), { maxLength: 5 }),
        fc.dictionary(text, tie('any'), { maxKeys: 5 }),
      ),
    })).any;
    fc.assert(fc.property(value, (json) => expect(fault(JSON.stringify(json))).toBeNull()));
  });

  it.each([
    ['depth', '['.repeat(MAX_DEPTH) + ']'.repeat(MAX_DEPTH), null],
    ['depth', `${'[{"a":'.repeat(MAX_DEPTH / 2)}[]`, 'The request is nested too deeply'],
    ['depth, one after the other', list(1_000, '[[[]]]'), null],
    ['fields', object(MAX_FIELDS), null],
    ['fields', object(MAX_FIELDS + 1), 'The request has an object of more than 1000 fields'],
    [
      'fields, the same one again',
      `{${'"a":1,'.repeat(MAX_FIELDS)}"a":1}`,
      expect.stringContaining('fields'),
    ],
    ['fields behind a nested object', `{"x":${object(900)},${object(200).slice(1)}`, null],
    [
      'fields behind a nested list',
      `{"x":${list(5_000)},${object(MAX_FIELDS).slice(1)}`,
      expect.stringContaining('fields'),
    ],
    ['entries of a list', list(MAX_VALUES), null],
    ['entries of a list', list(MAX_VALUES + 1), 'The request has more than 50000 values'],
    ['lists', '[]'.repeat(MAX_VALUES + 1), 'The request has more than 50000 values'],
    ['brackets in a text', JSON.stringify(['[{,'.repeat(100_000), '\\'.repeat(99), '"'.repeat(99)]), null],
    ['a text without an end', `["${'['.repeat(100_000)}`, null],
    ['a text that ends in a backslash', '["\\', null],
    ['closing brackets alone', '}]'.repeat(1_000), null],
    ['nothing', '', null],
  ])('bounds %s', (_what, json, expected) => {
    expect(fault(json)).toEqual(expected);
  });
});
