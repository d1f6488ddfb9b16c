import { Traffic } from './traffic.js';

/**
 * What the bodies of agents may occupy while something keeps them from being passed on: conditions that look at them,
 * a person who is asked, an upstream that does not read. Without it one agent fills the memory of the process with
 * bodies that it sends slowly, or towards an upstream of its own. Whoever holds too much loses its oldest body first.
 */
export interface BodyBudgetSettings {
  /** Bytes held of one agent. */
  agentBytes: number;
  /** Bytes held of all agents together. */
  processBytes: number;
  /** For the bytes that are read before anything is decided. */
  patienceMs: number;
}

export const BODY_BUDGET_DEFAULTS: BodyBudgetSettings = {
  agentBytes: 16_777_216,
  processBytes: 100_663_296,
  patienceMs: 60_000,
};

export type BodyRefusal = 'crowded' | 'slow';

/** Thrown to whoever waits for a body that is not waited for, or not held, any longer. */
export class BodyRefused extends Error {
  constructor(readonly reason: BodyRefusal) {
    super(reason === 'slow' ? 'The agent sends its body too slowly' : 'Too many bodies are held');
  }
}

interface Owner {
  readonly name: string;
  bytes: number;
  /** Oldest first. */
  readonly needed: Set<BodyShare>;
  /** Kept in case they have to be sent again; the first to go. */
  readonly spare: Set<BodyShare>;
}

/** What one body occupies of its agent's budget. */
export class BodyShare {
  bytes = 0;

  constructor(
    readonly owner: Owner,
    /** Lets go of the bytes; the share is closed when it is called. */
    readonly giveUp: () => void,
  ) {}
}

export class BodyBudgets {
  /** What passed, whether or not it was held. */
  readonly traffic = new Traffic();
  private readonly owners = new Map<string, Owner>();
  private total = 0;
  private readonly refused: Record<BodyRefusal, number> = { crowded: 0, slow: 0 };

  constructor(readonly settings: BodyBudgetSettings = BODY_BUDGET_DEFAULTS) {}

  get heldBytes(): number {
    return this.total;
  }

  get refusals(): Readonly<Record<BodyRefusal, number>> {
    return this.refused;
  }

  countRefusal(reason: BodyRefusal): void {
    this.refused[reason] += 1;
  }

  /** `agent` is any name that is the same for all requests of one agent. */
  open(agent: string, giveUp: () => void): BodyShare {
    const owner = this.owners.get(agent) ?? { name: agent, bytes: 0, needed: new Set(), spare: new Set() };
    this.owners.set(agent, owner);
    const share = new BodyShare(owner, giveUp);
    owner.needed.add(share);
    return share;
  }

  /** Says what the body occupies now. May give up this body or older ones before it returns. */
  hold(share: BodyShare, bytes: number): void {
    const { owner } = share;
    if (!owner.needed.has(share) && !owner.spare.has(share)) return;
    owner.bytes += bytes - share.bytes;
    this.total += bytes - share.bytes;
    share.bytes = bytes;
    while (owner.bytes > this.settings.agentBytes) this.giveUpOldest(owner);
    while (this.total > this.settings.processBytes) this.giveUpOldest(this.heaviest());
  }

  /** Its bytes were passed on; nothing is lost that matters when they go. */
  spare(share: BodyShare): void {
    if (share.owner.needed.delete(share)) share.owner.spare.add(share);
  }

  close(share: BodyShare): void {
    const { owner } = share;
    if (!owner.needed.delete(share) && !owner.spare.delete(share)) return;
    owner.bytes -= share.bytes;
    this.total -= share.bytes;
    if (owner.needed.size + owner.spare.size === 0) this.owners.delete(owner.name);
  }

  private giveUpOldest({ spare, needed }: Owner): void {
    const [oldest] = spare.size > 0 ? spare : needed;
    this.close(oldest!);
    oldest!.giveUp();
  }

  /** Only looked for when the process holds too much, so that small agents are never paid for by others. */
  private heaviest(): Owner {
    let heaviest: Owner | null = null;
    for (const owner of this.owners.values()) {
      if (heaviest === null || owner.bytes > heaviest.bytes) heaviest = owner;
    }
    return heaviest!;
  }
}
