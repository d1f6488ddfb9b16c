import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Logger } from '@nestjs/common';
import { VaultFailure, type VaultFailureKind } from '../provider/vault-provider.js';
import type { SdkCalls, SdkForget, SdkReply, SdkRequest, SdkSettings } from './sdk-calls.js';
import { failureKindOf } from './sdk-failure.js';

/** Of one call, signing in included (06 §10.4.3). */
const CALL_TIMEOUT_MS = 15_000;
/** Of one HTTP request inside it, so that an abandoned call ends too. */
const REQUEST_TIMEOUT_MS = 10_000;
/** Without a call for so long the thread ends and gives its memory back. */
const IDLE_MS = 600_000;
const MAX_CALLS = 200;

/** The file beside this one: compiled like it, or not compiled like it. */
const WORKER = new URL(`./sdk-thread.worker${extname(import.meta.url)}`, import.meta.url);

interface Pending {
  token: string;
  resolve(result: unknown): void;
  reject(failure: VaultFailure): void;
  timer: NodeJS.Timeout;
  received: boolean;
}

/** Starts the SDK's thread with the first call and asks it. Nothing of the SDK is loaded before, or in this thread. */
export class SdkThread {
  private readonly logger = new Logger(SdkThread.name);
  private readonly pending = new Map<number, Pending>();
  private worker: Worker | null = null;
  private idle: NodeJS.Timeout | null = null;
  private lastId = 0;

  constructor(private readonly settings: () => Omit<SdkSettings, 'requestTimeoutMs'>) {}

  /** Rejects with `VaultFailure` and nothing else. */
  call<Call extends keyof SdkCalls>(
    call: Call,
    token: string,
    ...args: SdkCalls[Call]['args']
  ): Promise<SdkCalls[Call]['result']> {
    if (this.pending.size >= MAX_CALLS) return Promise.reject(new VaultFailure('unavailable'));
    return new Promise((resolve, reject) => {
      const id = ++this.lastId;
      const timer = setTimeout(() => this.timedOut(id), CALL_TIMEOUT_MS).unref();
      this.pending.set(id, { token, resolve, reject, timer, received: false });
      this.running().postMessage({ id, token, call, args } satisfies SdkRequest);
    });
  }

  async close(): Promise<void> {
    const { worker } = this;
    this.forget();
    await worker?.terminate();
  }

  private running(): Worker {
    this.restUntilIdle();
    if (this.worker !== null) return this.worker;
    const workerData: SdkSettings = { ...this.settings(), requestTimeoutMs: REQUEST_TIMEOUT_MS };
    const worker = new Worker(WORKER, { workerData, name: 'onepassword', execArgv: [] });
    worker.unref();
    worker.on('message', (reply: SdkReply) => this.settle(reply));
    // By name only: the text of a fault in there may quote what it worked on.
    worker.on('error', (error: Error) =>
      this.logger.error({ cause: error.name }, '1Password worker thread failed'),
    );
    worker.on('exit', () => {
      if (this.worker === worker) this.forget();
    });
    return (this.worker = worker);
  }

  private settle(reply: SdkReply): void {
    if ('received' in reply) {
      const pending = this.pending.get(reply.id);
      if (pending) pending.received = true;
      return;
    }
    const pending = this.take(reply.id);
    if ('failure' in reply) this.failed(pending, failureKindOf(reply.failure));
    else pending?.resolve(reply.result);
  }

  private failed(pending: Pending | undefined, kind: VaultFailureKind): void {
    pending?.reject(new VaultFailure(kind));
    const mayBeTheSession = kind === 'rejected' || kind === 'unavailable';
    if (pending && mayBeTheSession) this.worker?.postMessage({ forget: pending.token } satisfies SdkForget);
  }

  /** A thread that did not even take the call is stuck, and replaced by the next one. */
  private timedOut(id: number): void {
    const pending = this.take(id);
    this.failed(pending, 'unavailable');
    if (pending?.received === false) void this.close();
  }

  private take(id: number): Pending | undefined {
    const pending = this.pending.get(id);
    this.pending.delete(id);
    clearTimeout(pending?.timer);
    return pending;
  }

  private restUntilIdle(): void {
    if (this.idle === null) this.idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    else this.idle.refresh();
  }

  private forget(): void {
    this.worker = null;
    if (this.idle !== null) clearTimeout(this.idle);
    this.idle = null;
    for (const id of [...this.pending.keys()]) this.take(id)?.reject(new VaultFailure('unavailable'));
  }
}
