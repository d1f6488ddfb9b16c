/**
 * Look-ups run on the few threads the process has for them, and one of a name whose server never answers holds its
 * thread for many seconds. An agent chooses names, so each has only so many look-ups at a time; the others of the
 * same agent wait, and those of other agents find threads that are free.
 */
export class LookupTurns {
  private readonly agents = new Map<string, { running: number; waiting: (() => void)[] }>();

  constructor(private readonly atOnce: number) {}

  /** Runs the work in the agent's turn; `abandoned` is asked when it comes, and true spares the work. */
  async run<T>(agent: string, work: () => Promise<T>, abandoned: () => boolean): Promise<T> {
    const turns = this.agents.get(agent) ?? { running: 0, waiting: [] };
    this.agents.set(agent, turns);
    // Whoever leaves hands its place on, so that nobody can slip in between.
    if (turns.running >= this.atOnce) await new Promise<void>((resolve) => turns.waiting.push(resolve));
    else turns.running += 1;
    try {
      if (abandoned()) throw new Error('Nobody waits for this look-up any more');
      return await work();
    } finally {
      const next = turns.waiting.shift();
      if (next) next();
      else {
        turns.running -= 1;
        if (turns.running === 0) this.agents.delete(agent);
      }
    }
  }
}
