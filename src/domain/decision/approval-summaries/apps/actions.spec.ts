import { describe, expect, it } from '@jest/globals';
import type { ApprovalSummary } from '../content/summary.js';
import { summarize } from '../summarize.js';

const MAIL = 'To: bob@x.test\r\nSubject: Hi\r\n\r\nHello';
const RAW = Buffer.from(MAIL).toString('base64url');

function summaryOf(url: string, body?: unknown, contentType = 'application/json'): ApprovalSummary {
  const [method, address] = url.split(' ') as [string, string];
  const { host, pathname: path, search } = new URL(address);
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? ''));
  const start = body === undefined ? null : { bytes, truncated: false, declaredLength: bytes.length };
  return summarize({ method, host, path, query: search.slice(1) || null, contentType, body: start });
}
const seen = (summary: ApprovalSummary): [action: string, lines: string[], reasons: string[]] => [
  summary.action,
  summary.details.map(({ label, value }) => `${label}: ${value}`),
  summary.incomplete ?? [],
];

describe('what is asked of Gmail (06 §15.2)', () => {
  const MAILBOX = 'https://gmail.googleapis.com/gmail/v1/users/me';
  it.each<[request: string, body: unknown, action: string, lines: string[], reasons: string[]]>([
    [
      'POST /messages/batchModify',
      { ids: ['a', 'b'], addLabelIds: ['SPAM'] },
      'Change labels of messages',
      ['Messages: a, b', 'Add labels: SPAM'],
      [],
    ],
    [
      'POST /messages/batchDelete',
      { ids: ['a', 7] },
      'Delete messages permanently',
      ['Other fields: {"ids":["a",7]}'],
      [],
    ],
    ['PATCH /labels/l1', { name: 'Bills' }, 'Change label', ['Label: l1', 'Name: Bills'], []],
    ['POST /messages/m1/trash', '', 'Move message to trash', ['Message: m1'], []],
    [
      'POST /messages/send',
      { raw: RAW, labelIds: ['X'] },
      'Send email',
      ['To: bob@x.test', 'Subject: Hi', 'Text: Hello', 'Other fields: {"labelIds":["X"]}'],
      [],
    ],
    [
      'POST /messages/send',
      { RAW },
      'Send email',
      ['Message: could not be read', `Other fields: {"RAW":"${RAW}"}`],
      ['unreadable'],
    ],
    [
      'POST /messages/send',
      'plain',
      'Send email',
      ['Message: could not be read', 'Body: plain'],
      ['unreadable'],
    ],
  ])('%s: %#', (request, body, ...expected) => {
    const [method, path] = request.split(' ');
    expect(seen(summaryOf(`${method} ${MAILBOX}${path}`, body))).toEqual(expected);
  });

  it.each(['/gmail/v2/users/me/messages', '/mail/v1/users/me/messages', '/gmail/v1/people/me/messages'])(
    '%s is none of it',
    (path) => {
      expect(summaryOf(`GET https://gmail.googleapis.com${path}`).action).toBe('GET request');
    },
  );

  it('is recognised however its path is spelled', () => {
    const { action } = summaryOf(`POST ${MAILBOX}/%6Dessages/m1/trash`);
    expect(action).toBe('Move message to trash');
  });

  const related = (json: string): string =>
    `--b\r\n${json}\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n${MAIL}\r\n--b--`;
  it.each<[what: string, json: string, lines: string[], reasons: string[]]>([
    [
      'its other fields',
      'Content-Type: application/json\r\n\r\n{"labelIds":["X"]}',
      ['Other fields: {"labelIds":["X"]}'],
      [],
    ],
    [
      'a coding that is none',
      'Content-Type: application/json\r\nContent-Transfer-Encoding: x\r\n\r\n{"threadId":"t1"}',
      ['In reply to thread: t1'],
      ['ambiguous_coding'],
    ],
    [
      'two types',
      'Content-Type: application/json\r\nContent-Type: application/json\r\n\r\n{"threadId":"t1"}',
      ['In reply to thread: t1'],
      ['repeated_names'],
    ],
  ])('shows of the JSON beside a message %s', (_what, json, lines, reasons) => {
    const url = 'POST https://gmail.googleapis.com/upload/gmail/v1/users/me/messages/send';
    expect(seen(summaryOf(url, related(json), 'multipart/related; boundary=b'))).toEqual([
      'Send email',
      [...lines, 'To: bob@x.test', 'Subject: Hi', 'Text: Hello'],
      reasons,
    ]);
  });
});

