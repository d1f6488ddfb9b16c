import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { threadMs } from '../../../../test/harness/time/thread-time.js';
import { previewOf, summarize } from './summarize.js';
import type { ApprovalSummary, SummarizedRequest } from './content/summary.js';

const ENCODER = new TextEncoder();

interface Input {
  body?: unknown;
  raw?: Uint8Array;
  truncated?: boolean;
  contentType?: string;
  declaredLength?: number | null;
}

/** `POST https://host/path?query`, with a body as JSON, as text or as bytes. */
function summaryOf(request: string, { body, raw, truncated = false, ...more }: Input = {}): ApprovalSummary {
  const [method, url] = request.split(' ') as [string, string];
  const { host, pathname, search } = new URL(url);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const bytes = raw ?? (body === undefined ? null : ENCODER.encode(text));
  const described: SummarizedRequest = {
    method,
    host,
    path: pathname,
    query: search === '' ? null : search.slice(1),
    contentType: more.contentType ?? null,
    body: bytes && {
      bytes,
      truncated,
      declaredLength: more.declaredLength === undefined ? bytes.length : more.declaredLength,
    },
  };
  return summarize(described);
}

/** `Label: value` lines without the action. */
function linesOf(request: string, input?: Input): string[] {
  return summaryOf(request, input).details.map(({ label, value }) => `${label}: ${value}`);
}

function bodyLine(body: unknown, more: Input = {}): string | undefined {
  const lines = linesOf('POST https://api.test/x', { body, ...more });
  return lines.find((line) => line.startsWith('Body: '))?.slice('Body: '.length);
}

