import { Injectable } from '@nestjs/common';
import type { WorkspaceCaller } from '../../../../kernel/access/declaration/caller.js';
import { Database, type Tx } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { originOf } from '../../../foundation/audit/model/audit-origin.js';
import type { AgentRow } from '../../../policy/agents/records/agent.view.js';
import { HostedAgents } from '../../../policy/agents/hosted-agents.js';
import { channelAudit } from '../accounts/channel.audit.js';
import { channelErrors } from '../accounts/channel.errors.js';
import { channelProvider } from '../accounts/channel-provider.js';
import type { CompleteChannelRequest, CompletedPresenceResponse } from './channels.dto.js';
import type { ChannelProvider } from '../accounts/channel-integration.entity.js';
import { IntegrationStore } from '../accounts/integration-store.js';
import type { ChannelTransport } from '../apps/channel-app.entity.js';
import { Posture } from '../apps/posture.js';
import type { ChannelAppCredentials } from '../apps/channel-app-credentials.js';
import { channelAppNamed } from '../apps/channel-app-named.js';
import { type ChannelAppRow, ChannelAppStore } from '../apps/channel-app-store.js';
import { SlackBots, type SlackIdentity } from '../slack/slack-bots.js';
import { toldToCaller } from '../accounts/slack-refusals.js';

/** What was pasted, once it is whole and Slack said whose it is. */
interface Proved {
  provider: ChannelProvider;
  transport: ChannelTransport;
  appId: string;
  identity: SlackIdentity;
  credentials: ChannelAppCredentials;
  /** The presence it completes; null for an app that was created by hand. */
  pendingId: string | null;
}

/** An app finished, or attached altogether, by tokens that somebody pasted (04 §6.1). */
@Injectable()
export class ManualAttach {
  constructor(
    private readonly db: Database,
    private readonly agents: HostedAgents,
    private readonly presences: ChannelAppStore,
    private readonly integrations: IntegrationStore,
    private readonly bots: SlackBots,
    private readonly posture: Posture,
  ) {}

  async complete(
    caller: WorkspaceCaller,
    agentId: string,
    word: string,
    body: CompleteChannelRequest,
  ): Promise<CompletedPresenceResponse> {
    const agent = await this.agents.get(this.db, caller, agentId);
    const provider = channelProvider(word);
    const pending = await this.presences.find(this.db, agent.id, provider);
    const proved = await this.prove(provider, pending, body);
    return this.db.tx((tx) => this.keep(tx, caller, agent, proved));
  }

  private async prove(
    provider: ChannelProvider,
    pending: ChannelAppRow | null,
    body: CompleteChannelRequest,
  ): Promise<Proved> {
    if (pending !== null && pending.status !== 'pending_setup')
      throw new AppError(channelErrors.presence_exists);
    const { appId: pasted, botToken, appToken, signingSecret } = body;
    const credentials = {
      ...(pending && this.presences.open(pending)),
      botToken,
      ...(appToken !== undefined && { appToken }),
      ...(signingSecret !== undefined && { signingSecret }),
    };
    const transport = pending?.transport ?? this.posture.transport;
    requireTokens(transport, credentials);
    const kept = pending && this.presences.open(pending).signingSecret;
    // The app is the organization's own: a secret of another person's choice would make it theirs (R52).
    if (kept != null && signingSecret !== undefined && signingSecret !== kept)
      throw new AppError(channelErrors.signing_secret_known);
    const appId = pending?.externalId ?? pasted;
    if (appId === undefined) throw new AppError(channelErrors.app_id_missing);
    const identity = await toldToCaller(this.bots.identify(botToken));
    const tokens = [pasted, appOfToken(appToken), identity.appId].filter(
      (id) => id !== undefined && id !== null,
    );
    if (tokens.some((id) => id !== appId)) throw new AppError(channelErrors.token_of_other_app);
    return { provider, transport, appId, identity, credentials, pendingId: pending?.id ?? null };
  }

  private async keep(
    tx: Tx,
    caller: WorkspaceCaller,
    { id, name }: AgentRow,
    { provider, transport, appId, identity, credentials, pendingId }: Proved,
  ): Promise<CompletedPresenceResponse> {
    const agent = await this.agents.lock(tx, caller, id);
    const tenant = { externalId: identity.teamId, name: identity.teamName };
    const integration = await this.integrations.join(tx, caller, provider, tenant);
    const found = await this.presences.lock(tx, agent.id, provider);
    if (found !== null && (found.id !== pendingId || found.status !== 'pending_setup'))
      throw new AppError(channelErrors.presence_exists);
    const installed = { identityRef: identity.userId, identityName: identity.handle, credentials };
    const draft = {
      ...installed,
      agentId: agent.id,
      integrationId: integration.id,
      provider,
      transport,
      status: 'active' as const,
      externalId: appId,
      appName: name,
      createdByUserId: caller.userId,
      madeByOrganization: false,
    };
    const row = found
      ? await this.presences.activate(tx, found, installed)
      : await this.presences.insert(tx, draft);
    await channelAudit.record(tx, originOf(caller), found ? 'update' : 'create', {
      ...channelAppNamed(row),
      completed: true,
    });
    return present(row);
  }
}

/** Slack writes the app's id into app-level tokens: `xapp-1-A0123-…`. Undefined for one that is written otherwise. */
function appOfToken(appToken: string | undefined): string | undefined {
  return /^xapp-\d+-(A[A-Z0-9]+)-/.exec(appToken ?? '')?.[1];
}

function requireTokens(
  transport: ChannelTransport,
  { appToken, signingSecret }: ChannelAppCredentials,
): void {
  if (transport === 'socket' && appToken === undefined) throw new AppError(channelErrors.app_token_missing);
  if (transport === 'events' && signingSecret === undefined)
    throw new AppError(channelErrors.signing_secret_missing);
}

function present(row: ChannelAppRow): CompletedPresenceResponse {
  const { id, provider, externalId, identityRef, identityName, transport, status, createdAt } = row;
  return {
    id,
    provider,
    externalId,
    identityRef,
    identityName,
    transport,
    status,
    createdAt: createdAt.toISOString(),
    integration: { id: row.integrationId, externalId: row.teamId, name: row.teamName },
  };
}
