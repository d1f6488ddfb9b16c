import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';

export type Found = { access: AgentAccess | null } | { error: unknown };

/** Tokens asked for in one round trip. */
const MAX_TOKENS = 64;

/**
 * Who lacks something waits in a lane: one round trip at a time, and who comes meanwhile shares the next. So what a
 * request is given was read after it began, or `recent` said at the end of a wait that it is current (R17).
 */
export class LoadLanes {
  private readonly lanes = new Map<string, Map<string, PromiseWithResolvers<AgentAccess | null>>>();

  constructor(
    private readonly recent: (key: string) => AgentAccess | null | undefined,
    private readonly read: (lane: string, keys: readonly string[]) => Promise<Map<string, Found>>,
  ) {}

  /** Lanes do not wait for each other. */
  load(lane: string, key: string): Promise<AgentAccess | null> {
    const waiting = this.lanes.get(lane) ?? new Map<string, PromiseWithResolvers<AgentAccess | null>>();
    const known = waiting.get(key);
    if (known !== undefined) return known.promise;
    const mine = Promise.withResolvers<AgentAccess | null>();
    waiting.set(key, mine);
    if (!this.lanes.has(lane)) {
      this.lanes.set(lane, waiting);
      void this.run(lane, waiting);
    }
    return mine.promise;
  }

  private async run(
    lane: string,
    waiting: Map<string, PromiseWithResolvers<AgentAccess | null>>,
  ): Promise<void> {
    while (waiting.size > 0) {
      const batch = new Map<string, PromiseWithResolvers<AgentAccess | null>>();
      for (const [key, one] of waiting) {
        if (batch.size === MAX_TOKENS) break;
        waiting.delete(key);
        const access = this.recent(key);
        if (access === undefined) batch.set(key, one);
        else one.resolve(access);
      }
      if (batch.size > 0) await this.settle(lane, batch);
    }
    this.lanes.delete(lane);
  }

  private async settle(
    lane: string,
    batch: ReadonlyMap<string, PromiseWithResolvers<AgentAccess | null>>,
  ): Promise<void> {
    try {
      const found = await this.read(lane, [...batch.keys()]);
      for (const [key, { resolve, reject }] of batch) {
        const outcome = found.get(key)!;
        if ('error' in outcome) reject(outcome.error);
        else resolve(outcome.access);
      }
    } catch (error) {
      for (const { reject } of batch.values()) reject(error);
    }
  }
}
