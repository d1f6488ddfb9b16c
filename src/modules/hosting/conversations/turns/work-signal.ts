import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../../kernel/database/database.js';
import { Notifications } from '../../../../kernel/database/notifications.js';
import { boundedWait } from '../../../../kernel/ops/bounded-wait.js';

const CHANNEL = 'hosting_work';
const DUE = 'due';

/** Something to wait on that forgets nothing between two waits. */
export interface WorkWait {
  next(milliseconds: number, signal?: AbortSignal): Promise<void>;
  stop(): void;
}

/**
 * "There is work": a turn that can be claimed, a stop, a follow-up (04 §8.7.3). It is coarse, and who waits looks into the
 * database once a second anyway.
 */
@Injectable()
export class WorkSignal {
  private readonly emitter = new EventEmitter().setMaxListeners(0);

  constructor(private readonly notifications: Notifications) {
    notifications.subscribe(CHANNEL, () => void this.emitter.emit(DUE));
    notifications.onGap(() => void this.emitter.emit(DUE));
  }

  /** With the commit. */
  async due(tx: Tx): Promise<void> {
    await tx.query(`SELECT pg_notify($1, '')`, [CHANNEL]);
    tx.afterCommit(() => {
      this.emitter.emit(DUE);
      this.notifications.announced(CHANNEL, '');
    });
  }

  wait(): WorkWait {
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
