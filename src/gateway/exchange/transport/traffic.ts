/**
 * How much passes between two collections of young objects. Far enough below the 64 MiB at which V8 begins to look
 * through its whole heap, and enough that the collections, a millisecond each, do not show (ADR 51).
 */
const COLLECTED_EVERY = 16_777_216;

/**
 * Bytes of bodies, and of what followed a 101, that passed this process (06 §18.2); heads and the gateway's own answers
 * are none. One plain object for all exchanges, added to where bytes are passed on: what lasts for days shows while it
 * lasts, and counting costs an addition.
 */
export class Traffic {
  private fromAgents = 0;
  private toAgents = 0;
  private collectedAt = 0;

  /** From agents. */
  get received(): number {
    return this.fromAgents;
  }

  set received(bytes: number) {
    this.fromAgents = bytes;
    this.passed();
  }

  /** To agents. */
  get sent(): number {
    return this.toAgents;
  }

  set sent(bytes: number) {
    this.toAgents = bytes;
    this.passed();
  }

  /** Every piece that passes is a buffer that nobody needs a moment later. */
  private passed(): void {
    const passed = this.fromAgents + this.toAgents;
    if (passed - this.collectedAt < COLLECTED_EVERY) return;
    this.collectedAt = passed;
    collectYoung();
  }
}

/**
 * Collects young objects only, which takes a fraction of a millisecond when hardly one of them lives. For work that makes
 * buffers faster than objects: V8 collects young objects when their space is full, and their buffers' bytes are not in
 * it, so that what is outside of the heap grows until V8 looks through all of the heap instead (ADR 51). Needs the flag
 * `--expose-gc`; without it, as in tests, nothing happens.
 */
function collectYoung(): void {
  globalThis.gc?.({ type: 'minor', execution: 'sync' });
}
