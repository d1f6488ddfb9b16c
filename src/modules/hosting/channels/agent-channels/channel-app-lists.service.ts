import { Injectable } from '@nestjs/common';
import { slackManifest } from '../../../../domain/protocols/slack/slack-manifest.js';
import type { WorkspaceCaller } from '../../../../kernel/access/declaration/caller.js';
import { Database } from '../../../../kernel/database/database.js';
import { HostedAgents } from '../../../policy/agents/hosted-agents.js';
import { AdapterSightings } from '../accounts/adapter-sightings.js';
import { channelProvider } from '../accounts/channel-provider.js';
import { presentAdapter } from '../accounts/channel-parts.dto.js';
import type { AgentChannelsResponse, ChannelManifestResponse, PresenceResponse } from './channels.dto.js';
import { IntegrationStore } from '../accounts/integration-store.js';
import { SlackBots } from '../slack/slack-bots.js';
import { ThreadLinkStore } from '../posts/thread-link-store.js';
import { Posture } from '../apps/posture.js';
import { ChannelAppHealth } from '../apps/channel-app-health.js';
import { type ChannelAppRow, ChannelAppStore } from '../apps/channel-app-store.js';

/** Where an agent is, and where it could be (04 §6.1). */
@Injectable()
export class ChannelAppLists {
  constructor(
    private readonly db: Database,
    private readonly agents: HostedAgents,
    private readonly store: ChannelAppStore,
    private readonly threads: ThreadLinkStore,
    private readonly integrations: IntegrationStore,
    private readonly adapters: AdapterSightings,
    private readonly bots: SlackBots,
    private readonly health: ChannelAppHealth,
    private readonly posture: Posture,
  ) {}

  async list(caller: WorkspaceCaller, agentId: string): Promise<AgentChannelsResponse> {
    const agent = await this.agents.get(this.db, caller, agentId);
    const rows = await this.store.list(this.db, agent.id);
    const integrations = await this.integrations.list(this.db, caller.organizationId);
    return {
      presences: await Promise.all(rows.map((row) => this.present(row))),
      posture: { transport: this.posture.transport },
      orgIntegrations: integrations.map(({ provider, hasCredentials }) => ({
        provider,
        connected: true,
        hasCredentials,
      })),
      adapter: presentAdapter(await this.adapters.newest()),
    };
  }

  /** For the presence there is; else for the one that would be made. */
  async manifest(caller: WorkspaceCaller, agentId: string, word: string): Promise<ChannelManifestResponse> {
    const agent = await this.agents.get(this.db, caller, agentId);
    const presence = await this.store.find(this.db, agent.id, channelProvider(word));
    const transport = presence?.transport ?? this.posture.transport;
    const { apiUrl } = this.posture;
    return { transport, material: slackManifest({ name: agent.name, transport, apiUrl }) };
  }

  private async present(row: ChannelAppRow): Promise<PresenceResponse> {
    const { provider, status, transport, externalId, identityRef, teamId, teamName } = row;
    const threads = await this.threads.newestGroups(this.db, row.id);
    return {
      provider,
      status,
      transport,
      externalId,
      identityRef,
      identityName: row.identityName ?? (await this.nameOf(row)),
      tenant: { externalId: teamId, name: teamName },
      groupThreads: threads.map(({ externalThreadId, createdAt }) => ({
        externalThreadId,
        createdAt: createdAt.toISOString(),
      })),
    };
  }

  /** Asked once and kept; a list does not fail because Slack does. */
  private async nameOf(row: ChannelAppRow): Promise<string | null> {
    const { botToken } = this.store.open(row);
    if (botToken === undefined || row.status === 'pending_setup') return null;
    try {
      const { handle } = await this.bots.identify(botToken);
      if (handle !== null) await this.store.rename(this.db, row.id, handle);
      return handle;
    } catch (error) {
      await this.health.failed(row.id, error);
      return null;
    }
  }
}
