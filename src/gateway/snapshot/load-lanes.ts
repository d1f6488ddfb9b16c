import { type Outcome, SharedReads } from '../../kernel/database/shared-reads.js';
import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';

/** What a token may do; null for one that is nobody's. */
export type Found = Outcome<AgentAccess | null>;

/** Tokens asked for in one round trip. */
const MAX_TOKENS = 64;

/** Reads of what tokens lack. Lanes do not wait for each other. */
export class LoadLanes {
  private readonly lanes = new Map<string, SharedReads<AgentAccess | null>>();

  constructor(
    private readonly recent: (key: string) => AgentAccess | null | undefined,
    private readonly read: (lane: string, keys: readonly string[]) => Promise<Map<string, Found>>,
  ) {}

  load(lane: string, key: string): Promise<AgentAccess | null> {
    let reads = this.lanes.get(lane);
    if (reads === undefined) {
      reads = new SharedReads({
        mostKeys: MAX_TOKENS,
        recent: this.recent,
        read: (keys) => this.read(lane, keys),
        onIdle: () => this.lanes.delete(lane),
      });
      this.lanes.set(lane, reads);
    }
    return reads.get(key);
  }
}
