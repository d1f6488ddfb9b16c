import type { Chance } from './chance.js';

/** How something was hidden in what the first attack on summaries found (R55). */
export type Way =
  | 'a decoy JSON part'
  | 'Bcc behind 200 fields'
  | 'a second text part'
  | 'raw beside its twin'
  | 'blanks in a form'
  | 'a mutated form'
  | 'blanks in a text'
  | 'blanks beyond 16 KiB'
  | 'names in capitals'
  | 'line feeds in a word';

/** An Internet message, and the ways it hides something by. */
export function message(chance: Chance, ways: Set<Way>): string {
  const addresses = (): string =>
    chance
      .list(1 + chance.below(chance.maybe(0.1) ? 40 : 3), () =>
        chance.of([
          () => `${chance.mark()}@x.test`,
          () => `"A, ${chance.mark()}" <a@x.test>`,
          () => `=?utf-8?q?A=2C_${chance.mark()}?= <a@x.test>`,
        ])(),
      )
      .join(chance.of([', ', ',\r\n ']));
  const fields = ['To', 'Cc', 'Bcc']
    .filter(() => chance.maybe(0.6))
    .map((name) => `${chance.anyCase(name)}: ${addresses()}`);
  fields.push(`Subject: ${headerText(chance, ways)}`);
  if (chance.maybe(0.3))
    fields.push(
      `${chance.of(['From', 'Reply-To', 'X-Note', 'List-Unsubscribe'])}: ${headerText(chance, ways)}`,
    );
  if (chance.maybe(0.05)) {
    ways.add('Bcc behind 200 fields');
    fields.push(...Array.from({ length: 220 }, (_, at) => `X-${at}: ${at}`), `Bcc: ${addresses()}`);
  }
  if (chance.maybe(0.02)) {
    ways.add('blanks beyond 16 KiB');
    fields.push(`X-Long: a${' '.repeat(17_000)}${chance.mark()}`);
  }
  const doubled = chance.maybe(0.03) ? [`${chance.of(['Subject', 'To'])}: ${chance.mark()}`] : [];
  return [...fields, ...doubled, ...part(chance, 0, ways)].join('\r\n');
}

function headerText(chance: Chance, ways: Set<Way>): string {
  const between = chance.of(['é', '\n', '\r\nBcc: x@y.test', '\u2028']);
  const text = `${chance.mark()} ${between} ${chance.mark()}`;
  const quoted = [...Buffer.from(text)]
    .map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
  const word = chance.of([
    `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`,
    `=?UTF-8?q?${quoted}?=`,
    null,
  ]);
  if (word === null) return `${chance.mark()}\r\n ${chance.mark()}`;
  if (between !== 'é') ways.add('line feeds in a word');
  return word;
}

/** The fields of the content, an empty line, and the content. */
function part(chance: Chance, depth: number, ways: Set<Way>): string[] {
  const kind = chance.below(depth > 2 ? 5 : 8);
  if (kind >= 5) return parts(chance, depth, ways);
  if (kind === 4)
    return chance.of([
      ['Content-Type: text/plain', 'Content-Disposition: attachment; filename=""', '', 'a text'],
      ['Content-Type: message/rfc822', '', `Subject: ${chance.mark()}`, '', chance.mark()],
      [`Content-Type: text/calendar; method=REQUEST`, '', `SUMMARY:${chance.mark()}`],
    ]);
  if (kind === 3) return attachment(chance);
  return textPart(chance, kind === 2);
}

function attachment(chance: Chance): string[] {
  const name = `${chance.mark()}.pdf`;
  const named = chance.of([`filename="${name}"`, `filename=${name}`, `filename*=utf-8''${name}`]);
  return ['Content-Type: application/pdf', `Content-Disposition: attachment; ${named}`, '', 'QUJD'];
}

function textPart(chance: Chance, isHtml: boolean): string[] {
  const text = isHtml
    ? `<p title="a">${chance.mark()} <a href="https://${chance.mark()}.test">x</a></p>${chance.mark()}`
    : [chance.text(), chance.text()].join('\r\n');
  const type = isHtml ? 'text/html' : 'text/plain';
  const named = chance.maybe(0.1) ? '; name=n.txt' : '';
  const bytes = Buffer.from(text);
  const quoted = [...bytes]
    .map((byte) =>
      byte > 0x7e || byte === 0x3d ? `=${byte.toString(16).toUpperCase()}` : String.fromCharCode(byte),
    )
    .join('');
  const content = chance.of([
    ['Content-Transfer-Encoding: base64', '', bytes.toString('base64')],
    ['Content-Transfer-Encoding: quoted-printable', '', quoted],
    ['', text],
  ]);
  return [`Content-Type: ${type}; charset=utf-8${named}`, ...content];
}

function parts(chance: Chance, depth: number, ways: Set<Way>): string[] {
  const boundary = `b${depth}`;
  const kind = chance.of(['mixed', 'alternative', 'related']);
  const lines = [`Content-Type: multipart/${kind}; boundary="${boundary}"`, ''];
  if (chance.maybe(0.2)) lines.push(chance.mark());
  const inner = chance.list(1 + chance.below(3), () => part(chance, depth + 1, ways));
  if (inner.filter(([type]) => type!.startsWith('Content-Type: text/plain')).length > 1)
    ways.add('a second text part');
  for (const each of inner) lines.push(`--${boundary}`, ...each);
  lines.push(`--${boundary}--`);
  if (chance.maybe(0.2)) lines.push(chance.mark());
  return lines;
}
