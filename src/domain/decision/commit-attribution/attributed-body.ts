import { attributedMessage, type CommitAuthor } from './commit-message.js';

/** Each grows by a trailer, so a body of names alone would grow tenfold; no client writes even two. */
const MAX_MESSAGES = 16;
/** A commit is a few texts, one of them long. A million values would be read for seconds, and nobody else served. */
const MAX_MARKS = 100_000;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/**
 * A JSON body with its commit message attributed; every other byte stays. Null where nothing is to be changed: no JSON
 * object, no text `message`, somebody named already, or the name more often than anybody writes it. Which of several
 * equal names a server reads is not known, so each is changed.
 */
export function attributedBody(bytes: Buffer, author: CommitAuthor): Buffer | null {
  if (hasManyValues(bytes)) return null;
  const text = bytes.toString();
  // What is no UTF-8 would not survive being written again.
  if (!isJsonObject(text) || !Buffer.from(text).equals(bytes)) return null;
  const parts: string[] = [];
  let written = 0;
  let found = 0;
  for (const [start, end] of messagesIn(text)) {
    if (++found > MAX_MESSAGES) return null;
    const message = JSON.parse(text.slice(start, end)) as string;
    const attributed = attributedMessage(message, author);
    if (attributed === message) continue;
    parts.push(text.slice(written, start), JSON.stringify(attributed));
    written = end;
  }
  return parts.length === 0 ? null : Buffer.from(parts.join('') + text.slice(written));
}

function hasManyValues(bytes: Buffer): boolean {
  let marks = 0;
  for (const byte of bytes) if ((byte === QUOTE || byte === COMMA) && ++marks > MAX_MARKS) return true;
  return false;
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** Where the texts named `message` of the outermost object stand, quotes included. The text is known to be JSON. */
function* messagesIn(text: string): Generator<[start: number, end: number]> {
  let depth = 0;
  let name: string | null = null;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfText(text, at);
      if (depth === 1) {
        if (name === null) name = JSON.parse(text.slice(at, end)) as string;
        else if (name === 'message') yield [at, end];
      }
      at = end - 1;
    } else if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) depth -= 1;
    else if (code === COMMA && depth === 1) name = null;
  }
}

/** Behind the closing quote of the text that opens at `at`. */
function endOfText(text: string, at: number): number {
  for (let end = at + 1; ; end++) {
    const code = text.charCodeAt(end);
    if (code === BACKSLASH) end += 1;
    else if (code === QUOTE) return end + 1;
  }
}
