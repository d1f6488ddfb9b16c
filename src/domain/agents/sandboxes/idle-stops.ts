/** A sandbox in which nothing has happened for as long as one may be idle (04 §8.6.6). */
export interface IdleSandbox {
  readonly agentId: string;
  readonly idleSince: Date;
  /** A process of its agent runs on. */
  readonly worksInBackground: boolean;
}

export interface IdleStop {
  readonly agentId: string;
  readonly reason: 'idle' | 'evicted';
}

/** How many sandboxes of a runner background work may hold up: one is left to whoever has something to say. */
export function heldAwakeCeiling(maxSandboxes: number | undefined, setting: number | null): number {
  return setting ?? Math.max(1, (maxSandboxes ?? 1) - 1);
}

/** Those that are stopped: without background work all, with it the longest idle beyond the ceiling. */
export function idleStops(idle: readonly IdleSandbox[], ceiling: number): IdleStop[] {
  const awake = idle
    .filter(({ worksInBackground }) => worksInBackground)
    .sort((one, other) => one.idleSince.getTime() - other.idleSince.getTime());
  const evicted = awake.slice(0, Math.max(0, awake.length - ceiling));
  return [
    ...idle
      .filter(({ worksInBackground }) => !worksInBackground)
      .map(({ agentId }) => ({ agentId, reason: 'idle' as const })),
    ...evicted.map(({ agentId }) => ({ agentId, reason: 'evicted' as const })),
  ];
}
