import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { RedisConfiguration } from '../config/configuration.js';

/** Long enough for a busy machine, short enough for the requests that wait when Redis hangs. */
const CONNECT_TIMEOUT_MS = 500;
const COMMAND_TIMEOUT_MS = 500;
/** A connection that was given up is cut after this; a live one answers the goodbye sooner. */
const DISCONNECT_TIMEOUT_MS = 100;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

/** What a new connection must do before it is used: the very thing it will be used for. */
export type Proof = (client: Redis) => Promise<unknown>;

/** What is said when it can be used, and when it cannot. */
const OF_COUNTERS = {
  up: 'counters are kept in Redis',
  down: 'Redis is unavailable; counters are kept in PostgreSQL',
} as const;

/**
 * A connection of this process, and whether it may be asked at the moment. Whatever fails, be it the way
 * there, the password or one command, has the same end: nobody asks any more, the connection is made anew with
 * growing pauses, and it is used again once `proof` succeeds. So a Redis that hangs or refuses costs the requests of
 * one moment their time-out, not every request its own.
 */
export class RedisConnection {
  private readonly log = new Logger('Redis');
  private client: Redis | null = null;
  private state: 'new' | 'up' | 'down' | 'closed' = 'new';
  private failures = 0;
  private proving: Promise<void> = Promise.resolve();

  constructor(
    private readonly settings: RedisConfiguration,
    private readonly proof: Proof,
    private readonly said: typeof OF_COUNTERS | null = OF_COUNTERS,
  ) {}

  /** Returns when the first attempt has succeeded or failed. Never rejects. */
  async open(): Promise<void> {
    // Loaded here, so that a server without Redis does not carry its client.
    const { Redis } = await import('ioredis');
    const { host, port, password, tls } = this.settings;
    const client = new Redis({
      host,
      port,
      ...(password !== null && { password }),
      ...(tls && { tls: {} }),
      connectionName: 'credential-gateway',
      disableClientInfo: true,
      lazyConnect: true,
      connectTimeout: CONNECT_TIMEOUT_MS,
      // Bounds the greeting; commands have their own limit in `ask`, which is the shorter one.
      commandTimeout: 2 * COMMAND_TIMEOUT_MS,
      disconnectTimeout: DISCONNECT_TIMEOUT_MS,
      // Nothing waits for a connection and nothing is sent twice: what is not answered now is counted elsewhere.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      // The proof does it, and knows whether it worked.
      autoResubscribe: false,
      maxRetriesPerRequest: 0,
      retryStrategy: () => this.pause(),
    });
    client.on('ready', () => void (this.proving = this.prove(client)));
    client.on('error', (error: Error) => this.lost(error));
    client.on('close', () => this.lost(new Error('The connection was closed')));
    this.client = client;
    await client.connect().catch((error: Error) => this.lost(error));
    await this.proving;
  }

  /** The answer of `command`, or null when Redis cannot be asked. Never rejects. */
  async ask<T>(command: (client: Redis) => Promise<T>): Promise<T | null> {
    const { client } = this;
    if (client === null || this.state !== 'up') return null;
    return this.attempt(client, command);
  }

  close(): void {
    this.state = 'closed';
    this.client?.disconnect();
  }

  private async prove(client: Redis): Promise<void> {
    const proved = await this.attempt(client, this.proof);
    if (proved === null || this.state === 'up' || this.state === 'closed') return;
    this.state = 'up';
    this.failures = 0;
    if (this.said) this.log.log(this.said.up);
  }

  private async attempt<T>(client: Redis, command: (client: Redis) => Promise<T>): Promise<T | null> {
    try {
      return await withinTime(COMMAND_TIMEOUT_MS, command(client));
    } catch (error) {
      if (this.state !== 'closed' && client.status === 'ready') client.disconnect(true);
      this.lost(error as Error);
      return null;
    }
  }

  /** Says so once, however much fails until it is up again. */
  private lost(error: Error): void {
    if (this.state === 'down' || this.state === 'closed') return;
    this.state = 'down';
    if (this.said) this.log.error({ reason: this.withoutPassword(error.message) }, this.said.down);
  }

  /** A server that does not know AUTH repeats its arguments. */
  private withoutPassword(message: string): string {
    const { password } = this.settings;
    return password === null ? message : message.replaceAll(password, '[redacted]');
  }

  /** Milliseconds until the next attempt; replicas that lost the same Redis do not come back in step. */
  private pause(): number {
    const pause = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.failures);
    this.failures += 1;
    return pause * (0.5 + Math.random() / 2);
  }
}

/**
 * Rejects when `answer` takes longer. An answer that has arrived while this process was busy counts: timers run
 * before sockets are read, so one turn of the event loop is allowed on top.
 */
export function withinTime<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      setImmediate(() => reject(new Error(`No answer within ${milliseconds} ms`)));
    }, milliseconds);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
