/** Where items of Google Drive lie, asked of Drive step by step (03 §13.5.1). */
import type { DriveNeeds } from './drive-guard.js';

/** Answers are those of one account; throws when it cannot be told. */
export interface DriveTree {
  /** Of an item; null for one the account does not see. */
  parentsOf(id: string): Promise<readonly string[] | null>;
  /** The folder that everything of the account's own lies in. */
  myDrive(): Promise<string>;
}

/** Ids asked about for one request; a chain has at most a hundred. */
export const MAX_STEPS = 256;

/** The first id that is not inside; null when all are. `chains`: the entries of the scope. */
export async function firstOutside(
  { items, drives }: Pick<DriveNeeds, 'items' | 'drives'>,
  chains: readonly string[],
  tree: DriveTree,
): Promise<string | null> {
  const walk = new Walk(chains, tree);
  for (const id of items) if (!(await walk.isInside(id))) return id;
  for (const id of drives) if (!(await walk.isDriveOfSome(id))) return id;
  return null;
}

class Walk {
  private readonly chains: readonly (readonly string[])[];
  private readonly live = new Map<readonly string[], boolean>();
  private steps = 0;

  constructor(
    chains: readonly string[],
    private readonly tree: DriveTree,
  ) {
    this.chains = chains.map((chain) => chain.split('/'));
  }

  /** It or one of its ancestors is the last id of a live chain. */
  async isInside(id: string): Promise<boolean> {
    const seen = new Set([id]);
    for (const at of seen) {
      for (const chain of this.chains) if (chain.at(-1) === at && (await this.isLive(chain))) return true;
      // A set is walked in the order of its members, also of those added on the way.
      for (const parent of (await this.parentsOf(at)) ?? []) seen.add(parent);
    }
    return false;
  }

  async isDriveOfSome(id: string): Promise<boolean> {
    for (const chain of this.chains) if (chain[0] === id && (await this.isLive(chain))) return true;
    return false;
  }

  /** A folder that was moved grants nothing any more. */
  private async isLive(chain: readonly string[]): Promise<boolean> {
    let live = this.live.get(chain);
    if (live === undefined) this.live.set(chain, (live = await this.leadsUp(chain)));
    return live;
  }

  private async leadsUp(chain: readonly string[]): Promise<boolean> {
    for (let place = chain.length - 1; place > 0; place--) {
      const parents = await this.parentsOf(chain[place]!);
      if (parents?.length !== 1 || parents[0] !== chain[place - 1]) return false;
    }
    const above = await this.parentsOf(chain[0]!);
    if (above === null || above.length > 1) return false;
    return above.length === 0 || above[0] === (await this.tree.myDrive());
  }

  private async parentsOf(id: string): Promise<readonly string[] | null> {
    if (++this.steps > MAX_STEPS) return null;
    return this.tree.parentsOf(id);
  }
}
