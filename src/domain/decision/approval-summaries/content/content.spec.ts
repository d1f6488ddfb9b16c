import { describe, expect, it } from '@jest/globals';
import { decidingDetails } from '../deciding.js';
import { cutText, Details, readableText } from './shown-text.js';
import type { SummarizedRequest } from './summary.js';
import { parseTruncatedJson } from './truncated-json.js';

describe('JSON as far as it goes', () => {
  it.each<[string, unknown]>([
    ['{"a":"b', { a: 'b' }],
    ['"abc', 'abc'],
    ['{"a', {}],
    ['{"a"', {}],
    ['{"a":', {}],
    ['{"a":1', {}],
    ['{"a":tru', {}],
    ['{"a":12,', { a: 12 }],
    ['{"a":1 ', { a: 1 }],
    ['{"a":1.5e3]'.replace(']', '}'), { a: 1500 }],
    ['{"a":true,"b', { a: true }],
    ['{"a":null\n', { a: null }],
    ['{"a":"b","c"', { a: 'b' }],
    ['{"a":"b","c":', { a: 'b' }],
    ['{"a":"b\\', { a: 'b' }],
    ['{"a":"b\\n', { a: 'b\n' }],
    ['{"a":"b\\"', { a: 'b"' }],
    ['{"a":"b\\u00', { a: 'b' }],
    ['{"a":"b\\u0041', { a: 'bA' }],
    ['{"a\\u0041":"b', { aA: 'b' }],
    ['[', []],
    ['[1,2', [1]],
    ['[1,2]', [1, 2]],
    ['["a","b', ['a', 'b']],
    ['["a",', ['a']],
    ['{"a":["x","y', { a: ['x', 'y'] }],
    ['{"a":["x","y"],"b', { a: ['x', 'y'] }],
    ['{"a":{"b":"c"},"d":"e', { a: { b: 'c' }, d: 'e' }],
    ['{"a":{},"b', { a: {} }],
    ['[{},"x', [{}, 'x']],
    ['[[1],["x', [[1], ['x']]],
    ['[{"a":1},{"b', [{ a: 1 }, {}]],
    ['[{"a":1},{"b":"c"', [{ a: 1 }, { b: 'c' }]],
    ['\ufeff{"a":"b', { a: 'b' }],
    ['\ufeff{"a":1}', { a: 1 }],
    ['{"a" "b', undefined],
    ['plain', undefined],
  ])('%j is %j', (text, value) => {
    expect(parseTruncatedJson(text)).toEqual(value);
  });
});

describe('what a person sees of a text (06 §15.2)', () => {
  it.each([
    ['a \n\t b', false, 'a b'],
    ['a \n\t b', true, 'a\nb'],
    ['gpj\u202e.exe', false, 'gpj .exe'],
  ])('%j, with its lines %j, is %j', (text, lines, expected) => {
    expect(readableText(text, lines)).toBe(expected);
  });

  it('is on one line where nothing else is said', () => {
    expect(readableText('a\nb')).toBe('a b');
  });

  it('is cut with the number of what is left out, within the length', () => {
    expect(cutText('x'.repeat(40), 40)).toBe('x'.repeat(40));
    const cut = cutText('x'.repeat(100), 40);
    expect(cut.length).toBeLessThanOrEqual(40);
    expect(cut).toMatch(/^x+… \(\d\d more characters\)$/);
  });
});

describe('details of a summary', () => {
  const of = (fill: (details: Details) => Details): [value: string | undefined, reasons: string[]] => {
    const { list, reasons } = fill(new Details());
    return [list[0]?.value, [...reasons]];
  };
  const x = (length: number): string => 'x'.repeat(length);

  it.each<[string, (details: Details) => Details, string | undefined, string[]]>([
    ['a text as long as it may be', (details) => details.add('L', x(240)), x(240), []],
    ['a number', (details) => details.add('L', 7), '7', []],
    ['nothing of what is neither', (details) => details.add('L', true), undefined, []],
    ['nothing of blanks', (details) => details.add('L', ' \n '), undefined, []],
    ['five names', (details) => details.addNames('L', ['a', 'b', 'c', 'd', 'e']), 'a, b, c, d, e', []],
    [
      'five names of six',
      (details) => details.addNames('L', ['a', 'b', 'c', 'd', 'e', 'f']),
      'a, b, c, d, e … and 1 more',
      ['more_than_listed'],
    ],
    ['a long name', (details) => details.addNames('L', [x(60)]), x(60), []],
    ['no names', (details) => details.addNames('L', [7, '']), undefined, []],
    ['a list that fits', (details) => details.addList('L', [x(100), x(138)]), `${x(100)}, ${x(138)}`, []],
    [
      'a list that does not',
      (details) => details.addList('L', [x(100), x(139)]),
      `${x(100)} … and 1 more`,
      ['more_than_listed'],
    ],
    [
      'a list that has room for its number',
      (details) => details.addList('L', [x(100), x(125), x(20)]),
      `${x(100)}, ${x(125)} … and 1 more`,
      ['more_than_listed'],
    ],
    [
      'a list that has none',
      (details) => details.addList('L', [x(100), x(126), x(20)]),
      `${x(100)} … and 2 more`,
      ['more_than_listed'],
    ],
  ])('show %s', (_what, fill, value, reasons) => {
    expect(of(fill)).toEqual([value, reasons]);
  });

  it.each<[string, (details: Details) => Details]>([
    ['text', (details) => details.add('L', x(241))],
    ['name', (details) => details.addNames('L', [x(61)])],
    ['only entry of a list', (details) => details.addList('L', [x(241)])],
  ])('say that a %s was cut', (_what, fill) => {
    const [value, reasons] = of(fill);
    expect(value).toMatch(/^x+… \(\d+ more characters\)$/);
    expect(value!.length).toBeLessThanOrEqual(240);
    expect(reasons).toEqual(['cut']);
  });
});

describe('what decides besides path and body (R55)', () => {
  const FORM = 'application/x-www-form-urlencoded';
  const details = (more: object) => {
    const { list, reasons } = decidingDetails({
      query: null,
      contentType: null,
      body: null,
      ...more,
    } as unknown as SummarizedRequest);
    return [list.map(({ label, value }) => `${label}: ${value}`), [...reasons]];
  };
  const bytes = (text: string) => ({ bytes: Buffer.from(text) });

  it.each<[string, object, string[], string[]]>([
    ['nothing', {}, [], []],
    ['a field', { decidingFields: [['sudo', 'ada']] }, ['sudo: ada'], []],
    [
      'a field that is there twice',
      {
        decidingFields: [
          ['sudo', 'ada'],
          ['sudo', 'bob'],
        ],
      },
      ['sudo: ada | bob'],
      ['repeated_names'],
    ],
    ['the action of a form', { contentType: FORM, body: bytes('Action=Run%20it') }, ['Action: Run it'], []],
    ['no action of another body', { contentType: 'text/plain', body: bytes('Action=Run') }, [], []],
    ['no action of a body without a type', { body: bytes('Action=Run') }, [], []],
    ['no action without a value', { contentType: FORM, body: bytes('Action') }, [], []],
    [
      'two actions',
      { contentType: FORM, body: bytes('Action=Run&Action=Stop') },
      ['Action: Run, Stop'],
      ['repeated_names'],
    ],
    ['another method', { otherMethods: ['DELETE'] }, ['Asks to be treated as: DELETE'], []],
  ])('is %s', (_what, request, list, reasons) => {
    expect(details(request)).toEqual([list, reasons]);
  });
});
