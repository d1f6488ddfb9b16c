/** A daemon that may be given agents, as SQL about `runners r`: registered, and heard of within so many seconds (04 §7.2). */
export function isOnline(secondsParameter: string): string {
  return `(r.kind = 'external' AND r.revoked_at IS NULL AND r.boot_id IS NOT NULL
    AND r.last_seen_at > now() - make_interval(secs => ${secondsParameter}))`;
}

/** A sandbox that counts against its runner, as SQL about `agent_placements p` (R38.6). */
export const IS_STARTED = `p.compute_state IN ('starting', 'running')`;
