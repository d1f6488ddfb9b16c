import { BLANK, CLASS, COLON, CR, IN_VALUE, LF, TOKEN } from '../bytes.js';

/** What a step of reading came to: more bytes are needed, the section is complete, or it is refused. */
export const MORE = 0;
export const DONE = 1;
export const MALFORMED = 2;
export const TOO_MANY = 3;
export type Progress = typeof MORE | typeof DONE | typeof MALFORMED | typeof TOO_MANY;

const NAME = 0;
const BEFORE_VALUE = 1;
const VALUE = 2;
const VALUE_LF = 3;
const LAST_LF = 4;

/** Marks a field: where its name and its value begin and end; the name begins where the line does. */
const MARKS = 4;
/** A reader lives as long as its connection; the marks of an unusual head are not kept with it. */
const KEPT_MARKS = 256;

/**
 * Reads field lines up to and including the empty one, byte by byte, and remembers where it is, so that every byte
 * is looked at once, in however many pieces the section arrives. Positions are relative to a base that the caller
 * names anew with each piece, because an unfinished section moves into a buffer of its own.
 */
export class FieldSection {
  /** How far was read. */
  at = 0;
  private state = NAME;
  private lineStart = 0;
  private nameEnd = 0;
  private valueStart = 0;
  private count = 0;
  private marks: number[] = [];

  constructor(private readonly mostFields: number) {}

  begin(at: number): void {
    this.at = at;
    this.state = NAME;
    this.lineStart = at;
    this.count = 0;
    if (this.marks.length > KEPT_MARKS) this.marks = [];
  }

  /** `to` ends what has arrived; `base` and `to` are positions in `bytes`. */
  read(bytes: Buffer, base: number, to: number): Progress {
    let at = base + this.at;
    let progress: Progress = MORE;
    while (progress === MORE && at < to) {
      switch (this.state) {
        case NAME:
          while (at < to && (CLASS[bytes[at]!]! & TOKEN) !== 0) at += 1;
          if (at < to) progress = this.endName(bytes[at]!, at - base);
          else break;
          at += 1;
          break;
        case BEFORE_VALUE:
          while (at < to && (CLASS[bytes[at]!]! & BLANK) !== 0) at += 1;
          if (at === to) break;
          this.valueStart = at - base;
          this.state = VALUE;
          break;
        case VALUE:
          while (at < to && (CLASS[bytes[at]!]! & IN_VALUE) !== 0) at += 1;
          if (at === to) break;
          if (bytes[at] === CR) this.endValue(bytes, base, at);
          else progress = MALFORMED;
          at += 1;
          break;
        default:
          if (bytes[at] !== LF) progress = MALFORMED;
          else if (this.state === LAST_LF) progress = DONE;
          at += 1;
          this.state = NAME;
          this.lineStart = at - base;
      }
    }
    this.at = at - base;
    return progress;
  }

  /** Names and values in their order, cut out of the text of the section, whose first character is at the base. */
  flat(text: string): string[] {
    const { marks, count } = this;
    const flat = new Array<string>(count / 2);
    for (let mark = 0, index = 0; mark < count; mark += MARKS, index += 2) {
      flat[index] = text.substring(marks[mark]!, marks[mark + 1]);
      flat[index + 1] = text.substring(marks[mark + 2]!, marks[mark + 3]);
    }
    return flat;
  }

  /** An empty name, a blank before the colon and a folded line all end here (RFC 9112 §5.1, §5.2). */
  private endName(byte: number, at: number): Progress {
    if (at === this.lineStart) {
      this.state = LAST_LF;
      return byte === CR ? MORE : MALFORMED;
    }
    if (byte !== COLON) return MALFORMED;
    this.nameEnd = at;
    this.state = BEFORE_VALUE;
    return this.count === this.mostFields * MARKS ? TOO_MANY : MORE;
  }

  private endValue(bytes: Buffer, base: number, at: number): void {
    let end = at;
    while (end > base + this.valueStart && (CLASS[bytes[end - 1]!]! & BLANK) !== 0) end -= 1;
    const { marks, count } = this;
    marks[count] = this.lineStart;
    marks[count + 1] = this.nameEnd;
    marks[count + 2] = this.valueStart;
    marks[count + 3] = end - base;
    this.count = count + MARKS;
    this.state = VALUE_LF;
  }
}

/** The value of a field in a flat list, of several joined as a list (RFC 9110 §5.3); `lowerName` in lower case. */
export function fieldValue(flat: readonly string[], lowerName: string): string | undefined {
  let value: string | undefined;
  for (let at = 0; at < flat.length; at += 2) {
    const name = flat[at]!;
    if (name.length !== lowerName.length || name.toLowerCase() !== lowerName) continue;
    value = value === undefined ? flat[at + 1]! : `${value}, ${flat[at + 1]!}`;
  }
  return value;
}
