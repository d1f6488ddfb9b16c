import type { ChannelThreadLinkEntity } from './channel-thread-link.entity.js';

/** Where a linked thread is at its provider (04 §6.5.7): direct messages as they come, a channel's thread under its root. */
export function placeOf({
  kind,
  externalThreadId,
}: Pick<ChannelThreadLinkEntity, 'kind' | 'externalThreadId'>): { channel: string; thread: string | null } {
  if (kind === 'direct') return { channel: externalThreadId, thread: null };
  const colon = externalThreadId.indexOf(':');
  return { channel: externalThreadId.slice(0, colon), thread: externalThreadId.slice(colon + 1) };
}
