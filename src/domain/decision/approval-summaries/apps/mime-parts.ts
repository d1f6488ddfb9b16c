import { Buffer } from 'node:buffer';
import type { IncompleteReason } from '../content/summary.js';

/** Bound the work on a message made to be expensive; what is beyond is counted. */
const MAX_PARTS = 60;
const MAX_DEPTH = 6;
/** What they say is in how the parts are shown. A head has one of each. */
export const STRUCTURAL_FIELDS = new Set([
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'content-disposition',
]);
const TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;
/** Codings that leave the boundaries of parts where they are. */
const PLAIN_CODING = /^(?:7bit|8bit|binary)?$/i;

/** A header field, unfolded, one character per byte; the name is lower case, and empty for a line that is no field. */
export interface MimeField {
  readonly name: string;
  readonly value: string;
}

export interface MimePart {
  readonly fields: readonly MimeField[];
  readonly type: HeaderValue;
  readonly body: string;
}

/** A message or a body of parts (RFC 2045, RFC 2046), as far as it is there. */
export interface MimeReading {
  /** Fields of the message itself. */
  readonly fields: readonly MimeField[];
  /** Those without parts of their own, in their order. */
  readonly leaves: readonly MimePart[];
  /** Fields of the parts around and of the leaves, without the message's own. */
  readonly partFields: readonly MimeField[];
  /** Text before the first part and behind the last, which readers do not show. */
  readonly outside: readonly string[];
  readonly doubts: ReadonlySet<IncompleteReason>;
}

/** Total and linear in the message; `bytes` may end anywhere. */
export function readMime(bytes: Uint8Array): MimeReading {
  // One character per byte: boundaries are found in bytes, charsets are decoded per part.
  return new MimeReader().read(Buffer.from(bytes).toString('latin1'));
}

/** The parts of a body whose header is elsewhere, such as a `multipart/related` upload. */
export function readMimeParts(bytes: Uint8Array, contentType: string): MimeReading {
  return new MimeReader().read(
    `content-type: ${contentType}\r\n\r\n${Buffer.from(bytes).toString('latin1')}`,
  );
}

class MimeReader {
  private readonly leaves: MimePart[] = [];
  private readonly partFields: MimeField[] = [];
  private readonly outside: string[] = [];
  private readonly doubts = new Set<IncompleteReason>();

  read(text: string): MimeReading {
    const whole = this.part(text);
    this.descend(whole, 0);
    const { leaves, partFields, outside, doubts } = this;
    return { fields: whole.fields, leaves, partFields, outside, doubts };
  }

  private descend(part: MimePart, depth: number): void {
    const { type } = part;
    const boundary = type.value.startsWith('multipart/') ? type.parameters.get('boundary') : undefined;
    if (type.value.startsWith('multipart/') && !boundary) this.doubts.add('ambiguous_coding');
    if (boundary && depth >= MAX_DEPTH) this.doubts.add('more_than_listed');
    if (!boundary || depth >= MAX_DEPTH) return void this.leaves.push(part);
    // Parts inside of base64 are parts to readers that undo it.
    if (!PLAIN_CODING.test((valueOf(part.fields, 'content-transfer-encoding') ?? '').trim()))
      this.doubts.add('ambiguous_coding');
    const { parts, outside, unsure } = splitParts(part.body, boundary);
    if (unsure) this.doubts.add('ambiguous_coding');
    this.outside.push(...outside.filter((text) => text.trim() !== ''));
    for (const inner of parts) {
      if (this.leaves.length >= MAX_PARTS) return void this.doubts.add('more_than_listed');
      const read = this.part(inner);
      this.partFields.push(...read.fields);
      this.descend(read, depth + 1);
    }
  }

  private part(text: string): MimePart {
    const { fields, body, unsure } = readHead(text);
    const type = mimeHeaderValue(valueOf(fields, 'content-type') ?? 'text/plain');
    // To some a type that is none is text.
    if (unsure || type.unsure || !TYPE.test(type.value)) this.doubts.add('ambiguous_coding');
    for (const name of STRUCTURAL_FIELDS)
      if (valuesOf(fields, name).length > 1) this.doubts.add('repeated_names');
    return { fields, type, body };
  }
}