describe('any request', () => {
  it('R55.3 is named by method and path, and its query is a detail without credentials', () => {
    expect(summaryOf('DELETE https://api.test/v1/things/7?all=%31&token=abc')).toEqual({
      action: 'DELETE request',
      details: [
        { label: 'Endpoint', value: '/v1/things/7' },
        { label: 'Query', value: 'all=1&token=***' },
      ],
    });
  });

  it('shows JSON with credentials hidden, whatever they contain', () => {
    const body = {
      name: 'x',
      client_secret: 'a',
      nested: { apiKey: 'b', 'private-key': ['c', { d: 'e' }], ok: [1, true, null] },
      Authorization: 'Bearer f',
      passwd: 12,
      accessKey: { deep: 'g' },
      last: 'z',
    };
    expect(bodyLine(body)).toBe(
      '{"name":"x","client_secret":"***","nested":{"apiKey":"***","private-key":"***","ok":[1,true,null]},' +
        '"Authorization":"***","passwd":"***","accessKey":"***","last":"z"}',
    );
  });

  it('hides a credential whose name is spelled with escapes', () => {
    expect(bodyLine('{"pass\\u0077ord": "hunter2"}')).not.toContain('hunter2');
  });

  it('hides credentials in a cut body', () => {
    const shown = bodyLine('{"a": "b", "token": "abcdefgh', { truncated: true });
    expect(shown).toContain('"a":"b"');
    expect(shown).not.toContain('abcdefgh');
  });

  it('shows long strings by length', () => {
    expect(bodyLine({ text: 'x'.repeat(97), short: 'y'.repeat(96) })).toBe(
      `{"text":"(97 characters)","short":"${'y'.repeat(96)}"}`,
    );
  });

  it('elides base64 and hides named values in text', () => {
    const shown = bodyLine(`note=hi&password=hunter2&file=${'QUJD'.repeat(30)}&end=1`);
    expect(shown).toBe('note=hi&password=***&file=(120 characters)&end=1');
    expect(bodyLine('authorization: Bearer abc\nx: y')).toBe('authorization: ***\nx: y');
  });

  it('shows binary by size', () => {
    expect(bodyLine(undefined, { raw: new Uint8Array([0, 1, 2]) })).toBe('Binary data, 3 bytes');
    const cut = { raw: new Uint8Array([0xff, 0xfe, 0xfd]), truncated: true };
    expect(bodyLine(undefined, { ...cut, declaredLength: 9000 })).toBe('Binary data, 9000 bytes');
    expect(bodyLine(undefined, { ...cut, declaredLength: null })).toBe('Binary data, more than 3 bytes');
  });

  it('does not take a cut character for binary', () => {
    const raw = ENCODER.encode('héé').slice(0, -1);
    expect(bodyLine(undefined, { raw, truncated: true })).toBe('hé');
  });

  it('keeps bodies within 500 and values within 240 characters', () => {
    expect(bodyLine('a b '.repeat(400))).toHaveLength(500);
    expect(bodyLine('a b '.repeat(400))).toMatch(/… \(1123 more characters\)$/);
    const [endpoint] = summaryOf(`GET https://api.test/${'p'.repeat(1000)}`).details;
    expect(endpoint!.value).toMatch(/^\/p{100,}… \(785 more characters\)$/);
    expect(endpoint!.value.length).toBeLessThanOrEqual(240);
  });

  it('shows no control characters and nothing that reorders text', () => {
    expect(bodyLine('a\u0000b')).toMatch(/^Binary/);
    expect(bodyLine('invoice\u202egpj.exe \u0007!')).toBe('invoice gpj.exe !');
  });

  it('gives a summary for everything, safe to store, within its lengths', () => {
    const hosts = fc.constantFrom(
      'gmail.googleapis.com',
      'www.googleapis.com',
      'graph.microsoft.com',
      'x.test',
    );
    const paths = fc.oneof(
      fc.constantFrom(
        '/gmail/v1/users/me/messages/send',
        '/upload/gmail/v1/users/me/drafts',
        '/calendar/v3/calendars/c/events',
        '/v1.0/me/sendMail',
        '/v1.0/me/events/1',
      ),
      fc.webPath(),
    );
    const bodies = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc.json().map((text) => ENCODER.encode(text)),
      fc.string({ unit: 'binary' }).map((text) => ENCODER.encode(text)),
    );
    fc.assert(
      fc.property(
        fc.record({
          method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
          host: hosts,
          path: paths,
          query: fc.option(fc.webQueryParameters()),
          contentType: fc.option(fc.constantFrom('application/json', 'message/rfc822')),
          body: fc.option(
            fc.record({ bytes: bodies, truncated: fc.boolean(), declaredLength: fc.option(fc.nat()) }),
          ),
        }),
        (request) => {
          const summary = summarize(request);
          const stored = JSON.stringify(summary);
          expect(stored).not.toMatch(/\\u0000|\\ud[89a-f]/i);
          for (const { value } of summary.details) expect(value.length).toBeLessThanOrEqual(1_800);
          expect(previewOf(summary).length).toBeLessThanOrEqual(3_000);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('takes time linear in the body', () => {
    const size = 16_384;
    const hostile = [
      '['.repeat(size),
      '{"a":'.repeat(size / 5),
      '"'.repeat(size),
      '\\"'.repeat(size / 2),
      `{"token":${'['.repeat(size)}`,
      'token'.repeat(size / 5),
      `password ${' '.repeat(size)}`,
      'A'
        .repeat(99)
        .concat(' ')
        .repeat(size / 100),
      'Subject:\n '.repeat(size / 10),
      '--b\n'.repeat(size / 4),
      `Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\n'.repeat(size / 5)}`,
      '=?utf-8?q?'.repeat(size / 10),
      ';'.repeat(size),
      '<'.repeat(size),
    ];
    const began = threadMs();
    for (const body of hostile) {
      summaryOf('POST https://api.test/x', { body });
      summaryOf('POST https://gmail.googleapis.com/gmail/v1/users/me/messages/send', {
        body,
        truncated: true,
      });
      const raw = ENCODER.encode(body);
      summaryOf('POST https://gmail.googleapis.com/upload/gmail/v1/users/me/messages/send', {
        raw,
        contentType: 'message/rfc822',
      });
    }
    expect(threadMs() - began).toBeLessThan(1_000);
  });
});

const MESSAGE = [
  'To: Ada <ada@example.com>',
  'Cc: bob@example.com',
  'Bcc: =?utf-8?Q?Caf=C3=A9?= <cafe@example.com>',
  'Subject: =?UTF-8?B?UsOpc3Vtw6k=?=',
  ' and more',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="outer"',
  '',
  'preamble',
  '--outer',
  'Content-Type: multipart/alternative; boundary=inner',
  '',
  '--inner',
  'Content-Type: text/plain; charset=iso-8859-1',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'Hello =E9, this is one line=',
  ' continued.',
  '--inner',
  'Content-Type: text/html',
  '',
  '<b>Hello</b>',
  '--inner--',
  '--outer',
  'Content-Type: application/pdf; name="plan.pdf"',
  'Content-Disposition: attachment; filename="plan.pdf"',
  'Content-Transfer-Encoding: base64',
  '',
  'QUJD',
  '--outer--',
].join('\r\n');

const SEND = 'POST https://gmail.googleapis.com/gmail/v1/users/me/messages/send';
const COMPOSED = [
  'To: Ada <ada@example.com>',
  'Cc: bob@example.com',
  'Bcc: Café <cafe@example.com>',
  'Subject: Résumé and more',
  'Attachments: plan.pdf',
  'Text: Hello é, this is one line continued.',
  'HTML text: Hello',
  'HTML markup: 7 characters, not shown',
  'Outside of the parts: preamble',
];

function rawOf(message: string): string {
  return Buffer.from(message).toString('base64url');
}

describe('Gmail', () => {
  it('describes an email to be sent', () => {
    const summary = summaryOf(SEND, { body: { raw: rawOf(MESSAGE), threadId: 't1' } });
    expect(summary.action).toBe('Send email');
    expect(linesOf(SEND, { body: { raw: rawOf(MESSAGE), threadId: 't1' } })).toEqual([
      'In reply to thread: t1',
      ...COMPOSED,
    ]);
  });

  it('describes it on the shared host, uploaded as it is, and as a draft', () => {
    const shared = 'POST https://www.googleapis.com/gmail/v1/users/me/messages/send';
    expect(linesOf(shared, { body: { raw: rawOf(MESSAGE) } })).toEqual(COMPOSED);
    const upload =
      'POST https://gmail.googleapis.com/upload/gmail/v1/users/me/messages/send?uploadType=media';
    expect(linesOf(upload, { body: MESSAGE, contentType: 'message/rfc822' })).toEqual([
      'Query: uploadType=media',
      ...COMPOSED,
    ]);
    const draft = 'POST https://gmail.googleapis.com/gmail/v1/users/me/drafts';
    expect(summaryOf(draft, { body: { message: { raw: rawOf(MESSAGE) } } }).action).toBe('Create draft');
    expect(linesOf(draft, { body: { message: { raw: rawOf(MESSAGE) } } })).toEqual(COMPOSED);
  });

  it('describes what can be read of a cut one, and says so', () => {
    const long = `${MESSAGE.replace('QUJD', 'QUJD'.repeat(5_000))}`;
    const body = JSON.stringify({ raw: rawOf(long) }).slice(0, 16_384);
    expect(linesOf(SEND, { body, truncated: true, declaredLength: null })).toEqual([
      ...COMPOSED,
      'Note: Only the beginning of this message is shown.',
      'Not read: the rest of the body, of unknown length',
    ]);
  });

  it('cuts a long text at 1,800 characters and names five attachments', () => {
    const parts = Array.from(
      { length: 7 },
      (_, at) => `--b\nContent-Disposition: attachment; filename=f${at}.txt\n\nx`,
    );
    const message = `Content-Type: multipart/mixed; boundary=b\n\n--b\n\n${'word '.repeat(1_000)}\n${parts.join('\n')}\n--b--`;
    const [attachments, text] = summaryOf(SEND, { body: { raw: rawOf(message) } }).details;
    expect(attachments!.value).toBe('f0.txt, f1.txt, f2.txt, f3.txt, f4.txt … and 2 more');
    expect(text!.value).toHaveLength(1_800);
  });

  it('says when a message cannot be read', () => {
    expect(linesOf(SEND, { body: '{}' })).toEqual(['Message: could not be read']);
  });

  it.each([
    ['POST /drafts/send', 'Send an existing draft', ['Draft: d1'], { id: 'd1' }],
    ['PUT /drafts/d1', 'Change draft', ['Subject: s'], { message: { raw: rawOf('Subject: s\n\n') } }],
    ['POST /messages/m1/trash', 'Move message to trash', ['Message: m1'], undefined],
    ['POST /messages/m1/untrash', 'Restore message from trash', ['Message: m1'], undefined],
    [
      'POST /messages/m1/modify',
      'Change labels of message',
      ['Message: m1', 'Add labels: INBOX', 'Remove labels: SPAM, TRASH'],
      { addLabelIds: ['INBOX'], removeLabelIds: ['SPAM', 'TRASH'] },
    ],
    [
      'POST /messages/batchDelete',
      'Delete messages permanently',
      ['Messages: 1, 2, 3, 4, 5 … and 1 more'],
      { ids: ['1', '2', '3', '4', '5', '6'] },
    ],
    ['DELETE /messages/m1', 'Delete message permanently', ['Message: m1'], undefined],
    ['GET /messages?q=from%3Aada', 'Search messages', ['Query: q=from:ada', 'Search: from:ada'], undefined],
    ['GET /messages/m1', 'Read message', ['Message: m1'], undefined],
    ['GET /labels', 'List labels', [], undefined],
  ])('describes %s', (request, action, lines, body) => {
    const [method, path] = request.split(' ');
    const full = `${method} https://gmail.googleapis.com/gmail/v1/users/me${path}`;
    expect([summaryOf(full, { body }).action, linesOf(full, { body })]).toEqual([action, lines]);
  });
});

describe('Google Calendar', () => {
  const EVENT = {
    summary: 'Planning',
    start: { dateTime: '2026-01-02T10:00:00Z' },
    end: { date: '2026-01-03' },
    location: 'Room 1',
    attendees: [{ email: 'a@x.test' }, { email: 'b@x.test' }],
  };
  const ABOUT = [
    'Title: Planning',
    'Start: 2026-01-02T10:00:00Z',
    'End: 2026-01-03',
    'Location: Room 1',
    'Attendees: a@x.test, b@x.test',
  ];

  it.each([
    [
      'POST /calendars/primary/events?sendUpdates=all',
      'Create event',
      ['Query: sendUpdates=all', ...ABOUT, 'Calendar: primary', 'Invitations: all'],
      EVENT,
    ],
    [
      'PATCH /calendars/a%40b.c/events/e1',
      'Change event',
      ['Title: New', 'Event: e1', 'Calendar: a@b.c'],
      { summary: 'New' },
    ],
    ['DELETE /calendars/primary/events/e1', 'Delete event', ['Event: e1', 'Calendar: primary'], undefined],
    [
      'POST /calendars/primary/events/quickAdd?text=Lunch',
      'Create event from text',
      ['Query: text=Lunch', 'Calendar: primary', 'Text: Lunch'],
      undefined,
    ],
    ['DELETE /calendars/c1', 'Delete calendar with all its events', ['Calendar: c1'], undefined],
    ['POST /calendars', 'Create calendar', ['Title: Team'], { summary: 'Team' }],
    [
      'POST /calendars/c1/acl',
      'Share calendar',
      ['Calendar: c1', 'With: x@y.test', 'Role: owner', 'Other fields: {"scope":{"type":"user"}}'],
      { role: 'owner', scope: { type: 'user', value: 'x@y.test' } },
    ],
    ['GET /users/me/calendarList', 'List calendars', [], undefined],
    ['GET /users/me/settings/timezone', 'Read setting', ['Setting: timezone'], undefined],
    [
      'POST /freeBusy',
      'Look up free and busy times',
      ['From: a', 'Until: b', 'Calendars: c'],
      { timeMin: 'a', timeMax: 'b', items: [{ id: 'c' }] },
    ],
  ])('describes %s', (request, action, lines, body) => {
    const [method, path] = request.split(' ');
    const full = `${method} https://www.googleapis.com/calendar/v3${path}`;
    expect([summaryOf(full, { body }).action, linesOf(full, { body })]).toEqual([action, lines]);
  });

  it('R55.1 shows a cut body as far as it goes, and one it cannot read as it is; both are incomplete', () => {
    const full = 'POST https://www.googleapis.com/calendar/v3/calendars/c/events';
    const cut = { body: '{"summary": "cut', truncated: true, declaredLength: 99 };
    expect(linesOf(full, cut)).toEqual(['Title: cut', 'Calendar: c', 'Not read: 83 more bytes of the body']);
    expect(summaryOf(full, cut).incomplete).toEqual(['body_goes_on']);
    const broken = { body: '{"summary": cut}' };
    expect(linesOf(full, broken)).toEqual(['Calendar: c', 'Body: {"summary":cut}']);
    expect(summaryOf(full, broken).incomplete).toEqual(['unreadable']);
  });
});

describe('Outlook', () => {
  const to = (...addresses: string[]): object[] =>
    addresses.map((address) => ({ emailAddress: { address } }));

  it.each([
    [
      'POST /me/sendMail',
      'Send email',
      [
        'To: a@x.test, b@x.test',
        'Cc: c@x.test',
        'Subject: Hi',
        'Attachments: f.pdf (4 characters)',
        'Text: Hello',
      ],
      {
        message: {
          subject: 'Hi',
          body: { contentType: 'text', content: 'Hello' },
          toRecipients: to('a@x.test', 'b@x.test'),
          ccRecipients: to('c@x.test'),
          attachments: [{ name: 'f.pdf', contentBytes: 'QUJD' }],
        },
      },
    ],
    ['POST /me/messages', 'Create draft', ['Subject: Hi'], { subject: 'Hi' }],
    [
      'DELETE /users/a@x.test/mailFolders/inbox/messages/m1',
      'Delete message',
      ['Mailbox: a@x.test', 'Message: m1', 'Folder: inbox'],
      undefined,
    ],
    [
      'POST /me/messages/m1/forward',
      'Forward message',
      ['To: a@x.test', 'Text: See', 'Message: m1'],
      { comment: 'See', toRecipients: to('a@x.test') },
    ],
    [
      'POST /me/events',
      'Create event',
      ['Title: Plan', 'Start: 10', 'End: 11', 'Location: Room', 'Attendees: a@x.test'],
      {
        subject: 'Plan',
        start: { dateTime: '10' },
        end: { dateTime: '11' },
        location: { displayName: 'Room' },
        attendees: to('a@x.test'),
      },
    ],
    [
      'PATCH /me/calendars/c1/events/e1',
      'Change event',
      ['Title: New', 'Event: e1', 'Calendar: c1'],
      { subject: 'New' },
    ],
    ['DELETE /me/calendar/events/e1', 'Delete event', ['Event: e1'], undefined],
  ])('describes %s', (request, action, lines, body) => {
    const [method, path] = request.split(' ');
    const full = `${method} https://graph.microsoft.com/v1.0${path}`;
    expect([summaryOf(full, { body }).action, linesOf(full, { body })]).toEqual([action, lines]);
  });

  it('leaves other calls to the general summary', () => {
    expect(summaryOf('GET https://graph.microsoft.com/v1.0/me/drive').action).toBe('GET request');
    expect(summaryOf('GET https://gmail.googleapis.com/discovery').action).toBe('GET request');
  });
});

describe('the preview', () => {
  it('is the summary as text, at most 3,000 characters', () => {
    const details = Array.from({ length: 20 }, (_, at) => ({ label: `L${at}`, value: 'v'.repeat(240) }));
    expect(previewOf({ action: 'Do', details: [{ label: 'A', value: 'b' }] })).toBe('Do\nA: b');
    expect(previewOf({ action: 'Do', details })).toHaveLength(3_000);
  });
});
