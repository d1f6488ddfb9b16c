import { Buffer } from 'node:buffer';

/**
 * What a text says once the escapes of one notation are undone. Each function is one pass, gives back the same string
 * when there is nothing to undo, and is lenient: a server that reads more than the standard must not see more.
 */

const HEX = '[0-9a-fA-F]';
const ESCAPE = new RegExp(
  `\\\\(?:u\\{(${HEX}{1,6})\\}|u(${HEX}{4})|x(${HEX}{2})|U(${HEX}{8})|(\\r\\n|[\\s\\S]))`,
  'g',
);
const NAMED_ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '0': '\0',
  // A line that goes on (JSON5, YAML).
  '\n': '',
  '\r': '',
  '\r\n': '',
};

/** Escapes of strings in JSON, JSON5, JavaScript and YAML, wherever they stand. */
export function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(ESCAPE, (_, ...groups: (string | undefined)[]) => {
    const [braced, four, two, eight, single] = groups;
    const digits = braced ?? four ?? two ?? eight;
    if (digits === undefined) return NAMED_ESCAPES[single!] ?? single!;
    return character(Number.parseInt(digits, 16));
  });
}

const PERCENT_RUN = /(?:%[0-9a-f]{2})+/gi;
const PERCENT_UNICODE = /%u([0-9a-f]{4})/gi;
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

/** `application/x-www-form-urlencoded`; `%uXXXX` is what some servers read besides. */
export function percentDecoded(text: string): string {
  if (!text.includes('%')) return text;
  const bytes = text.replace(PERCENT_RUN, (run) =>
    DECODER.decode(Buffer.from(run.replaceAll('%', ''), 'hex')),
  );
  return bytes.replace(PERCENT_UNICODE, (_, digits: string) => character(Number.parseInt(digits, 16)));
}

/** The same with `+` for a space. */
export function formDecoded(text: string): string {
  return percentDecoded(text.replaceAll('+', ' '));
}

const ENTITY = /&(?:#x0{0,8}([0-9a-f]{1,6})|#0{0,8}(\d{1,7})|(amp|lt|gt|quot|apos));/gi;
const NAMED_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const BETWEEN = /<!--[\s\S]*?-->|<!\[CDATA\[|\]\]>/g;

/** XML and HTML: character references undone, comments and the marks of CDATA sections left out. */
export function markupDecoded(text: string): string {
  if (!text.includes('<') && !text.includes('&')) return text;
  // Without an end, looking for one from every beginning would be quadratic.
  const whole = text.includes('-->') ? text.slice(0, text.lastIndexOf('-->') + 3) : '';
  const plain = whole.replace(BETWEEN, '') + text.slice(whole.length).replace(/<!\[CDATA\[|\]\]>/g, '');
  return plain.replace(ENTITY, (_, hex: string | undefined, decimal: string | undefined, name: string) => {
    if (hex !== undefined) return character(Number.parseInt(hex, 16));
    return decimal === undefined ? NAMED_ENTITIES[name.toLowerCase()]! : character(Number(decimal));
  });
}

function character(codePoint: number): string {
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '\ufffd';
}
