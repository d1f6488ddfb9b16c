import type { PresenceRow } from './presence-store.js';

/** A presence as audit entries name it. */
export function presenceNamed({ id, agentId, provider, externalId }: PresenceRow): Record<string, unknown> {
  return { agentId, provider, presenceId: id, externalId };
}
