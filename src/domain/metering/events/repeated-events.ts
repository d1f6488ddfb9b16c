import { EventPattern } from './event-pattern.js';
import { placesOf } from './event-places.js';
import type { JsonScanner } from '../json/json-scanner.js';

/** Of longer events no pattern is made. */
const MAX_BYTES = 1_024;
/** A pattern that fewer events followed was not worth making. */
const WORTH = 16;
/** So many events one after the other that do not follow it end a pattern. */
const MAX_STRANGE = 4;
/** Events that are passed by, at most, before a pattern is made of another. */
const LONGEST_WAIT = 256;

/**
 * The events of a stream that are like an earlier one but for their texts, which are nearly all: they are compared with
 * it and not read. What they say besides is what that one said, so that nothing is to be remembered of them as long as
 * nothing else was found meanwhile.
 */
export class RepeatedEvents {
  private pattern: EventPattern | null = null;
  /** Of the scanner, when the pattern was made. */
  private changes = 0;
  /** Events that followed the pattern since the last one that was looked at. */
  private followed = 0;
  private strange = 0;
  private wait = 0;
  private waited = 0;
  private student: JsonScanner | null = null;

  constructor(
    private readonly json: JsonScanner,
    private readonly another: () => JsonScanner,
  ) {}

  /** The index behind the events that begin at `from` and need not be read; `from`: there is none. */
  pass(chunk: Buffer, from: number): number {
    const { pattern, json } = this;
    if (pattern === null) return from;
    if (json.found.changes !== this.changes) {
      this.pattern = null;
      return from;
    }
    const behind = pattern.pass(chunk, from);
    if (behind > from) {
      json.found.textBytes += pattern.textBytes;
      this.followed += pattern.events;
      pattern.textBytes = pattern.events = 0;
      this.strange = 0;
    }
    return behind;
  }

  /** A whole event that was read, its data in one line from `from` to `to`. */
  learn(event: Buffer, from: number, to: number): void {
    this.strange += 1;
    if (this.pattern !== null && this.strange > MAX_STRANGE) this.pattern = null;
    if (event.length > MAX_BYTES) return;
    this.waited += 1;
    if (this.waited <= this.wait) return;
    this.waited = 0;
    this.wait = this.followed < WORTH ? Math.min(2 * this.wait + 1, LONGEST_WAIT) : 0;
    this.followed = 0;
    this.student ??= this.another();
    const places = placesOf(event, from, to, this.student);
    if (places === null) return;
    this.pattern = new EventPattern(event, places);
    this.changes = this.json.found.changes;
    this.strange = 0;
  }
}
