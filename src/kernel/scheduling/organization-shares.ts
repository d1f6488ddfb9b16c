/** How long an organization that used a thing keeps its half of it (R62). */
const RECENT_MS = 600_000;

interface Use {
  readonly organizationId: string;
  readonly at: number;
}

/**
 * What one organization may hold of a thing that all organizations of this process share (R62): everything while it is
 * alone; all but a reserve once another one was seen; half while another one used the thing in the last ten minutes.
 * Only the two organizations that used it last are remembered, because that answers the question for every one.
 */
export class OrganizationShares {
  private latest: Use | null = null;
  /** The latest use by another organization than the latest. */
  private before: Use | null = null;

  constructor(private readonly now: () => number = () => performance.now()) {}

  used(organizationId: string): void {
    const at = this.now();
    if (this.latest?.organizationId !== organizationId) this.before = this.latest;
    this.latest = { organizationId, at };
  }

  /** At least one, whole numbers for whole numbers; `reserve` is what stays free for the next organization. */
  mostOf(capacity: number, reserve: number, organizationId: string): number {
    const other = this.latest?.organizationId === organizationId ? this.before : this.latest;
    if (other === null) return capacity;
    const kept = this.isRecent(other) ? Math.ceil(capacity / 2) : reserve;
    return Math.max(1, capacity - kept);
  }

  /** At most two organizations, which used it in the last ten minutes. */
  recent(): string[] {
    const uses = [this.latest, this.before].filter((use) => use !== null);
    return uses.filter((use) => this.isRecent(use)).map(({ organizationId }) => organizationId);
  }

  private isRecent({ at }: Use): boolean {
    return this.now() - at < RECENT_MS;
  }
}
