import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ChannelAdapterCaller } from '../../../../kernel/access/declaration/caller.js';
import { Configuration } from '../../../../kernel/config/configuration.js';
import { Database } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { agentImageUrl } from '../../../policy/agents/records/agent-image-url.js';
import { adapterErrors } from '../accounts/adapter.errors.js';
import type {
  AdapterConfigurationResponse,
  AdapterItemResponse,
  AdapterPresenceResponse,
} from './adapter.dto.js';
import type { LeasedItem } from '../posts/outbox-leases.js';
import { type LiveChannelApp, LiveChannelApps } from '../apps/live-channel-apps.js';

/** What an adapter that runs apart has to know to hold connections and post (04 §10). */
@Injectable()
export class AdapterConfigs {
  constructor(
    private readonly configuration: Configuration,
    private readonly db: Database,
    private readonly presences: LiveChannelApps,
  ) {}

  async current(): Promise<AdapterConfigurationResponse> {
    const working = await this.presences.allWorking();
    const images = await this.imagesOf(working.map(({ agentId }) => agentId));
    const presences = working.map((presence) => shown(presence, images.get(presence.agentId) ?? null));
    return { presences, etag: `"${hash('sha256', JSON.stringify(presences), 'base64url')}"` };
  }

  private async imagesOf(agentIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.db.query<{ id: string; imageKey: string }>(
      'SELECT agent_id AS id, image_key AS "imageKey" FROM agent_images WHERE agent_id = ANY ($1)',
      [agentIds],
    );
    const { apiUrl } = this.configuration;
    return new Map(rows.map(({ id, imageKey }) => [id, agentImageUrl(apiUrl, id, imageKey)]));
  }
}

/** Signing secrets stay here, where signatures are checked. */
function shown(presence: LiveChannelApp, imageUrl: string | null): AdapterPresenceResponse {
  const { id: presenceId, provider, transport, status, appId: externalId, identityRef } = presence;
  const { botToken, appToken } = presence.credentials;
  return {
    presenceId,
    provider,
    transport,
    status,
    externalId,
    identityRef,
    agent: { id: presence.agentId, name: presence.agentName, workspaceId: presence.workspaceId, imageUrl },
    tenant: { externalId: presence.teamId, name: presence.teamName },
    credentials: { ...(botToken !== undefined && { botToken }), ...(appToken !== undefined && { appToken }) },
  };
}

export function itemView({ id, content, leaseExpiresAt, ...item }: LeasedItem): AdapterItemResponse {
  const { presenceId, kind, channel, thread } = item;
  const said = content ?? {};
  return {
    itemId: id,
    presenceId,
    kind,
    leaseExpiresAt: leaseExpiresAt!.toISOString(),
    channel,
    thread,
    ...said,
  };
}

/** The adapter that calls; one that never registered has no business anywhere else. */
export function registeredAdapter({ adapterId }: ChannelAdapterCaller): string {
  if (adapterId === null) throw new AppError(adapterErrors.adapter_unauthorized);
  return adapterId;
}

/** In the start of it that is at work. */
export function currentAdapterBoot(caller: ChannelAdapterCaller, bootId: string): string {
  registeredAdapter(caller);
  if (caller.bootId !== bootId) throw new AppError(adapterErrors.adapter_boot_superseded);
  return bootId;
}
