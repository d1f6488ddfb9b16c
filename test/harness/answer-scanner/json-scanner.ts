import { beginsNumber, NumberReader } from './number-reader.js';
import type { JsonSelector } from '../../../src/domain/metering/json/json-selector.js';
import { StringReader } from './string-reader.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const BRACE_BIT = 0x20;
/** Nothing that is wanted stands deeper; what does is passed over. */
const MAX_DEPTH = 32;

/** What comes next. */
const VALUE = 0;
const KEY = 1;
const STRING = 2;
const NUMBER = 3;
const PASSING = 4;
const PASSING_STRING = 5;
const DONE = 6;

/**
 * How answers of models are read byte by byte, for specs that hold faster ways against it.
 *
 * Finds a few numbers, names and texts in a JSON text that passes in pieces, and keeps nothing else: what it holds is
 * bounded whatever arrives, and every byte is looked at once. It does not prove that the text is JSON; who needs more
 * than what was found must not ask it. Of a key that is repeated the last value counts, as with `JSON.parse`.
 */
export class JsonScanner {
  /** What was found by slot; NaN: nothing yet. */
  readonly numbers: Float64Array;
  readonly names: (string | null)[];
  /** Bytes of all texts. */
  textBytes = 0;
  private state: number = VALUE;
  /** Of the value that comes next. */
  private shape: JsonSelector | null;
  private readonly open: (JsonSelector | null)[] = [];
  private readonly objects: boolean[] = [];
  /** How many brackets are open of a value that is passed over. */
  private passing = 0;
  private isKey = false;
  private readonly number = new NumberReader();
  private readonly string = new StringReader();

  constructor(
    private readonly root: JsonSelector,
    slots: { numbers: number; names: number },
  ) {
    this.shape = root;
    this.numbers = new Float64Array(slots.numbers).fill(NaN);
    this.names = new Array<string | null>(slots.names).fill(null);
  }

  /** The next text begins; what was found stays. */
  reset(): void {
    this.state = VALUE;
    this.shape = this.root;
    this.open.length = 0;
    this.objects.length = 0;
    this.passing = 0;
  }

  /** Whether the text that was read is over. */
  get complete(): boolean {
    return this.state === DONE;
  }

  read(chunk: Buffer, from = 0, end = chunk.length): void {
    let at = from;
    while (at < end) {
      switch (this.state) {
        case VALUE:
        case KEY:
          at = this.between(chunk, at, end);
          break;
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
        default:
          return;
      }
    }
  }

  /** Blanks, separators and literals count alike: none of them is looked for. */
  private between(chunk: Buffer, from: number, end: number): number {
    for (let at = from; at < end; at += 1) {
      const byte = chunk[at]!;
      switch (byte) {
        case QUOTE:
          this.beginString();
          return at + 1;
        case OPEN_OBJECT:
        case OPEN_ARRAY:
          this.enter(byte === OPEN_OBJECT);
          return at + 1;
        case CLOSE_OBJECT:
        case CLOSE_ARRAY:
          this.leave();
          return at + 1;
        case COMMA:
          this.nextElement();
          break;
        case COLON:
          this.state = VALUE;
          break;
        default:
          if (!this.wantsNumber || !beginsNumber(byte)) break;
          this.state = NUMBER;
          this.number.begin();
          return at;
      }
    }
    return end;
  }

  private get wantsNumber(): boolean {
    return this.shape !== null && this.shape.number >= 0 && this.state === VALUE;
  }

  private beginString(): void {
    this.isKey = this.state === KEY;
    const { shape } = this;
    const wanted = shape !== null && (shape.text || shape.name >= 0);
    if (!this.isKey && !wanted) {
      this.state = PASSING_STRING;
      this.string.begin('nothing');
      return;
    }
    this.string.begin(this.isKey || shape!.name >= 0 ? 'bytes' : 'length');
    this.state = STRING;
  }

  private inString(chunk: Buffer, from: number, end: number): number {
    const at = this.string.read(chunk, from, end);
    if (at < 0) return end;
    if (this.isKey) this.tookKey();
    else this.tookString();
    return at;
  }

  private tookKey(): void {
    const { string } = this;
    const container = this.open[this.open.length - 1] ?? null;
    this.shape =
      container === null
        ? null
        : string.whole
          ? shapeUnder(container, string.bytes, string.length)
          : container.otherwise;
    this.state = VALUE;
  }

  private tookString(): void {
    const { shape, string } = this;
    if (shape!.text) this.textBytes += string.length;
    if (shape!.name >= 0 && string.whole) this.names[shape!.name] = string.toString();
    this.valueOver();
  }

  private passString(chunk: Buffer, from: number, end: number): number {
    const at = this.string.read(chunk, from, end);
    if (at < 0) return end;
    if (this.passing > 0) this.state = PASSING;
    else this.valueOver();
    return at;
  }

  private inNumber(chunk: Buffer, from: number, end: number): number {
    const at = this.number.read(chunk, from, end);
    if (at < 0) return end;
    const { value } = this.number;
    if (value !== null) this.numbers[this.shape!.number] = value;
    this.valueOver();
    return at;
  }

  private pass(chunk: Buffer, from: number, end: number): number {
    let { passing } = this;
    for (let at = from; at < end; at += 1) {
      const byte = chunk[at]!;
      if (byte === QUOTE) {
        this.passing = passing;
        this.state = PASSING_STRING;
        this.string.begin('nothing');
        return at + 1;
      }
      // Both kinds of brackets in one comparison: they differ in this bit.
      const bracket = byte & ~BRACE_BIT;
      if (bracket === OPEN_ARRAY) passing += 1;
      else if (bracket === CLOSE_ARRAY) {
        passing -= 1;
        if (passing === 0) {
          this.passing = 0;
          this.valueOver();
          return at + 1;
        }
      }
    }
    this.passing = passing;
    return end;
  }

  private enter(isObject: boolean): void {
    if (this.shape === null || this.open.length === MAX_DEPTH) {
      this.passing = 1;
      this.state = PASSING;
      return;
    }
    this.open.push(this.shape);
    this.objects.push(isObject);
    this.state = isObject ? KEY : VALUE;
  }

  private leave(): void {
    this.open.pop();
    this.objects.pop();
    this.valueOver();
  }

  private valueOver(): void {
    this.shape = null;
    this.state = this.open.length === 0 ? DONE : VALUE;
  }

  private nextElement(): void {
    const last = this.open.length - 1;
    if (last < 0) return;
    if (this.objects[last]) this.state = KEY;
    else this.shape = this.open[last]!;
  }
}

function shapeUnder(shape: JsonSelector, key: Buffer, length: number): JsonSelector | null {
  const sought = key.subarray(0, length);
  const listed = shape.keys.find(({ bytes }) => bytes.equals(sought));
  return listed === undefined ? shape.otherwise : listed.shape;
}
