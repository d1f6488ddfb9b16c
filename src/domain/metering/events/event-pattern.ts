import type { EventPlace } from './event-places.js';
import { FREE, TEXT } from '../json/place.js';
import { escapedUnit, utf8Length } from '../json/string-reader.js';
import { isStructure, JSON_QUOTE } from '../json/structure.js';

const BACKSLASH = 0x5c;
const UNICODE = 0x75;
const FIRST_OF_TEXT = 0x20;
const LF = 0x0a;
const CR = 0x0d;
/** `\u` and four digits. */
const UNICODE_ESCAPE = 6;
/** Fewer bytes are compared faster here than by a call of the runtime. */
const SHORT = 32;

/**
 * An event that was read, as a pattern for those that follow: bytes that must be the same, and places between them where
 * others may stand. Which bytes matter is known from reading the first one; whatever is the same byte by byte, and has
 * a string where it has a string, is read in the same way. Places of text are open from the beginning, the others once an
 * event differs there, since bytes that are the same are compared many at once.
 */
export class EventPattern {
  /** Of the texts of all events that were passed. */
  textBytes = 0;
  /** How many these are. */
  events = 0;
  /** Twice, so that the end of an event and the beginning of the next are compared at once. */
  private readonly bytes: Buffer;
  private readonly length: number;
  private readonly open: EventPlace[];
  private readonly shut: EventPlace[];
  /** Of the string that was passed last, escapes undone. */
  private passed = 0;

  constructor(event: Buffer, places: readonly EventPlace[]) {
    this.length = event.length;
    this.bytes = Buffer.allocUnsafeSlow(2 * event.length);
    event.copy(this.bytes);
    event.copy(this.bytes, event.length);
    this.open = places.filter(({ kind }) => kind === TEXT);
    this.shut = places.filter(({ kind }) => kind !== TEXT);
  }

  /** The index behind the whole events at `from` that follow the pattern; `from`: there is none. */
  pass(chunk: Buffer, from: number): number {
    const { open, length } = this;
    let behind = from;
    let at = from;
    let same = 0;
    let text = 0;
    for (let next = 0; ;) {
      if (next < open.length) {
        const place = open[next]!;
        if (!this.isSame(chunk, at, same, place.from)) {
          if (this.opened(chunk, at, same, place.from)) continue;
          return behind;
        }
        at = this.behindPlace(place, chunk, at + place.from - same);
        if (at < 0) return behind;
        if (place.kind === TEXT) text += this.passed;
        same = place.to;
        next += 1;
        continue;
      }
      const first = open[0]!.from;
      const goesOn = this.isSame(chunk, at, same, length + first);
      if (!goesOn && !this.isSame(chunk, at, same, length)) {
        if (this.opened(chunk, at, same, length)) continue;
        return behind;
      }
      behind = at + length - same;
      this.textBytes += text;
      this.events += 1;
      if (!goesOn) return behind;
      text = 0;
      at = behind + first;
      same = first;
      next = 0;
    }
  }

  private isSame(chunk: Buffer, at: number, from: number, to: number): boolean {
    const end = at + to - from;
    if (end > chunk.length) return false;
    if (to - from > SHORT) return this.bytes.compare(chunk, at, end, from, to) === 0;
    return this.differs(chunk, at, from, to) < 0;
  }

  /** Whether there is a place, now open, where the chunk differs from bytes of the pattern. */
  private opened(chunk: Buffer, at: number, from: number, to: number): boolean {
    const differs = this.differs(chunk, at, from, to);
    if (differs < 0) return false;
    // Also right behind it: another number may be longer.
    const found = this.shut.findIndex((place) => differs >= place.from && differs <= place.to);
    if (found < 0) return false;
    this.open.push(...this.shut.splice(found, 1));
    this.open.sort((one, other) => one.from - other.from);
    return true;
  }

  /** Where in the pattern it differs first from the chunk at `at`, as far as that goes; -1: nowhere. */
  private differs(chunk: Buffer, at: number, from: number, to: number): number {
    const { bytes } = this;
    const end = Math.min(to, from + chunk.length - at);
    for (let index = from; index < end; index += 1)
      if (bytes[index] !== chunk[at + index - from]) return index;
    return -1;
  }

  /** -1: what stands there is not known to mean the same. */
  private behindPlace({ kind }: EventPlace, chunk: Buffer, from: number): number {
    return kind === FREE ? behindFree(chunk, from) : this.behindString(chunk, from);
  }

  private behindString(chunk: Buffer, from: number): number {
    let escapes = 0;
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at]!;
      if (byte === JSON_QUOTE) {
        this.passed = at - from - escapes;
        return at + 1;
      }
      // Line ends are among them, with which the data would end.
      if (byte < FIRST_OF_TEXT) return -1;
      if (byte !== BACKSLASH) continue;
      at += 1;
      if (at === chunk.length || chunk[at]! < FIRST_OF_TEXT) return -1;
      escapes += 1;
      if (chunk[at] !== UNICODE) continue;
      const unit = escapedUnit(chunk, at + 1);
      if (unit < 0) return -1;
      escapes += UNICODE_ESCAPE - 1 - utf8Length(unit);
      at += UNICODE_ESCAPE - 2;
    }
    return -1;
  }
}

function behindFree(chunk: Buffer, from: number): number {
  let at = from;
  for (; at < chunk.length; at += 1) {
    const byte = chunk[at]!;
    if (byte === LF || byte === CR || isStructure(byte)) break;
  }
  return at;
}
