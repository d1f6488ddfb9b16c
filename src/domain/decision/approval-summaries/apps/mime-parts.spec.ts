import { describe, expect, it } from '@jest/globals';
import { mimeHeaderValue, readMime } from './mime-parts.js';

const multipart = (boundary: string, body: string): string =>
  `Content-Type: multipart/mixed; boundary=${boundary}\r\n\r\n--${boundary}\r\n${body}\r\n--${boundary}--`;

describe('the value of a header with parameters', () => {
  it.each<[header: string, value: string, parameters: Record<string, string>, unsure: boolean]>([
    ['Text/Plain', 'text/plain', {}, false],
    ['attachment; filename=a.txt', 'attachment', { filename: 'a.txt' }, false],
    ['attachment; FileName="a b.txt"; x=1', 'attachment', { filename: 'a b.txt', x: '1' }, false],
    ['; filename=a.txt', '', { filename: 'a.txt' }, false],
    ['a; filename=a; filename=b', 'a', { filename: 'a' }, true],
    ["a; filename*=utf-8''a%20b.txt", 'a', { filename: 'a b.txt' }, false],
    ["a; filename*=utf-8''a%zz.txt", 'a', { filename: 'a%zz.txt' }, false],
    ['a; filename*0=a', 'a', { filename: 'a' }, false],
    ['a; boundary*=b', 'a', { boundary: 'b' }, true],
    ['a; charset*0=utf-8', 'a', { charset: 'utf-8' }, true],
    ['a; x y', 'a', {}, true],
  ])('%s', (header, value, parameters, unsure) => {
    const read = mimeHeaderValue(header);
    expect([read.value, Object.fromEntries(read.parameters), read.unsure]).toEqual([
      value,
      parameters,
      unsure,
    ]);
  });
});

describe('a message of parts', () => {
  const nested = (levels: number): string =>
    Array.from({ length: levels }).reduce<string>(
      (inner, _, at) => multipart(`b${at}-`, inner),
      'X: 1\r\n\r\nHello',
    );
  const bodiesOf = (text: string): string[] =>
    readMime(Buffer.from(text)).leaves.map(({ body }) => body.trim());
  const doubtsOf = (text: string): string[] => [...readMime(Buffer.from(text)).doubts];

  it('is read six deep, and what is deeper is one part', () => {
    expect([bodiesOf(nested(6)), doubtsOf(nested(6))]).toEqual([['Hello'], []]);
    const [whole] = bodiesOf(nested(7));
    expect(whole).toMatch(/^--b0-\r\nX: 1\r\n\r\nHello\r\n--b0---$/);
    expect(doubtsOf(nested(7))).toEqual(['more_than_listed']);
  });

  it('has at most sixty of them', () => {
    const parts = (count: number): string =>
      multipart('b', Array.from({ length: count }, () => '\r\nx').join('\r\n--b\r\n'));
    expect([bodiesOf(parts(60)).length, doubtsOf(parts(60))]).toEqual([60, []]);
    expect([bodiesOf(parts(61)).length, doubtsOf(parts(61))]).toEqual([60, ['more_than_listed']]);
  });

  it('has what stands before the first and behind the last outside of them', () => {
    const text = multipart('b', '\r\nHello').replace('\r\n--b', '\r\nbefore\r\n--b');
    const { leaves, outside } = readMime(Buffer.from(`${text}\r\nbehind\r\n--b\r\n\r\nlate`));
    expect(leaves.map(({ body }) => body.trim())).toEqual(['Hello']);
    expect(outside.map((each) => each.trim())).toEqual(['before', 'behind', 'late']);
  });

  it('has the fields of its parts apart from its own', () => {
    const { fields, partFields } = readMime(Buffer.from(multipart('b', 'X-Part: 1\r\n\r\nHello')));
    expect(fields.map(({ name }) => name)).toEqual(['content-type']);
    expect(partFields).toEqual([{ name: 'x-part', value: '1' }]);
  });

  it('has parts at lines that only begin like a boundary, of which it is not sure', () => {
    const text = multipart('b', '\r\nHello\r\n--bad\r\n\r\nHidden');
    expect([bodiesOf(text), doubtsOf(text)]).toEqual([['Hello', 'Hidden'], ['ambiguous_coding']]);
  });

  it.each([
    ['has no boundary', 'Content-Type: multipart/mixed\r\n\r\n--b\r\n\r\nHello\r\n--b--'],
    ['has a lone carriage return at the end of its head', 'Subject: Hi\r \r\n\r\nHello'],
    ['has a line of its head that is no field', 'Subject: Hi\r\nno field\r\n\r\nHello'],
    [
      'has parts in base64',
      multipart('b', '\r\nHello').replace('\r\n\r\n', '\r\nContent-Transfer-Encoding: base64\r\n\r\n'),
    ],
  ])('is not the same to everybody where it %s', (_what, text) => {
    expect(doubtsOf(text)).toEqual(['ambiguous_coding']);
  });

  it('may have a part without a head', () => {
    const text = multipart('b', '\r\nHello');
    expect([bodiesOf(text), doubtsOf(text)]).toEqual([['Hello'], []]);
  });
});
