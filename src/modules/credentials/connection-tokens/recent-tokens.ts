import type { ConnectionHandle, ConnectionToken } from './access-tokens.js';

/** Half of what a produced value may live (06 §11.3.3): an entry is at most two generations old. */
const GENERATION_MS = 30_000;

/**
 * Tokens in the clear, for at most 60 s, no longer than they are fresh, and never longer than the snapshot their
 * connection is of. So what is kept is bounded by the snapshots that are.
 */
export class RecentTokens {
  private younger = new WeakMap<ConnectionHandle, ConnectionToken>();
  private older = new WeakMap<ConnectionHandle, ConnectionToken>();
  private readonly timer = setInterval(() => this.age(), GENERATION_MS).unref();

  get(connection: ConnectionHandle): ConnectionToken | undefined {
    const token = this.younger.get(connection) ?? this.older.get(connection);
    return token !== undefined && token.freshUntil > Date.now() ? token : undefined;
  }

  keep(connection: ConnectionHandle, token: ConnectionToken): void {
    this.younger.set(connection, token);
  }

  forget(connection: ConnectionHandle): void {
    this.younger.delete(connection);
    this.older.delete(connection);
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
