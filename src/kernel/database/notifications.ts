import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { Inject, Injectable, Logger } from '@nestjs/common';
import pg from 'pg';
import { APPLICATION_NAME } from './connection/application-name.js';
import { DatabaseLocation } from './database-location.js';

/**
 * LISTEN on one connection of its own. PostgreSQL delivers notifications in commit order, so hearing our own
 * heartbeat proves that everything announced before it was sent has been heard as well (06 §17.1.3).
 */
const HEARTBEAT_MS = 500;
const PROVEN_FOR_MS = 2_000;
const CONNECT_TIMEOUT_MS = 5_000;
/**
 * What is silent for longer is made anew. Not much sooner than anything else: what follows a gap, everything read again,
 * is the last thing that a database needs that is only slow.
 */
const SILENT_FOR_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
const CLOSE_TIMEOUT_MS = 1_000;

type Listener = (payload: string) => void;
type GapListener = () => void | Promise<void>;
type Announce = (channel: string, payload: string) => void;

@Injectable()
export class Notifications {
  private readonly log = new Logger(Notifications.name);
  private readonly heartbeatChannel = `heartbeat_${randomBytes(8).toString('hex')}`;
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly gapListeners = new Set<GapListener>();
  private readonly held: { command: string; parameters: string[] }[] = [];
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private pause = FIRST_PAUSE_MS;
  private closed = false;
  private announceBeside: Announce | null = null;
  /** When the newest heartbeat that came back was sent; null before the first of a connection. */
  private provenAt: number | null = null;
  /** True once everything missed before this connection has been made up for. */
  private caughtUp = false;
  private heardAt = 0;
  /** Has a heartbeat that is not answered; another would only wait behind it. */
  private beating: pg.Client | null = null;
  /** Settles when the open connection has answered everything it was asked. */
  private asked: Promise<unknown> = Promise.resolve();

  constructor(@Inject(DatabaseLocation) private readonly location: DatabaseLocation) {}

  /** True while a heartbeat of this process, sent at most two seconds ago, has come back. */
  alive(): boolean {
    return this.caughtUp && this.provenAt !== null && performance.now() - this.provenAt <= PROVEN_FOR_MS;
  }

  /**
   * `listener` is called for every payload on the channel; the returned function ends that. Subscribe in a
   * constructor: then no moment of `alive()` lies before the LISTEN.
   */
  subscribe(channel: string, listener: Listener): () => void {
    let known = this.listeners.get(channel);
    if (!known) {
      known = new Set();
      this.listeners.set(channel, known);
      this.tell(`LISTEN ${pg.escapeIdentifier(channel)}`);
    }
    known.add(listener);
    return () => this.unsubscribe(channel, listener);
  }

  /** `fn` is called, and awaited, after every (re)connect: whatever was announced before may have been missed. */
  onGap(fn: GapListener): () => void {
    this.gapListeners.add(fn);
    return () => void this.gapListeners.delete(fn);
  }

  /**
   * `command` is run on every connection of the channel, for what lasts as long as a session: an advisory lock
   * by which others know this process. To be called before `open`.
   */
  hold(command: string, parameters: string[]): void {
    this.held.push({ command, parameters });
  }

  /** From now on `announced` goes another way as well, which may lose what it is given and must not throw. */
  alsoBy(announce: Announce): void {
    this.announceBeside = announce;
  }

  /** For whoever has announced something by NOTIFY, once it is committed. */
  announced(channel: string, payload: string): void {
    this.announceBeside?.(channel, payload);
  }

  /** What came another way; it proves nothing, so `alive` takes no notice of it. */
  heardBeside(channel: string, payload: string): void {
    this.deliver(channel, payload);
  }

  /** Resolves after the first attempt to connect; later ones go on by themselves. */
  async open(): Promise<void> {
    await this.connect();
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
    const client = this.client;
    this.forget();
    if (!client) return;
    const waited = new Promise((done) => setTimeout(done, CLOSE_TIMEOUT_MS).unref());
    await Promise.race([client.end().catch(() => undefined), waited]);
  }

