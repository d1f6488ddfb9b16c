import { Buffer } from 'node:buffer';
import type { OutboundRequest } from '../exchange/exchange.js';
import type { AnswerHead } from './channels/upstream-types.js';
import { valuesOf } from '../exchange/forwarded-headers.js';

/** More than a page of any list; a longer answer passes as it is. */
const MAX_BYTES = 4_194_304;
const OK = 200;

/** An answer that is changed on its way to the agent, held until all of it is here. */
export class EditedAnswer {
  private readonly pieces: Buffer[] = [];
  private bytes = 0;

  private constructor(
    private readonly head: AnswerHead,
    private readonly edit: (body: Buffer) => Buffer,
  ) {}

  /** Null for an answer that passes as it is: others than 200, and those in a coding nobody asked for. */
  static of({ editAnswer }: OutboundRequest, head: AnswerHead): EditedAnswer | null {
    if (editAnswer === undefined || head.status !== OK) return null;
    return valuesOf(head.rawHeaders, 'content-encoding').length > 0
      ? null
      : new EditedAnswer(head, editAnswer);
  }

  /** Whether there is room for more. */
  add(piece: Buffer): boolean {
    this.pieces.push(piece);
    this.bytes += piece.length;
    return this.bytes <= MAX_BYTES;
  }

  /** What came, as it came. */
  asItIs(): { head: AnswerHead; chunks: readonly Buffer[] } {
    return { head: this.head, chunks: this.pieces };
  }

  /** All of it, changed; its length is another one. */
  edited(): { head: AnswerHead; chunks: readonly Buffer[] } {
    const body = this.edit(Buffer.concat(this.pieces));
    const { rawHeaders } = this.head;
    const fields = rawHeaders.filter(
      (_, at) => rawHeaders[at - (at % 2)]!.toLowerCase() !== 'content-length',
    );
    return { head: { ...this.head, rawHeaders: fields }, chunks: [body] };
  }
}
