import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Logger } from '@nestjs/common';
import { FairTurns } from '../../../../kernel/scheduling/fair-turns.js';
import { currentAsker } from '../../../../kernel/logging/request-context.js';
import { SharedPlaces } from '../../../../kernel/scheduling/shared-places.js';
import { VaultFailure, type VaultFailureKind } from '../provider/vault-provider.js';
import type { SdkCalls, SdkForget, SdkReply, SdkRequest, SdkSettings } from './sdk-calls.js';

/**
 * The SDK tells failures apart by their texts only (version 0.5). First match wins; a text that matches nothing is
 * a fault of the way, not of the credentials. The texts themselves go no further: some quote what was sent.
 */
const KINDS: readonly (readonly [RegExp, VaultFailureKind])[] = [
  [/rate limit|error sending request|request timeout|a conflict occurred/i, 'unavailable'],
  [/internal server error|unexpected status code|deserializing HTTP/i, 'unavailable'],
  [
    /secret reference has invalid|reference is not prefixed|could not be parsed|invalid character/i,
    'bad-reference',
  ],
  [/matched (?:the|a) secret reference|no section matched|more than one|cannot be found/i, 'missing'],
  [/not in an active state|attribute can only|not found in item/i, 'missing'],
  [/^authentication error|service account token|not authenticated|permission/i, 'rejected'],
  [/not found/i, 'missing'],
  [/invalid user input|uuid/i, 'bad-reference'],
];

/** Of one call, signing in included (06 §10.4.3). */
const CALL_TIMEOUT_MS = 15_000;
/** Of one HTTP request inside it, so that an abandoned call ends too. */
const REQUEST_TIMEOUT_MS = 10_000;
/** Without a call for so long the thread ends and gives its memory back. */
const IDLE_MS = 600_000;
/** A call with less time left than this is not made: a thread that does not take it in time counts as stuck. */
const LEAST_MS = 1_000;
/** Those that wait for their turn included. */
const MAX_CALLS = 200;
const RESERVED_CALLS = 20;
/** In the thread, where one that signs in is in the way of the others for 0.1 s. */
const AT_ONCE = { most: 32, reserve: 4 };

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
  private readonly places = new SharedPlaces(MAX_CALLS, RESERVED_CALLS);
  private readonly turns = new FairTurns(AT_ONCE);
  private worker: Worker | null = null;
  private idle: NodeJS.Timeout | null = null;
  private lastId = 0;

  constructor(private readonly settings: () => Omit<SdkSettings, 'requestTimeoutMs'>) {}

  /** Rejects with `VaultFailure` and nothing else. Organizations take turns, in the time of the call (R62). */
  async call<Call extends keyof SdkCalls>(
    call: Call,
    token: string,
    ...args: SdkCalls[Call]['args']
  ): Promise<SdkCalls[Call]['result']> {
    const asker = currentAsker();
    if (!this.places.tryTake(asker)) throw new VaultFailure('unavailable');
    const deadline = performance.now() + CALL_TIMEOUT_MS;
    try {
      return await this.inTurn(asker, () => this.ask({ call, token, args }, deadline));
    } finally {
      this.places.giveBack(asker);
    }
  }

  private async inTurn<T>(asker: string, ask: () => Promise<T>): Promise<T> {
    if (!(await this.turns.enter(asker, CALL_TIMEOUT_MS))) throw new VaultFailure('unavailable');
    try {
      return await ask();
    } finally {
      this.turns.leave(asker);
    }
  }

  private ask<Call extends keyof SdkCalls>(
    asked: Omit<SdkRequest, 'id'>,
    deadline: number,
  ): Promise<SdkCalls[Call]['result']> {
    const left = deadline - performance.now();
    if (left < LEAST_MS) return Promise.reject(new VaultFailure('unavailable'));
    return new Promise((resolve, reject) => {
      const id = ++this.lastId;
      const timer = setTimeout(() => this.timedOut(id), left).unref();
      this.pending.set(id, { token: asked.token, resolve, reject, timer, received: false });
      this.running().postMessage({ id, ...asked } satisfies SdkRequest);
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

export function failureKindOf(message: string): VaultFailureKind {
  return KINDS.find(([pattern]) => pattern.test(message))?.[1] ?? 'unavailable';
}
