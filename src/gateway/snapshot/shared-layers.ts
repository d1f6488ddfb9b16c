import { LRUCache } from 'lru-cache';

/** Whatever the epochs say (06 §17.1.5). */
export const MAX_AGE_MS = 60_000;
/** An older one is read again with the next workspace, so that none of its workspaces is short-lived. */
const YOUNG_MS = MAX_AGE_MS / 2;
export const MAX_LAYERS = 5_000;
/** Characters of stored rules, secrets and connections; compiled they take about four bytes each. */
export const MAX_CHARACTERS = 64 * 1024 * 1024;

/** What was read of a layer, when its statement began, and its size as it came. */
export interface Dated<T> {
  readonly value: T;
  readonly begun: number;
  readonly size: number;
  /** Of the statement; no two have the same. */
  readonly serial: number;
}

/**
 * Layers of one kind that workspaces share, bounded by number and size, with the workspaces that are joined to each. One
 * that leaves, or is older than an epoch that was heard, takes its workspaces' joins apart.
 */
export class SharedLayers<T extends { readonly epoch: number }> {
  private readonly kept = new LRUCache<string, Dated<T>>({
    max: MAX_LAYERS,
    maxSize: MAX_CHARACTERS,
    dispose: (_layer, id, reason) => {
      if (reason === 'evict') this.unjoin(id);
    },
  });
  private readonly joined = new Map<string, Set<string>>();

  /** `takeApart` is called for workspaces whose join may be of an older epoch. */
  constructor(private readonly takeApart: (workspaceId: string, before: number) => void) {}

  get count(): number {
    return this.kept.size;
  }

  /** Counts as a use of one that was read lately. */
  use(id: string): Dated<T> | undefined {
    const kept = this.kept.get(id);
    return kept !== undefined && isYoung(kept) ? kept : undefined;
  }

  /** What was used most recently. */
  latest(limit: number): Map<string, Dated<T>> {
    const latest = new Map<string, Dated<T>>();
    for (const [id, kept] of this.kept.entries()) {
      if (latest.size === limit) break;
      if (isYoung(kept)) latest.set(id, kept);
    }
    return latest;
  }

  /** False where a newer one is kept. */
  keep(id: string, layer: Dated<T>): boolean {
    const kept = this.kept.peek(id);
    const { epoch } = layer.value;
    if (kept !== undefined && kept.value.epoch > epoch) return false;
    this.unjoin(id, epoch);
    if (kept?.value.epoch !== epoch || kept.begun < layer.begun)
      this.kept.set(id, layer, { size: layer.size });
    return true;
  }

  /** Drops it where it is older than the epoch; its workspaces may outlive it by what they share. */
  drop(id: string, epoch: number): void {
    const kept = this.kept.peek(id);
    if (kept !== undefined && kept.value.epoch < epoch) this.kept.delete(id);
    this.unjoin(id, epoch);
  }

  clear(): void {
    this.kept.clear();
  }

  join(id: string, workspaceId: string): void {
    const others = this.joined.get(id) ?? new Set();
    this.joined.set(id, others.add(workspaceId));
  }

  leave(id: string, workspaceId: string): void {
    const others = this.joined.get(id);
    others?.delete(workspaceId);
    if (others?.size === 0) this.joined.delete(id);
  }

  workspacesOf(id: string): Iterable<string> {
    return this.joined.get(id) ?? [];
  }

  private unjoin(id: string, before = Infinity): void {
    for (const workspaceId of this.workspacesOf(id)) this.takeApart(workspaceId, before);
  }
}

function isYoung({ begun }: Dated<unknown>): boolean {
  return performance.now() - begun < YOUNG_MS;
}
