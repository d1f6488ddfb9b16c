import { mediaClaims } from '../../../protocols/bodies/media-claims.js';
import { readableForm } from './form-text.js';
import { HIDDEN, isCredentialName, noteHidden, withoutNamedValues } from './hidden-values.js';
import type { JsonFields } from './json-fields.js';
import { BODY_LENGTH, type Details, readableText } from './shown-text.js';
import type { BodyStart } from './summary.js';
import { isJsonSoFar } from './truncated-json.js';

const MAX_STRING = 96;
/** Text with something that only binary data or a picture in disguise would have. */
const BASE64_RUN = /([A-Za-z0-9+/_-]+)={0,2}/g;
const MIN_RUN = 100;

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
  // Inside of a string of JSON there may be fields of a form.
  if (isForm(contentType)) return addPlain(details, readableForm(sent, details));
  const text = sent.trimStart();
  if (text.startsWith('{') || text.startsWith('[')) addJson(details, text, 'Body');
  else addPlain(details, withoutNamedValues(text, details));
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

function addPlain(details: Details, text: string): void {
  const elided = readableText(text, true).replace(BASE64_RUN, (run, unpadded: string) => {
    if (unpadded.length < MIN_RUN) return run;
    details.incomplete('cut');
    return `(${run.length} characters)`;
  });
  details.addText('Body', elided, BODY_LENGTH);
}

function isForm(contentType: string | null): boolean {
  return contentType !== null && mediaClaims([contentType]).kinds.has('form');
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
  // Asked for where something is hidden: in what is no JSON it is under no name.
  let known: boolean | undefined;
  const isJson = (): boolean => (known ??= isJsonSoFar(text));
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
    if (!isCredentialName(unescaped(raw))) continue;
    out.push(`"${HIDDEN}"`);
    const value = skipBlanks(text, at);
    at = endOfValue(text, value);
    noteHidden(isJson() ? valueIn(text.slice(value, at)) : null, details);
  }
  return out.join('');
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
