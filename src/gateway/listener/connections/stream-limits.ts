import { getHeapStatistics } from 'node:v8';

/** Of each agent, however many others have: those of one connection of HTTP/1.1, so to speak. */
const ALWAYS = 10;
/** What a request under way held on both sides when nobody read, with its connection to the upstream: 350 KB, and room. */
const BYTES_EACH = 524_288;

/** As many as the memory carries that the process was given; its heap is half of it. */
export function streamsInMemory(): number {
  return Math.floor(getHeapStatistics().heap_size_limit / BYTES_EACH);
}

/**
 * How many streams of HTTP/2 may be open. A connection of HTTP/1 is a request, and connections are bounded; here each
 * carries a hundred, so that sixty would fill the memory of a process with answers that nobody reads. Every agent has
 * some; of the others all together have `most`, and one agent half of them.
 */
export class StreamLimits {
  private readonly taken = new Map<string, number>();
  private beyond = 0;

  constructor(private readonly most: number) {}

  /** False where there is none; else to be given back. */
  take(agent: string): boolean {
    const own = this.taken.get(agent) ?? 0;
    if (own >= ALWAYS) {
      if (this.beyond >= this.most || own - ALWAYS >= this.most / 2) return false;
      this.beyond += 1;
    }
    this.taken.set(agent, own + 1);
    return true;
  }

  giveBack(agent: string): void {
    const own = this.taken.get(agent)!;
    if (own > ALWAYS) this.beyond -= 1;
    if (own === 1) this.taken.delete(agent);
    else this.taken.set(agent, own - 1);
  }
}
