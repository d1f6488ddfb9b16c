import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Epochs } from '../../kernel/database/epochs.js';
import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import { AgentAccessLoader } from '../../modules/policy/agent-snapshot/agent-access.loader.js';

/** Whatever the epochs say (06 §17.1.5). */
const MAX_AGE_MS = 60_000;
/** How often the cache looks at the clock; part of the age. */
const CLOCK_STEP_MS = 250;
const MAX_AGENTS = 5_000;
/** 06 §3.1.7; dropped at once by any write that could make the token known. */
const UNKNOWN_TOKEN_AGE_MS = 5_000;
const MAX_UNKNOWN_TOKENS = 10_000;

/**
 * What each agent may do, kept until a write touches its workspace or organization (06 §17.1).
 *
 * While the notification channel is proven alive, presence in the cache is the proof of freshness:
 * every raise drops what it touches. Otherwise each request compares epochs with the database, and one
 * that cannot read them fails.
 */
@Injectable()
export class AgentAccessCache implements OnModuleDestroy {
  private readonly known = new LRUCache<string, AgentAccess>({
    max: MAX_AGENTS,
    ttl: MAX_AGE_MS - CLOCK_STEP_MS,
    ttlResolution: CLOCK_STEP_MS,
    dispose: (access, key) => this.unlink(access, key),
  });
  private readonly unknown = new LRUCache<string, true>({
    max: MAX_UNKNOWN_TOKENS,
    ttl: UNKNOWN_TOKEN_AGE_MS,
  });
  private readonly keysByScope = new Map<string, Set<string>>();
  private readonly loading = new Map<string, Promise<AgentAccess | null>>();
  /** Raises heard while loads are under way, which may have read the state before them. */
  private readonly raisedWhileLoading = new Map<string, number>();
  private gaps = 0;
  private readonly unsubscribe: (() => void)[];

  constructor(
    private readonly loader: AgentAccessLoader,
    private readonly epochs: Epochs,
  ) {
    this.unsubscribe = [
      epochs.onRaise((scope, epoch) => this.drop(scope, epoch)),
      epochs.onGap(() => this.clear()),
    ];
  }

  onModuleDestroy(): void {
    for (const stop of this.unsubscribe) stop();
  }

  /**
   * What the bearer of this token may do, by its SHA-256; null for an unknown token. Throws when it
   * cannot be told, which refuses the request (R22).
   */
  byToken(tokenHash: Buffer): Promise<AgentAccess | null> | AgentAccess | null {
    const key = tokenHash.toString('latin1');
    const cached = this.known.get(key);
    if (!this.epochs.alive()) return this.byComparing(key, tokenHash, cached);
    if (cached !== undefined) return cached;
    if (this.unknown.has(key)) return null;
    return this.load(key, tokenHash);
  }

  /**
   * True when a write may have been heard since this state was loaded. Never while the channel is not proven alive:
   * then epochs tell.
   */
  hasDropped(tokenHash: Buffer, access: AgentAccess): boolean {
    return this.epochs.alive() && this.known.peek(tokenHash.toString('latin1')) !== access;
  }

  clear(): void {
    this.gaps += 1;
    this.known.clear();
    this.unknown.clear();
  }

  private async byComparing(
    key: string,
    tokenHash: Buffer,
    cached: AgentAccess | undefined,
  ): Promise<AgentAccess | null> {
    if (cached !== undefined && (await this.isCurrent(cached))) return cached;
    return this.load(key, tokenHash);
  }

  /** A load begun by another request may predate a write that this request has to see. */
  private async load(key: string, tokenHash: Buffer): Promise<AgentAccess | null> {
    const running = this.loading.get(key);
    if (running !== undefined) {
      const joined = await running;
      if (joined !== null && this.known.get(key) === joined) return joined;
    }
    const load = this.loadFresh(key, tokenHash);
    this.loading.set(key, load);
    try {
      return await load;
    } finally {
      if (this.loading.get(key) === load) this.loading.delete(key);
      if (this.loading.size === 0) this.raisedWhileLoading.clear();
    }
  }

  private async loadFresh(key: string, tokenHash: Buffer): Promise<AgentAccess | null> {
    const gapsBefore = this.gaps;
    const access = await this.loader.byToken(tokenHash);
    if (gapsBefore !== this.gaps) return access;
    if (access === null) this.rememberUnknown(key);
    else if (!this.overtaken(access)) this.remember(key, access);
    return access;
  }

  private overtaken(access: AgentAccess): boolean {
    return access.epochs.some(({ scope, epoch }) => (this.raisedWhileLoading.get(scope) ?? 0) > epoch);
  }

  /** Any write during the load may have been the one that made the token known. */
  private rememberUnknown(key: string): void {
    if (this.raisedWhileLoading.size === 0) this.unknown.set(key, true);
  }

  private remember(key: string, access: AgentAccess): void {
    this.known.set(key, access);
    for (const { scope } of access.epochs) {
      const keys = this.keysByScope.get(scope) ?? new Set();
      this.keysByScope.set(scope, keys.add(key));
    }
  }

  private unlink(access: AgentAccess, key: string): void {
    for (const { scope } of access.epochs) {
      const keys = this.keysByScope.get(scope);
      keys?.delete(key);
      if (keys?.size === 0) this.keysByScope.delete(scope);
    }
  }

  private drop(scope: string, epoch: number): void {
    this.unknown.clear();
    if (this.loading.size > 0) this.raisedWhileLoading.set(scope, epoch);
    for (const key of [...(this.keysByScope.get(scope) ?? [])]) {
      const access = this.known.peek(key);
      if (access?.epochs.some((known) => known.scope === scope && known.epoch < epoch))
        this.known.delete(key);
    }
  }

  private async isCurrent(access: AgentAccess): Promise<boolean> {
    const newest = await this.epochs.read(access.epochs.map(({ scope }) => scope));
    return access.epochs.every(({ scope, epoch }) => newest.get(scope) === epoch);
  }
}
