import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

const LOOK_EVERY_MS = 10_000;
/** Less of its time than this in JavaScript: hardly anybody waits behind a collection, which takes 0.2 s. */
const CALM = 0.1;
/** What memory must have grown by since the last collection for another one to be worth its pause. */
const GROWTH = 1.1;

/** Whether to collect now: memory has grown since the last time, and the process has little else to do. */
export function isTimeToCollect(seen: {
  utilization: number;
  resident: number;
  residentAfterLast: number;
}): boolean {
  return seen.utilization < CALM && seen.resident >= seen.residentAfterLast * GROWTH;
}

/**
 * Gives memory back after work. V8 collects when something is allocated, so a server that has become quiet would keep
 * what a storm left, in its heap and behind it: sockets and TLS sessions that nobody has are freed by a collection only
 * (ADR 28). Needs the flag `--expose-gc`; without it, as in tests, nothing happens.
 */
@Injectable()
export class CalmCollection implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | null = null;
  private last: EventLoopUtilization = performance.eventLoopUtilization();
  private residentAfterLast = 0;

  onApplicationBootstrap(): void {
    const { gc } = globalThis;
    if (gc) this.timer = setInterval(() => this.look(gc), LOOK_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  private look(gc: NonNullable<typeof globalThis.gc>): void {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.last);
    this.last = now;
    const resident = process.memoryUsage.rss();
    if (!isTimeToCollect({ utilization, resident, residentAfterLast: this.residentAfterLast })) return;
    // Of the flavours the one after which V8 gives the pages of its own heap back as well.
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    this.residentAfterLast = process.memoryUsage.rss();
  }
}
