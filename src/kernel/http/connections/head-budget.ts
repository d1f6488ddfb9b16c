import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/**
 * A request on a port that speaks nothing but HTTP: CONNECT and Upgrade are requests like others, in their turn (RFC
 * 9112 §9.3.2). Node would hand the socket to a listener the moment it reads such a head, also while earlier answers of
 * the same connection are under way.
 */
export class RequestMessage extends IncomingMessage {
  /** The parser drops what it read behind a head that asked for another protocol, so nothing may follow the answer. */
  declare connectionIsSpent: boolean | undefined;
  declare private takesOver: boolean | null;

  // Node's server asks and tells by this property: what its parser saw, then what `shouldUpgradeCallback` says.
  get upgrade(): boolean | null {
    return this.takesOver;
  }

  set upgrade(wanted: boolean | null) {
    this.connectionIsSpent = wanted === true;
    this.takesOver = wanted === null ? null : false;
  }
}

const CR = 13;
const LF = 10;
/** Where spellings of a head differ, such as spaces around values, its length is only known this closely. */
const TOLERANCE = 512;

export interface HeadLimits {
  /** Heads that may be unfinished at the same time. */
  heads: number;
  /** What they may hold together. */
  bytes: number;
}

/**
 * What all connections of a port hold of heads that have not arrived in full: anybody may begin one, and each takes up
 * to 64 KiB for a minute. Beyond the limits the oldest goes first, because a head that is only slow is young.
 */
export class HeadBudget {
  /** In the order of their beginning. */
  private readonly unfinished = new Map<Socket, number>();
  private held = 0;

  constructor(
    private readonly limits: HeadLimits,
    private readonly cut: (socket: Socket) => void,
  ) {}

  get heads(): number {
    return this.unfinished.size;
  }

  get bytes(): number {
    return this.held;
  }

  /** 0 when there is no unfinished head on the connection. */
  set(socket: Socket, bytes: number): void {
    const before = this.unfinished.get(socket) ?? 0;
    if (before === bytes) return;
    this.held += bytes - before;
    if (bytes === 0) this.unfinished.delete(socket);
    else this.unfinished.set(socket, bytes);
    while (this.held > this.limits.bytes || this.unfinished.size > this.limits.heads) this.cutOldest();
  }

  private cutOldest(): void {
    const [oldest] = this.unfinished.keys();
    this.set(oldest!, 0);
    this.cut(oldest!);
  }
}

/** Tells the budget what one connection holds. It looks at the bytes after Node's parser has. */
export class HeadWatch {
  private latest: IncomingMessage | null = null;
  /** Whether a head or a body ended with the bytes the parser looked at last. */
  private ended = false;
  private inBody = false;
  /** Since the beginning of the latest message. */
  private received = 0;
  private held = 0;

  constructor(
    private readonly socket: Socket,
    private readonly budget: HeadBudget,
  ) {
    socket.on('data', (chunk: Buffer) => this.read(chunk)).once('close', () => this.hold(0));
  }

  /** A head is complete; called while the parser works. */
  headRead(request: IncomingMessage): void {
    this.latest = request;
    this.ended = true;
  }

  private read(chunk: Buffer): void {
    this.received += chunk.length;
    const ended = this.ended || this.inBody;
    this.ended = false;
    this.inBody = this.latest !== null && !this.latest.complete;
    if (this.inBody) return this.hold(0);
    if (endsMessage(chunk)) this.hold(0);
    else this.hold(ended ? this.behindLatest(chunk) : this.held + chunk.length);
    if (this.held === 0) this.received = 0;
  }

  /** What came behind a message that ended within this chunk. */
  private behindLatest(chunk: Buffer): number {
    const { headers, rawHeaders, url = '', method = '' } = this.latest!;
    const body = Number(headers['content-length'] ?? NaN);
    // Where a chunked body ends only the parser knows.
    if (headers['transfer-encoding'] !== undefined) return chunk.length;
    let length = `${method} ${url} HTTP/1.1\r\n\r\n`.length + (body || 0);
    for (const part of rawHeaders) length += part.length + 2;
    const rest = Math.min(this.received - length, chunk.length);
    return rest > TOLERANCE ? rest : 0;
  }

  private hold(bytes: number): void {
    if (bytes === this.held) return;
    this.held = bytes;
    this.budget.set(this.socket, bytes);
  }
}

/** An unfinished head cannot end in an empty line; everything without a body ends in one. */
function endsMessage(chunk: Buffer): boolean {
  const last = chunk.length - 1;
  return chunk[last] === LF && chunk[last - 1] === CR && chunk[last - 2] === LF && chunk[last - 3] === CR;
}
