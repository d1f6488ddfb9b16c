import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { chunkHeadText, lastChunkText } from '../../../domain/protocols/http1/heads/message-text.js';
import { UpstreamFailure } from './upstream-failure.js';

const CHUNK_END = '\r\n';

export interface UploadEvents {
  onProgress(): void;
  onUploaded(): void;
  /** The agent broke off, or what it sends is not what it announced. */
  onUploadBroken(error: Error): void;
}

/**
 * A body on its way to the upstream as it comes in: with the length the agent declared, else in chunks (06 §9.6).
 * Pieces go to the socket as they are; an upstream that does not take them stops the agent.
 */
export class BodyUpload {
  /** Waits for the agent, not for the upstream. */
  starving = true;
  private left: number;

  /** `head` leaves together with what is here of the body already. */
  constructor(
    private readonly socket: Socket,
    head: string,
    private readonly body: Readable,
    private readonly length: number | null,
    private readonly trailers: () => readonly string[],
    private readonly events: UploadEvents,
  ) {
    this.left = length ?? 0;
    socket.cork();
    socket.write(head, 'latin1');
    body.on('data', this.onData).on('end', this.onEnd).on('error', this.onError).on('close', this.onClose);
    process.nextTick(uncork, socket);
  }

  /** The upstream takes more. */
  resume(): void {
    this.starving = true;
    this.body.resume();
  }

  /** What is left of the body is not wanted. */
  stop(): void {
    this.detach();
    this.body.on('error', ignore);
    this.body.destroy();
  }

  private readonly onData = (piece: Buffer): void => {
    this.events.onProgress();
    if (this.write(piece)) return;
    this.starving = false;
    this.body.pause();
  };

  private readonly onEnd = (): void => {
    if (this.left !== 0) return this.onError(new UpstreamFailure('protocol'));
    this.detach();
    if (this.length === null) this.socket.write(lastChunkText(this.trailers()), 'latin1');
    this.events.onUploaded();
  };

  private readonly onError = (error: Error): void => {
    this.stop();
    this.events.onUploadBroken(error);
  };

  private readonly onClose = (): void => this.onError(new Error('The request body broke off'));

  private write(piece: Buffer): boolean {
    const { socket } = this;
    if (this.length === null) {
      socket.cork();
      socket.write(chunkHeadText(piece.length), 'latin1');
      socket.write(piece);
      const taken = socket.write(CHUNK_END, 'latin1');
      socket.uncork();
      return taken;
    }
    this.left -= piece.length;
    // Whatever is beyond the length would be read as the next request.
    if (this.left >= 0) return socket.write(piece);
    this.onError(new UpstreamFailure('protocol'));
    return true;
  }

  private detach(): void {
    const { body } = this;
    body
      .off('data', this.onData)
      .off('end', this.onEnd)
      .off('error', this.onError)
      .off('close', this.onClose);
  }
}

function uncork(socket: Socket): void {
  socket.uncork();
}

function ignore(): void {
  // Its end was told already.
}
