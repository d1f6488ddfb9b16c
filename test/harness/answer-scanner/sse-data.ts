import type { JsonScanner } from './json-scanner.js';

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

  constructor(private readonly json: JsonScanner) {}

  read(chunk: Buffer): void {
    let at = this.skipByteOrderMark(chunk);
    // A search that found nothing is not repeated for each line: few streams have both.
    let cr = chunk.indexOf(CR, at);
    let lf = chunk.indexOf(LF, at);
    while (at < chunk.length) {
      if (this.afterCr && chunk[at] === LF) {
        this.afterCr = false;
        at += 1;
        continue;
      }
      this.afterCr = false;
      if (cr >= 0 && cr < at) cr = chunk.indexOf(CR, at);
      if (lf >= 0 && lf < at) lf = chunk.indexOf(LF, at);
      const end = lf < 0 || (cr >= 0 && cr < lf) ? cr : lf;
      this.readLine(chunk, at, end < 0 ? chunk.length : end);
      if (end < 0) return;
      this.lineOver();
      this.afterCr = chunk[end] === CR;
      at = end + 1;
    }
  }

  private readLine(chunk: Buffer, from: number, end: number): void {
    let at = from;
    while (this.where === NAME && at < end) this.readName(chunk[at++]!);
    this.bytes += end - from;
    if (this.where === AFTER_COLON && at < end) {
      this.beginData();
      if (chunk[at] === SPACE) at += 1;
    }
    if (this.where === IN_DATA) this.json.read(chunk, at, end);
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

  private lineOver(): void {
    if (this.bytes === 0) {
      this.json.reset();
      this.dataLines = 0;
    }
    this.where = NAME;
    this.matched = 0;
    this.bytes = 0;
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
