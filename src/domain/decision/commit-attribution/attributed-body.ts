import { isUtf8 } from 'node:buffer';
import { readingJson } from '../../protocols/bodies/json-reader.js';
import { PIECE, type Reading } from '../../text/reading.js';
import { attributedMessage, type CommitAuthor } from './commit-message.js';

/** Each grows by a trailer, so a body of names alone would grow tenfold; no client writes even two. */
const MAX_MESSAGES = 16;
/** Of one message, as it is written; it is read and written at once. */
const MAX_MESSAGE_BYTES = 1_048_576;
const MAX_NAME_BYTES = 256;
const NO_KEYS = { depth: 0, asked: false, next: new Map<string, never>() };
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/**
 * A JSON body with its commit message attributed; every other byte stays. Null where nothing is to be changed: no JSON
 * object, no text `message`, somebody named already, a message longer than anybody writes, or the name more often. Which
 * of several equal names a server reads is not known, so each is changed. Yields between pieces (ADR 122).
 */
export function* attributingBody(bytes: Buffer, author: CommitAuthor): Reading<Buffer | null> {
  if (!(yield* isJsonObject(bytes))) return null;
  const messages = yield* messagesIn(bytes);
  if (messages === null) return null;
  const parts: Buffer[] = [];
  let written = 0;
  for (const [start, end] of messages) {
    yield;
    const message = JSON.parse(bytes.toString('utf8', start, end)) as string;
    const attributed = attributedMessage(message, author);
    if (attributed === message) continue;
    parts.push(bytes.subarray(written, start), Buffer.from(JSON.stringify(attributed)));
    written = end;
  }
  return parts.length === 0 ? null : Buffer.concat([...parts, bytes.subarray(written)]);
}

/** What is no UTF-8 is none, and what is nested deeper than most servers read. */
function* isJsonObject(bytes: Buffer): Reading<boolean> {
  if (!isUtf8(bytes)) return false;
  yield;
  const text = bytes.toString();
  yield;
  return /^\s*\{/.test(text) && (yield* readingJson(text, NO_KEYS)).state === 'whole';
}

type Place = readonly [start: number, end: number];

/**
 * Where the texts named `message` of the outermost object stand, quotes included; null where there are more of them, or
 * longer ones, than are read. The bytes are known to be a JSON object.
 */
function* messagesIn(bytes: Buffer): Reading<readonly Place[] | null> {
  const messages: Place[] = [];
  let depth = 0;
  let name: string | null = null;
  let due = PIECE;
  for (let at = 0; at < bytes.length; at++) {
    if (at >= due) {
      due = at + PIECE;
      yield;
    }
    const code = bytes[at]!;
    if (code === QUOTE) {
      const end = yield* endOfText(bytes, at);
      if (depth === 1) {
        if (name === null) name = nameIn(bytes, at, end);
        else if (name === 'message') {
          if (end - at > MAX_MESSAGE_BYTES || messages.length === MAX_MESSAGES) return null;
          messages.push([at, end]);
        }
      }
      at = end - 1;
    } else if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) depth -= 1;
    else if (code === COMMA && depth === 1) name = null;
  }
  return messages;
}

/** Empty for one that is longer than any way to write `message`. */
function nameIn(bytes: Buffer, start: number, end: number): string {
  return end - start > MAX_NAME_BYTES ? '' : (JSON.parse(bytes.toString('utf8', start, end)) as string);
}

/** Behind the closing quote of the text that opens at `at`. */
function* endOfText(bytes: Buffer, at: number): Reading<number> {
  let due = at + PIECE;
  for (let end = at + 1; ; end++) {
    if (end >= due) {
      due = end + PIECE;
      yield;
    }
    const code = bytes[end];
    if (code === BACKSLASH) end += 1;
    else if (code === QUOTE) return end + 1;
  }
}
