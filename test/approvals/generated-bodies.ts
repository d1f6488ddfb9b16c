/** Requests with marked words in every place that an agent can write to, from a seed. */
import { Chance } from './chance.js';
import { message, type Way } from './generated-mail.js';

/** `mail-in-json` has a message in base64 in each `raw`, `mail-in-related` a body of parts. */
export type BodyKind =
  'json' | 'form' | 'text' | 'mail' | 'mail-in-json' | 'mail-in-related' | 'mail-in-base64';

export interface GeneratedRequest {
  readonly kind: BodyKind;
  readonly host: string;
  readonly path: string;
  readonly query: string | null;
  /** Header fields that decide what happens. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly contentType: string;
  readonly body: string;
  readonly ways: readonly Way[];
}

type Drawn = Omit<GeneratedRequest, 'query' | 'fields' | 'ways'>;

export function generated(seed: number): GeneratedRequest {
  const chance = new Chance(seed);
  const ways = new Set<Way>();
  const draw = chance.of([json, json, outlook, form, text, mail, mailInJson, mailInRelated, mailInBase64]);
  const drawn = draw(chance, ways);
  const query = chance.maybe(0.3) ? `a=${chance.mark()}&b%5B%5D=%0A${chance.mark()}` : null;
  const fields = chance.maybe(0.2)
    ? [[chance.of(['x-amz-target', 'x-original-url', 'x-http-method-override']), chance.mark()] as const]
    : [];
  return { ...drawn, query, fields, ways: [...ways] };
}

const NAMES =
  'to raw message subject Body password amount toRecipients summary attendees start email dateTime scope value emailAddress address content comment ids'.split(
    ' ',
  );
const APPS: readonly (readonly [host: string, path: string])[] = [
  ['api.bank.test', '/pay'],
  ['www.googleapis.com', '/calendar/v3/calendars/primary/events'],
  ['www.googleapis.com', '/calendar/v3/calendars/primary/acl'],
  ['graph.microsoft.com', '/v1.0/me/sendMail'],
  ['graph.microsoft.com', '/v1.0/me/events'],
  ['graph.microsoft.com', '/v1.0/me/messages/1/forward'],
  ['gmail.googleapis.com', '/gmail/v1/users/me/messages/batchModify'],
];

function json(chance: Chance, ways: Set<Way>): Drawn {
  const [host, path] = chance.of(APPS);
  const value = (depth: number): unknown => {
    const kind = chance.below(depth > 3 ? 2 : 6);
    if (kind === 0) return chance.below(1_000);
    if (kind < 3) return chance.text();
    if (kind === 3) return chance.list(chance.below(8), () => value(depth + 1));
    return object(depth);
  };
  const object = (depth: number): object =>
    Object.fromEntries(
      chance.list(1 + chance.below(4), () => [
        chance.maybe(0.1) ? chance.mark() : chance.of(NAMES),
        value(depth + 1),
      ]),
    );
  let body = JSON.stringify(object(0));
  if (chance.maybe(0.05)) body = body.replace('{', `{"${chance.of(NAMES)}":"${chance.mark()}",`);
  if (chance.maybe(0.05)) body = body.replaceAll('e', String.raw`\u0065`);
  if (chance.maybe(0.03)) {
    ways.add('blanks beyond 16 KiB');
    body = body.replace(/\}$/, `${' '.repeat(17_000)},"${chance.mark()}":1}`);
  }
  return { kind: 'json', host, path, contentType: 'application/json', body };
}

/** As Microsoft Graph takes it, with names in any letter case. */
function outlook(chance: Chance, ways: Set<Way>): Drawn {
  const name = (plain: string): string => {
    const spelled = chance.anyCase(plain);
    if (spelled !== plain) ways.add('names in capitals');
    return spelled;
  };
  const people = (): object[] =>
    chance.list(1 + chance.below(3), () => ({
      [name('emailAddress')]: { [name('address')]: `${chance.mark()}@x.test` },
    }));
  const content = {
    [name('subject')]: chance.text(),
    [name('body')]: { [name('contentType')]: 'Text', [name('content')]: chance.text() },
    [name('toRecipients')]: people(),
    ...(chance.maybe(0.5) && { [name('bccRecipients')]: people() }),
  };
  const beside = chance.maybe(0.2) ? { [name('bccRecipients')]: people() } : {};
  const twice = chance.maybe(0.1) ? { message: { subject: chance.mark() } } : {};
  const body = JSON.stringify({ [name('message')]: content, ...twice, ...beside });
  return {
    kind: 'json',
    host: 'graph.microsoft.com',
    path: '/v1.0/me/sendMail',
    contentType: 'application/json',
    body,
  };
}

function form(chance: Chance, ways: Set<Way>): Drawn {
  const fields = chance.list(1 + chance.below(6), () => [
    chance.of(['to', 'token', 'amount', 'to\nBody', 'a[b]', chance.mark()]),
    chance.text(),
  ]);
  const written = fields.map((field) => field.map((each) => encodeURIComponent(each)).join('='));
  if (chance.maybe(0.2)) {
    ways.add('blanks in a form');
    written.push(`note=a${chance.of(['%20', '+', '%E2%80%8B', '%0A']).repeat(1_200)}`, `to=${chance.mark()}`);
  }
  // What looks like JSON may still be read as a form.
  if (chance.maybe(0.1)) written.unshift('{"token":"x', `to=${chance.mark()}"}`);
  let body = written.join('&');
  if (chance.maybe(0.4)) {
    ways.add('a mutated form');
    for (let times = 1 + chance.below(4); times > 0; times--) body = mutated(body, chance);
  }
  return {
    kind: 'form',
    host: 'api.bank.test',
    path: '/pay',
    contentType: 'application/x-www-form-urlencoded',
    body,
  };
}

const INSERTED =
  '= & ; : " \' , + % %% %3D %3d %26 %3B %3A %22 %2C %2B %25 %0A %0D%0A %20 [ ] token token= token: token%3D password%3A api_key="'.split(
    ' ',
  );

/** Something that one reader takes for the end of a name, value or field, and another does not. */
function mutated(body: string, chance: Chance): string {
  const at = chance.below(body.length + 1);
  const gone = chance.maybe(0.3) ? 1 + chance.below(3) : 0;
  return body.slice(0, at) + chance.of(INSERTED) + body.slice(at + gone);
}

function text(chance: Chance, ways: Set<Way>): Drawn {
  let body = chance.list(1 + chance.below(4), () => chance.text()).join(chance.of(['\n', '; ', '\r\n\r\n']));
  if (chance.maybe(0.5)) {
    const long = chance.maybe(0.2);
    ways.add(long ? 'blanks beyond 16 KiB' : 'blanks in a text');
    body += chance.of([' ', '\n', '\u2003', '\u200b']).repeat(long ? 17_000 : 1_200) + chance.mark();
  }
  return { kind: 'text', host: 'api.bank.test', path: '/pay', contentType: 'text/plain', body };
}

const SEND = '/gmail/v1/users/me/messages/send';
const GMAIL = 'gmail.googleapis.com';

function mail(chance: Chance, ways: Set<Way>): Drawn {
  const body = message(chance, ways);
  return { kind: 'mail', host: GMAIL, path: `/upload${SEND}`, contentType: 'message/rfc822', body };
}

/** To be sent, or as a draft, which has its message one level down. */
function mailInJson(chance: Chance, ways: Set<Way>): Drawn {
  const raw = (): string => Buffer.from(message(chance, ways)).toString('base64url');
  const content = {
    threadId: chance.mark(),
    ...(chance.maybe(0.3) && { labelIds: [chance.text()] }),
    raw: raw(),
  };
  const isDraft = chance.maybe(0.4);
  const twin = chance.maybe(0.2);
  if (twin) ways.add('raw beside its twin');
  const body = JSON.stringify(
    isDraft
      ? { message: content, ...(twin && { raw: raw() }) }
      : { ...content, ...(twin && chance.of([{ message: { raw: raw() } }, { payload: chance.mark() }])) },
  );
  const path = isDraft ? '/gmail/v1/users/me/drafts' : SEND;
  return { kind: 'mail-in-json', host: GMAIL, path, contentType: 'application/json', body };
}

function mailInRelated(chance: Chance, ways: Set<Way>): Drawn {
  const metadata = (): string[] => [
    'Content-Type: application/json',
    '',
    JSON.stringify({
      threadId: chance.mark(),
      ...(chance.maybe(0.3) && { note: chance.text() }),
      ...(chance.maybe(0.1) && { raw: Buffer.from(message(chance, ways)).toString('base64url') }),
    }),
  ];
  const content = (): string[] => ['Content-Type: message/rfc822', '', message(chance, ways)];
  const parts = [metadata(), content()];
  if (chance.maybe(0.2)) {
    ways.add('a decoy JSON part');
    parts.splice(chance.below(3), 0, metadata());
  }
  if (chance.maybe(0.1)) parts.push(content());
  const body = [...parts.flatMap((part) => ['--outer', ...part]), '--outer--', ''].join('\r\n');
  const contentType = 'multipart/related; boundary="outer"';
  return { kind: 'mail-in-related', host: GMAIL, path: `/upload${SEND}`, contentType, body };
}

function mailInBase64(chance: Chance, ways: Set<Way>): Drawn {
  const body = Buffer.from(message(chance, ways)).toString('base64');
  return {
    kind: 'mail-in-base64',
    host: 'graph.microsoft.com',
    path: '/v1.0/me/sendMail',
    contentType: 'text/plain',
    body,
  };
}
