/**
 * Where the members of a JSON object stand, so that one of them can be replaced without touching the rest. Only the
 * outermost object is read; what stands inside values is passed over. It does not prove that the text is JSON: brackets
 * and strings are followed, everything else is the receiver's to refuse.
 */
import { PIECE, type Reading } from '../../text/reading.js';
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  JSON_COLON,
  COMMA,
  OPEN_ARRAY,
  OPEN_OBJECT,
  JSON_QUOTE,
} from './structure.js';

const BACKSLASH = 0x5c;
/** A longer key, as it is written, is none of those that are looked for, whatever it is escaped as. */
const MAX_KEY_BYTES = 256;

export interface JsonMember {
  readonly key: string;
  /** Of the value, in bytes of the text; blanks around it are left out. */
  readonly from: number;
  readonly to: number;
}

export interface JsonMembers {
  /** Those that were asked for, in their order; a key may occur several times. No more than show that one does. */
  readonly members: readonly JsonMember[];
  /** Index behind the `{` of the object. */
  readonly inside: number;
  readonly empty: boolean;
}

/** Reads the whole text in one pass, in pieces (ADR 122). Returns null for what is no JSON object. */
export function* jsonMembers(text: Buffer, wanted: ReadonlySet<string>): Reading<JsonMembers | null> {
  const reader = new MemberReader(text, wanted);
  let due = PIECE;
  let quote = -1;
  for (let at = 0; at < text.length; at++) {
    if (at >= due) {
      due = at + PIECE;
      yield;
    }
    const code = text[at]!;
    if (quote >= 0) {
      if (code === BACKSLASH) at += 1;
      else if (code === JSON_QUOTE) {
        if (!reader.string(quote, at + 1)) return null;
        quote = -1;
      }
    } else if (code === JSON_QUOTE) quote = at;
    else if (!isBlank(code) && !reader.mark(at, code)) return null;
  }
  return quote < 0 ? reader.result() : null;
}

/** Is told of strings and of every other byte that is no blank; false: it cannot be an object. */
class MemberReader {
  private readonly members: JsonMember[] = [];
  private expects: 'object' | 'first' | 'key' | 'colon' | 'value' | 'end' = 'object';
  private inside = 0;
  private empty = false;
  private key = '';
  /** Of the value that is being read; -1 before it begins. */
  private from = -1;
  private to = -1;
  private depth = 0;

  constructor(
    private readonly text: Buffer,
    private readonly wanted: ReadonlySet<string>,
  ) {}

  result(): JsonMembers | null {
    const { members, inside, empty } = this;
    return this.expects === 'end' ? { members, inside, empty } : null;
  }

  string(from: number, to: number): boolean {
    if (this.expects === 'value') return this.takes(from, to);
    if (this.expects !== 'first' && this.expects !== 'key') return false;
    const key = keyIn(this.text, from, to);
    this.key = key ?? '';
    this.expects = 'colon';
    return key !== null;
  }

  mark(at: number, code: number): boolean {
    switch (this.expects) {
      case 'object':
        this.inside = at + 1;
        this.expects = 'first';
        return code === OPEN_OBJECT;
      case 'first':
        this.empty = true;
        this.expects = 'end';
        return code === CLOSE_OBJECT;
      case 'colon':
        this.expects = 'value';
        return code === JSON_COLON;
      case 'value':
        return this.inValue(at, code);
      default:
        return false;
    }
  }

  private inValue(at: number, code: number): boolean {
    if (code === OPEN_OBJECT || code === OPEN_ARRAY) this.depth += 1;
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      if (this.depth === 0) return code === CLOSE_OBJECT && this.ended('end');
      this.depth -= 1;
    } else if (code === COMMA && this.depth === 0) return this.ended('key');
    return this.takes(at, at + 1);
  }

  private takes(from: number, to: number): boolean {
    if (this.from < 0) this.from = from;
    this.to = to;
    return true;
  }

  private ended(next: 'key' | 'end'): boolean {
    const { key, from, to } = this;
    if (from < 0) return false;
    // One more than there are names is a name that stands twice.
    if (this.wanted.has(key) && this.members.length <= this.wanted.size) this.members.push({ key, from, to });
    this.from = -1;
    this.expects = next;
    return true;
  }
}

/** Null for what no reader of JSON takes for a key. */
function keyIn(text: Buffer, from: number, to: number): string | null {
  if (to - from > MAX_KEY_BYTES) return '';
  try {
    return JSON.parse(text.toString('utf8', from, to)) as string;
  } catch {
    return null;
  }
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
