import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';

/** Encoded bytes that wait for the decoder; whoever outruns it by more is not read to the end. */
const MOST_WAITING = 4_194_304;
/** Decoded bytes of one body: thousands of times what a model says, and a bound for what a bomb costs. */
const MOST_DECODED = 268_435_456;
/** Each keeps a window of some megabytes at worst. */
const MOST_AT_ONCE = 64;
/** RFC 8878 §3.1.1.1.2 asks for 8 MiB and no more. */
const ZSTD_WINDOW_LOG = 23;

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }),
  'x-gzip': () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }),
  deflate: () => createInflate({ finishFlush: constants.Z_SYNC_FLUSH }),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () =>
    createZstdDecompress({
      finishFlush: constants.ZSTD_e_flush,
      params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG },
    }),
};

let atOnce = 0;

/** A body that somebody looks at while it passes. What is done with a piece is over, or bounded, when `read` returns. */
export interface PassingBody {
  read(piece: Buffer): void;
  /** No more comes; `over` is told, now or later and always, whether everything that came was read. */
  end(over: (whole: boolean) => void): void;
}

/** For a coding nobody knows here, or more than one. */
const UNREADABLE: PassingBody = { read: () => undefined, end: (over) => over(false) };

/**
 * Reads a body beside the stream, decoded where it is encoded. The stream never waits for it: a decoder that falls
 * behind, breaks or produces without end is given up, and then the body counts as not read.
 */
export function readBeside(codings: readonly string[], read: (piece: Buffer) => void): PassingBody {
  const named = codings
    .flatMap((field) => field.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const [coding] = named;
  if (coding === undefined) return { read, end: (over) => over(true) };
  const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
  if (named.length > 1 || decoder === undefined || atOnce >= MOST_AT_ONCE) return UNREADABLE;
  return new DecodedBody(decoder(), read);
}

class DecodedBody implements PassingBody {
  private decoded = 0;
  private over: ((whole: boolean) => void) | null = null;
  private open = true;
  private whole = true;

  constructor(
    private readonly decoder: Transform,
    read: (piece: Buffer) => void,
  ) {
    atOnce += 1;
    decoder.on('data', (piece: Buffer) => {
      if (!this.open) return;
      this.decoded += piece.length;
      if (this.decoded > MOST_DECODED) return this.close(false);
      read(piece);
    });
    decoder.on('end', () => this.close(true));
    decoder.on('error', () => this.close(false));
  }

  read(piece: Buffer): void {
    if (!this.open) return;
    if (this.decoder.writableLength + piece.length > MOST_WAITING) return this.close(false);
    this.decoder.write(piece);
  }

  end(over: (whole: boolean) => void): void {
    if (!this.open) return over(this.whole);
    this.over = over;
    this.decoder.end();
  }

  private close(whole: boolean): void {
    if (!this.open) return;
    this.open = false;
    this.whole = whole;
    atOnce -= 1;
    this.decoder.destroy();
    this.over?.(whole);
  }
}
