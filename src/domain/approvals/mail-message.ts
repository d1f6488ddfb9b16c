import { Buffer } from 'node:buffer';

/** What a person wants to see of an Internet message (RFC 5322), read from its first bytes. */
export interface ParsedMail {
  headers: ReadonlyMap<string, string>;
  attachments: string[];
  /** The text part; null when none is in reach. */
  text: string | null;
  /** The HTML part without its markup. */
  html: string | null;
}

/** Bound the work on a message made to be expensive. */
const MOST_PARTS = 40;
const DEEPEST_PART = 6;
const MOST_HEADERS = 200;
const LONGEST_HEADER = 8_192;
const SHOWN = new Set(['to', 'cc', 'bcc', 'subject']);

interface Part {
  headers: ReadonlyMap<string, string>;
  body: string;
}

/** Total and linear in the message; `bytes` may end anywhere. */
export function readMailMessage(bytes: Uint8Array): ParsedMail {
  // One character per byte: boundaries are found in bytes, charsets are decoded per part.
  const whole = partOf(Buffer.from(bytes).toString('latin1'));
  const found = { attachments: [] as string[], plain: null as string | null, html: null as string | null };
  const open: { part: Part; depth: number }[] = [{ part: whole, depth: 0 }];
  for (let parts = 0; open.length > 0 && parts < MOST_PARTS; parts++) {
    const { part, depth } = open.shift()!;
    const type = parametersOf(part.headers.get('content-type') ?? 'text/plain');
    const boundary = type.value.startsWith('multipart/') ? type.parameters.get('boundary') : undefined;
    if (boundary !== undefined && boundary !== '' && depth < DEEPEST_PART) {
      const inner = splitParts(part.body, boundary).map((text) => ({ part: partOf(text), depth: depth + 1 }));
      open.unshift(...inner);
    } else {
      collect(part, type, found);
    }
  }
  return { headers: whole.headers, attachments: found.attachments, text: found.plain, html: found.html };
}

function collect(
  part: Part,
  type: HeaderValue,
  found: { attachments: string[]; plain: string | null; html: string | null },
): void {
  const disposition = parametersOf(part.headers.get('content-disposition') ?? '');
  const name = disposition.parameters.get('filename') ?? type.parameters.get('name');
  if (disposition.value === 'attachment' || name !== undefined) {
    found.attachments.push(decodeWords(name ?? 'unnamed'));
  } else if (type.value === 'text/plain') {
    found.plain ??= decodedText(part, type);
  } else if (type.value === 'text/html') {
    found.html ??= withoutMarkup(decodedText(part, type));
  }
}

function partOf(text: string): Part {
  // A part without any header begins with the blank line.
  const blank = /^\r?\n|\r?\n\r?\n/.exec(text);
  const head = blank ? text.slice(0, blank.index) : text;
  const body = blank ? text.slice(blank.index + blank[0].length) : '';
  const headers = new Map<string, string>();
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/, MOST_HEADERS);
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon <= 0) continue;
    const value = line.slice(colon + 1, LONGEST_HEADER).trim();
    const before = headers.get(name);
    if (before === undefined) headers.set(name, value);
    // Which of two counts depends on the server, so a person sees both.
    else if (SHOWN.has(name)) headers.set(name, `${before}, ${value}`);
  }
  return { headers, body };
}

function splitParts(body: string, boundary: string): string[] {
  const parts = `\n${body}`.split(`\n--${boundary}`, MOST_PARTS + 2).slice(1);
  return parts.filter((part) => !part.startsWith('--')).map((part) => part.replace(/^[ \t]*\r?\n/, ''));
}

interface HeaderValue {
  value: string;
  parameters: ReadonlyMap<string, string>;
}

function parametersOf(header: string): HeaderValue {
  const semicolon = header.indexOf(';');
  const value = (semicolon < 0 ? header : header.slice(0, semicolon)).trim().toLowerCase();
  const parameters = new Map<string, string>();
  const rest = semicolon < 0 ? '' : header.slice(semicolon);
  for (const match of rest.matchAll(/;\s{0,8}([a-z0-9-]{1,40})\*?\s{0,8}=\s{0,8}(?:"([^"]*)"|([^;\s]*))/gi)) {
    parameters.set(match[1]!.toLowerCase(), match[2] ?? match[3] ?? '');
  }
  return { value, parameters };
}

function decodedText({ headers, body }: Part, type: HeaderValue): string {
  const encoding = (headers.get('content-transfer-encoding') ?? '').trim().toLowerCase();
  if (encoding === 'base64') return inCharset(Buffer.from(body, 'base64'), type.parameters.get('charset'));
  if (encoding === 'quoted-printable')
    return inCharset(quotedPrintable(body), type.parameters.get('charset'));
  return inCharset(Buffer.from(body, 'latin1'), type.parameters.get('charset'));
}

function quotedPrintable(text: string): Buffer {
  const joined = text.replace(/=[ \t]{0,8}\r?\n/g, '');
  const bytes = joined.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1');
}

function inCharset(bytes: Uint8Array, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** A header as a person reads it: encoded words (RFC 2047), and bare bytes as UTF-8. */
export function decodeWords(value: string): string {
  const readable = inCharset(Buffer.from(value, 'latin1'));
  return readable
    .replace(/\?=\s{1,8}=\?/g, '?==?')
    .replace(/=\?([\w-]{1,40})\?([bq])\?([^?]*)\?=/gi, (_, charset: string, kind: string, text: string) => {
      const bytes =
        kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : quotedPrintable(text.replaceAll('_', ' '));
      return inCharset(bytes, charset);
    });
}

/** Only to be read, never to be rendered. */
function withoutMarkup(html: string): string {
  let out = '';
  let from = 0;
  while (from < html.length) {
    const open = html.indexOf('<', from);
    if (open < 0) return out + html.slice(from);
    out += html.slice(from, open);
    const close = html.indexOf('>', open);
    if (close < 0) return out;
    from = close + 1;
  }
  return out;
}
