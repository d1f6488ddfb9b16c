import type { ConnectionToken } from './access-tokens.js';

/** Half of what a produced value may live (06 §11.3.3): an entry is at most two generations old. */
const GENERATION_MS = 30_000;

/**
 * Tokens in the clear, for at most 60 s, no longer than they are fresh, and never longer than the snapshot their key is
 * of. So what is kept is bounded by the snapshots that are.
 */
export class RecentTokens<Key extends object> {
  private younger = new WeakMap<Key, ConnectionToken>();
  private older = new WeakMap<Key, ConnectionToken>();
  private readonly timer = setInterval(() => this.age(), GENERATION_MS).unref();

  get(key: Key): ConnectionToken | undefined {
    const token = this.younger.get(key) ?? this.older.get(key);
    return token !== undefined && token.freshUntil > Date.now() ? token : undefined;
  }

  keep(key: Key, token: ConnectionToken): void {
    this.younger.set(key, token);
  }

  forget(key: Key): void {
    this.younger.delete(key);
    this.older.delete(key);
  }

  /** Every entry is forgotten at the second call after it was kept. */
  age(): void {
    this.older = this.younger;
    this.younger = new WeakMap();
  }

  close(): void {
    clearInterval(this.timer);
    this.age();
    this.age();
  }
}
