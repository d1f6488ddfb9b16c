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

type Start = () => void;

/** What of an organization waits and runs for the same agent, host or whatever else its work is told apart by. */
interface Part {
  running: number;
  readonly waiting: Set<Start>;
}

interface Line {
  running: number;
  /** Whoever was served goes to the end. */
  readonly parts: Map<string, Part>;
}

export interface FairTerms {
  /** At once, of all together. */
  readonly most: number;
  /** Of these stay free for the next organization, once a second one was seen. */
  readonly reserve: number;
  /**
   * At once, of one part of an organization; one, as soon as its organization has half of its share. A part that has none
   * finds a place beyond the share of its organization, all but the reserve.
   */
  readonly eachPart?: number;
}

/** Of timers. */
const MAX_TIMER_MS = 2_147_483_647;

/** For work that no organization is known for: that of the server itself, and of people by their address. */
export const OF_THE_SERVER = '';
const ADDRESS_SIGN = '@';
export const askerAt = (address: string): string => ADDRESS_SIGN + address;
/** Others do not make an organization keep to its share: in a deployment with one organization it has everything. */
export const isOrganization = (asker: string): boolean =>
  asker !== OF_THE_SERVER && !asker.startsWith(ADDRESS_SIGN);

/**
 * Work on what all organizations share, at most so much of it at once (R62). The rest waits: organizations in turn, in
 * each its parts in turn, of each part what came first. One organization has no more than its share, so that the next one
 * finds something free.
 */
export class FairTurns {
  private readonly lines = new Map<string, Line>();
  private readonly shares = new OrganizationShares();
  private taken = 0;
  private waiting = 0;

  constructor(private readonly terms: FairTerms) {}

  async take<T>(asker: string, work: () => Promise<T>, part = ''): Promise<T> {
    if (!this.tryEnter(asker, part)) await new Promise<void>((start) => this.wait(asker, start, part));
    try {
      return await work();
    } finally {
      this.leave(asker, part);
    }
  }

  /** True once the work may begin, and whoever asked has to `leave`; false where its turn did not come in time. */
  async enter(asker: string, patienceMs: number, part = ''): Promise<boolean> {
    if (this.tryEnter(asker, part)) return true;
    return new Promise((resolve) => {
      const start = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const takeBack = this.wait(asker, start, part);
      const giveUp = (): void => {
        takeBack();
        resolve(false);
      };
      const timer = setTimeout(giveUp, Math.min(patienceMs, MAX_TIMER_MS));
    });
  }

  /** True: the work may begin, and whoever asked has to `leave`. */
  tryEnter(asker: string, part = ''): boolean {
    if (isOrganization(asker)) this.shares.used(asker);
    const line = this.lines.get(asker);
    const own = line?.parts.get(part);
    if (!this.hasRoom(asker, line, own) || !this.isFree(asker, line, own) || this.waitsFor(own)) return false;
    this.begin(asker, part);
    return true;
  }

  /** `start` is called in its turn; whoever is started has to `leave`. What is returned takes it back before that. */
  wait(asker: string, start: Start, part = ''): () => void {
    this.partOf(asker, part).waiting.add(start);
    this.waiting += 1;
    return () => {
      if (this.partOf(asker, part).waiting.delete(start)) this.waiting -= 1;
      this.tidy(asker, part);
    };
  }

  leave(asker: string, part = ''): void {
    const line = this.lines.get(asker)!;
    line.running -= 1;
    line.parts.get(part)!.running -= 1;
    this.taken -= 1;
    this.tidy(asker, part);
    // Of what is free and wanted by nobody, nobody is looked for.
    while (this.waiting > 0 && this.startNext());
  }

  /** Whoever leaves hands its place on, so that nobody can slip in between. Whether there was a next one. */
  private startNext(): boolean {
    return this.taken < this.terms.most && (this.startWithinShares() || this.startBeyondShares());
  }

  private startWithinShares(): boolean {
    for (const [asker, line] of this.lines)
      if (this.hasShare(asker, line) && this.startOne(asker, line, (part) => this.isFree(asker, line, part)))
        return true;
    return false;
  }

  private startBeyondShares(): boolean {
    for (const [asker, line] of this.lines)
      if (this.leavesReserve(line) && this.startOne(asker, line, hasNone)) return true;
    return false;
  }

  /** Looks past those of its parts that have all they may have, which are no more than there are places. */
  private startOne(asker: string, line: Line, mayBegin: (part: Part) => boolean): boolean {
    for (const [name, part] of line.parts) {
      const [start] = part.waiting;
      if (start === undefined || !mayBegin(part)) continue;
      part.waiting.delete(start);
      this.waiting -= 1;
      this.begin(asker, name);
      start();
      return true;
    }
    return false;
  }

  private hasRoom(asker: string, line: Line | undefined, part: Part | undefined): boolean {
    if (this.taken >= this.terms.most) return false;
    return this.hasShare(asker, line) || (this.leavesReserve(line) && hasNone(part));
  }

  private hasShare(asker: string, line: Line | undefined): boolean {
    return (line?.running ?? 0) < this.shareOf(asker);
  }

  /** A part that has none may go beyond the share of its organization, as far as that leaves the reserve alone. */
  private leavesReserve(line: Line | undefined): boolean {
    const { most, reserve, eachPart } = this.terms;
    return eachPart !== undefined && (line?.running ?? 0) < most - reserve;
  }

  private shareOf(asker: string): number {
    const { most, reserve } = this.terms;
    return this.shares.mostOf(most, reserve, asker);
  }

  /** A part that has nothing yet finds something, although others of its organization want all they can get. */
  private isFree(asker: string, line: Line | undefined, part: Part | undefined): boolean {
    const { eachPart } = this.terms;
    if (line === undefined || part === undefined || hasNone(part) || eachPart === undefined) return true;
    return part.running < eachPart && 2 * line.running < this.shareOf(asker);
  }

  private waitsFor(part: Part | undefined): boolean {
    return part !== undefined && part.waiting.size > 0;
  }

  private begin(asker: string, part: string): void {
    const own = this.partOf(asker, part);
    const line = this.lines.get(asker)!;
    own.running += 1;
    line.running += 1;
    this.taken += 1;
    toTheEnd(line.parts, part, own);
    toTheEnd(this.lines, asker, line);
  }

  private partOf(asker: string, name: string): Part {
    let line = this.lines.get(asker);
    if (line === undefined) this.lines.set(asker, (line = { running: 0, parts: new Map() }));
    let part = line.parts.get(name);
    if (part === undefined) line.parts.set(name, (part = { running: 0, waiting: new Set() }));
    return part;
  }

  private tidy(asker: string, name: string): void {
    const line = this.lines.get(asker)!;
    const { running, waiting } = line.parts.get(name)!;
    if (running === 0 && waiting.size === 0) line.parts.delete(name);
    if (line.parts.size === 0) this.lines.delete(asker);
  }
}

function hasNone(part: Part | undefined): boolean {
  return part === undefined || part.running === 0;
}

function toTheEnd<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (map.size === 1) return;
  map.delete(key);
  map.set(key, value);
}
