import type { JsonScanner } from '../json/json-scanner.js';
import { RepeatedEvents } from './repeated-events.js';

const CR = 0x0d;
const LF = 0x0a;
const COLON = 0x3a;
const SPACE = 0x20;
const DATA = Buffer.from('data');
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const NEW_LINE = Buffer.from('\n');

/** Where in a line the reader is. */
const NAME = 0;
const AFTER_COLON = 1;
const IN_DATA = 2;
const IN_OTHER = 3;

/**
 * Hands the data of server-sent events to a scanner as it passes, without putting lines together. Lines end with CR LF,
 * LF or CR, an event with an empty line; comments and other fields are passed over (HTML, "Parsing an event stream").
 */
export class SseData {
  private where = NAME;
  /** Bytes of the name of the field that were read and are those of `data`; -1: another field. */
  private matched = 0;
  /** Of the present line. */
  private bytes = 0;
  private afterCr = false;
  private dataLines = 0;
  private begun = 0;
  /** Nothing of the next event was read. */
  private fresh = true;
  /** Where in the present piece the event begins and where its data stands; -1: not in this piece, or not only. */
  private eventFrom = -1;
  private dataFrom = -1;
  private dataTo = -1;
  private readonly repeated: RepeatedEvents;

  /** `another`: a scanner of the same kind. */
  constructor(
    private readonly json: JsonScanner,
    another: () => JsonScanner,
  ) {
    this.repeated = new RepeatedEvents(json, another);
  }

  read(chunk: Buffer): void {
    let at = this.skipByteOrderMark(chunk);
    this.eventFrom = -1;
    // The next ones, as far as they are known; its length: there is none. So none is looked for twice.
    let cr = -1;
    let lf = -1;
    while (at < chunk.length) {
      if (this.afterCr) {
        this.afterCr = false;
        if (chunk[at] === LF) at += 1;
        continue;
      }
      if (this.fresh) {
        const behind = this.repeated.pass(chunk, at);
        if (behind > at) {
          this.afterCr = chunk[behind - 1] === CR;
          at = behind;
          continue;
        }
        this.fresh = false;
        this.eventFrom = at;
      }
      if (cr < at) cr = nextOf(CR, chunk, at);
      if (lf < at) lf = nextOf(LF, chunk, at);
      const end = Math.min(cr, lf);
      this.readLine(chunk, at, end);
      if (end === chunk.length) return;
      at = this.behindLine(chunk, end);
    }
  }

  private readLine(chunk: Buffer, from: number, end: number): void {
    let at = from;
    while (this.where === NAME && at < end) this.readName(chunk[at++]!);
    this.bytes += end - from;
    if (this.where === AFTER_COLON && at < end) {
      this.beginData();
      if (chunk[at] === SPACE) at += 1;
      this.dataFrom = at;
    }
    if (this.where !== IN_DATA) return;
    this.json.read(chunk, at, end);
    this.dataTo = end;
  }

  /** CR LF is one end, in one piece or in two. */
  private behindLine(chunk: Buffer, end: number): number {
    const behind = chunk[end] === CR && chunk[end + 1] === LF ? end + 2 : end + 1;
    this.afterCr = chunk[behind - 1] === CR;
    this.lineOver(chunk, behind);
    return behind;
  }

  private readName(byte: number): void {
    if (byte === COLON) this.where = this.matched === DATA.length ? AFTER_COLON : IN_OTHER;
    else if (this.matched < DATA.length && byte === DATA[this.matched]) this.matched += 1;
    else this.where = IN_OTHER;
  }

  /** Lines of data of one event are one text with line feeds between. */
  private beginData(): void {
    this.where = IN_DATA;
    if (this.dataLines > 0) this.json.read(NEW_LINE);
    this.dataLines += 1;
  }

  private lineOver(chunk: Buffer, behind: number): void {
    if (this.bytes === 0) {
      if (this.dataLines === 1 && this.eventFrom >= 0) this.learn(chunk, this.eventFrom, behind);
      this.json.reset();
      this.dataLines = 0;
      this.fresh = true;
    }
    this.where = NAME;
    this.matched = 0;
    this.bytes = 0;
  }

  private learn(chunk: Buffer, from: number, to: number): void {
    this.repeated.learn(chunk.subarray(from, to), this.dataFrom - from, this.dataTo - from);
  }

  /** One at the very beginning is no part of the first line. */
  private skipByteOrderMark(chunk: Buffer): number {
    let at = 0;
    while (this.begun < BYTE_ORDER_MARK.length && at < chunk.length) {
      if (chunk[at] !== BYTE_ORDER_MARK[this.begun]) {
        this.begun = BYTE_ORDER_MARK.length;
        break;
      }
      at += 1;
      this.begun += 1;
    }
    return at;
  }
}

/** The length of the chunk where there is none. */
function nextOf(byte: number, chunk: Buffer, from: number): number {
  const found = chunk.indexOf(byte, from);
  return found < 0 ? chunk.length : found;
}
