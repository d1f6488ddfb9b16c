import { ScimRefusal } from '../refusal.js';

export type FilterToken =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'bracket'; readonly text: '(' | ')' | '[' | ']' | '].' };

/** One alternative each, none of which can begin where another does: reading is linear. */
const TOKEN = /\s+|("(?:[^"\\]|\\.)*")|(\]\.|[()[\]])|([A-Za-z0-9$+_-][A-Za-z0-9$+_:./-]*)/suy;

/** Words, strings and brackets of a filter (RFC 7644 §3.4.2.2), in time linear in its length. */
export function filterTokens(text: string): FilterToken[] {
  const tokens: FilterToken[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (found === null)
      throw new ScimRefusal('invalidFilter', `The filter cannot be read at position ${at + 1}.`);
    const [, quoted, bracket, word] = found;
    if (quoted !== undefined) tokens.push({ kind: 'string', value: unquoted(quoted) });
    else if (bracket !== undefined) tokens.push({ kind: 'bracket', text: bracket as ']' });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
  }
  return tokens;
}

/** Strings are JSON strings, escapes included. */
function unquoted(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    throw new ScimRefusal('invalidFilter', 'A string of the filter is not a JSON string.');
  }
}
