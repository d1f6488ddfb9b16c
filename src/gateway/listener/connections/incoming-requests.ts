import { RequestHeadReader, type RequestHead } from '../../../domain/protocols/http1/heads/request-head.js';
import { MAX_BEHIND_BREAK, MAX_WAITING } from '../../../kernel/http/connections/turns.js';
import { KeptBytes } from '../../../kernel/http/body/kept-bytes.js';
import type { Takeover } from './answering.js';
import type { BrokenBy } from './broken-connection.js';
import { HttpRequest, type RequestSource } from '../messages/requests.js';

/** What is held of what follows a request that may turn its connection into something else. */
const MAX_BEHIND = 65_536;

/**
 * What arrives on one connection, as requests in their order. Bytes are read as they come, also while an answer is under
 * way; what is kept of them is bounded.
 */
export class IncomingRequests {
  /** Whose turn is next. */
  next: HttpRequest | null = null;
  /** Whose body is arriving. */
  reading: HttpRequest | null = null;
  takeover: Takeover | null = null;
  /** Whether there ever was a request. */
  spoken = false;
  /** Why nothing can be read any further. */
  brokenBy: BrokenBy | null = null;
  private readonly heads = new RequestHeadReader();
  private readonly waiting: HttpRequest[] = [];
  /** Nothing that arrives is a request any more. */
  private deaf = false;
  private droppable = MAX_BEHIND_BREAK;
  /** What arrived behind a request that may take the connection over. */
  private behind: KeptBytes | null = null;

  constructor(
    private readonly source: RequestSource,
    private readonly takeoverOf: (request: HttpRequest) => Takeover | null,
  ) {}

  /** How many bytes of an unfinished head are held. */
  get held(): number {
    return this.deaf ? 0 : this.heads.held;
  }

  /** `idle`: no request is being answered. False when more arrived than the connection may send. */
  read(chunk: Buffer, idle: boolean): boolean {
    if (this.behind !== null) return this.keepBehind(this.behind, chunk);
    let at = 0;
    while (at < chunk.length && !this.deaf) {
      at = this.reading === null ? this.readHead(chunk, at, idle) : this.readBody(this.reading, chunk, at);
    }
    if (!this.deaf) return true;
    this.droppable -= chunk.length - at;
    return this.droppable >= 0;
  }

  /** The request whose turn it is; null when there is none. */
  take(): HttpRequest | null {
    const request = this.next;
    if (request !== null) this.next = this.waiting.length === 0 ? null : this.waiting.shift()!;
    return request;
  }

  takeBehind(): Buffer | null {
    return this.behind?.take() ?? null;
  }

  /** Nothing more is read. The request that was being read is forgotten, should it still wait. */
  breakOff(by: BrokenBy): void {
    const { reading } = this;
    this.brokenBy ??= by;
    this.deaf = true;
    this.reading = null;
    if (reading === null) return;
    if (this.next === reading) this.next = null;
    else if (this.waiting.at(-1) === reading) this.waiting.pop();
  }

  /** Nobody asks for requests any more. */
  stop(): void {
    this.deaf = true;
    this.next = null;
    this.waiting.length = 0;
    this.behind = null;
  }

  private readHead(chunk: Buffer, at: number, idle: boolean): number {
    const head = this.heads.read(chunk, at);
    if (head === null) return chunk.length;
    if (typeof head === 'string') {
      this.breakOff(head);
      return at;
    }
    this.spoken = true;
    const { end } = this.heads;
    const request = new HttpRequest(head, this.source);
    if (asksForAnotherProtocol(head)) {
      // Two readers could disagree about which protocol it is that follows.
      request.isLast = true;
      if (idle && this.next === null) this.takeover = this.takeoverOf(request);
    }
    this.standInLine(request, idle);
    if (this.takeover !== null) {
      this.behind = new KeptBytes();
      if (end < chunk.length) this.keepBehind(this.behind, chunk.subarray(end));
      return chunk.length;
    }
    if (request.body !== null) this.reading = request;
    else this.deaf ||= request.isLast;
    return end;
  }

  private readBody(request: HttpRequest, chunk: Buffer, at: number): number {
    const body = request.body!;
    const end = body.read(chunk, at);
    if (body.fault !== null) this.breakOff('body_malformed');
    else if (body.complete) {
      this.reading = null;
      this.deaf ||= request.isLast;
    }
    return end;
  }

  private keepBehind(behind: KeptBytes, chunk: Buffer): boolean {
    behind.add(chunk);
    if (behind.length >= MAX_BEHIND) this.source.pause();
    return true;
  }

  private standInLine(request: HttpRequest, idle: boolean): void {
    if (this.next === null) this.next = request;
    // The next one does not wait where nothing is before it.
    else if (this.waiting.length < (idle ? MAX_WAITING : MAX_WAITING - 1)) this.waiting.push(request);
    else {
      this.deaf = true;
      this.droppable = -1;
    }
  }
}

function asksForAnotherProtocol({ upgrade, method }: RequestHead): boolean {
  return upgrade !== null || method === 'CONNECT';
}
