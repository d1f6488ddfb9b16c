/** Posts a person would see twice are tried once; what only sets a state may be repeated (04 §10.3). */
export const OUTBOX_KINDS = [
  'message.post',
  'card.post',
  'card.update',
  'reaction.add',
  'reaction.remove',
] as const;
export type OutboxKind = (typeof OUTBOX_KINDS)[number];

export type Delivery =
  | { readonly outcome: 'sent' | 'rejected' | 'unknown' }
  | { readonly outcome: 'again'; readonly inSeconds: number };

export type Reported = 'sent' | 'rejected' | 'retry' | 'lost';

const PAUSES = [5, 15, 60, 300] as const;
const LONGEST_PAUSE = PAUSES.at(-1)!;
const MAX_ATTEMPTS = 5;

/**
 * What becomes of an item after an attempt. `retry`: the provider was certainly not reached, so every kind is tried again,
 * posts until they are too old to be wanted. `lost`: the lease ended without a word. `waitSeconds` is what the provider asked for.
 */
export function deliveryAfter(
  kind: OutboxKind,
  reported: Reported,
  attempts: number,
  waitSeconds = 0,
): Delivery {
  if (reported === 'sent') return { outcome: 'sent' };
  const pause = { outcome: 'again', inSeconds: Math.max(pauseAfter(attempts), waitSeconds) } as const;
  const isPost = kind === 'message.post' || kind === 'card.post';
  if (isPost) {
    if (reported === 'retry') return pause;
    return { outcome: reported === 'lost' ? 'unknown' : 'rejected' };
  }
  if (reported === 'rejected') return { outcome: 'rejected' };
  if (attempts < MAX_ATTEMPTS) return pause;
  return { outcome: reported === 'lost' ? 'unknown' : 'rejected' };
}

function pauseAfter(attempts: number): number {
  return PAUSES[attempts - 1] ?? LONGEST_PAUSE;
}