describe('what is asked of Google Calendar (06 §15.2)', () => {
  it.each<[request: string, action: string, lines: string[]]>([
    [
      'POST /calendars/c1/events/e1/move?destination=c2',
      'Move event to another calendar',
      ['Query: destination=c2', 'Event: e1', 'Calendar: c1', 'To calendar: c2'],
    ],
    [
      'GET /calendars/c1/events?timeMin=a&timeMax=b&timeMax=c',
      'Read events',
      ['Query: timeMin=a&timeMax=b&timeMax=c', 'Calendar: c1', 'From: a', 'Until: b | c'],
    ],
  ])('%s', (request, action, lines) => {
    const [method, path] = request.split(' ');
    const url = `${method} https://www.googleapis.com/calendar/v3${path}`;
    expect(seen(summaryOf(url))).toEqual([action, lines, []]);
  });

  it.each(['/calendar/v2/calendars', '/calendars/v3/calendars'])('%s is none of it', (path) => {
    expect(summaryOf(`POST https://www.googleapis.com${path}`).action).toBe('POST request');
  });
});

describe('what is asked of Outlook (06 §15.2)', () => {
  const GRAPH = 'https://graph.microsoft.com';
  const to = (address: string): object[] => [{ emailAddress: { address } }];
  const LETTER = {
    subject: 'Hi',
    toRecipients: to('bob@x.test'),
    body: { contentType: 'Text', content: '<b>Hello' },
    attachments: [{ name: 'a.txt' }],
  };
  const OF_LETTER = ['To: bob@x.test', 'Subject: Hi', 'Attachments: a.txt', 'Text: <b>Hello'];

  it.each<[request: string, body: unknown, action: string, lines: string[], reasons: string[]]>([
    ['POST /beta/me/messages', LETTER, 'Create draft', OF_LETTER, []],
    ['POST /v2.0/me/messages', undefined, 'POST request', ['Endpoint: /v2.0/me/messages'], []],
    ['POST /v1.0/me/messages', { SUBJECT: 'Hi' }, 'Create draft', ['Subject: Hi'], []],
    ['POST /v1.0/me/sendMail', { message: LETTER }, 'Send email', OF_LETTER, []],
    ['POST /v1.0/me/sendMail', LETTER, 'Send email', OF_LETTER, []],
    [
      'POST /v1.0/me/messages/m1/reply',
      { message: LETTER },
      'Reply to message',
      [...OF_LETTER, 'Message: m1'],
      [],
    ],
    [
      'POST /v1.0/me/messages/m1/reply',
      { comment: 'Fine' },
      'Reply to message',
      ['Text: Fine', 'Message: m1'],
      [],
    ],
    [
      'POST /v1.0/me/messages',
      { body: { contentType: 'HTML', content: '<b>Hello</b>' } },
      'Create draft',
      ['Text: Hello', 'HTML markup: 7 characters, not shown'],
      [],
    ],
    [
      'POST /v1.0/me/events',
      { subject: 'Tea', body: { content: 'Bring cake' } },
      'Create event',
      ['Title: Tea', 'Text: Bring cake'],
      [],
    ],
  ])('%s: %#', (request, body, ...expected) => {
    const [method, path] = request.split(' ');
    expect(seen(summaryOf(`${method} ${GRAPH}${path}`, body))).toEqual(expected);
  });

  it('may answer with a whole message, and to which one', () => {
    const encoded = Buffer.from(MAIL).toString('base64');
    expect(seen(summaryOf(`POST ${GRAPH}/v1.0/me/messages/m1/reply`, encoded, 'text/plain'))).toEqual([
      'Reply to message',
      ['To: bob@x.test', 'Subject: Hi', 'Text: Hello', 'Of: m1'],
      [],
    ]);
  });
});
