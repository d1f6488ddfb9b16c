import { getHeapStatistics } from 'node:v8';

/** Streams that every agent may have, however many others use. */
const ALWAYS = 10;
/** Memory of a running request on both sides while nothing is read, with its upstream connection: 350 KB, rounded up. */
const BYTES_EACH = 524_288;

/** The number of streams for which the heap has room. */
export function streamsInMemory(): number {
  return Math.floor(getHeapStatistics().heap_size_limit / BYTES_EACH);
}

/**
 * Limits the open HTTP/2 streams. An HTTP/1 connection carries one request, and connections are bounded; an HTTP/2
 * connection carries a hundred, so sixty of them could fill the memory of a process with responses that are not read.
 * Every agent has `ALWAYS` streams. Beyond those all agents share `most`, of which one agent may use half.
 */
export class StreamLimits {
  private readonly taken = new Map<string, number>();
  private beyond = 0;

  constructor(private readonly most: number) {}

  /** False if no stream is free; otherwise the caller must call `giveBack`. */
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
