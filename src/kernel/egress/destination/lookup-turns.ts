interface Turns {
  running: number;
  readonly waiting: Set<() => void>;
}

/**
 * Look-ups run on the few threads the process has for them, and one of a name whose server never answers holds its
 * thread for many seconds. An agent chooses names, so each has only so many look-ups at a time; the others of the
 * same agent wait, and those of other agents find threads that are free. From `plenty` look-ups on, an agent has one.
 */
export class LookupTurns {
  private readonly agents = new Map<string, Turns>();
  private running = 0;

  constructor(
    private readonly atOnce: number,
    private readonly plenty = Infinity,
  ) {}

  /** Runs the work in the agent's turn; `abandoned` is asked when it comes, and true spares the work. */
  async run<T>(agent: string, work: () => Promise<T>, abandoned: () => boolean): Promise<T> {
    const turns = this.agents.get(agent) ?? { running: 0, waiting: new Set() };
    this.agents.set(agent, turns);
    if (turns.waiting.size === 0 && this.mayRun(turns)) this.begin(turns);
    else await new Promise<void>((resolve) => turns.waiting.add(resolve));
    try {
      if (abandoned()) throw new Error('Nobody waits for this look-up any more');
      return await work();
    } finally {
      this.end(agent, turns);
    }
  }

  private mayRun({ running }: Turns): boolean {
    return running === 0 || (running < this.atOnce && this.running < this.plenty);
  }

  private begin(turns: Turns): void {
    turns.running += 1;
    this.running += 1;
  }

  /** Whoever leaves hands its place on, so that nobody can slip in between. */
  private end(agent: string, turns: Turns): void {
    turns.running -= 1;
    this.running -= 1;
    for (const next of turns.waiting) {
      if (!this.mayRun(turns)) return;
      turns.waiting.delete(next);
      this.begin(turns);
      next();
    }
    if (turns.running === 0) this.agents.delete(agent);
  }
}
