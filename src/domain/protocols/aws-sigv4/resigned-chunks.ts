/**
 * A body in the framing `aws-chunked` whose chunks are signed: the same framing, byte for byte, with signatures of
 * other keys. A signature has one length, so the length of the body stays what the agent declared. It stands before
 * the data it is about, so a chunk is held until all of it has come.
 */
import type { SigningHashes } from './hashes.js';
import { signChunk, type SigningContext, signTrailers } from './signature.js';

/** The body is not in the framing that its head announced, or a chunk is larger than what may be held. */
export class AwsChunkedFault extends Error {}

export interface ChunkedTerms {
  readonly context: SigningContext;
  /** Signature of the head. */
  readonly seed: string;
  /** Whether trailers follow the last chunk, with a signature of theirs. */
  readonly trailers: boolean;
  readonly mostChunkBytes: number;
}

/** Where the data of a chunk is put until all of it has come; agents choose the pieces it comes in. */
export interface ChunkStore {
  /** Bytes it occupies. */
  readonly capacity: number;
  add(data: Buffer): void;
  /** In order; they stay what they are when the store forgets them. */
  pieces(): readonly Buffer[];
  forget(): void;
}

const MAX_LINE_BYTES = 4_096;
const MAX_TRAILER_BYTES = 16_384;
const LINE_FEED = 0x0a;
const CHUNK_HEAD = /^([0-9a-fA-F]{1,12});chunk-signature=[0-9a-f]{64}$/;
const TRAILER_SIGNATURE = 'x-amz-trailer-signature';
const TRAILER_SIGNATURE_LINE = /^(x-amz-trailer-signature:[ \t]*)[0-9a-f]{64}$/i;

type State = 'head' | 'data' | 'gap' | 'trailers' | 'done';

export class ResignedChunks {
  private state: State = 'head';
  private line = '';
  private size = '';
  private left = 0;
  private signature: string;
  private trailers = '';
  private trailersSigned = false;

  constructor(
    private readonly terms: ChunkedTerms,
    private readonly hashes: SigningHashes,
    private readonly data: ChunkStore,
  ) {
    this.signature = terms.seed;
  }

  /** What can leave now that this has come. */
  push(piece: Buffer): Buffer[] {
    const out: Buffer[] = [];
    let at = 0;
    while (at < piece.length) {
      if (this.state === 'data') at = this.take(piece, at, out);
      else at = this.readLine(piece, at, out);
    }
    return out;
  }

  /** @throws AwsChunkedFault when the body ended before its framing did; the last empty line is left out by some. */
  end(): void {
    if (this.line !== '' || (this.state !== 'done' && !this.trailersSigned))
      throw new AwsChunkedFault('The body ended within a chunk');
  }

  private take(piece: Buffer, at: number, out: Buffer[]): number {
    const end = Math.min(piece.length, at + this.left);
    this.data.add(piece.subarray(at, end));
    this.left -= end - at;
    if (this.left === 0) this.release(out);
    return end;
  }

  private release(out: Buffer[]): void {
    const data = this.data.pieces();
    this.data.forget();
    this.signature = signChunk(this.terms.context, this.signature, data, this.hashes);
    out.push(Buffer.from(`${this.size};chunk-signature=${this.signature}\r\n`, 'latin1'), ...data);
    this.state = 'gap';
  }

  private readLine(piece: Buffer, at: number, out: Buffer[]): number {
    if (this.state === 'done') throw new AwsChunkedFault('Something follows the last chunk');
    const end = piece.indexOf(LINE_FEED, at);
    this.line += piece.toString('latin1', at, end < 0 ? piece.length : end + 1);
    if (this.line.length > MAX_LINE_BYTES) throw new AwsChunkedFault('A line of the framing is too long');
    if (end < 0) return piece.length;
    const { line } = this;
    this.line = '';
    const ending = line.endsWith('\r\n') ? 2 : 1;
    this.onLine(line.slice(0, -ending), line.slice(-ending), out);
    return end + 1;
  }

  private onLine(line: string, ending: string, out: Buffer[]): void {
    if (this.state === 'head') return this.onHead(line, out);
    if (this.state === 'trailers') return this.onTrailer(line, ending, out);
    if (line !== '') throw new AwsChunkedFault('Something follows a chunk');
    out.push(Buffer.from(ending, 'latin1'));
    this.state = 'head';
  }

  private onHead(line: string, out: Buffer[]): void {
    const size = CHUNK_HEAD.exec(line)?.[1];
    if (size === undefined) throw new AwsChunkedFault('A chunk has no signature');
    this.size = size;
    this.left = Number.parseInt(size, 16);
    if (this.left > this.terms.mostChunkBytes) throw new AwsChunkedFault('A chunk is too large');
    if (this.left > 0) this.state = 'data';
    else {
      this.release(out);
      this.state = 'trailers';
    }
  }

  /** Some clients write an empty line before the signature of the trailers as well. */
  private onTrailer(line: string, ending: string, out: Buffer[]): void {
    if (line === '') {
      if (!this.terms.trailers || this.trailersSigned) this.state = 'done';
      out.push(Buffer.from(ending, 'latin1'));
    } else out.push(Buffer.from(this.trailerLine(line) + ending, 'latin1'));
  }

  private trailerLine(line: string): string {
    const colon = line.indexOf(':');
    if (!this.terms.trailers || this.trailersSigned || colon < 1)
      throw new AwsChunkedFault('A trailer stands where none may be');
    const name = line.slice(0, colon).toLowerCase();
    if (name !== TRAILER_SIGNATURE) {
      this.trailers += `${name}:${line.slice(colon + 1).trim()}\n`;
      if (this.trailers.length > MAX_TRAILER_BYTES) throw new AwsChunkedFault('The trailers are too long');
      return line;
    }
    const start = TRAILER_SIGNATURE_LINE.exec(line)?.[1];
    if (start === undefined) throw new AwsChunkedFault('The signature of the trailers is none');
    this.trailersSigned = true;
    const { context } = this.terms;
    return start + signTrailers(context, this.signature, this.trailers, this.hashes);
  }
}
