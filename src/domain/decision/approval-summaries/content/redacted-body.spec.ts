import { describe, expect, it } from '@jest/globals';
import { addBody } from './redacted-body.js';
import { JsonFields } from './json-fields.js';
import { Details } from './shown-text.js';

const FORM = 'application/x-www-form-urlencoded';

function seen(text: string, contentType: string | null): [body: string | undefined, reasons: string[]] {
  const details = new Details();
  const bytes = Buffer.from(text);
  addBody(details, { bytes, truncated: false, declaredLength: bytes.length }, contentType);
  return [details.list[0]?.value, [...details.reasons]];
}

describe('a body that no app is known for (06 §15.2)', () => {
  it.each<[what: string, text: string, type: string | null, shown: string | undefined, reasons: string[]]>([
    ['nothing', '', null, undefined, []],
    ['JSON without its blanks', '{\r\n\t"a" :\t1 ,\n "b":[ ]}', null, '{"a":1,"b":[]}', []],
    ['JSON with its escapes undone', '{"a":"\\u0065vil \\n"}', null, '{"a":"evil \\n"}', []],
    ['a string of 96 characters', `{"a":"${'x'.repeat(96)}"}`, null, `{"a":"${'x'.repeat(96)}"}`, []],
    ['the length of a longer one', `{"a":"${'x'.repeat(97)}"}`, null, '{"a":"(97 characters)"}', ['cut']],
    ['a word of 99 characters', 'x'.repeat(99), null, 'x'.repeat(99), []],
    ['the length of a longer one in a text', 'x'.repeat(100), null, '(100 characters)', ['cut']],
    [
      'a whole line with a credential without it',
      'note: hi\r\nauthorization: Bearer abc\r\nend: 1',
      'text/plain',
      'note: hi\nauthorization: ***\nend: 1',
      [],
    ],
    ['the name of a credential that has no value', 'password=&a=1', 'text/plain', 'password=&a=1', []],
    ['a field without a name', '=a%3Db', FORM, '=a=b', []],
    ['a name with an equals sign as it is written', 'a%3Db', FORM, 'a%3Db', []],
  ])('is shown as %s', (_what, text, type, shown, reasons) => {
    expect(seen(text, type)).toEqual([shown, reasons]);
  });
});

describe('the fields of JSON', () => {
  it('know what was asked for, however often', () => {
    const fields = JsonFields.from({ a: { b: 'x', c: 'y' }, d: 1 })!;
    expect(fields.object('a')!.text('b')).toBe('x');
    expect(fields.object('a')!.text('c')).toBe('y');
    expect(fields.rest()).toEqual({ d: 1 });
  });

  it('are of the type that is asked for, or none', () => {
    const fields = JsonFields.from({ texts: ['a', 7], list: [{}], object: {}, text: 'a' })!;
    expect(fields.objects('list')).toHaveLength(1);
    expect([fields.texts('texts'), fields.texts('text'), fields.texts('none')]).toEqual([[], [], []]);
    expect([fields.object('list'), fields.object('text'), fields.object('none')]).toEqual([null, null, null]);
    expect([fields.objects('texts'), fields.objects('object')]).toEqual([[], []]);
    expect([fields.text('object'), fields.has('object'), fields.has('none')]).toEqual([
      undefined,
      true,
      false,
    ]);
  });

  it('have names in any letter case only where the provider takes them', () => {
    expect(JsonFields.from({ SUBJECT: 'Hi' }, { folded: true })!.text('subject')).toBe('Hi');
    expect(JsonFields.from({ SUBJECT: 'Hi' })!.text('subject')).toBeUndefined();
  });
});
