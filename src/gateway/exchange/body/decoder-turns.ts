type Start = () => void;

/**
 * At most `most` at once. The others wait: organizations in turn, of each the one that came first. One organization
 * never has the last place, so that the next one finds it free (R62).
 */
export class DecoderTurns {
  /** By organization; whoever was served goes to the end. */
  private readonly waiting = new Map<string, Start[]>();
  private readonly running = new Map<string, number>();
  private taken = 0;

  constructor(private readonly most: number) {}

  async take<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    if (!this.waiting.has(organizationId) && this.mayRun(organizationId)) this.begin(organizationId);
    else await new Promise<void>((resolve) => this.wait(organizationId, resolve));
    try {
      return await work();
    } finally {
      this.end(organizationId);
    }
  }

  private mayRun(organizationId: string): boolean {
    const own = this.running.get(organizationId) ?? 0;
    return this.taken < this.most && own < Math.max(1, this.most - 1);
  }

  private begin(organizationId: string): void {
    this.taken += 1;
    this.running.set(organizationId, (this.running.get(organizationId) ?? 0) + 1);
  }

  private wait(organizationId: string, start: Start): void {
    const queue = this.waiting.get(organizationId) ?? [];
    queue.push(start);
    this.waiting.set(organizationId, queue);
  }

  private end(organizationId: string): void {
    this.taken -= 1;
    const left = this.running.get(organizationId)! - 1;
    if (left > 0) this.running.set(organizationId, left);
    else this.running.delete(organizationId);
    for (const [next, queue] of this.waiting) {
      if (!this.mayRun(next)) continue;
      this.begin(next);
      this.waiting.delete(next);
      const start = queue.shift()!;
      if (queue.length > 0) this.waiting.set(next, queue);
      return start();
    }
  }
}

/** As many threads as Node decodes on; a decoder may want a window of 16 MiB. */
export const DECODING = new DecoderTurns(4);
