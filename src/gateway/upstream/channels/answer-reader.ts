import { responseFraming } from '../../../domain/protocols/http1/heads/framing.js';
import { BodyReader } from '../../../domain/protocols/http1/bodies/body-reader.js';
import {
  type ResponseHead,
  ResponseHeadReader,
} from '../../../domain/protocols/http1/heads/response-head.js';

/** More than any server sends between a request and its answer; each one gives it the whole time again. */
export const MAX_INTERIM_ANSWERS = 32;
/** The shortest field has four bytes, so that the size is the only limit. */
const HEAD_LIMITS = { bytes: 65_536, fields: 16_384 };
const SWITCHING_PROTOCOLS = 101;
const NO_TRAILERS: readonly string[] = [];

/** Who is told what an answer consists of. Nothing more is told once `stop` was called. */
export interface AnswerParts {
  /** The final one; its body follows. */
  onHead(head: ResponseHead): void;
  /** 101: what follows the head is no HTTP. */
  onSwitch(head: ResponseHead, rest: Buffer): void;
  onPiece(piece: Buffer): void;
  /** `clean`: the next answer on the connection may follow. */
  onComplete(trailers: readonly string[], clean: boolean): void;
  /** What arrived is no answer. */
  onMalformed(): void;
}

/** Reads the answers of one connection, one at a time, each to a request that was announced. */
export class AnswerReader {
  /** Whether the head of the awaited answer was read. */
  begun = false;
  /** How many came before it. */
  interimAnswers = 0;
  private readonly heads = new ResponseHeadReader(HEAD_LIMITS);
  private body: BodyReader | null = null;
  private method = '';
  private awaited = false;
  private clean = false;
  private readonly passOn = (piece: Buffer): void => {
    if (this.awaited) this.parts.onPiece(piece);
  };

  constructor(private readonly parts: AnswerParts) {}

  expect(method: string): void {
    this.method = method;
    this.awaited = true;
    this.begun = false;
    this.interimAnswers = 0;
  }

  stop(): void {
    this.awaited = false;
    this.body = null;
  }

  read(chunk: Buffer): void {
    const at = this.body === null ? this.readHeads(chunk) : 0;
    const { body } = this;
    if (body === null) return;
    const end = body.read(chunk, at, this.passOn);
    if (!this.awaited) return;
    if (body.fault !== null) this.parts.onMalformed();
    else if (body.complete) this.complete(body.trailers, end === chunk.length);
  }

  /** The upstream says no more; false where something is missing. */
  end(): boolean {
    const { body } = this;
    if (!this.awaited || body === null || !body.end()) return false;
    this.complete(body.trailers, false);
    return true;
  }

  /** Answers where the body begins. 1xx is between the gateway and the upstream (06 §9.9). */
  private readHeads(chunk: Buffer): number {
    const { heads, parts } = this;
    for (let at = 0; at < chunk.length; at = heads.end) {
      const head = heads.read(chunk, at);
      if (head === null) break;
      if (typeof head === 'string') {
        parts.onMalformed();
        break;
      }
      if (head.status >= 200) {
        this.begin(head, chunk.length === heads.end);
        return heads.end;
      }
      if (head.status === SWITCHING_PROTOCOLS) {
        parts.onSwitch(head, chunk.subarray(heads.end));
        break;
      }
      this.interimAnswers += 1;
      if (this.interimAnswers > MAX_INTERIM_ANSWERS) {
        parts.onMalformed();
        break;
      }
    }
    return chunk.length;
  }

  private begin(head: ResponseHead, last: boolean): void {
    const framing = responseFraming(head, this.method);
    this.begun = true;
    this.clean = head.persistent && framing.kind !== 'until_close' && !this.mayHaveHiddenBody(head);
    this.parts.onHead(head);
    if (!this.awaited) return;
    if (framing.kind === 'none') this.complete(NO_TRAILERS, last);
    else this.body = new BodyReader(framing);
  }

  /** Servers exist that send the body after all; it would be read as the next answer. */
  private mayHaveHiddenBody({ status, length, coding }: ResponseHead): boolean {
    if (this.method === 'HEAD') return true;
    return (status === 204 || status === 304) && ((length ?? 0) > 0 || coding !== null);
  }

  private complete(trailers: readonly string[], nothingBehind: boolean): void {
    this.stop();
    this.parts.onComplete(trailers, this.clean && nothingBehind);
  }
}
