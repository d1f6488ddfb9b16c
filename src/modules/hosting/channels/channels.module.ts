import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProviderCalls } from '../../../kernel/egress/provider-calls.js';
import { DescribeTags } from '../../../kernel/http/openapi-tags.js';
import { OrganizationsModule } from '../../people/organizations/organizations.module.js';
import { AgentsModule } from '../../policy/agents/agents.module.js';
import { AdapterSightings } from './adapters/adapter-sightings.js';
import { ChannelAdapterEntity } from './adapters/channel-adapter.entity.js';
import { ConsentCallback } from './attaching/consent-callback.service.js';
import { ConsentStates } from './attaching/consent-states.js';
import { GuidedAttach } from './attaching/guided-attach.service.js';
import { ManualAttach } from './attaching/manual-attach.service.js';
import { InboundPorts } from './inbound/inbound-ports.js';
import { ClickReplies } from './inbound/click-replies.js';
import { SlackConsentController } from './inbound/slack-consent.controller.js';
import { SlackInboundController } from './inbound/slack-inbound.controller.js';
import { SlackInbound } from './inbound/slack-inbound.service.js';
import { AppTokens } from './integrations/app-tokens.js';
import { ChannelIntegrationEntity } from './integrations/channel-integration.entity.js';
import { ChannelUserLinkEntity } from './integrations/channel-user-link.entity.js';
import { IntegrationCredentials } from './integrations/integration-credentials.js';
import { IntegrationStore } from './integrations/integration-store.js';
import { OrgChannelsController } from './integrations/org-channels.controller.js';
import { OrgChannels } from './integrations/org-channels.service.js';
import { UserLinkStore } from './integrations/user-link-store.js';
import { UserLinks } from './integrations/user-links.service.js';
import { ChannelAppEntity } from './apps/channel-app.entity.js';
import { ChannelsController } from './apps/channels.controller.js';
import { LiveChannelApps } from './apps/live-channel-apps.js';
import { Posture } from './apps/posture.js';
import { ChannelAppHealth } from './apps/channel-app-health.js';
import { ChannelAppLists } from './apps/channel-app-lists.service.js';
import { ChannelAppStore } from './apps/channel-app-store.js';
import { AppNames } from './removal/app-names.service.js';
import { Detachment } from './removal/detachment.service.js';
import { AppsToDelete } from './removal/apps-to-delete.js';
import { Teardown } from './removal/teardown.service.js';
import { SlackApi } from './slack/slack-api.js';
import { SlackApps } from './slack/slack-apps.js';
import { SlackBots } from './slack/slack-bots.js';
import { ChannelThreadLinkEntity } from './threads/channel-thread-link.entity.js';
import { ThreadLinkStore } from './threads/thread-link-store.js';

const SLACK = [ProviderCalls, SlackApi, SlackApps, SlackBots];
const ORGANIZATIONS = [
  AppTokens,
  IntegrationCredentials,
  IntegrationStore,
  OrgChannels,
  UserLinks,
  UserLinkStore,
];
const PRESENCES = [
  LiveChannelApps,
  Posture,
  ChannelAppHealth,
  ChannelAppLists,
  ChannelAppStore,
  ThreadLinkStore,
  AdapterSightings,
];
const ATTACHING = [ConsentCallback, ConsentStates, GuidedAttach, ManualAttach];
const REMOVAL = [AppNames, Detachment, AppsToDelete, Teardown];
const INBOUND = [InboundPorts, ClickReplies, SlackInbound];

@DescribeTags({
  Channels: 'Chat channels in which people can talk to a hosted agent.',
  'Organization channels': "The organization's Slack workspaces, and which members their users are.",
})
@Module({
  imports: [
    AgentsModule,
    OrganizationsModule,
    TypeOrmModule.forFeature([
      ChannelAdapterEntity,
      ChannelIntegrationEntity,
      ChannelAppEntity,
      ChannelThreadLinkEntity,
      ChannelUserLinkEntity,
    ]),
  ],
  controllers: [ChannelsController, OrgChannelsController, SlackInboundController, SlackConsentController],
  providers: [...SLACK, ...ORGANIZATIONS, ...PRESENCES, ...ATTACHING, ...REMOVAL, ...INBOUND],
  exports: [
    InboundPorts,
    ClickReplies,
    LiveChannelApps,
    ChannelAppHealth,
    ChannelAppStore,
    SlackApi,
    ThreadLinkStore,
  ],
})
export class ChannelsModule {}
