import type { Details } from './shown-text.js';

/** Names of values that are never shown (06 §15.2). */
const CREDENTIAL_NAME = /secret|token|passw(?:or)?d|authorization|(?:access|api|private)[_-]?key/i;
export const HIDDEN = '***';
/** `name =` in texts that are no JSON. It begins where a name does, so that no run is looked at twice. */
const NAME_OF_VALUE = /(?<![\w-])([\w-]+)["']?\s?[=:]\s?["']?/g;
const END_OF_VALUE = /[&\r\n"',;]|$/g;
/** A scheme and a word; more could be an action in disguise. */
const SEVERAL_WORDS = /\S\s+\S+\s+\S/;

export function isCredentialName(name: string): boolean {
  return CREDENTIAL_NAME.test(name);
}

/** A credential is one word, or a scheme and a word. `null`: nobody knows what it says. */
export function noteHidden(value: string | null, details: Details): void {
  if (value === null || SEVERAL_WORDS.test(value)) details.incomplete('cut');
}

/**
 * `password=…` and the like in a text, by name. Unless name and value are a whole line, a server may read the text in
 * another way, in which the hidden word is not under that name, so the person is told (R55).
 */
export function withoutNamedValues(text: string, details: Details): string {
  let out = '';
  let from = 0;
  NAME_OF_VALUE.lastIndex = 0;
  for (let found = NAME_OF_VALUE.exec(text); found !== null; found = NAME_OF_VALUE.exec(text)) {
    if (!isCredentialName(found[1]!)) continue;
    END_OF_VALUE.lastIndex = NAME_OF_VALUE.lastIndex;
    const end = END_OF_VALUE.exec(text)!.index;
    if (end > NAME_OF_VALUE.lastIndex) {
      const isLine = isWholeLine(text, found.index, end);
      noteHidden(isLine ? text.slice(NAME_OF_VALUE.lastIndex, end) : null, details);
      out += text.slice(from, NAME_OF_VALUE.lastIndex) + HIDDEN;
    } else out += text.slice(from, end);
    from = end;
    NAME_OF_VALUE.lastIndex = end;
  }
  return out + text.slice(from);
}

function isWholeLine(text: string, start: number, end: number): boolean {
  return (start === 0 || isLineEnd(text[start - 1]!)) && (end === text.length || isLineEnd(text[end]!));
}

function isLineEnd(character: string): boolean {
  return character === '\n' || character === '\r';
}
