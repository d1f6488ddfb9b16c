/** What becomes of a message that is posted (04 §2.3, §2.4). */
export const MAX_FOLLOW_UPS = 10;

/** `strict` refuses while busy; `people` takes what is said meanwhile. */
export type Door = 'strict' | 'people';

export interface Standing {
  /** Whether a turn is active. */
  readonly busy: boolean;
  /** Follow-ups that nobody has consumed. */
  readonly joining: number;
}

export type Placement =
  | 'turn'
  | 'follow-up'
  /** The oldest follow-up comes first, and the message becomes a follow-up of it. */
  | 'behind-the-oldest'
  | 'refused-busy'
  | 'refused-full';

export function placementOf(door: Door, { busy, joining }: Standing): Placement {
  if (door === 'strict') return busy || joining > 0 ? 'refused-busy' : 'turn';
  if (busy) return joining >= MAX_FOLLOW_UPS ? 'refused-full' : 'follow-up';
  return joining === 0 ? 'turn' : 'behind-the-oldest';
}
