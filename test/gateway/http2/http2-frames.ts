import type { Socket } from 'node:net';

/** Frames of HTTP/2 written by hand, for what no client library says. */
export const FRAME = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  ping: 6,
  goaway: 7,
  window: 8,
  continuation: 9,
};
export const END_STREAM = 1;
export const END_HEADERS = 4;
export const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

export function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Buffer = Buffer.alloc(0),
): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** Literals without indexing and without Huffman coding, so that every byte stands there as it is. */
export function fieldBlock(fields: readonly (readonly [name: string, value: string])[]): Buffer {
  return Buffer.concat(fields.map(([name, value]) => Buffer.concat([Buffer.of(0), text(name), text(value)])));
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'latin1');
  if (bytes.length < 127) return Buffer.concat([Buffer.of(bytes.length), bytes]);
  const length = [127];
  let rest = bytes.length - 127;
  for (; rest >= 128; rest = Math.floor(rest / 128)) length.push((rest % 128) + 128);
  return Buffer.concat([Buffer.of(...length, rest), bytes]);
}

export interface Heard {
  type: number;
  flags: number;
  stream: number;
  payload: Buffer;
}

/** What the other side says, frame by frame; `closed` once it says no more. */
export class FrameListener {
  readonly frames: Heard[] = [];
  closed = false;
  private held = Buffer.alloc(0);

  /** `skipped`: bytes before the first frame, which a server hears as the preface. */
  constructor(
    socket: Socket,
    private skipped = 0,
  ) {
    socket.on('data', (chunk: Buffer) => this.read(chunk));
    socket.on('close', () => (this.closed = true)).on('end', () => (this.closed = true));
  }

  of(type: number, stream?: number): Heard[] {
    return this.frames.filter(
      (each) => each.type === type && (stream === undefined || each.stream === stream),
    );
  }

  /** The code of the reset of that stream, or of GOAWAY for 0. */
  code(stream: number): number | undefined {
    const [told] = this.of(stream === 0 ? FRAME.goaway : FRAME.reset, stream);
    return told?.payload.readUInt32BE(stream === 0 ? 4 : 0);
  }

  private read(chunk: Buffer): void {
    this.held = Buffer.concat([this.held, chunk]);
    if (this.held.length < this.skipped) return;
    this.held = this.held.subarray(this.skipped);
    this.skipped = 0;
    while (this.held.length >= 9) {
      const end = 9 + this.held.readUIntBE(0, 3);
      if (this.held.length < end) return;
      const [type, flags] = [this.held[3]!, this.held[4]!];
      const stream = this.held.readUInt32BE(5);
      this.frames.push({ type, flags, stream, payload: this.held.subarray(9, end) });
      this.held = this.held.subarray(end);
    }
  }
}
