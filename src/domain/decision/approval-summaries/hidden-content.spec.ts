/** R55: ways to send something that the person who approves does not see. Each is shown, or said to be left out. */
import { describe, expect, it } from '@jest/globals';
import { summarize } from './summarize.js';
import type { ApprovalSummary } from './content/summary.js';

const EVIL = 'mallory';
const FORM = 'application/x-www-form-urlencoded';

function summaryOf(
  body: string,
  more: { contentType?: string; host?: string; path?: string; query?: string },
): ApprovalSummary {
  const { contentType = 'application/json', host = 'api.test', path = '/pay', query = null } = more;
  const bytes = Buffer.from(body);
  const declaredLength = bytes.length;
  return summarize({
    method: 'POST',
    host,
    path,
    query,
    contentType,
    body: { bytes, truncated: false, declaredLength },
  });
}

const mailed = (message: string): ApprovalSummary =>
  summaryOf(message, {
    contentType: 'message/rfc822',
    host: 'gmail.googleapis.com',
    path: '/upload/gmail/v1/users/me/messages/send',
  });
const textOf = ({ details }: ApprovalSummary): string => JSON.stringify(details);
const mixed = (...parts: string[]): string =>
  `Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--`;

describe('R55.1 a body that two readers read in two ways', () => {
  it.each([
    ['fields of a form inside of a JSON string', `{"token":"x&to=${EVIL}&amount=500"}`],
    ['fields of a form behind a name of JSON', `{"token": &to=${EVIL}&amount=500`],
  ])('shows %s', (_, body) => {
    expect(textOf(summaryOf(body, { contentType: FORM }))).toContain(EVIL);
  });

  it.each([
    ['a value that is no JSON, under the name of a credential', `{"token": 1\nto=${EVIL}`],
    ['a sentence under the name of a credential', `{"secretMessage": "pay it to ${EVIL}"}`],
    ['a list under the name of a credential', `{"tokens": ["${EVIL}"]}`],
  ])('is incomplete with %s', (_, body) => {
    expect(summaryOf(body, {}).incomplete).toContain('cut');
  });

  it('is incomplete with a sentence under the name of a credential in a form or a text', () => {
    const form = `token=pay+it+to+${EVIL}`;
    expect(summaryOf(form, { contentType: FORM }).incomplete).toEqual(['cut']);
    expect(summaryOf(`token=pay%20it%20to%20${EVIL}`, { contentType: FORM }).incomplete).toEqual(['cut']);
    expect(summaryOf(`password: pay it to ${EVIL}`, { contentType: 'text/plain' }).incomplete).toEqual([
      'cut',
    ]);
    expect(summaryOf('authorization: Bearer abc', { contentType: 'text/plain' }).incomplete).toBeUndefined();
  });

  it.each([
    ['in the value of another field', `note=token%3D${EVIL}`],
    ['in the value of another field, as written', `note=token=${EVIL}`],
    ['behind a colon', `note=token:${EVIL}`],
    ['in a value with an end that some servers see', `token=a;${EVIL}`],
    ['in a value with an encoded end of another field', `note=a%3Btoken=${EVIL}`],
    ['in a name', `token:${EVIL}=1`],
    ['in a field without a value', `{"token":"${EVIL}`],
  ])('is incomplete where a form hides a word %s (R55)', (_, form) => {
    for (const summary of [
      summaryOf(form, { contentType: FORM }),
      summaryOf('a=1', { contentType: FORM, query: form }),
    ]) {
      expect(textOf(summary)).not.toContain(EVIL);
      expect(summary.incomplete).toContain('cut');
    }
  });

  it.each([
    ['user[password]=hunter2', 'user[password]=***'],
    ['my%20token=hunter2', 'my token=***'],
    ['token%3Dshown=hunter2', 'token%3Dshown=***'],
    ['t%6Fken=hunter2', 'token=***'],
    ['token=hunter2%3B%22%2C', 'token=***'],
  ])(
    'hides the value of a field whose name speaks of a credential, and the name never: %s',
    (body, shown) => {
      const { details, incomplete } = summaryOf(body, { contentType: FORM });
      expect(details.find(({ label }) => label === 'Body')?.value).toBe(shown);
      expect(incomplete).toBeUndefined();
    },
  );

  it('is incomplete where a word is hidden in a text, or in what is no JSON, that is under no name there', () => {
    for (const body of [`pay, token: ${EVIL}`, `a token: ${EVIL} now`, `{"a":"b" "token" : ${EVIL}}`])
      expect(summaryOf(body, { contentType: 'text/plain' }).incomplete).toContain('cut');
  });
});

