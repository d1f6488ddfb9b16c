import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import type { AdmittedExchange } from '../exchange/progress.js';
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
