interface Line {
  running: number;
  readonly waiting: Set<() => void>;
}

/**
 * Work that takes of what all share, as look-ups of names take threads and one of a silent name server keeps its thread
 * for many seconds. Each one who asks for it has only so much under way at a time; the rest of theirs waits, and others
 * find something free. From `plenty` on in all, each one has one.
 */
export class Turns {
  private readonly lines = new Map<string, Line>();
  private running = 0;

  constructor(
    private readonly atOnce: number,
    private readonly plenty = Infinity,
  ) {}

  /** Runs the work in its asker's turn; `abandoned` is asked when that comes, and true spares the work. */
  async run<T>(asker: string, work: () => Promise<T>, abandoned: () => boolean): Promise<T> {
    const line = this.lines.get(asker) ?? { running: 0, waiting: new Set() };
    this.lines.set(asker, line);
    if (line.waiting.size === 0 && this.mayRun(line)) this.begin(line);
    else await new Promise<void>((resolve) => line.waiting.add(resolve));
    try {
      if (abandoned()) throw new Error('Nobody waits for it any more');
      return await work();
    } finally {
      this.end(asker, line);
    }
  }

  private mayRun({ running }: Line): boolean {
    return running === 0 || (running < this.atOnce && this.running < this.plenty);
  }

  private begin(line: Line): void {
    line.running += 1;
    this.running += 1;
  }

  /** Whoever leaves hands its place on, so that nobody can slip in between. */
  private end(asker: string, line: Line): void {
    line.running -= 1;
    this.running -= 1;
    for (const next of line.waiting) {
      if (!this.mayRun(line)) return;
      line.waiting.delete(next);
      this.begin(line);
      next();
    }
    if (line.running === 0) this.lines.delete(asker);
  }
}
