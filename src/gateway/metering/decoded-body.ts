import type { Transform } from 'node:stream';

/** Encoded bytes that wait for the decoder; whoever outruns it by more is not read to the end. */
const MAX_WAITING = 4_194_304;
/** Decoded bytes of one body: thousands of times what a model says, and a bound for what a bomb costs. */
const MAX_DECODED = 268_435_456;

/** A body that somebody looks at while it passes. What is done with a piece is over, or bounded, when `read` returns. */
export interface PassingBody {
  read(piece: Buffer): void;
  /** No more comes; `over` is told, now or later and always, whether everything that came was read. */
  end(over: (whole: boolean) => void): void;
}

/**
 * Reads a body beside the stream, decoded. The stream never waits for it: a decoder that falls behind, breaks or produces
 * without end is given up, and then the body counts as not read.
 */
export class DecodedBody implements PassingBody {
  private decoded = 0;
  private over: ((whole: boolean) => void) | null = null;
  private open = true;
  private whole = true;

  /** `closed` is told behind whoever ended it. */
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
