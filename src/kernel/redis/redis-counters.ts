import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { sha256 } from '../crypto/tokens.js';
import { RedisConnection } from './redis-connection.js';
import { countInWindow, type HitsAndRemaining, readWindow } from './window-scripts.js';

/** Who counts; each has a key space of its own. */
export type CounterSpace = 'throttle' | 'rate-limit';

export interface WindowCount {
  hits: number;
  /** Milliseconds until the window ends, by the clock of Redis. */
  remaining: number;
}

const PREFIX = 'credential-gateway';
/** Names we make ourselves are readable keys; whatever else comes is hashed, so that no name is a long key. */
const PLAIN_NAME = /^[\w:.-]{1,200}$/;
const PROBE_WINDOW_MS = 60_000;

/**
 * Counters of fixed windows in Redis, where one is configured (R20). Null means "count elsewhere": there is no Redis,
 * or it cannot be asked at the moment. Nothing here throws and nothing waits longer than half a second.
 */
@Injectable()
export class RedisCounters implements OnModuleInit, OnApplicationShutdown {
  private readonly connection: RedisConnection | null;
  private probe: Promise<boolean> | null = null;

  constructor({ redis }: Configuration) {
    this.connection = redis === null ? null : new RedisConnection(redis, probe);
  }

  get configured(): boolean {
    return this.connection !== null;
  }

  async onModuleInit(): Promise<void> {
    await this.connection?.open();
  }

  /** Counts once more in the running window of this length; one round trip, exact across processes. */
  async count(space: CounterSpace, name: string, windowMs: number): Promise<WindowCount | null> {
    if (this.connection === null) return null;
    const key = keyOf(space, name, windowMs);
    return counted(await this.connection.ask((client) => countInWindow(client, key, windowMs)));
  }

  /** What stands in the running window, counting nothing. */
  async read(space: CounterSpace, name: string, windowMs: number): Promise<WindowCount | null> {
    if (this.connection === null) return null;
    const key = keyOf(space, name, windowMs);
    return counted(await this.connection.ask((client) => readWindow(client, key)));
  }

  /** Whether counters can be kept there now. Questions asked at the same time share one answer. */
  reachable(): Promise<boolean> {
    this.probe ??= this.askProbe().finally(() => (this.probe = null));
    return this.probe;
  }

  /** Among the last: the listeners whose requests are counted are closed before. */
  onApplicationShutdown(): void {
    this.connection?.close();
  }

  private async askProbe(): Promise<boolean> {
    return this.connection !== null && (await this.connection.ask(probe)) !== null;
  }
}

function probe(client: Parameters<typeof countInWindow>[0]): Promise<HitsAndRemaining> {
  return countInWindow(client, `${PREFIX}:probe`, PROBE_WINDOW_MS);
}

function keyOf(space: CounterSpace, name: string, windowMs: number): string {
  const safe = PLAIN_NAME.test(name) ? name : `#${sha256(name).toString('base64url')}`;
  return `${PREFIX}:${space}:${windowMs}:${safe}`;
}

function counted(answer: HitsAndRemaining | null): WindowCount | null {
  return answer && { hits: answer[0], remaining: Math.max(1, answer[1]) };
}
