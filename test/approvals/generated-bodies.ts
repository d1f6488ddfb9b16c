/** Bodies with marked words in every place that an agent can write to, from a seed. */
import type { BodyKind } from './independent-reader.js';

export interface GeneratedRequest {
  readonly kind: BodyKind;
  readonly host: string;
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

/** The marked words of a text. */
export function marksIn(text: string): string[] {
  return text.match(/zq\d+x/g) ?? [];
}

/** mulberry32: the same bodies for the same seed everywhere. */
export class Chance {
  private marks = 0;
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  of<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }

  maybe(share: number): boolean {
    return this.next() < share;
  }

  mark(): string {
    return `zq${++this.marks}x`;
  }

  /** A few words, one of them marked, with what hides others between them. */
  text(): string {
    const blank = this.of([' ', ' ', '  ', '\t', ' \u200b', '\u3164', ' '.repeat(300), '\u00a0'.repeat(60)]);
    return this.of([
      () => this.mark(),
      () => `pay ${this.mark()}`,
      () => `a${blank}${this.mark()}`,
      () => `${this.mark()}${blank}é ${this.mark()}`,
    ])();
  }
}

export function generated(seed: number): GeneratedRequest {
  const chance = new Chance(seed);
  return chance.of([json, json, form, mail, mailInJson, mailInRelated, mailInBase64])(chance);
}

const NAMES = [
  'to',
  'raw',
  'message',
  'subject',
  'Body',
  'password',
  'amount',
  'toRecipients',
  'summary',
  'attendees',
  'start',
  'email',
  'dateTime',
  'scope',
  'value',
  'emailAddress',
  'address',
  'content',
  'comment',
  'ids',
  '\u0065mail',
];
const APPS: readonly (readonly [host: string, path: string])[] = [
  ['api.bank.test', '/pay'],
  ['www.googleapis.com', '/calendar/v3/calendars/primary/events'],
  ['www.googleapis.com', '/calendar/v3/calendars/primary/acl'],
  ['graph.microsoft.com', '/v1.0/me/sendMail'],
  ['graph.microsoft.com', '/v1.0/me/events'],
  ['graph.microsoft.com', '/v1.0/me/messages/1/forward'],
  ['gmail.googleapis.com', '/gmail/v1/users/me/messages/batchModify'],
];

function json(chance: Chance): GeneratedRequest {
  const [host, path] = chance.of(APPS);
  const value = (depth: number): unknown => {
    const kind = chance.below(depth > 3 ? 2 : 6);
    if (kind === 0) return chance.below(1_000);
    if (kind < 3) return chance.text();
    if (kind === 3) return Array.from({ length: chance.below(8) }, () => value(depth + 1));
    return object(depth);
  };
  const object = (depth: number): object =>
    Object.fromEntries(
      Array.from({ length: 1 + chance.below(4) }, () => [
        chance.maybe(0.1) ? chance.mark() : chance.of(NAMES),
        value(depth + 1),
      ]),
    );
  const text = JSON.stringify(object(0));
  return { kind: 'json', host, path, contentType: 'application/json', body: text };
}

function form(chance: Chance): GeneratedRequest {
  const fields = Array.from({ length: 1 + chance.below(6) }, () => [
    chance.of(['to', 'token', 'amount', 'to\nBody', 'a[b]', chance.mark()]),
    chance.text(),
  ]);
  const body = fields.map((field) => field.map((text) => encodeURIComponent(text)).join('=')).join('&');
  return {
    kind: 'form',
    host: 'api.bank.test',
    path: '/pay',
    contentType: 'application/x-www-form-urlencoded',
    body,
  };
}

const SEND = '/gmail/v1/users/me/messages/send';

function mail(chance: Chance): GeneratedRequest {
  const path = `/upload${SEND}`;
  return {
    kind: 'mail',
    host: 'gmail.googleapis.com',
    path,
    contentType: 'message/rfc822',
    body: message(chance),
  };
}

function mailInJson(chance: Chance): GeneratedRequest {
  const raw = Buffer.from(message(chance)).toString('base64url');
  const body = JSON.stringify({
    threadId: chance.mark(),
    ...(chance.maybe(0.3) && { labelIds: [chance.text()] }),
    raw,
  });
  return {
    kind: 'mail-in-json',
    host: 'gmail.googleapis.com',
    path: SEND,
    contentType: 'application/json',
    body,
  };
}

