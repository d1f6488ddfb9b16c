import { truncate } from '../../text/truncate.js';

/** R38.14: with the ellipsis. */
const MAX_TITLE = 80;
const LEAST_BEFORE_SPACE = 48;

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

/** The title that the first turn gives its conversation (04 §2.2.5); null when there is nothing to name it by. */
export function titleOf(message: string, firstAttachment: string | undefined): string | null {
  const line = message.replace(/\s+/g, ' ').trim();
  if (line !== '') return shortened(line);
  return firstAttachment === undefined ? null : shortened(firstAttachment);
}

function shortened(line: string): string {
  if (line.length <= MAX_TITLE) return line;
  const cut = truncate(line, MAX_TITLE - 1);
  // A word that ends exactly at the cut is whole.
  const space = line[cut.length] === ' ' ? cut.length : cut.lastIndexOf(' ');
  return `${(space > LEAST_BEFORE_SPACE ? cut.slice(0, space) : cut).trimEnd()}…`;
}
