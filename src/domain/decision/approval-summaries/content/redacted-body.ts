import { mediaClaims } from '../../../protocols/bodies/media-claims.js';
import { percentDecoded } from '../../../protocols/bodies/text-readings.js';
import type { JsonFields } from './json-fields.js';
import { BODY_LENGTH, type Details, readableText } from './shown-text.js';
import type { BodyStart } from './summary.js';

/** Names of values that are never shown (06 §15.2). */
const CREDENTIAL_NAME = /secret|token|passw(?:or)?d|authorization|(?:access|api|private)[_-]?key/i;
const MAX_STRING = 96;
/** Text with something that only binary data or a picture in disguise would have. */
const BASE64_RUN = /([A-Za-z0-9+/_-]+)={0,2}/g;
const MIN_RUN = 100;
const HIDDEN = '***';
/** `name =` in texts that are no JSON. It begins where a name does, so that no run is looked at twice. */
const NAME_OF_VALUE = /(?<![\w-])([\w-]+)["']?\s?[=:]\s?["']?/g;
const END_OF_VALUE = /[&\r\n"',;]|$/g;
/** What would make lines or fields of its own once it is decoded. */
const SEPARATORS = /[&\p{Cc}\u2028\u2029]/gu;

/**
 * Adds a body in at most 500 characters: JSON with credentials hidden and long strings by length, binary by size. What
 * of it is not shown is counted, and is a reason why the summary is incomplete.
 */
export function addBody(details: Details, body: BodyStart, contentType: string | null): void {
  const sent = textOf(body);
  if (sent === null) {
    details.incomplete('unreadable').add('Body', binary(body));
    return;
  }
  const form = isForm(contentType);
  const text = (form ? readableForm(sent) : sent).trimStart();
  // Inside of a string of JSON there may be fields of a form.
  if (!form && (text.startsWith('{') || text.startsWith('['))) addJson(details, text, 'Body');
  else addPlain(details, text, form);
}

/** What an app's reader did not look at, as it is. */
export function addRest(details: Details, json: JsonFields): void {
  const rest = json.rest();
  if (rest !== undefined) addJson(details, JSON.stringify(rest), 'Other fields');
}

/** JSON, whole or cut, on one line. */
function addJson(details: Details, text: string, label: string): void {
  details.add(label, redactJson(text, details), BODY_LENGTH);
}

function addPlain(details: Details, text: string, form: boolean): void {
  const elided = readableText(text, true).replace(BASE64_RUN, (run, unpadded: string) => {
    if (unpadded.length < MIN_RUN) return run;
    details.incomplete('cut');
    return `(${run.length} characters)`;
  });
  details.addText('Body', withoutNamedValues(elided, details, form), BODY_LENGTH);
}

/** `password=…` and the like, by name. `form`: a plus is a blank. */
export function withoutNamedValues(text: string, details: Details, form: boolean): string {
  let out = '';
  let from = 0;
  NAME_OF_VALUE.lastIndex = 0;
  for (let found = NAME_OF_VALUE.exec(text); found !== null; found = NAME_OF_VALUE.exec(text)) {
    if (!CREDENTIAL_NAME.test(found[1]!)) continue;
    END_OF_VALUE.lastIndex = NAME_OF_VALUE.lastIndex;
    const end = END_OF_VALUE.exec(text)!.index;
    const value = text.slice(NAME_OF_VALUE.lastIndex, end);
    noteHidden(form ? value.replaceAll('+', ' ') : value, details);
    if (end > NAME_OF_VALUE.lastIndex) out += text.slice(from, NAME_OF_VALUE.lastIndex) + HIDDEN;
    else out += text.slice(from, end);
    from = end;
    NAME_OF_VALUE.lastIndex = end;
  }
  return out + text.slice(from);
}

function isForm(contentType: string | null): boolean {
  return contentType !== null && mediaClaims([contentType]).kinds.has('form');
}

/**
 * As the server reads it, so that neither a name nor a value hides behind `%xx`; what would split fields or lines stays
 * encoded.
 */
export function readableForm(text: string): string {
  if (!text.includes('%')) return text;
  return text
    .split('&')
    .map((field) => percentDecoded(field).replace(SEPARATORS, encodeURIComponent))
    .join('&');
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
 * thousand deep is a problem.
 */
function redactJson(text: string, details: Details): string {
  const out: string[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text[at]!;
    if (character !== '"') {
      if (!isBlank(character)) out.push(character);
      at += 1;
      continue;
    }
    const end = endOfString(text, at);
    const raw = text.slice(at + 1, end);
    const colon = skipBlanks(text, end + 1);
    const isName = text[colon] === ':';
    out.push(shownString(raw, details));
    at = end + 1;
    if (!isName) continue;
    out.push(':');
    at = colon + 1;
    if (!CREDENTIAL_NAME.test(unescaped(raw))) continue;
    out.push(`"${HIDDEN}"`);
    const value = skipBlanks(text, at);
    at = endOfValue(text, value);
    noteHidden(valueIn(text.slice(value, at)), details);
  }
  return out.join('');
}

/** A credential is one word, or a scheme and a word; more could be an action in disguise. */
function noteHidden(value: string | null, details: Details): void {
  if (value === null || /\S\s+\S+\s+\S/.test(value)) details.incomplete('cut');
}

/** What a string or another plain value says; null for what is neither. */
function valueIn(json: string): string | null {
  if (json.startsWith('"')) return unescaped(json.slice(1).replace(/"$/, ''));
  return /^[-+.\w]*\s*$/.test(json) ? json : null;
}

function shownString(raw: string, details: Details): string {
  if (raw.length <= MAX_STRING) return readable(raw);
  details.incomplete('cut');
  return `"(${raw.length} characters)"`;
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
