/**
 * JSON as every reader of it could understand it (R26): `JSON.parse` keeps the last of several equal keys, others keep
 * the first or take keys in any letter case, so nothing is merged here. RFC 8259 to the letter, one pass, no
 * back-tracking; only what leads to a key that somebody asks about is kept.
 */
import { asciiLower } from '../matching/ascii.js';
import { type KeyStep, stepTo } from './key-paths.js';
import { numberReadings } from './number-readings.js';

/** Deeper than what most servers read; also bounds the recursion here. */
export const MOST_DEPTH = 256;

/** What stands at the places that were asked about. */
export type JsonFound =
  | { readonly kind: 'nothing' }
  /** Lower-case texts, all of the one value. */
  | { readonly kind: 'scalar'; readonly texts: readonly string[] }
  | { readonly kind: 'array'; readonly elements: readonly JsonFound[] }
  | { readonly kind: 'object'; readonly members: readonly FoundMember[] };

export interface FoundMember {
  /** Unescaped, in the letter case of the body. */
  readonly name: string;
  readonly step: KeyStep;
  readonly value: JsonFound;
}

/** `cut`: correct as far as it goes. `broken`: no JSON, or nested too deep. */
export interface JsonReading {
  readonly state: 'whole' | 'cut' | 'broken';
  readonly found: JsonFound;
}

export interface JsonOptions {
  /** Several values one after the other, as in `application/x-ndjson`; what is found in them is not kept apart. */
  readonly sequence?: boolean;
  /** Told of every member: the object it is in counts from 0 in the order of opening. */
  readonly onName?: (name: string, object: number) => void;
}

const NOTHING: JsonFound = Object.freeze({ kind: 'nothing' });
const RECORD_SEPARATOR = 0x1e;
const BYTE_ORDER_MARK = 0xfeff;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** A number that could go on where the text ends. */
const NUMBER_BEGUN = /-?\d*(?:\.\d*)?(?:[eE][+-]?\d*)?$/y;
const LITERALS = ['true', 'false', 'null'] as const;

class Stop extends Error {
  constructor(readonly state: 'cut' | 'broken') {
    super(state);
  }
}
const CUT = new Stop('cut');
const BROKEN = new Stop('broken');

export function readJson(text: string, root: KeyStep, options: JsonOptions = {}): JsonReading {
  const reader = new Reader(text, options);
  try {
    return { state: 'whole', found: reader.document(root) };
  } catch (stop) {
    if (stop instanceof Stop) return { state: stop.state, found: NOTHING };
    throw stop;
  }
}

class Reader {
  private at: number;
  private depth = 0;
  private objects = 0;

  constructor(
    private readonly text: string,
    private readonly options: JsonOptions,
  ) {
    this.at = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  }

  document(root: KeyStep): JsonFound {
    const { sequence = false } = this.options;
    let found: JsonFound;
    this.skipBlanks(sequence);
    do {
      found = this.value(root);
      this.skipBlanks(sequence);
    } while (sequence && this.at < this.text.length);
    if (this.at < this.text.length) throw BROKEN;
    return found;
  }

  private value(step: KeyStep | null): JsonFound {
    const code = this.text.charCodeAt(this.at);
    if (code === QUOTE) {
      const value = this.string(step?.asked ?? false);
      return value === null ? NOTHING : { kind: 'scalar', texts: [asciiLower(value)] };
    }
    if (code === 0x7b || code === 0x5b) return this.nested(step, code === 0x7b);
    if (code === 0x2d || (code >= 0x30 && code <= 0x39)) return this.number(step);
    return this.literal(step);
  }

  private nested(step: KeyStep | null, isObject: boolean): JsonFound {
    if (++this.depth > MOST_DEPTH) throw BROKEN;
    this.at += 1;
    this.skipBlanks();
    const found = isObject ? this.object(step) : this.array(step);
    this.depth -= 1;
    return found;
  }

