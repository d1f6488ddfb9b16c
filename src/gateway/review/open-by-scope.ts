import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import type { Exchange } from '../exchange.js';
import type { Judgement } from '../judgement.js';
import type { Verdict } from '../verdicts.js';

/** What was let through and has not ended. */
export interface OpenExchange {
  readonly exchange: Exchange;
  /** How it was let through. */
  readonly judgement: Judgement;
  readonly cut: (refusal: Verdict) => void;
  /** Gives up what was seen of its body. */
  readonly forget: () => void;
  /** The state by which it was judged last. */
  access: AgentAccess;
  released: boolean;
}

const NONE: OpenExchange[] = [];

/** Open exchanges by the scopes whose epochs they depend on; as many as the listener has connections. */
export class OpenByScope {
  private readonly byScope = new Map<string, Set<OpenExchange>>();
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
    return [...new Set([...this.byScope.values()].flatMap((each) => [...each]))];
  }

  /** What was judged by an older epoch of the scope. */
  behind(scope: string, epoch: number): OpenExchange[] {
    const here = this.byScope.get(scope);
    if (here === undefined) return NONE;
    return [...here].filter(({ access }) =>
      access.epochs.some((known) => known.scope === scope && known.epoch < epoch),
    );
  }

  private enter(open: OpenExchange): void {
    for (const { scope } of open.access.epochs) {
      const here = this.byScope.get(scope);
      if (here) here.add(open);
      else this.byScope.set(scope, new Set([open]));
    }
  }

  private leave(open: OpenExchange): void {
    for (const { scope } of open.access.epochs) {
      const here = this.byScope.get(scope);
      here?.delete(open);
      if (here?.size === 0) this.byScope.delete(scope);
    }
  }
}