function mailInRelated(chance: Chance): GeneratedRequest {
  const metadata = JSON.stringify({
    threadId: chance.mark(),
    ...(chance.maybe(0.3) && { note: chance.text() }),
  });
  const body = [
    '--outer',
    'Content-Type: application/json',
    '',
    metadata,
    '--outer',
    'Content-Type: message/rfc822',
    '',
    message(chance),
    '--outer--',
    '',
  ].join('\r\n');
  const contentType = 'multipart/related; boundary="outer"';
  return { kind: 'mail-in-related', host: 'gmail.googleapis.com', path: `/upload${SEND}`, contentType, body };
}

function mailInBase64(chance: Chance): GeneratedRequest {
  const body = Buffer.from(message(chance)).toString('base64');
  return {
    kind: 'mail-in-base64',
    host: 'graph.microsoft.com',
    path: '/v1.0/me/sendMail',
    contentType: 'text/plain',
    body,
  };
}

function message(chance: Chance): string {
  const addresses = (): string =>
    Array.from({ length: 1 + chance.below(chance.maybe(0.1) ? 40 : 3) }, () =>
      chance.of([`${chance.mark()}@x.test`, `"A, ${chance.mark()}" <a@x.test>`]),
    ).join(chance.of([', ', ',\r\n ']));
  const fields = ['To', 'Cc', 'Bcc'].filter(() => chance.maybe(0.6)).map((name) => `${name}: ${addresses()}`);
  fields.push(`Subject: ${headerText(chance)}`);
  if (chance.maybe(0.3))
    fields.push(`${chance.of(['From', 'Reply-To', 'X-Note', 'List-Unsubscribe'])}: ${headerText(chance)}`);
  if (chance.maybe(0.05))
    fields.push(...Array.from({ length: 220 }, (_, at) => `X-${at}: ${at}`), `Bcc: ${addresses()}`);
  return [...fields, ...part(chance, 0)].join('\r\n');
}

function headerText(chance: Chance): string {
  const text = `${chance.mark()} ${chance.of(['é', '\n', 'Bcc: x'])} ${chance.mark()}`;
  const quoted = [...Buffer.from(text)]
    .map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
  return chance.of([
    () => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`,
    () => `=?UTF-8?q?${quoted}?=`,
    () => `${chance.mark()}\r\n ${chance.mark()}`,
  ])();
}

/** The fields of the content, an empty line, and the content. */
function part(chance: Chance, depth: number): string[] {
  const kind = chance.below(depth > 2 ? 4 : 6);
  if (kind >= 4) return parts(chance, depth);
  if (kind === 3) {
    const name = `${chance.mark()}.pdf`;
    return [
      'Content-Type: application/pdf',
      `Content-Disposition: attachment; filename="${name}"`,
      '',
      'QUJD',
    ];
  }
  const isHtml = kind === 2;
  const text = isHtml
    ? `<p title="${chance.mark()}">${chance.mark()} <a href="https://${chance.mark()}.test">x</a></p>${chance.mark()}`
    : [chance.text(), chance.text()].join('\r\n');
  const type = isHtml ? 'text/html' : 'text/plain';
  const named = chance.maybe(0.1) ? '; name=n.txt' : '';
  const bytes = Buffer.from(text);
  const quoted = [...bytes]
    .map((byte) =>
      byte > 0x7e || byte === 0x3d ? `=${byte.toString(16).toUpperCase()}` : String.fromCharCode(byte),
    )
    .join('');
  return chance.of([
    () => [
      `Content-Type: ${type}; charset=utf-8${named}`,
      'Content-Transfer-Encoding: base64',
      '',
      bytes.toString('base64'),
    ],
    () => [`Content-Type: ${type}${named}`, 'Content-Transfer-Encoding: quoted-printable', '', quoted],
    () => [`Content-Type: ${type}${named}`, '', text],
  ])();
}

function parts(chance: Chance, depth: number): string[] {
  const boundary = `b${depth}`;
  const kind = chance.of(['mixed', 'alternative', 'related']);
  const lines = [`Content-Type: multipart/${kind}; boundary="${boundary}"`, ''];
  if (chance.maybe(0.2)) lines.push(chance.mark());
  for (let left = 1 + chance.below(3); left > 0; left--)
    lines.push(`--${boundary}`, ...part(chance, depth + 1));
  lines.push(`--${boundary}--`);
  if (chance.maybe(0.2)) lines.push(chance.mark());
  return lines;
}