  private object(step: KeyStep | null): JsonFound {
    const { onName } = this.options;
    const object = this.objects++;
    const wanted = step !== null && step.next.size > 0;
    let members: FoundMember[] | null = null;
    if (this.closes(0x7d)) return NOTHING;
    for (;;) {
      if (this.text.charCodeAt(this.at) !== QUOTE) throw this.unexpected();
      const name = this.string(wanted || onName !== undefined);
      if (onName !== undefined) onName(name!, object);
      this.skipBlanks();
      if (this.text.charCodeAt(this.at) !== COLON) throw this.unexpected();
      this.at += 1;
      this.skipBlanks();
      const next = wanted ? stepTo(step, name!) : null;
      const value = this.value(next);
      if (next !== null) (members ??= []).push({ name: name!, step: next, value });
      this.skipBlanks();
      if (this.closes(0x7d)) break;
      this.comma();
    }
    return members === null ? NOTHING : { kind: 'object', members };
  }

  private array(step: KeyStep | null): JsonFound {
    let elements: JsonFound[] | null = null;
    if (this.closes(0x5d)) return NOTHING;
    for (;;) {
      const element = this.value(step);
      if (element !== NOTHING) (elements ??= []).push(element);
      this.skipBlanks();
      if (this.closes(0x5d)) break;
      this.comma();
    }
    return elements === null ? NOTHING : { kind: 'array', elements };
  }

  private closes(code: number): boolean {
    if (this.text.charCodeAt(this.at) !== code) return false;
    this.at += 1;
    return true;
  }

  private comma(): void {
    if (this.text.charCodeAt(this.at) !== COMMA) throw this.unexpected();
    this.at += 1;
    this.skipBlanks();
  }

  /** The unescaped string that opens here, null when it is not `kept`. */
  private string(kept: boolean): string | null {
    const { text } = this;
    const start = ++this.at;
    let escaped = false;
    for (let at = start; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.at = at + 1;
        if (!kept) return null;
        return escaped ? (JSON.parse(text.slice(start - 1, at + 1)) as string) : text.slice(start, at);
      }
      if (code === BACKSLASH) {
        escaped = true;
        at = this.escape(at + 1);
      } else if (code < 0x20) {
        throw BROKEN;
      }
    }
    throw CUT;
  }

  /** Position of the last character of the escape whose letter is at `at`. */
  private escape(at: number): number {
    const { text } = this;
    if (at >= text.length) throw CUT;
    if (text[at] !== 'u') {
      if (!'"\\/bfnrt'.includes(text[at]!)) throw BROKEN;
      return at;
    }
    for (let digit = at + 1; digit <= at + 4; digit++) {
      if (digit >= text.length) throw CUT;
      if (!isHex(text.charCodeAt(digit))) throw BROKEN;
    }
    return at + 4;
  }

  private number(step: KeyStep | null): JsonFound {
    NUMBER.lastIndex = this.at;
    const lexeme = NUMBER.exec(this.text)?.[0];
    if (lexeme === undefined || this.numberGoesOn(this.at + lexeme.length)) throw this.unfinishedNumber();
    this.at += lexeme.length;
    return step?.asked ? { kind: 'scalar', texts: numberReadings(lexeme) } : NOTHING;
  }

  /** `1.`, `1e`: the expression took less than the number wants to be. */
  private numberGoesOn(at: number): boolean {
    const next = this.text[at];
    return next !== undefined && '.eE+-0123456789'.includes(next);
  }

  private unfinishedNumber(): Stop {
    NUMBER_BEGUN.lastIndex = this.at;
    return NUMBER_BEGUN.test(this.text) ? CUT : BROKEN;
  }

  private literal(step: KeyStep | null): JsonFound {
    for (const word of LITERALS) {
      if (!this.text.startsWith(word, this.at)) continue;
      this.at += word.length;
      return step?.asked && word !== 'null' ? { kind: 'scalar', texts: [word] } : NOTHING;
    }
    const rest = this.text.slice(this.at, this.at + 5);
    throw LITERALS.some((word) => word.startsWith(rest) && this.at + rest.length === this.text.length)
      ? CUT
      : BROKEN;
  }

  private unexpected(): Stop {
    return this.at >= this.text.length ? CUT : BROKEN;
  }

  private skipBlanks(separators = false): void {
    const { text } = this;
    for (; this.at < text.length; this.at++) {
      const code = text.charCodeAt(this.at);
      if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) continue;
      if (!separators || code !== RECORD_SEPARATOR) return;
    }
  }
}

function isHex(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);
}
