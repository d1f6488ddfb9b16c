/** What a request does to the members of a group, without knowing who they are. */
export interface MembershipChange {
  /** The members are `added` and nobody else. */
  readonly replaces: boolean;
  readonly added: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
  /** Everybody a request ever adds; all must be members of the organization, whatever comes after (05 §10.7). */
  readonly named: ReadonlySet<string>;
}

const NOBODY: ReadonlySet<string> = new Set();
export const NO_CHANGE: MembershipChange = { replaces: false, added: NOBODY, removed: NOBODY, named: NOBODY };

/** Running sets of one request: each step costs what it names, not what came before. */
export class MembershipChanges {
  private replaces = false;
  private added = new Set<string>();
  private removed = new Set<string>();
  private readonly named = new Set<string>();

  add(ids: readonly string[]): void {
    for (const id of ids) {
      this.named.add(id);
      this.added.add(id);
      this.removed.delete(id);
    }
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) {
      this.added.delete(id);
      if (!this.replaces) this.removed.add(id);
    }
  }

  replace(ids: readonly string[]): void {
    this.replaces = true;
    this.added = new Set();
    this.removed = new Set();
    this.add(ids);
  }

  sum(): MembershipChange {
    return { replaces: this.replaces, added: this.added, removed: this.removed, named: this.named };
  }
}
