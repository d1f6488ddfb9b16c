import { BracketSkipper } from './bracket-skipper.js';
import { Findings } from './findings.js';
import { LastName } from './last-name.js';
import { beginsNumber, digitsEnd, isCount, NumberReader } from './number-reader.js';
import { FIXED, FREE, type Place, SKIPPED, TEXT } from './place.js';
import { type JsonSelector, selectorUnder } from './json-selector.js';
import { plainEnd, StringReader } from './string-reader.js';
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  JSON_COLON,
  COMMA,
  isStructure,
  OPEN_ARRAY,
  OPEN_OBJECT,
  JSON_QUOTE,
} from './structure.js';

/** Nothing that is wanted stands deeper; what does is passed over. */
const MAX_DEPTH = 32;
/** The length of a key that is too long to be looked for. */
const NO_KEY = -1;

/** Of all scanners: they read answers of the same few models. */
const NAMES = new LastName();

/** What comes next. */
const VALUE = 0;
const KEY = 1;
const STRING = 2;
const NUMBER = 3;
const PASSING = 4;
const PASSING_STRING = 5;
const DONE = 6;

/**
 * Finds a few numbers, names and texts in a JSON text that passes in pieces, and keeps nothing else: what it holds is
 * bounded whatever arrives, and every byte is looked at once. It does not prove that the text is JSON; who needs more
 * than what was found must not ask it. Of a key that is repeated the last value counts, as with `JSON.parse`.
 */
export class JsonScanner {
  readonly found: Findings;
  private state: number = VALUE;
  /** Of the value that comes next. */
  private shape: JsonSelector | null;
  /** Of the brackets that are open, up to `depth`. */
  private readonly open: JsonSelector[] = [];
  private readonly objects: boolean[] = [];
  private depth = 0;
  private isKey = false;
  private readonly number = new NumberReader();
  private readonly string = new StringReader();
  private readonly skipper = new BracketSkipper(this.string);

  constructor(
    private readonly root: JsonSelector,
    slots: { numbers: number; names: number },
  ) {
    this.shape = root;
    this.found = new Findings(slots);
  }

  /** The next text begins; what was found stays. */
  reset(): void {
    this.state = VALUE;
    this.shape = this.root;
    this.depth = 0;
  }

  /** Of the next byte. */
  get place(): Place {
    switch (this.state) {
      case VALUE:
      case KEY:
        return this.wantsNumber ? FIXED : FREE;
      case STRING:
        return !this.isKey && this.shape!.name < 0 ? TEXT : FIXED;
      case PASSING_STRING:
        return SKIPPED;
      default:
        return FIXED;
    }
  }

  read(chunk: Buffer, from = 0, end = chunk.length): void {
    let at = from;
    while (at < end) {
      switch (this.state) {
        case STRING:
          at = this.inString(chunk, at, end);
          break;
        case NUMBER:
          at = this.inNumber(chunk, at, end);
          break;
        case PASSING:
          at = this.pass(chunk, at, end);
          break;
        case PASSING_STRING:
          at = this.passString(chunk, at, end);
          break;
        case DONE:
          return;
        default:
          at = this.between(chunk, at, end);
      }
    }
  }

  /** Blanks, separators and literals count alike: none of them is looked for. The index behind what was read. */
  private between(chunk: Buffer, from: number, end: number): number {
    let at = from;
    while (at < end && this.state <= KEY) {
      const byte = chunk[at]!;
      at += 1;
      switch (byte) {
        case JSON_QUOTE:
          at = this.state === KEY ? this.key(chunk, at, end) : this.beginString(chunk, at, end);
          break;
        case OPEN_OBJECT:
        case OPEN_ARRAY:
          this.enter(byte === OPEN_OBJECT);
          break;
        case CLOSE_OBJECT:
        case CLOSE_ARRAY:
          this.leave();
          break;
        case COMMA:
          this.nextElement();
          break;
        case JSON_COLON:
          this.state = VALUE;
          break;
        default:
          if (this.wantsNumber && beginsNumber(byte)) at = this.beginNumber(chunk, at - 1, end);
          else while (at < end && !isStructure(chunk[at]!) && !this.wantsNumber) at += 1;
      }
    }
    return at;
  }

