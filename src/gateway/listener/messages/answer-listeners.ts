import type { Socket } from 'node:net';
import type { AgentAnswerEvent } from '../../exchange/transport/agent-leg.js';

type Listener = () => void;

interface Heard {
  readonly event: AgentAnswerEvent;
  readonly listener: Listener;
  readonly once: boolean;
}

/**
 * Who waits for what of an answer. Mostly that is one who waits for its end, and no answer has many: Node's own emitter
 * makes an object of names for each answer, adds to it and deletes from it.
 */
export class AnswerListeners {
  /** The first to listen for `close`, which is said once. */
  private closing: Listener | null = null;
  private others: Heard[] | null = null;

  on(event: AgentAnswerEvent, listener: Listener): this {
    return this.add(event, listener, false);
  }

  once(event: AgentAnswerEvent, listener: Listener): this {
    return this.add(event, listener, true);
  }

  off(event: AgentAnswerEvent, listener: Listener): this {
    if (event === 'close' && this.closing === listener) this.closing = null;
    else if (this.others !== null) this.drop((heard) => heard.event === event && heard.listener === listener);
    return this;
  }

  /** In the order in which they came. */
  protected tell(event: AgentAnswerEvent): void {
    if (event === 'close') this.closing?.();
    const { others } = this;
    if (others === null) return;
    this.drop((heard) => heard.once && heard.event === event);
    for (const heard of others) if (heard.event === event) heard.listener();
  }

  private add(event: AgentAnswerEvent, listener: Listener, once: boolean): this {
    if (event === 'close' && this.closing === null && this.others === null) this.closing = listener;
    // A new list, because the present one may just be being told.
    else this.others = [...(this.others ?? []), { event, listener, once }];
    return this;
  }

  private drop(dropped: (heard: Heard) => boolean): void {
    const kept = this.others!.filter((heard) => !dropped(heard));
    this.others = kept.length === 0 ? null : kept;
  }
}

/** What has gone by, as a socket counts it. */
export type SocketProgress = Pick<Socket, 'bytesRead' | 'bytesWritten' | 'writableLength'>;

/** How long nothing may go by on a connection, in either direction. Looked at from time to time, never told. */
export class IdleTimer {
  private mostMs = 0;
  private moved = -1;
  private since = 0;

  /** 0 for as long as it likes. */
  limit(milliseconds: number): void {
    this.mostMs = milliseconds;
    this.moved = -1;
  }

  isTooLong({ bytesRead, bytesWritten, writableLength }: SocketProgress, now: number): boolean {
    if (this.mostMs === 0) return false;
    const moved = bytesRead + bytesWritten - writableLength;
    if (moved === this.moved) return now - this.since >= this.mostMs;
    this.moved = moved;
    this.since = now;
    return false;
  }
}
