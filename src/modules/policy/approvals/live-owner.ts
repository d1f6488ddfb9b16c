/** A holding process that was not heard for this long is dead (06 §17.2). */
export const OWNER_SILENT_SECONDS = 15;

/** Condition on a row `a` of `approvals`: the process that holds it is alive. */
export const LIVE_OWNER = `EXISTS (SELECT 1 FROM gateway_processes p
  WHERE p.id = a.owner_id AND p.seen_at > now() - interval '${OWNER_SILENT_SECONDS} seconds')`;