export function valuesOf(fields: readonly MimeField[], name: string): string[] {
  return fields.filter((field) => field.name === name).map(({ value }) => value);
}

export function valueOf(fields: readonly MimeField[], name: string): string | undefined {
  return fields.find((field) => field.name === name)?.value;
}

function readHead(text: string): { fields: MimeField[]; body: string; unsure: boolean } {
  // A part without any header begins with the blank line.
  const blank = /^\r?\n|\r?\n\r?\n/.exec(text);
  const head = blank ? text.slice(0, blank.index) : text;
  const body = blank ? text.slice(blank.index + blank[0].length) : '';
  // Some readers end a line at a lone carriage return.
  let unsure = /\r(?!\n)/.test(text.slice(0, head.length + 2));
  // To some a line of blanks is the end of the head.
  unsure ||= /(?:^|\n)[ \t]+(?:\r?\n|$)/.test(head);
  const lines = head.replace(/(?:\r\n?|\n)[ \t]+/g, ' ').split(/\r\n?|\n/);
  const fields: MimeField[] = [];
  for (const line of lines) {
    if (line.trim() === '') {
      unsure ||= lines.length > 1;
      continue;
    }
    const colon = line.indexOf(':');
    const name = colon < 0 ? '' : line.slice(0, colon).trim().toLowerCase();
    unsure ||= !/^[!-9;-~]+$/.test(name);
    fields.push({ name, value: line.slice(colon + 1).trim() });
  }
  return { fields, body, unsure };
}

/** A line that only begins like a boundary is one to some readers. */
function splitParts(body: string, boundary: string): { parts: string[]; outside: string[]; unsure: boolean } {
  const delimiter = `--${boundary}`;
  const pieces = `\n${body}`.split(`\n${delimiter}`);
  const parts: string[] = [];
  const outside = [pieces[0]!];
  // Some readers end a line at a lone carriage return.
  let unsure = pieces.length === 1 || body.includes(`\r${delimiter}`);
  let over = false;
  for (const piece of pieces.slice(1)) {
    const end = piece.indexOf('\n');
    const tail = (end < 0 ? piece : piece.slice(0, end)).trimEnd();
    const rest = end < 0 ? '' : piece.slice(end + 1);
    if (over || tail === '--') {
      outside.push(over ? piece : rest);
      over = true;
    } else if (tail === '') parts.push(rest);
    else {
      unsure = true;
      parts.push(piece);
    }
  }
  return { parts, outside, unsure };
}

export interface HeaderValue {
  /** In lower case, without parameters. */
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
  /** A parameter stands twice, in pieces (RFC 2231), or where quotes end is not the same to everybody. */
  readonly unsure: boolean;
}

const PARAMETER = /; ?([a-z0-9-]{1,40})(\*[\d*]{0,4})? ?= ?(?:"([^"]*)"|([^;\s]*))/gi;

export function mimeHeaderValue(header: string): HeaderValue {
  const semicolon = header.indexOf(';');
  const value = (semicolon < 0 ? header : header.slice(0, semicolon)).trim().toLowerCase();
  const parameters = new Map<string, string>();
  const rest = semicolon < 0 ? '' : header.slice(semicolon).replace(/\s+/g, ' ');
  // What is left over may be a parameter to somebody.
  let unsure = rest.includes('\\"') || rest.replace(PARAMETER, '').replace(/[; ]+/g, '') !== '';
  for (const match of rest.matchAll(PARAMETER)) {
    const name = match[1]!.toLowerCase();
    const given = match[3] ?? match[4] ?? '';
    unsure ||=
      parameters.has(name) || (match[2] !== undefined && (name === 'boundary' || name === 'charset'));
    if (!parameters.has(name)) parameters.set(name, match[2]?.endsWith('*') ? extended(given) : given);
  }
  return { value, parameters, unsure };
}

/** `utf-8''%e2%82%ac.txt` (RFC 8187); only names are written so. */
function extended(value: string): string {
  const text = value.slice(value.lastIndexOf("'") + 1);
  try {
    return Buffer.from(decodeURIComponent(text)).toString('latin1');
  } catch {
    return text;
  }
}
