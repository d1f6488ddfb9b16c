import { mediaClaims } from '../bodies/media-claims.js';
import { percentDecoded } from '../bodies/text-readings.js';
import { BODY_LENGTH, shown } from './shown-text.js';
import type { BodyStart } from './summary.js';

/** Names of values that are never shown (06 §15.2). */
const CREDENTIAL_NAME = /secret|token|passw(?:or)?d|authorization|(?:access|api|private)[_-]?key/i;
const LONGEST_STRING = 96;
/** Text with something that only binary data or a picture in disguise would have. */
const BASE64_RUN = /([A-Za-z0-9+/_-]+)={0,2}/g;
const SHORTEST_RUN = 100;
const HIDDEN = '***';
/** `name = value` in texts that are no JSON; run on a bounded text only. */
const NAMED_VALUE =
  /((?:secret|token|passw(?:or)?d|authorization|(?:access|api|private)[_-]?key)[\w-]*["']?\s*[=:]\s*["']?)[^&\r\n"',;]+/gi;

/** A body in at most 500 characters: JSON with credentials hidden and long strings by length, binary by size. */
export function redactedBody(body: BodyStart, contentType: string | null): string {
  const sent = textOf(body);
  if (sent === null) return binary(body);
  const text = isForm(contentType) ? readableForm(sent) : sent;
  const trimmed = text.trimStart();
  if (trimmed.startsWith('{') || trimmed.startsWith('[')) return shown(redactJson(trimmed), BODY_LENGTH);
  const elided = text.replace(BASE64_RUN, elidedRun).slice(0, 2 * BODY_LENGTH);
  return shown(elided.replace(NAMED_VALUE, `$1${HIDDEN}`), BODY_LENGTH);
}

/** The length is judged here: an expression that did would look at a shorter run anew from each of its characters. */
function elidedRun(run: string, unpadded: string): string {
  return unpadded.length < SHORTEST_RUN ? run : `(${run.length} characters)`;
}

function isForm(contentType: string | null): boolean {
  return contentType !== null && mediaClaims([contentType]).kinds.has('form');
}

/** As the server reads it, so that neither a name nor a value hides behind `%xx`; what would split fields stays. */
function readableForm(text: string): string {
  if (!text.includes('%')) return text;
  const bounded = text.slice(0, 16 * BODY_LENGTH).split('&');
  return bounded.map((field) => percentDecoded(field).replaceAll('&', '%26')).join('&');
}

/** Null for what is no text. A character cut at the end of the prefix does not make it binary. */
function textOf({ bytes, truncated }: BodyStart): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: truncated });
  } catch {
    return null;
  }
}

function binary({ bytes, truncated, declaredLength }: BodyStart): string {
  if (!truncated) return `Binary data, ${bytes.length} bytes`;
  if (declaredLength === null) return `Binary data, more than ${bytes.length} bytes`;
  return `Binary data, ${declaredLength} bytes`;
}

/**
 * JSON from left to right in one pass, without recursion, so that neither a cut body nor one nested sixteen
 * thousand deep is a problem. Stops as soon as enough is there to show.
 */
function redactJson(text: string): string {
  let out = '';
  let at = 0;
  while (at < text.length && out.length <= BODY_LENGTH) {
    const character = text[at]!;
    if (character !== '"') {
      if (!isBlank(character)) out += character;
      at += 1;
      continue;
    }
    const end = endOfString(text, at);
    const raw = text.slice(at + 1, end);
    const colon = skipBlanks(text, end + 1);
    if (text[colon] !== ':') {
      out += shownString(raw);
      at = end + 1;
    } else if (CREDENTIAL_NAME.test(unescaped(raw))) {
      out += `${readable(raw.slice(0, LONGEST_STRING))}:"${HIDDEN}"`;
      at = endOfValue(text, skipBlanks(text, colon + 1));
    } else {
      out += `${readable(raw.slice(0, LONGEST_STRING))}:`;
      at = colon + 1;
    }
  }
  return at < text.length ? `${out}…` : out;
}

function shownString(raw: string): string {
  return raw.length > LONGEST_STRING ? `"(${raw.length} characters)"` : readable(raw);
}

/** `\u0065vil` is read as `evil`, so that is what is shown. */
function readable(raw: string): string {
  const text = unescaped(raw);
  return text === raw ? `"${raw}"` : JSON.stringify(text);
}

/** The closing quote of the string that opens at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

/** Where the value that begins at `start` is over. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') {
      at = endOfString(text, at);
      if (depth === 0) return at + 1;
    } else if (character === '{' || character === '[') {
      depth += 1;
    } else if (character === '}' || character === ']') {
      if (depth === 0) return at;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && character === ',') {
      return at;
    }
  }
  return text.length;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBlank(text[at]!)) at += 1;
  return at;
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t';
}

/** `"pass\\u0077ord"` names a password too. */
function unescaped(raw: string): string {
  if (!raw.includes('\\')) return raw;
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    return raw;
  }
}