describe('R55.1 a message that two readers read in two ways', () => {
  it.each([
    [
      'a part with two types',
      'repeated_names',
      mixed(`Content-Type: application/pdf; name=a.pdf\r\nContent-Type: text/plain\r\n\r\n${EVIL}`),
    ],
    [
      'a part with two dispositions',
      'repeated_names',
      mixed(`Content-Disposition: attachment; filename=a\r\nContent-Disposition: inline\r\n\r\n${EVIL}`),
    ],
    [
      'parts too deep, with a name',
      'more_than_listed',
      Array.from({ length: 8 }).reduceRight<string>(
        (inner, _, at) =>
          `Content-Type: multipart/mixed; boundary=q${at}; name=a.txt\r\n\r\n--q${at}\r\n${inner}\r\n--q${at}--`,
        `\r\n${EVIL}`,
      ),
    ],
    [
      'parts in base64',
      'ambiguous_coding',
      mixed('\r\nHello').replace('\r\n\r\n', '\r\nContent-Transfer-Encoding: base64\r\n\r\n'),
    ],
    [
      'a line of blanks in its head',
      'ambiguous_coding',
      `Subject: Hello\r\n \r\nContent-Disposition: attachment; filename=a\r\n\r\n${EVIL}`,
    ],
    [
      'a boundary after a lone carriage return',
      'ambiguous_coding',
      mixed(`Content-Disposition: attachment; filename=a\r\n\r\nQUJD\r--b\r\r${EVIL}`),
    ],
    ['a word in a charset nobody knows', 'ambiguous_coding', 'Subject: =?utf-7?Q?+AGE-?=\r\n\r\nHello'],
    [
      'a charset far behind its semicolon',
      'ambiguous_coding',
      `Content-Type: text/plain;${' '.repeat(20)}charset=utf-7\r\n\r\n+AGE-`,
    ],
    [
      'a quote inside of quotes',
      'ambiguous_coding',
      String.raw`Content-Type: multipart/mixed; name="\"; boundary=b; x=\""` +
        '\r\n\r\n--b\r\n\r\nHello\r\n--b--',
    ],
    [
      'a word in base64 with other characters',
      'ambiguous_coding',
      'Subject: =?utf-8?B?YW--Jj?=\r\n\r\nHello',
    ],
    ['a word in a charset that is no name', 'ambiguous_coding', 'Subject: =?utf=-8?B?YWJj?=\r\n\r\nHello'],
    [
      'a type that is none, with a name',
      'ambiguous_coding',
      `Content-Type: textml; name=n.txt\r\n\r\n${EVIL}`,
    ],
    [
      'a parameter that is none',
      'ambiguous_coding',
      mixed(`Content-Disposition: attachment; filename=a b; x\r\n\r\nQUJD`),
    ],
    [
      'a link that never ends',
      'ambiguous_coding',
      `Content-Type: text/html\r\n\r\n<a href="https://${EVIL}.test>x</a>`,
    ],
    [
      'a message inside of it, with a name',
      'cut',
      mixed(`Content-Type: message/rfc822; name=a\r\n\r\nSubject: ${EVIL}\r\n\r\n${EVIL}`),
    ],
  ])('is incomplete with %s', (_, reason, message) => {
    expect(mailed(message).incomplete).toContain(reason);
  });
});

describe('R55.2 what a message holds', () => {
  it('is told of links, whatever blanks stand before them', () => {
    const summary = mailed(
      `Content-Type: text/html\r\n\r\n<a href${' '.repeat(20)}= "https://${EVIL}.test">x</a>`,
    );
    expect(summary.details).toContainEqual({ label: 'Links', value: `https://${EVIL}.test` });
  });

  it.each(['""', '" "', '"\u200b"', '=?utf-8?q??='])('is told of an attachment called %s', (name) => {
    const summary = mailed(mixed(`Content-Disposition: attachment; filename=${name}\r\n\r\n${EVIL}`));
    expect(summary.details).toEqual([{ label: 'Attachments', value: 'unnamed' }]);
  });

  it('counts recipients as they are written, whatever their names decode to', () => {
    const others = Array.from({ length: 30 }, (_, at) => `a${at}@example.test`).join(', ');
    const { details } = mailed(
      `To: =?utf-8?q?=22?= <x@y.test>, ${others}, =?utf-8?q?=22?= <z@y.test>\r\n\r\nHello`,
    );
    expect(details[0]!.value).toMatch(/ … and 19 more$/);
    expect(mailed('To: =?utf-8?q?A=2C_B?= <a@b.test>\r\n\r\n').details[0]!.value).toBe('A, B <a@b.test>');
  });
});
