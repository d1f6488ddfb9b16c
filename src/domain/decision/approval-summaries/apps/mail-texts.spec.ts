import { describe, expect, it } from '@jest/globals';
import { Details } from '../content/shown-text.js';
import { addMail } from './mail-message.js';

const mixed = (...parts: string[]): string =>
  `Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--`;
const part = (type: string, text: string, more = ''): string => `Content-Type: ${type}\r\n${more}\r\n${text}`;
const PLAIN = part('text/plain', 'Hello');
const HTML = part('text/html', '<p>Hello</p>');

function seen(message: string): [lines: string[], reasons: string[]] {
  const details = new Details();
  addMail(details, Buffer.from(message));
  return [details.list.map(({ label, value }) => `${label}: ${value}`), [...details.reasons]];
}

describe('the texts of a message (06 §15.2)', () => {
  const MARKUP = 'HTML markup: 7 characters, not shown';
  it.each<[what: string, message: string, lines: string[], reasons: string[]]>([
    ['a plain one', PLAIN, ['Text: Hello'], []],
    ['one of HTML', HTML, ['Text: Hello', MARKUP], []],
    ['one of HTML without a tag', part('text/html', 'Hello'), ['Text: Hello'], []],
    [
      'one of HTML with words behind its last tag',
      part('text/html', '<p>Hello</p> Bob'),
      ['Text: Hello Bob', MARKUP],
      [],
    ],
    ['both, which say the same', mixed(PLAIN, HTML), ['Text: Hello', MARKUP], []],
    [
      'both, which say different things',
      mixed(PLAIN, part('text/html', '<p>Bye</p>')),
      ['Text: Hello', 'HTML text: Bye', MARKUP],
      [],
    ],
    [
      'a plain one behind HTML',
      mixed(HTML, part('text/plain', 'Bye')),
      ['HTML text: Hello', MARKUP, 'Text 2: Bye'],
      [],
    ],
    [
      'two plain ones',
      mixed(PLAIN, part('text/plain', 'Bye')),
      ['Text: Hello', 'Text 2: Bye'],
      ['several_parts'],
    ],
    ['two of HTML', mixed(HTML, HTML), ['Text: Hello', MARKUP, 'Text: Hello', MARKUP], ['several_parts']],
    [
      'one of another kind',
      mixed(PLAIN, part('text/calendar', 'BEGIN')),
      ['Text: Hello', 'Text (text/calendar): BEGIN'],
      ['several_parts'],
    ],
    [
      'three',
      mixed(PLAIN, PLAIN, PLAIN),
      ['Text: Hello', 'Text 2: Hello', 'Text 3: Hello'],
      ['several_parts'],
    ],
    [
      'three of four',
      mixed(PLAIN, PLAIN, PLAIN, PLAIN),
      ['Text: Hello', 'Text 2: Hello', 'Text 3: Hello'],
      ['several_parts', 'more_than_listed'],
    ],
    [
      'one whose coding every reader knows',
      part('text/plain', 'H=C3=A9', 'Content-Transfer-Encoding: quoted-printable\r\n'),
      ['Text: Hé'],
      [],
    ],
    [
      'one with two codings',
      part('text/plain', 'Hello', 'Content-Transfer-Encoding: 7bit\r\nContent-Transfer-Encoding: 8bit\r\n'),
      ['Text: Hello'],
      ['repeated_names', 'ambiguous_coding'],
    ],
  ])('are %s', (_what, message, lines, reasons) => {
    expect(seen(message)).toEqual([lines, reasons]);
  });
});

describe('what else a message has (06 §15.2)', () => {
  it.each<[what: string, message: string, lines: string[], reasons: string[]]>([
    [
      'something attached without a name',
      mixed(part('application/pdf', 'x', 'Content-Disposition: attachment\r\n')),
      ['Attachments: unnamed'],
      [],
    ],
    ['something with a name', mixed(part('application/pdf; name=a.pdf', 'x')), ['Attachments: a.pdf'], []],
    [
      'a text with a name, which is shown as well',
      mixed(part('text/plain; name=a.txt', 'Hello')),
      ['Attachments: a.txt', 'Text: Hello'],
      [],
    ],
    [
      'something without a name',
      mixed(part('application/pdf', 'x')),
      ['Other parts: application/pdf (2 bytes)'],
      ['cut'],
    ],
    ['another field', 'X-A: 1\r\nX-B: 2\r\n\r\nHello', ['Text: Hello', 'Other fields: x-a: 1; x-b: 2'], []],
    [
      'a line that is no field',
      'X-A: 1\r\nno field\r\n\r\nHello',
      ['Text: Hello', 'Other fields: x-a: 1; no field'],
      ['ambiguous_coding'],
    ],
    [
      'two subjects',
      'Subject: a\r\nSubject: b\r\n\r\nHello',
      ['Subject: a | b', 'Text: Hello'],
      ['repeated_names'],
    ],
    [
      'a word of another alphabet',
      'Subject: =?utf-8?Q?Caf=C3=A9_x?=\r\n\r\nHello',
      ['Subject: Café x', 'Text: Hello'],
      [],
    ],
  ])('is shown: %s', (_what, message, lines, reasons) => {
    expect(seen(message)).toEqual([lines, reasons]);
  });
});
