import type { ChannelAppRow } from './channel-app-store.js';

/** A presence as audit entries name it. */
export function channelAppNamed({
  id,
  agentId,
  provider,
  externalId,
}: ChannelAppRow): Record<string, unknown> {
  return { agentId, provider, presenceId: id, externalId };
}
