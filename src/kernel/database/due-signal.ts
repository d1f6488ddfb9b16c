import { EventEmitter } from 'node:events';
import { boundedWait } from '../scheduling/bounded-wait.js';
import type { Notifications } from './notifications.js';
import type { Tx } from './transaction.js';

const DUE = 'due';

/** A wait that does not miss a signal between two calls of `next`. */
export interface DueWait {
  next(milliseconds: number, signal?: AbortSignal): Promise<void>;
  stop(): void;
}

/**
 * Wakes the waiting code in every process of the deployment when a transaction commits. The signal carries no data, and
 * waiting code also looks by itself at intervals, so a lost signal only costs time.
 */
export abstract class DueSignal {
  private readonly emitter = new EventEmitter().setMaxListeners(0);

  protected constructor(
    private readonly notifications: Notifications,
    private readonly channel: string,
  ) {
    notifications.subscribe(channel, () => void this.emitter.emit(DUE));
    notifications.onGap(() => void this.emitter.emit(DUE));
  }

  async due(tx: Tx): Promise<void> {
    await tx.query(`SELECT pg_notify($1, '')`, [this.channel]);
    tx.afterCommit(() => {
      this.emitter.emit(DUE);
      this.notifications.announced(this.channel, '');
    });
  }

  wait(): DueWait {
    let happened = false;
    let wake: (() => void) | null = null;
    const listener = (): void => {
      happened = true;
      wake?.();
    };
    this.emitter.on(DUE, listener);
    return {
      next: async (milliseconds, signal) => {
        if (!happened) await boundedWait(milliseconds, signal, (done) => (wake = done));
        happened = false;
        wake = null;
      },
      stop: () => void this.emitter.off(DUE, listener),
    };
  }
}
