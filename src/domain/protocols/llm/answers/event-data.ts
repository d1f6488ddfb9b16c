import { BrokenAnswer } from './broken-answer.js';

/** Of one event; an answer comes in thousands of small ones. */
const MAX_CHARACTERS = 1_048_576;
const BYTE_ORDER_MARK = '\ufeff';

/**
 * The data of server-sent events, however the stream is cut into pieces (HTML, "Parsing an event stream"): lines end with
 * CR LF, LF or CR, an event with an empty line; comments and other fields are passed over. Each byte is looked at once.
 */
export class EventData {
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private line = '';
  private data: string[] = [];
  private held = 0;
  private afterCr = false;
  private begun = false;

  *read(piece: Uint8Array): Generator<string> {
    const text = this.decoder.decode(piece, { stream: true });
    let at = this.skipMark(text);
    // The next ones, as far as they are known; the length where there is none. So none is looked for twice.
    let cr = -1;
    let lf = -1;
    while (at < text.length) {
      if (this.afterCr) {
        this.afterCr = false;
        if (text[at] === '\n') at += 1;
        continue;
      }
      if (cr < at) cr = nextOf('\r', text, at);
      if (lf < at) lf = nextOf('\n', text, at);
      const end = Math.min(cr, lf);
      this.hold(end - at);
      this.line += text.slice(at, end);
      if (end === text.length) return;
      this.afterCr = text[end] === '\r';
      at = end + 1;
      const event = this.lineOver();
      if (event !== null) yield event;
    }
  }

  private hold(characters: number): void {
    this.held += characters;
    if (this.held > MAX_CHARACTERS) throw new BrokenAnswer('An event of the stream is too large.');
  }

  /** The data of the event that this line ends; null where it ends none. */
  private lineOver(): string | null {
    const { line } = this;
    this.line = '';
    if (line !== '') {
      if (line === 'data') this.data.push('');
      else if (line.startsWith('data:')) this.data.push(line.slice(line[5] === ' ' ? 6 : 5));
      // Counted again only as far as it is kept, so that comments may go on for ever.
      else this.held -= line.length;
      return null;
    }
    const { data } = this;
    this.data = [];
    this.held = 0;
    return data.length === 0 ? null : data.join('\n');
  }

  /** One at the very beginning is no part of the first line. */
  private skipMark(text: string): number {
    if (this.begun || text === '') return 0;
    this.begun = true;
    return text[0] === BYTE_ORDER_MARK ? 1 : 0;
  }
}

function nextOf(character: string, text: string, from: number): number {
  const found = text.indexOf(character, from);
  return found < 0 ? text.length : found;
}
