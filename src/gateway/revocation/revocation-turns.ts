import { setImmediate as nextTurn } from 'node:timers/promises';
import { TURN_MS } from '../../kernel/scheduling/loop-share.js';
import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import { isPromise } from '../exchange/results/maybe-async.js';
import type { OpenExchange } from './open-by-scope.js';

/** Agents whose state is loaded at the same time: a rise of a large organization must leave others connections. */
const LOADS_AT_ONCE = 8;

/**
 * The order in which open exchanges are judged again: one load for all of an agent, few agents at a time, and the
 * event loop in between. What could not be loaded stays in doubt until it could be, or until its owner loses patience.
 */
export class ReviewTurns {
  /** By token hash. */
  private readonly waiting = new Map<string, Set<OpenExchange>>();
  /** Since when, oldest first. */
  private readonly doubts = new Map<OpenExchange, number>();
  private readonly failed = new Set<OpenExchange>();
  private lastError: unknown;
  private running = 0;
  private scheduled = false;

  constructor(
    private readonly load: (tokenHash: Buffer) => Promise<AgentAccess | null> | AgentAccess | null,
    /** `access` null: nobody has this token any more. Must not throw nor reject. */
    private readonly judge: (open: OpenExchange, access: AgentAccess | null) => Promise<void> | void,
  ) {}

  add(open: OpenExchange): void {
    if (!this.doubts.has(open)) this.doubts.set(open, performance.now());
    const key = keyOf(open);
    const others = this.waiting.get(key);
    if (others) others.add(open);
    else this.waiting.set(key, new Set([open]));
    this.schedule();
  }

  forget(open: OpenExchange): void {
    // Mostly nothing is in doubt, and so nothing waits; then every request ends here.
    if (this.doubts.size === 0 && this.failed.size === 0) return;
    this.doubts.delete(open);
    this.failed.delete(open);
    const others = this.waiting.get(keyOf(open));
    others?.delete(open);
    if (others?.size === 0) this.waiting.delete(keyOf(open));
  }

  /** What has been in doubt since that moment or longer. */
  inDoubtSince(moment: number): OpenExchange[] {
    const found: OpenExchange[] = [];
    for (const [open, since] of this.doubts) {
      if (since > moment) break;
      found.push(open);
    }
    return found;
  }

  /** Tries again what could not be loaded; answers how much that is and why, null where nothing failed. */
  retry(): { exchanges: number; err: unknown } | null {
    const exchanges = this.failed.size;
    if (exchanges === 0) return null;
    for (const open of this.failed) this.add(open);
    this.failed.clear();
    return { exchanges, err: this.lastError };
  }

  /** Later, so that raises that come together are one, and everybody else has heard of them too. */
  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      this.pump();
    });
  }

  private pump(): void {
    for (const [key, group] of this.waiting) {
      if (this.running >= LOADS_AT_ONCE) return;
      this.waiting.delete(key);
      this.running += 1;
      void this.review(group).finally(() => {
        this.running -= 1;
        this.pump();
      });
    }
  }

  private async review(group: ReadonlySet<OpenExchange>): Promise<void> {
    const [first] = group;
    if (first === undefined) return;
    let access: AgentAccess | null;
    try {
      access = await this.load(first.state.tokenHash);
    } catch (error) {
      this.lastError = error;
      for (const open of group) if (!open.released) this.failed.add(open);
      return;
    }
    let begun = performance.now();
    for (const open of group) {
      if (open.released) continue;
      // Doubted anew while this one was loaded: the next load answers that.
      if (!this.waiting.get(keyOf(open))?.has(open)) this.doubts.delete(open);
      const judged = this.judge(open, access);
      if (isPromise(judged)) await judged;
      if (performance.now() - begun < TURN_MS) continue;
      await nextTurn();
      begun = performance.now();
    }
  }
}

function keyOf({ state }: OpenExchange): string {
  return state.tokenHash.toString('latin1');
}