  private get wantsNumber(): boolean {
    return this.shape !== null && this.shape.number >= 0 && this.state === VALUE;
  }

  /** Nearly all are whole and without escapes; these are looked at where they stand. The index behind what was read. */
  private key(chunk: Buffer, from: number, end: number): number {
    const close = plainEnd(chunk, from, end);
    if (close >= 0) {
      this.tookKey(chunk, from, close - from);
      return close + 1;
    }
    this.isKey = true;
    this.string.begin('bytes');
    this.state = STRING;
    return from;
  }

  /** The index behind what was read. Most strings are short and whole, and without escapes, like keys. */
  private beginString(chunk: Buffer, from: number, end: number): number {
    const { shape } = this;
    const close = plainEnd(chunk, from, end);
    if (close >= 0) {
      if (shape?.text) this.found.textBytes += close - from;
      if (shape?.mark) this.found.marks += 1;
      if (shape !== null && shape.name >= 0) this.found.name(shape.name, NAMES.read(chunk, from, close));
      this.valueOver();
      return close + 1;
    }
    this.isKey = false;
    const wanted = shape !== null && (shape.text || shape.mark || shape.name >= 0);
    this.state = wanted ? STRING : PASSING_STRING;
    this.string.begin(!wanted ? 'nothing' : shape.name >= 0 ? 'bytes' : 'length');
    return from;
  }

  /** The index behind what was read: nearly all numbers are digits, and what ends them is here. */
  private beginNumber(chunk: Buffer, from: number, end: number): number {
    const close = digitsEnd(chunk, from, end);
    if (close < 0) {
      this.state = NUMBER;
      this.number.begin();
      return from;
    }
    let value = 0;
    for (let at = from; at < close; at += 1) value = value * 10 + (chunk[at]! & 0x0f);
    if (isCount(value)) this.found.number(this.shape!.number, value);
    this.valueOver();
    return close;
  }

  private inString(chunk: Buffer, from: number, end: number): number {
    const at = this.string.read(chunk, from, end);
    if (at < 0) return end;
    const { bytes, length, whole } = this.string;
    if (!this.isKey) this.tookString();
    else this.tookKey(bytes, 0, whole ? length : NO_KEY);
    return at;
  }

  private tookKey(bytes: Buffer, from: number, length: number): void {
    this.shape = selectorUnder(this.open[this.depth - 1]!, bytes, from, length);
    this.state = VALUE;
  }

  private tookString(): void {
    const { shape, string } = this;
    if (shape!.text) this.found.textBytes += string.length;
    if (shape!.mark) this.found.marks += 1;
    if (shape!.name >= 0 && string.whole) this.found.name(shape!.name, string.toString());
    this.valueOver();
  }

  private passString(chunk: Buffer, from: number, end: number): number {
    const at = this.string.read(chunk, from, end);
    if (at < 0) return end;
    this.valueOver();
    return at;
  }

  private inNumber(chunk: Buffer, from: number, end: number): number {
    const at = this.number.read(chunk, from, end);
    if (at < 0) return end;
    const { value } = this.number;
    if (value !== null) this.found.number(this.shape!.number, value);
    this.valueOver();
    return at;
  }

  private pass(chunk: Buffer, from: number, end: number): number {
    const at = this.skipper.read(chunk, from, end);
    if (at < 0) return end;
    this.valueOver();
    return at;
  }

  private enter(isObject: boolean): void {
    if (this.shape === null || this.depth === MAX_DEPTH) {
      this.skipper.begin();
      this.state = PASSING;
      return;
    }
    this.open[this.depth] = this.shape;
    this.objects[this.depth] = isObject;
    this.depth += 1;
    this.state = isObject ? KEY : VALUE;
  }

  private leave(): void {
    if (this.depth > 0) this.depth -= 1;
    this.valueOver();
  }

  private valueOver(): void {
    this.shape = null;
    this.state = this.depth === 0 ? DONE : VALUE;
  }

  private nextElement(): void {
    const last = this.depth - 1;
    if (last < 0) return;
    if (this.objects[last]) this.state = KEY;
    else this.shape = this.open[last]!;
  }
}