  private unsubscribe(channel: string, listener: Listener): void {
    const known = this.listeners.get(channel);
    if (!known?.delete(listener) || known.size > 0) return;
    this.listeners.delete(channel);
    this.tell(`UNLISTEN ${pg.escapeIdentifier(channel)}`);
  }

  /** Changes what the open connection listens to; one still connecting does it by itself. */
  private tell(command: string): void {
    const client = this.client;
    if (client) this.ask(client, command).catch((error: Error) => this.lost(client, error));
  }

  /** One statement after the other: pg does not queue them. Nothing is asked of a connection that was given up. */
  private ask(client: pg.Client, command: string, parameters?: string[]): Promise<unknown> {
    const answer = this.asked.then(() => {
      return client === this.client ? client.query(command, parameters) : undefined;
    });
    this.asked = answer.catch(() => undefined);
    return answer;
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.location.url,
      application_name: APPLICATION_NAME,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: SILENT_FOR_MS,
      keepAlive: true,
    });
    client.on('error', (error) => this.lost(client, error));
    client.on('end', () => this.lost(client, new Error('the connection ended')));
    client.on('notification', (message) => this.heard(client, message));
    this.client = client;
    this.asked = Promise.resolve();
    try {
      await client.connect();
      for (const channel of [this.heartbeatChannel, ...this.listeners.keys()]) {
        await this.ask(client, `LISTEN ${pg.escapeIdentifier(channel)}`);
      }
      for (const { command, parameters } of this.held) await this.ask(client, command, parameters);
      // The heartbeat is what proves the connection; it also starts the catching up.
      this.heardAt = performance.now();
      await this.beat(client);
    } catch (error) {
      this.lost(client, error as Error);
    }
  }

  private async beat(client: pg.Client): Promise<void> {
    if (client !== this.client || this.closed) return;
    if (performance.now() - this.heardAt > SILENT_FOR_MS) {
      return this.lost(client, new Error('no heartbeat came back'));
    }
    // After a standstill of this process, what has come meanwhile is heard before the silence is judged.
    this.timer = setTimeout(() => setImmediate(() => void this.beat(client)), HEARTBEAT_MS).unref();
    if (this.beating === client) return;
    this.beating = client;
    const sentAt = String(performance.now());
    await this.ask(client, 'SELECT pg_notify($1, $2)', [this.heartbeatChannel, sentAt]).catch(
      (error: Error) => this.lost(client, error),
    );
    if (this.beating === client) this.beating = null;
  }

  private heard(client: pg.Client, message: pg.Notification): void {
    if (client !== this.client) return;
    if (message.channel === this.heartbeatChannel) return this.proven(client, Number(message.payload));
    this.deliver(message.channel, message.payload ?? '');
  }

  private deliver(channel: string, payload: string): void {
    for (const listener of this.listeners.get(channel) ?? []) {
      try {
        listener(payload);
      } catch (error) {
        this.log.error({ channel, err: error }, 'notification listener failed');
      }
    }
  }

  private proven(client: pg.Client, sentAt: number): void {
    const first = this.provenAt === null;
    this.provenAt = sentAt;
    this.heardAt = performance.now();
    if (first) void this.catchUp(client);
  }

  private async catchUp(client: pg.Client): Promise<void> {
    try {
      for (const fn of this.gapListeners) await fn();
      if (client !== this.client) return;
      this.caughtUp = true;
      this.pause = FIRST_PAUSE_MS;
    } catch (error) {
      this.lost(client, error as Error);
    }
  }

  private lost(client: pg.Client, error: Error): void {
    if (client !== this.client) return;
    this.forget();
    abandon(client);
    if (this.closed) return;
    this.log.warn({ reason: error.message }, 'notification channel was lost; reconnecting');
    this.timer = setTimeout(() => void this.connect(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE_MS);
  }

  private forget(): void {
    if (this.timer) clearTimeout(this.timer);
    this.client = null;
    this.provenAt = null;
    this.caughtUp = false;
  }
}

/** A connection that may never answer again is dropped without a goodbye. */
function abandon(client: pg.Client): void {
  client.end().catch(() => undefined);
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}
