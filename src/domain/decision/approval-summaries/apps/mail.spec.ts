import { describe, expect, it } from '@jest/globals';
import type { ApprovalSummary } from '../content/summary.js';
import { summarize } from '../summarize.js';

const base64url = (text: string): string => Buffer.from(text).toString('base64url');
const MAIL = 'To: bob@x.test\r\nSubject: Hi\r\n\r\nHello';

function summaryOf(
  url: string,
  body: string | null,
  contentType: string | null,
  truncated = false,
): ApprovalSummary {
  const [method, address] = url.split(' ') as [string, string];
  const { host, pathname: path } = new URL(address);
  const bytes = Buffer.from(body ?? '');
  const start = body === null ? null : { bytes, truncated, declaredLength: bytes.length };
  return summarize({ method, host, path, query: null, contentType, body: start });
}
const linesOf = ({ details }: ApprovalSummary): string[] =>
  details.map(({ label, value }) => `${label}: ${value}`);

describe('a message as Gmail takes it (06 §15.2)', () => {
  const SEND = 'POST https://gmail.googleapis.com/upload/gmail/v1/users/me/messages/send';
  const DRAFT = 'POST https://gmail.googleapis.com/gmail/v1/users/me/drafts';
  const JSON_TYPE = 'application/json';
  const RELATED = 'multipart/related; boundary=b';
  const JSON_PART = 'Content-Type: application/json\r\n\r\n{"threadId":"t1"}';
  const MAIL_PART = `Content-Type: message/rfc822\r\n\r\n${MAIL}`;
  const related = (...parts: string[]): string =>
    `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--`;
  const SHOWN = expect.arrayContaining(['To: bob@x.test', 'Subject: Hi', 'Text: Hello']);

  it.each<[string, string, string, string]>([
    ['as it is', SEND, MAIL, 'message/rfc822'],
    ['in JSON', SEND, JSON.stringify({ raw: base64url(MAIL) }), JSON_TYPE],
    ['in the JSON of a draft', DRAFT, JSON.stringify({ message: { raw: base64url(MAIL) } }), JSON_TYPE],
    ['beside its JSON', SEND, related(JSON_PART, MAIL_PART), RELATED],
    [
      'beside its JSON in base64',
      SEND,
      related(
        JSON_PART,
        `Content-Type: message/rfc822\r\nContent-Transfer-Encoding: BASE64\r\n\r\n${Buffer.from(MAIL).toString('base64')}`,
      ),
      RELATED,
    ],
    [
      'beside its JSON in eight bits',
      SEND,
      related(JSON_PART, `Content-Type: message/rfc822\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${MAIL}`),
      RELATED,
    ],
  ])('is shown whole %s', (_what, url, body, type) => {
    const summary = summaryOf(url, body, type);
    expect(linesOf(summary)).toEqual(SHOWN);
    expect(summary.incomplete).toBeUndefined();
  });

  it('is shown with the thread that it answers', () => {
    const thread = 'In reply to thread: t1';
    const json = JSON.stringify({ threadId: 't1', raw: base64url(MAIL) });
    expect(linesOf(summaryOf(SEND, json, JSON_TYPE))).toContain(thread);
    expect(linesOf(summaryOf(SEND, related(JSON_PART, MAIL_PART), RELATED))).toContain(thread);
  });

  it.each<[string, string, string, string | null, string | null]>([
    ['twin_fields', SEND, JSON.stringify({ raw: base64url(MAIL), message: { raw: 'eA' } }), JSON_TYPE, null],
    ['twin_fields', SEND, JSON.stringify({ raw: base64url(MAIL), payload: {} }), JSON_TYPE, null],
    ['twin_fields', DRAFT, JSON.stringify({ raw: 'eA', message: { raw: base64url(MAIL) } }), JSON_TYPE, null],
    ['twin_fields', SEND, related(JSON_PART.replace('threadId', 'raw'), MAIL_PART), RELATED, null],
    ['ambiguous_coding', SEND, JSON.stringify({ raw: `${base64url(MAIL)}!` }), JSON_TYPE, null],
    ['ambiguous_coding', SEND, MAIL, 'message/rfc822, application/json', null],
    [
      'ambiguous_coding',
      SEND,
      related(JSON_PART, `Content-Type: message/rfc822\r\nContent-Transfer-Encoding: x\r\n\r\n${MAIL}`),
      RELATED,
      null,
    ],
    ['several_parts', SEND, related(JSON_PART, JSON_PART, MAIL_PART), RELATED, null],
    ['several_parts', SEND, related(JSON_PART, MAIL_PART, MAIL_PART), RELATED, null],
    ['several_parts', SEND, `before\r\n${related(JSON_PART, MAIL_PART)}`, RELATED, null],
    ['unreadable', SEND, related('Content-Type: text/plain\r\n\r\nplain', MAIL_PART), RELATED, 'plain'],
    ['unreadable', SEND, related(JSON_PART), RELATED, 'could not be read'],
    ['unreadable', SEND, JSON.stringify({ threadId: 't1' }), JSON_TYPE, 'could not be read'],
    ['unreadable', SEND, 'plain', JSON_TYPE, 'could not be read'],
  ])('is incomplete because of %s: %#', (reason, url, body, type, text) => {
    const summary = summaryOf(url, body, type);
    expect(summary.incomplete).toContain(reason);
    if (text !== null) expect(linesOf(summary).join('\n')).toContain(text);
  });

  it('is said to be unreadable without a body, and to go on where it is cut', () => {
    expect(summaryOf(SEND, null, null).incomplete).toContain('unreadable');
    expect(linesOf(summaryOf(SEND, MAIL, 'message/rfc822', true)).join()).toContain('Only the beginning');
    const cut = summaryOf(SEND, `{"raw":"${base64url(MAIL)}`, JSON_TYPE, true);
    expect(cut.incomplete).not.toContain('ambiguous_coding');
  });
});

