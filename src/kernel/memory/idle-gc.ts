import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DatabaseSync } from 'node:sqlite';

/** What SQLite says of an entry point that answered something else than 0; `malloc_trim` answers 1 when it gave pages back. */
const RAN = 'error during initialization';
const LOOK_EVERY_MS = 10_000;
/** Less of its time than this in JavaScript: hardly anybody waits behind a collection, which takes 0.2 s. */
const CALM = 0.1;
/** What memory must have grown by for a collection to be worth its pause. */
const GROWTH = 1.1;
/** A collection that gave back less than this found what is in use: the next try waits twice as long. */
const WORTHWHILE = 0.95;
const FIRST_RETRY_MS = 10_000;
const LAST_RETRY_MS = 600_000;

/** When to collect, from what is resident and how busy the process is. Times in ms of a clock that only goes forward. */
export class CollectionPlan {
  private last = { resident: 0, at: 0 };
  private lowest = Infinity;
  private retryMs = FIRST_RETRY_MS;

  /**
   * Memory has grown since the last time; or it is above what once sufficed, for what the last collection found in use
   * may have been let go since: connections that a storm left end by timeouts, later than the storm. After work the
   * tries begin again with the shortest wait.
   */
  isTime({ utilization, resident, at }: { utilization: number; resident: number; at: number }): boolean {
    if (utilization >= CALM) {
      this.retryMs = FIRST_RETRY_MS;
      return false;
    }
    if (resident >= this.last.resident * GROWTH) return true;
    return resident >= this.lowest * GROWTH && at - this.last.at >= this.retryMs;
  }

  collected({ before, resident, at }: { before: number; resident: number; at: number }): void {
    const paid = resident < before * WORTHWHILE;
    this.retryMs = paid ? FIRST_RETRY_MS : Math.min(this.retryMs * 2, LAST_RETRY_MS);
    this.last = { resident, at };
    this.lowest = Math.min(this.lowest, resident);
  }
}

/**
 * Gives memory back after work. V8 collects when something is allocated, so a server that has become quiet would keep
 * what a storm left, in its heap and behind it: sockets and TLS sessions that nobody has are freed by a collection only
 * (ADR 28), and the allocator keeps what they had. Needs the flag `--expose-gc`; without it, as in tests, nothing happens.
 */
@Injectable()
export class IdleGc implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | null = null;
  private last: EventLoopUtilization = performance.eventLoopUtilization();
  private readonly plan = new CollectionPlan();

  onApplicationBootstrap(): void {
    const { gc } = globalThis;
    if (!gc) return;
    // What only the start needed goes with the first look; that the start was busy says nothing of what comes.
    this.last = performance.eventLoopUtilization();
    this.timer = setInterval(() => this.look(gc), LOOK_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  private look(gc: NonNullable<typeof globalThis.gc>): void {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.last);
    this.last = now;
    const before = process.memoryUsage.rss();
    if (!this.plan.isTime({ utilization, resident: before, at: performance.now() })) return;
    this.collect(gc, before);
  }

  private collect(gc: NonNullable<typeof globalThis.gc>, before: number): void {
    // Of the flavours the one after which V8 gives the pages of its own heap back as well.
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    trimMalloc();
    this.plan.collected({ before, resident: process.memoryUsage.rss(), at: performance.now() });
  }
}

/**
 * Lets glibc give the free pages inside its arenas back; by itself it gives back the top of an arena only, which one
 * block that lives pins. Node has no call for `malloc_trim`, so the SQLite that Node brings calls it, as the entry point
 * of an extension: its first argument, the handle of the database, is taken for the bytes to keep at the top, and what is
 * free below goes. The library and the name are fixed here. False where there is no glibc.
 */
export function trimMalloc(): boolean {
  const database = new DatabaseSync(':memory:', { allowExtension: true });
  try {
    database.loadExtension('libc.so.6', 'malloc_trim');
    return true;
  } catch (error) {
    return String((error as Error).message).startsWith(RAN);
  } finally {
    database.close();
  }
}
