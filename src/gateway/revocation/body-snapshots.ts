import { forgetBody, type Progress } from '../exchange/progress.js';

export interface BodySnapshotSettings {
  /** The largest body that is remembered. */
  each: number;
  /** All of them together. */
  total: number;
}

const DEFAULTS: BodySnapshotSettings = { each: 65_536, total: 16_777_216 };

/**
 * What was seen of the bodies of exchanges under way, so that rules about bodies can be asked again (R29). Bounded: a
 * body beyond is forgotten, and its exchange ends when a rule would have to look at it again.
 */
export class BodySnapshots {
  private held = 0;

  constructor(private readonly settings: BodySnapshotSettings = DEFAULTS) {}

  get heldBytes(): number {
    return this.held;
  }

  /** Keeps or forgets the body of this decision; the returned function ends it. */
  remember(state: Pick<Progress, 'facts'>): () => void {
    const body = state.facts?.body;
    if (!body) return nothing;
    const { size } = body;
    const fits = size <= this.settings.each && this.held + size <= this.settings.total;
    if (!fits) {
      forgetBody(state);
      return nothing;
    }
    // What was read in it is many times what is counted here.
    body.forgetReadings();
    this.held += size;
    return () => {
      this.held -= size;
      forgetBody(state);
    };
  }
}

function nothing(): void {
  return undefined;
}
