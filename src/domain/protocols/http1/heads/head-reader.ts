import { CLASS, CR, IN_VALUE, LF } from '../bytes.js';
import { FieldSection, MALFORMED, MORE, TOO_MANY } from './field-section.js';
import type { HeadFault } from './head-faults.js';

const FIRST_BYTES = 1_024;
const NOTHING = Buffer.alloc(0);

/** What arrived of something that has to be whole to be read; grows by doubling, so that a byte is copied twice. */
export class HeldBytes {
  size = 0;
  private bytes: Buffer = NOTHING;

  constructor(private readonly limit: number) {}

  /** How many bytes may still be added. */
  get room(): number {
    return this.limit - this.size;
  }

  /** Answers all that is held, of which `size` bytes count. */
  add(chunk: Buffer, from: number, to: number): Buffer {
    const size = this.size + to - from;
    if (size > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(2 * size, FIRST_BYTES), this.limit));
      this.bytes.copy(larger, 0, 0, this.size);
      this.bytes = larger;
    }
    chunk.copy(this.bytes, this.size, from, to);
    this.size = size;
    return this.bytes;
  }

  clear(): void {
    this.size = 0;
    this.bytes = NOTHING;
  }
}

export interface HeadLimits {
  /** Of the whole head, its last empty line included (06 §9.11). */
  readonly bytes: number;
  readonly fields: number;
}

export const HEAD_LIMITS: HeadLimits = { bytes: 65_536, fields: 500 };

const EMPTY_LINE_BYTES = 2;

const START_LINE = 0;
const START_LINE_LF = 1;
const FIELDS = 2;

/**
 * Reads the heads of one connection, one after the other, from input in any pieces. What is wrong is said as soon as
 * it has arrived; every byte is looked at once. In the ordinary case a head arrives in one piece and nothing is
 * copied; an unfinished one is held in a buffer of about twice its bytes.
 */
export abstract class HeadReader<Head extends object> {
  /** Where in the last piece the head ended; what follows belongs to its body. */
  end = 0;
  private fault: HeadFault | null = null;
  private state = START_LINE;
  /** How much of the start line was looked at. */
  private at = 0;
  /** How much was read of an empty line before the head. */
  private skipped = 0;
  private readonly unfinished: HeldBytes;
  private readonly fields: FieldSection;

  /** `emptyLine`: whether one may come before a head (RFC 9112 §2.2). */
  constructor(
    limits: HeadLimits,
    private readonly emptyLine: boolean,
  ) {
    this.fields = new FieldSection(limits.fields);
    this.unfinished = new HeldBytes(limits.bytes);
  }

  /** How many bytes of an unfinished head were taken; 0 between messages. */
  get held(): number {
    return this.unfinished.size + this.skipped;
  }

  /**
   * Null when more is needed and all of `chunk` from `at` on was taken. A refusal is final: two readers of what
   * follows could disagree where the next message begins.
   */
  read(chunk: Buffer, at: number): Head | HeadFault | null {
    if (this.fault !== null) return this.fault;
    const result = this.readPiece(chunk, at);
    if (typeof result !== 'string') return result;
    this.unfinished.clear();
    this.fault = result;
    return result;
  }

  /** Judges the start line, which is `bytes` from `from` to `to`, and remembers what the head needs of it. */
  protected abstract startLine(bytes: Buffer, from: number, to: number): HeadFault | null;

  /** Makes the head of its text, which the start line begins, and its fields. */
  protected abstract complete(text: string, flat: string[]): Head | HeadFault;

  private readPiece(chunk: Buffer, at: number): Head | HeadFault | null {
    const { unfinished } = this;
    const from = this.emptyLine && unfinished.size === 0 ? this.skipEmptyLine(chunk, at) : at;
    if (from >= chunk.length) return null;
    if (this.skipped === 1) return 'malformed';
    const before = unfinished.size;
    const to = Math.min(chunk.length, from + unfinished.room);
    const whole = before === 0;
    const result = whole
      ? this.scan(chunk, from, to)
      : this.scan(unfinished.add(chunk, from, to), 0, unfinished.size);
    if (result === null) {
      if (whole) unfinished.add(chunk, from, to);
      return unfinished.room === 0 ? 'too_large' : null;
    }
    this.end = from + this.fields.at - before;
    this.skipped = 0;
    if (!whole) unfinished.clear();
    return result;
  }

  private skipEmptyLine(chunk: Buffer, at: number): number {
    let from = at;
    while (from < chunk.length && this.skipped < EMPTY_LINE_BYTES) {
      if (chunk[from] !== (this.skipped === 0 ? CR : LF)) break;
      this.skipped += 1;
      from += 1;
    }
    return from;
  }

  private scan(bytes: Buffer, base: number, to: number): Head | HeadFault | null {
    if (this.state !== FIELDS) {
      const fault = this.scanStartLine(bytes, base, to);
      if (fault !== null || this.state !== FIELDS) return fault;
    }
    const progress = this.fields.read(bytes, base, to);
    if (progress === MORE) return null;
    if (progress === MALFORMED) return 'malformed';
    if (progress === TOO_MANY) return 'too_many_fields';
    this.state = START_LINE;
    this.at = 0;
    const text = bytes.toString('latin1', base, base + this.fields.at);
    return this.complete(text, this.fields.flat(text));
  }

  private scanStartLine(bytes: Buffer, base: number, to: number): HeadFault | null {
    let at = base + this.at;
    if (this.state === START_LINE) {
      while (at < to && (CLASS[bytes[at]!]! & IN_VALUE) !== 0) at += 1;
      this.at = at - base;
      if (at === to) return null;
      if (bytes[at] !== CR) return 'malformed';
      const fault = this.startLine(bytes, base, at);
      if (fault !== null) return fault;
      this.state = START_LINE_LF;
      at += 1;
      this.at = at - base;
    }
    if (at === to) return null;
    if (bytes[at] !== LF) return 'malformed';
    this.state = FIELDS;
    this.fields.begin(at + 1 - base);
    return null;
  }
}
