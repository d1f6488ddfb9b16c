/** Messages sent while a run is under way (04 §2.4). */
export interface FollowUp {
  readonly id: string;
  /** The turn it was aimed at. */
  readonly targetTurnId: string | null;
  /** The turn whose executor was offered it; at most one ever. */
  readonly offeredToTurnId: string | null;
  readonly hasAttachments: boolean;
}

/**
 * Which of the waiting follow-ups, oldest first, the executor of `target` may be offered now: in order, without a gap,
 * and nothing behind one that has to be a run of its own.
 */
export function steersFor(target: string, waiting: readonly FollowUp[]): string[] {
  const offered: string[] = [];
  for (const { id, targetTurnId, offeredToTurnId, hasAttachments } of waiting) {
    if (offeredToTurnId === target) continue;
    if (offeredToTurnId !== null || targetTurnId !== target || hasAttachments) break;
    offered.push(id);
  }
  return offered;
}

export interface Settlement {
  readonly joined: string[];
  readonly promoted: string | null;
}

/**
 * What becomes of the waiting follow-ups, oldest first, when `target` closes: what its executor confirmed is part of its
 * answer, and the oldest of the rest runs next.
 */
export function settle(
  target: string,
  waiting: readonly FollowUp[],
  confirmed: ReadonlySet<string>,
): Settlement {
  const isJoined = ({ id, offeredToTurnId }: FollowUp): boolean =>
    offeredToTurnId === target && confirmed.has(id);
  const joined = waiting.filter(isJoined).map(({ id }) => id);
  const oldest = waiting.find((followUp) => !isJoined(followUp));
  return { joined, promoted: oldest?.id ?? null };
}