describe('a request of Outlook (06 §15.2)', () => {
  const GRAPH = 'https://graph.microsoft.com/v1.0/me';
  const person = (address: string, name?: string) => ({ emailAddress: { address, name } });
  const seen = (request: string, body: unknown): string[] => {
    const [method, path] = request.split(' ');
    const summary = summaryOf(`${method} ${GRAPH}${path}`, JSON.stringify(body), 'application/json');
    return [summary.action, ...linesOf(summary)];
  };
  const LETTER = {
    subject: 'Hi',
    toRecipients: [person('bob@x.test', 'Bob')],
    ccRecipients: [person('cc@x.test')],
    bccRecipients: [person('bcc@x.test')],
    replyTo: [person('re@x.test')],
    body: { contentType: 'Text', content: 'Hello' },
    attachments: [{ name: 'a.txt', contentType: 'text/plain', contentBytes: 'eHg=' }, {}],
  };
  const OF_LETTER = [
    'To: Bob <bob@x.test>',
    'Cc: cc@x.test',
    'Bcc: bcc@x.test',
    'Reply to: re@x.test',
    'Subject: Hi',
    'Attachments: a.txt (text/plain, 4 characters), unnamed',
    'Text: Hello',
  ];

  it.each<[string, unknown, string[]]>([
    ['POST /sendMail', { message: LETTER }, ['Send email', ...OF_LETTER]],
    ['POST /messages', LETTER, ['Create draft', ...OF_LETTER]],
    ['PATCH /messages/m1', LETTER, ['Change message', ...OF_LETTER, 'Message: m1']],
    ['POST /mailFolders/f1/messages', { subject: 'Hi' }, ['Create draft', 'Subject: Hi', 'Folder: f1']],
    ['POST /messages/m1/reply', { comment: 'Fine' }, ['Reply to message', 'Text: Fine', 'Message: m1']],
    [
      'POST /messages/m1/forward',
      { comment: 'See', toRecipients: [person('bob@x.test')] },
      ['Forward message', 'To: bob@x.test', 'Text: See', 'Message: m1'],
    ],
    ['POST /messages/m1/move', { destinationId: 'f2' }, ['Move message', 'Message: m1', 'To folder: f2']],
    [
      'POST /calendar/events',
      {
        subject: 'Tea',
        start: { dateTime: '10' },
        end: { dateTime: '11' },
        location: { displayName: 'Here' },
        attendees: [{ emailAddress: { name: 'Bob' } }],
      },
      ['Create event', 'Title: Tea', 'Start: 10', 'End: 11', 'Location: Here', 'Attendees: Bob'],
    ],
    ['POST /calendars/c1/events', { subject: 'Tea' }, ['Create event', 'Title: Tea', 'Calendar: c1']],
    ['POST /events/e1/decline', { comment: 'No' }, ['Decline invitation', 'Event: e1', 'Comment: No']],
  ])('%s is what it does and to whom', (request, body, expected) => {
    const [action, ...lines] = seen(request, body);
    expect(action).toContain(expected[0]);
    expect(lines).toEqual(expect.arrayContaining(expected.slice(1)));
  });

  it.each<[string, string, unknown]>([
    ['a recipient beside the message', '/sendMail', { message: LETTER, toRecipients: [person('x@x.test')] }],
    [
      'a comment beside the text',
      '/messages/m1/reply',
      { comment: 'a', message: { body: { content: 'b' } } },
    ],
  ])('is incomplete with %s', (_what, path, body) => {
    const { incomplete } = summaryOf(`POST ${GRAPH}${path}`, JSON.stringify(body), 'application/json');
    expect(incomplete).toContain('twin_fields');
  });

  it('may be a whole message in base64', () => {
    const encoded = Buffer.from(MAIL).toString('base64');
    const summary = summaryOf(`POST ${GRAPH}/sendMail`, encoded, 'text/plain');
    expect(linesOf(summary)).toEqual(expect.arrayContaining(['To: bob@x.test', 'Subject: Hi']));
    expect(summary.incomplete).toBeUndefined();
    expect(summaryOf(`POST ${GRAPH}/sendMail`, `${encoded}!`, 'text/plain').incomplete).toContain(
      'ambiguous_coding',
    );
  });
});
