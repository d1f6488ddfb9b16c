import type { AnswerHead, AnswerTaker } from './channels/upstream-types.js';

/** What a socket may hand over at once; more is not asked for while the answer is held. */
const ENOUGH_BYTES = 65_536;

/** An answer that is kept until it is known whether anybody gets it. What follows its head is bounded by its reader. */
export class HeldAnswer {
  private readonly pieces: Buffer[] = [];
  private bytes = 0;
  /** How it ended; null while more may come. */
  private ending: ((taker: AnswerTaker) => void) | null = null;

  constructor(private readonly head: AnswerHead) {}

  /** True when the upstream should wait. */
  add(piece: Buffer): boolean {
    this.pieces.push(piece);
    this.bytes += piece.length;
    return this.bytes >= ENOUGH_BYTES;
  }

  end(trailers: readonly string[]): void {
    this.ending = (taker) => taker.onEnd(trailers);
  }

  fail(error: Error): void {
    this.ending = (taker) => taker.onFailure(error, false);
  }

  /** Tells it all again; true when it is over. */
  passTo(taker: AnswerTaker): boolean {
    taker.onHead(this.head);
    for (const piece of this.pieces) taker.onPiece(piece);
    this.ending?.(taker);
    return this.ending !== null;
  }
}
