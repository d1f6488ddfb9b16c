/**
 * JSON as every reader of it could understand it (R26): `JSON.parse` keeps the last of several equal keys, others keep
 * the first or take keys in any letter case, so nothing is merged here. RFC 8259 to the letter, one pass, no
 * back-tracking; only what leads to a key that somebody asks about is kept.
 */
import { BROKEN, JsonTokens, Stop } from './json-tokens.js';
import { type KeyStep, stepTo } from './key-paths.js';
import { numberReadings } from './number-readings.js';
import { finished, ITEMS, PIECE, type Reading } from '../../text/reading.js';
import { lowering } from './text-readings.js';

/** Deeper than what most servers read; also bounds what walks over the values that were found. */
export const MAX_DEPTH = 256;

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
const BYTE_ORDER_MARK = 0xfeff;
export function readJson(text: string, root: KeyStep, options: JsonOptions = {}): JsonReading {
  return finished(readingJson(text, root, options));
}

export function* readingJson(text: string, root: KeyStep, options: JsonOptions = {}): Reading<JsonReading> {
  const reader = new Reader(text, options);
  try {
    return { state: 'whole', found: yield* reader.document(root) };
  } catch (stop) {
    if (stop instanceof Stop) return { state: stop.state, found: NOTHING };
    throw stop;
  }
}

/** A list or an object that is open. */
interface Open {
  /** What it is in. */
  readonly outer: Open | null;
  readonly step: KeyStep | null;
  readonly object: number | null;
  /** Of an object: somebody asks about something in it. */
  readonly wanted: boolean;
  members: FoundMember[] | null;
  elements: JsonFound[] | null;
  /** Where the member that is being read leads to. */
  next: KeyStep | null;
  name: string | null;
}

class Reader extends JsonTokens {
  private objects = 0;
  private due = 0;
  private values = 0;
  /** Not on the engine's stack, which nobody can leave in the middle and come back to. */
  private inside: Open | null = null;
  private depth = 0;

  constructor(
    text: string,
    private readonly options: JsonOptions,
  ) {
    super(text);
    this.at = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  }

  *document(root: KeyStep): Reading<JsonFound> {
    const { sequence = false } = this.options;
    let found: JsonFound;
    this.skipBlanks(sequence);
    do {
      found = yield* this.whole(root);
      this.skipBlanks(sequence);
    } while (sequence && this.at < this.text.length);
    if (this.at < this.text.length) throw BROKEN;
    return found;
  }

  /** One value with all that is in it. */
  private *whole(root: KeyStep): Reading<JsonFound> {
    let step: KeyStep | null = root;
    for (;;) {
      if (this.isLong()) yield;
      let found = this.begin(step);
      while (found !== null) {
        const { inside } = this;
        if (inside === null) return found;
        found = inside.object === null ? this.afterElement(inside, found) : this.afterMember(inside, found);
      }
      const inside: Open = this.inside!;
      step = inside.object === null ? inside.step : inside.next;
    }
  }

  private isLong(): boolean {
    if (this.at < this.due && ++this.values < ITEMS) return false;
    this.due = this.at + PIECE;
    this.values = 0;
    return true;
  }

  /** A value that has nothing in it; null once a list or an object is open, before its first value. */
  private begin(step: KeyStep | null): JsonFound | null {
    if (this.opensString()) {
      const value = this.string(step?.asked ?? false);
      return value === null ? NOTHING : { kind: 'scalar', texts: [finished(lowering(value))] };
    }
    const code = this.text.charCodeAt(this.at);
    if (code === 0x7b || code === 0x5b) return this.opened(step, code === 0x7b);
    if (code === 0x2d || (code >= 0x30 && code <= 0x39)) return this.number(step);
    return this.literal(step);
  }

  private opened(step: KeyStep | null, isObject: boolean): JsonFound | null {
    if (this.depth === MAX_DEPTH) throw BROKEN;
    this.at += 1;
    this.skipBlanks();
    const object = isObject ? this.objects++ : null;
    if (this.closes(isObject ? 0x7d : 0x5d)) return NOTHING;
    const wanted = step !== null && step.next.size > 0;
    const opened: Open = {
      outer: this.inside,
      step,
      object,
      wanted,
      members: null,
      elements: null,
      next: null,
      name: null,
    };
    this.inside = opened;
    this.depth += 1;
    if (isObject) this.member(opened);
    return null;
  }

  /** A name and its colon. */
  private member(inside: Open): void {
    const { onName } = this.options;
    const { wanted, step } = inside;
    if (!this.opensString()) throw this.unexpected();
    const name = this.string(wanted || onName !== undefined);
    if (onName !== undefined) onName(name!, inside.object!);
    this.skipBlanks();
    this.colon();
    inside.name = name;
    inside.next = wanted ? stepTo(step!, name!) : null;
  }

  /** What the object is, once it is closed; null where another member follows. */
  private afterMember(inside: Open, value: JsonFound): JsonFound | null {
    const { next, name } = inside;
    if (next !== null) (inside.members ??= []).push({ name: name!, step: next, value });
    this.skipBlanks();
    if (this.closes(0x7d)) {
      this.close(inside);
      return inside.members === null ? NOTHING : { kind: 'object', members: inside.members };
    }
    this.comma();
    this.member(inside);
    return null;
  }

  private close({ outer }: Open): void {
    this.inside = outer;
    this.depth -= 1;
  }

  private afterElement(inside: Open, element: JsonFound): JsonFound | null {
    if (element !== NOTHING) (inside.elements ??= []).push(element);
    this.skipBlanks();
    if (this.closes(0x5d)) {
      this.close(inside);
      return inside.elements === null ? NOTHING : { kind: 'array', elements: inside.elements };
    }
    this.comma();
    return null;
  }

  private number(step: KeyStep | null): JsonFound {
    const lexeme = this.numberLexeme();
    return step?.asked ? { kind: 'scalar', texts: numberReadings(lexeme) } : NOTHING;
  }

  private literal(step: KeyStep | null): JsonFound {
    const word = this.literalWord();
    return step?.asked && word !== 'null' ? { kind: 'scalar', texts: [word] } : NOTHING;
  }
}
