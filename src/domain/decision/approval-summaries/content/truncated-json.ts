import { readJson } from '../../../protocols/bodies/json-reader.js';

const NO_KEYS = { depth: 0, asked: false, next: new Map<string, never>() };
const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '[': ']' };
/** The last character of a number or of `true`, `false`, `null`. */
const LAST_OF_SCALAR = /[\del]/;
const AFTER_VALUE = /[\s,}\]]/;

/**
 * What a JSON text says as far as it goes: a string at the cut is kept as far as it is there, a name or number at the
 * cut is left out. Undefined for what is no JSON. One pass besides the parser's own; nesting is bounded by the reader.
 */
export function parseTruncatedJson(text: string): unknown {
  const { state } = readJson(text, NO_KEYS);
  if (state === 'broken') return undefined;
  const bare = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (state === 'whole') return JSON.parse(bare);
  const completed = closed(bare);
  return completed === '' ? undefined : JSON.parse(completed);
}

export function isJsonSoFar(text: string): boolean {
  return readJson(text, NO_KEYS).state !== 'broken';
}

/** `text` is correct as far as it goes. */
function closed(text: string): string {
  const open: string[] = [];
  const closers = (): string => open.toReversed().join('');
  // Whatever opens or closes moves it, so that what is open now was open there.
  let complete = 0;
  let isValue = true;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') {
      const string = stringAt(text, at);
      if (!string.closed)
        return isValue ? `${text.slice(0, string.end)}"${closers()}` : text.slice(0, complete) + closers();
      at = string.end - 1;
      if (isValue) complete = string.end;
    } else if (character === '{' || character === '[') {
      open.push(CLOSERS[character]!);
      isValue = character === '[';
      complete = at + 1;
    } else if (character === '}' || character === ']') {
      open.pop();
      complete = at + 1;
    } else if (character === ',') isValue = open.at(-1) === ']';
    else if (character === ':') isValue = true;
    else if (LAST_OF_SCALAR.test(character) && AFTER_VALUE.test(text[at + 1] ?? '')) complete = at + 1;
  }
  return text.slice(0, complete) + closers();
}

/** Behind the closing quote, or behind the last character or escape that is whole. */
function stringAt(text: string, start: number): { end: number; closed: boolean } {
  let at = start + 1;
  while (at < text.length) {
    const character = text[at]!;
    if (character === '"') return { end: at + 1, closed: true };
    const length = character !== '\\' ? 1 : text[at + 1] === 'u' ? 6 : 2;
    if (at + length > text.length) break;
    at += length;
  }
  return { end: at, closed: false };
}
