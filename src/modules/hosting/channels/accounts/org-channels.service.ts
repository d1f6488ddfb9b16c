import { Injectable } from '@nestjs/common';
import type { OrganizationCaller } from '../../../../kernel/access/declaration/caller.js';
import { Database, type Tx } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { organizationOriginOf } from '../../../foundation/audit/model/audit-origin.js';
import { AdapterSightings } from './adapter-sightings.js';
import { channelAudit } from './channel.audit.js';
import { channelErrors } from './channel.errors.js';
import { channelProvider } from './channel-provider.js';
import { presentAdapter } from './channel-parts.dto.js';
import type { OrgChannelsResponse, PutCredentialsResponse } from './org-channels.dto.js';
import { type RotatedPair, SlackApps } from '../slack/slack-apps.js';
import { SlackBots } from '../slack/slack-bots.js';
import { toldToCaller } from './slack-refusals.js';
import type { ChannelProvider } from './channel-integration.entity.js';
import { IntegrationCredentials } from './integration-credentials.js';
import { type IntegrationRow, IntegrationStore, type Tenant } from './integration-store.js';
import { presentUserLink, UserLinkStore } from './user-link-store.js';

/** An organization's workspace at a provider, and the token that makes apps there (04 §6.2). */
@Injectable()
export class OrgChannels {
  constructor(
    private readonly db: Database,
    private readonly store: IntegrationStore,
    private readonly links: UserLinkStore,
    private readonly credentials: IntegrationCredentials,
    private readonly apps: SlackApps,
    private readonly bots: SlackBots,
    private readonly adapters: AdapterSightings,
  ) {}

  async list({ organizationId }: OrganizationCaller): Promise<OrgChannelsResponse> {
    const integrations = await this.store.list(this.db, organizationId);
    return {
      integrations: integrations.map(({ id: _id, credentialsRotatedAt: at, ...shown }) => ({
        ...shown,
        credentialsRotatedAt: at?.toISOString() ?? null,
      })),
      userLinks: (await this.links.list(this.db, organizationId)).map(presentUserLink),
      adapter: presentAdapter(await this.adapters.newest()),
    };
  }

  /** What is pasted proves itself by being spent: only the pair that Slack gives for it is stored. */
  async putCredentials(
    caller: OrganizationCaller,
    word: string,
    credential: string,
  ): Promise<PutCredentialsResponse> {
    const provider = channelProvider(word);
    const pair = await toldToCaller(this.apps.rotate(credential));
    const tenant = { externalId: pair.teamId, name: await this.nameOf(pair) };
    const name = await this.db.tx((tx) => this.bind(tx, caller, provider, { pair, tenant }));
    return { provider, tenant: { ...tenant, name } };
  }

  /** Agents that are attached stay so; without any, and without people, nothing is left to remember. */
  async disconnect(caller: OrganizationCaller, word: string): Promise<void> {
    const provider = channelProvider(word);
    await this.db.tx(async (tx) => {
      const integration = await this.store.lock(tx, caller.organizationId, provider);
      if (integration === null) throw new AppError(channelErrors.integration_not_found);
      const used = await this.store.isUsed(tx, integration.id);
      if (used.byPresences || used.byLinks) await this.store.forgetCredential(tx, integration.id);
      else await this.store.release(tx, integration.id);
      await channelAudit.record(tx, organizationOriginOf(caller), 'disconnect', named(integration));
    });
  }

  private async bind(
    tx: Tx,
    caller: OrganizationCaller,
    provider: ChannelProvider,
    { pair, tenant }: { pair: RotatedPair; tenant: Tenant },
  ): Promise<string | null> {
    const { organizationId } = caller;
    const bound = await this.store.lock(tx, organizationId, provider);
    const moves = bound !== null && bound.externalId !== tenant.externalId;
    if (moves) await this.unbind(tx, bound);
    const integration =
      bound === null || moves ? await this.store.ensure(tx, organizationId, provider, tenant) : bound;
    await this.store.keep(tx, integration.id, tenant, this.credentials.seal(integration.id, pair));
    await channelAudit.record(tx, organizationOriginOf(caller), 'update', {
      ...named(integration),
      fields: ['credential'],
    });
    return tenant.name ?? integration.name;
  }

  /** Ids of people mean nothing in another Slack workspace, so its links go with the old one. */
  private async unbind(tx: Tx, integration: IntegrationRow): Promise<void> {
    const { byPresences } = await this.store.isUsed(tx, integration.id);
    if (byPresences) throw new AppError(channelErrors.other_slack_workspace);
    await this.store.release(tx, integration.id);
  }

  /** For people to read; Slack may not tell. */
  private async nameOf({ token }: RotatedPair): Promise<string | null> {
    const identity = await this.bots.identify(token).catch(() => null);
    return identity?.teamName ?? null;
  }
}

function named({ provider, externalId }: IntegrationRow): Record<string, unknown> {
  return { provider, externalId };
}
