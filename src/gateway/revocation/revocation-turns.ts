import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import { TURN_MS } from '../../kernel/scheduling/loop-share.js';
import { type AdmittedExchange, isPromise, forgetBody, type Progress } from '../exchange/progress.js';
import type { Refusal } from '../exchange/results/refusals.js';

/** What was let through and has not ended. */
export interface OpenExchange {
  /** How it was let through. */
  readonly state: AdmittedExchange;
  readonly cut: (refusal: Refusal) => void;
  /** Gives up what was seen of its body. */
  readonly forget: () => void;
  /** The state by which it was judged last. */
  access: AgentAccess;
  released: boolean;
  /** Among those judged by the same state. */
  place: number;
}

/** Those judged by one state, in no order. */
interface Group {
  readonly access: AgentAccess;
  readonly members: OpenExchange[];
}

/**
 * Open exchanges by the scopes whose epochs they depend on; as many as the listener has connections. A scope knows states,
 * a state its exchanges: one that begins and ends is put into a list and taken out, and nothing else is touched. States
 * without exchanges stay until `tidy`, because most have the next one a moment later.
 */
export class OpenByScope {
  private readonly groups = new Map<AgentAccess, Group>();
  private readonly byScope = new Map<string, Set<Group>>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  add(open: OpenExchange): void {
    this.count += 1;
    this.enter(open);
  }

  remove(open: OpenExchange): void {
    this.count -= 1;
    this.leave(open);
  }

  /** Takes note of newer state; a workspace may have moved to another organization. */
  move(open: OpenExchange, access: AgentAccess): void {
    this.leave(open);
    open.access = access;
    this.enter(open);
  }

  scopes(): string[] {
    return [...this.byScope.keys()];
  }

  all(): OpenExchange[] {
    return [...this.groups.values()].flatMap(({ members }) => members);
  }

  /** What was judged by an older epoch of the scope. */
  behind(scope: string, epoch: number): OpenExchange[] {
    return this.judgedBy(scope, (known) => known < epoch);
  }

  /** What was judged by another epoch than the stored one: a database that was put back stands at an older one. */
  apartFrom(scope: string, epoch: number): OpenExchange[] {
    return this.judgedBy(scope, (known) => known !== epoch);
  }

  private judgedBy(scope: string, which: (epoch: number) => boolean): OpenExchange[] {
    const here = this.byScope.get(scope);
    if (here === undefined) return [];
    return [...here].flatMap(({ access, members }) =>
      access.epochs.some((known) => known.scope === scope && which(known.epoch)) ? members : [],
    );
  }

  /** Forgets states that nothing depends on. */
  tidy(): void {
    for (const [access, group] of this.groups) {
      if (group.members.length > 0) continue;
      this.groups.delete(access);
      for (const { scope } of access.epochs) {
        const here = this.byScope.get(scope);
        here?.delete(group);
        if (here?.size === 0) this.byScope.delete(scope);
      }
    }
  }

  private enter(open: OpenExchange): void {
    const { members } = this.groups.get(open.access) ?? this.begin(open.access);
    open.place = members.push(open) - 1;
  }

  /** The last of the list takes its place. */
  private leave(open: OpenExchange): void {
    const { members } = this.groups.get(open.access)!;
    const last = members.pop()!;
    if (last === open) return;
    members[open.place] = last;
    last.place = open.place;
  }

  private begin(access: AgentAccess): Group {
    const group: Group = { access, members: [] };
    this.groups.set(access, group);
    for (const { scope } of access.epochs) {
      const here = this.byScope.get(scope);
      if (here) here.add(group);
      else this.byScope.set(scope, new Set([group]));
    }
    return group;
  }
}

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

export interface BodySnapshotSettings {
  /** The largest body that is remembered. */
  each: number;
  /** All of them together. */
  total: number;
}

const DEFAULTS: BodySnapshotSettings = { each: 65_536, total: 16_777_216 };

/**
 * What was seen of the bodies of exchanges under way, so that rules about bodies can be asked again (R29). Bounded: a
 * body beyond is forgotten, and its exchange ends when a rule would have to look at it again.
 */
export class BodySnapshots {
  private held = 0;

  constructor(private readonly settings: BodySnapshotSettings = DEFAULTS) {}

  get heldBytes(): number {
    return this.held;
  }

  /** Keeps or forgets the body of this decision; the returned function ends it. */
  remember(state: Pick<Progress, 'facts'>): () => void {
    const body = state.facts?.body;
    if (!body) return nothing;
    const { size } = body;
    const fits = size <= this.settings.each && this.held + size <= this.settings.total;
    if (!fits) {
      forgetBody(state);
      return nothing;
    }
    // What was read in it is many times what is counted here.
    body.forgetReadings();
    this.held += size;
    return () => {
      this.held -= size;
      forgetBody(state);
    };
  }
}

function nothing(): void {
  return undefined;
}
