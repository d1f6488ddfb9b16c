import type { Transform } from 'node:stream';

/** Encoded bytes that may wait for the decoder; a body that is further ahead is not read to the end. */
const MAX_WAITING = 4_194_304;
/** Decoded bytes of one body: thousands of times a usual response, and a bound on the cost of a decompression bomb. */
const MAX_DECODED = 268_435_456;

/** A reader of a body that passes. When `read` returns, the work on the piece is done or bounded. */
export interface PassingBody {
  read(piece: Buffer): void;
  /** The body has ended. `over` is always called, now or later, and learns whether the whole body was read. */
  end(over: (whole: boolean) => void): void;
}

/**
 * Decodes and reads a body beside the stream, which never waits for it. A decoder that falls behind, fails or produces
 * too much is dropped, and the body then counts as not read.
 */
export class DecodedBody implements PassingBody {
  private decoded = 0;
  private over: ((whole: boolean) => void) | null = null;
  private open = true;
  private whole = true;

  /** `closed` is called last, whatever ended the decoder. */
  constructor(
    private readonly decoder: Transform,
    read: (piece: Buffer) => void,
    private readonly closed: () => void,
  ) {
    decoder.on('data', (piece: Buffer) => {
      if (!this.open) return;
      this.decoded += piece.length;
      if (this.decoded > MAX_DECODED) return this.giveUp();
      read(piece);
    });
    decoder.on('end', () => this.close(true));
    decoder.on('error', () => this.giveUp());
  }

  read(piece: Buffer): void {
    if (!this.open) return;
    if (this.decoder.writableLength + piece.length > MAX_WAITING) return this.giveUp();
    this.decoder.write(piece);
  }

  end(over: (whole: boolean) => void): void {
    if (!this.open) return over(this.whole);
    this.over = over;
    this.decoder.end();
  }

  giveUp(): void {
    this.close(false);
  }

  private close(whole: boolean): void {
    if (!this.open) return;
    this.open = false;
    this.whole = whole;
    this.decoder.destroy();
    this.over?.(whole);
    this.closed();
  }
}
