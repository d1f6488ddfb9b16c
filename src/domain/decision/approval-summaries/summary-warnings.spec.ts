import { expect, it } from '@jest/globals';
import { Details } from './content/shown-text.js';
import { addWarnings } from './summary-warnings.js';
import type { SummarizedRequest } from './content/summary.js';

interface Sent {
  text?: string;
  contentType?: string;
  truncated?: boolean;
  declaredLength?: number | null;
  unsure?: boolean;
}

it.each<[what: string, sent: Sent, lines: string[], reasons: string[]]>([
  ['of an ordinary body', { text: '{"a":1}', contentType: 'application/json; charset=UTF-8' }, [], []],
  ['where names repeat', { text: '{"a":1,"A":2}' }, ['Repeated names: A'], ['repeated_names']],
  [
    'of a charset that servers may not know',
    { text: 'x', contentType: 'text/plain; charset=utf-16' },
    ['Charset: utf-16'],
    ['ambiguous_coding'],
  ],
  [
    'of codings that can be undone in two ways',
    { text: 'x', unsure: true },
    ['Note: Servers may decode this body in different ways.'],
    ['ambiguous_coding'],
  ],
  ['of a body of no bytes', { text: '', contentType: 'text/plain; charset=utf-16', unsure: true }, [], []],
  [
    'of a body that goes on, and by how much',
    { text: 'abc', truncated: true, declaredLength: 4 },
    ['Not read: 1 more bytes of the body'],
    ['body_goes_on'],
  ],
  [
    'of a coded body that goes on, whose length says nothing',
    { text: 'abc', truncated: true, declaredLength: 3 },
    ['Not read: the rest of the body, of unknown length'],
    ['body_goes_on'],
  ],
])('who decides is warned %s', (_what, { text = '', contentType = null, ...more }, lines, reasons) => {
  const details = new Details();
  const body = { bytes: Buffer.from(text), truncated: false, declaredLength: null, ...more };
  addWarnings(details, { contentType, body } as unknown as SummarizedRequest);
  expect(details.list.map(({ label, value }) => `${label}: ${value}`)).toEqual(lines);
  expect([...details.reasons]).toEqual(reasons);
});
