import { Injectable, Logger } from '@nestjs/common';
import { slackManifest, SLACK_SCOPES } from '../../../../domain/protocols/slack/slack-manifest.js';
import type { WorkspaceCaller } from '../../../../kernel/access/declaration/caller.js';
import { Database } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { originOf } from '../../../foundation/audit/model/audit-origin.js';
import type { AgentRow } from '../../../policy/agents/records/agent.view.js';
import { HostedAgents } from '../../../policy/agents/hosted-agents.js';
import { channelAudit } from '../accounts/channel.audit.js';
import { channelErrors } from '../accounts/channel.errors.js';
import { channelProvider } from '../accounts/channel-provider.js';
import type { CreatedPresenceResponse } from './channels.dto.js';
import { AppTokens } from '../accounts/app-tokens.js';
import type { ChannelProvider } from '../accounts/channel-integration.entity.js';
import { IntegrationStore } from '../accounts/integration-store.js';
import { Posture } from '../apps/posture.js';
import { type ChannelAppRow, ChannelAppStore } from '../apps/channel-app-store.js';
import { channelAppNamed } from '../apps/channel-app-named.js';
import { type CreatedApp, SlackApps } from '../slack/slack-apps.js';
import { toldToCaller } from '../accounts/slack-refusals.js';
import { ConsentStates } from './consent-states.js';

/** The app of an agent made with the organization's token (04 §6.1); installing it is what people do afterwards. */
@Injectable()
export class GuidedAttach {
  private readonly logger = new Logger(GuidedAttach.name);

  constructor(
    private readonly db: Database,
    private readonly agents: HostedAgents,
    private readonly presences: ChannelAppStore,
    private readonly integrations: IntegrationStore,
    private readonly tokens: AppTokens,
    private readonly apps: SlackApps,
    private readonly states: ConsentStates,
    private readonly posture: Posture,
  ) {}

  async attach(caller: WorkspaceCaller, agentId: string, word: string): Promise<CreatedPresenceResponse> {
    const agent = await this.agents.get(this.db, caller, agentId);
    const provider = channelProvider(word);
    const begun =
      (await this.presences.find(this.db, agent.id, provider)) ?? (await this.make(caller, agent, provider));
    if (begun.status !== 'pending_setup') throw new AppError(channelErrors.presence_exists);
    await this.presences.adopt(this.db, begun.id, caller.userId);
    return this.present(caller, agent, begun);
  }

  /** The app exists before its row does: where the row cannot be written it is taken away again. */
  private async make(
    caller: WorkspaceCaller,
    agent: AgentRow,
    provider: ChannelProvider,
  ): Promise<ChannelAppRow> {
    const integration = await this.integrations.find(this.db, caller.organizationId, provider);
    const token = integration && (await toldToCaller(this.tokens.usable(integration.id)));
    if (integration === null || token === null) throw new AppError(channelErrors.apps_cannot_be_made);
    const app = await toldToCaller(this.apps.create(token, slackManifest({ ...agent, ...this.posture })));
    let kept: ChannelAppRow | null = null;
    try {
      kept = await this.keep(caller, agent, { integrationId: integration.id, provider, app });
      return kept;
    } finally {
      if (kept?.externalId !== app.appId) await this.takeBack(token, app.appId);
    }
  }

  /** The presence that somebody else made meanwhile, where that is so. */
  private keep(
    caller: WorkspaceCaller,
    { id, name }: AgentRow,
    { integrationId, provider, app }: { integrationId: string; provider: ChannelProvider; app: CreatedApp },
  ): Promise<ChannelAppRow> {
    const { appId, ...credentials } = app;
    return this.db.tx(async (tx) => {
      const agent = await this.agents.lock(tx, caller, id);
      const integration = await this.integrations.lock(tx, caller.organizationId, provider);
      if (integration?.id !== integrationId) throw new AppError(channelErrors.apps_cannot_be_made);
      const other = await this.presences.find(tx, agent.id, provider);
      if (other !== null) return other;
      const row = await this.presences.insert(tx, {
        agentId: agent.id,
        integrationId,
        provider,
        transport: this.posture.transport,
        status: 'pending_setup',
        externalId: appId,
        appName: name,
        createdByUserId: caller.userId,
        madeByOrganization: true,
        credentials,
      });
      await channelAudit.record(tx, originOf(caller), 'create', channelAppNamed(row));
      return row;
    });
  }

  private async takeBack(token: string, appId: string): Promise<void> {
    await this.apps
      .delete(token, appId)
      .catch((err: unknown) => this.logger.warn({ appId, err }, 'unused Slack app could not be deleted'));
  }

  private present(
    { workspaceId }: WorkspaceCaller,
    agent: AgentRow,
    row: ChannelAppRow,
  ): CreatedPresenceResponse {
    const { clientId } = this.presences.open(row);
    const state = this.states.issue({ presenceId: row.id, agentId: agent.id, workspaceId });
    const asks = row.transport === 'events' && clientId !== undefined;
    return {
      presenceId: row.id,
      transport: row.transport,
      installUrl: asks ? consentUrlOf(clientId, state) : null,
      settingsUrl: settingsUrlOf(row.externalId),
    };
  }
}

/** The app's own page, where tokens are made and read. */
function settingsUrlOf(appId: string): string {
  return `https://api.slack.com/apps/${encodeURIComponent(appId)}/general`;
}

/** Where an administrator of the Slack workspace is asked whether to install the app (04 §6.1). */
function consentUrlOf(clientId: string, state: string): string {
  const query = new URLSearchParams({ client_id: clientId, scope: SLACK_SCOPES.join(','), state });
  return `https://slack.com/oauth/v2/authorize?${query.toString()}`;
}
