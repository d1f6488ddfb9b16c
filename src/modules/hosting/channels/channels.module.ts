import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProviderCalls } from '../../../kernel/egress/provider-calls.js';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { OrganizationsModule } from '../../people/organizations/organizations.module.js';
import { AgentsModule } from '../../policy/agents/agents.module.js';
import { AdapterSightings } from './accounts/adapter-sightings.js';
import { ChannelAdapterEntity } from './adapters/channel-adapter.entity.js';
import { ConsentCallback } from './agent-channels/consent-callback.service.js';
import { ConsentStates } from './agent-channels/consent-states.js';
import { GuidedAttach } from './agent-channels/guided-attach.service.js';
import { ManualAttach } from './agent-channels/manual-attach.service.js';
import { InboundPorts } from './events/inbound-ports.js';
import { ClickReplies } from './events/click-replies.js';
import { SlackConsentController } from './agent-channels/slack-consent.controller.js';
import { SlackInboundController } from './events/slack-inbound.controller.js';
import { SlackInbound } from './events/slack-inbound.service.js';
import { AppTokens } from './accounts/app-tokens.js';
import { ChannelIntegrationEntity } from './accounts/channel-integration.entity.js';
import { ChannelUserLinkEntity } from './accounts/channel-user-link.entity.js';
import { IntegrationCredentials } from './accounts/integration-credentials.js';
import { IntegrationStore } from './accounts/integration-store.js';
import { OrgChannelsController } from './accounts/org-channels.controller.js';
import { OrgChannels } from './accounts/org-channels.service.js';
import { UserLinkStore } from './accounts/user-link-store.js';
import { UserLinks } from './accounts/user-links.service.js';
import { ChannelAppEntity } from './apps/channel-app.entity.js';
import { ChannelsController } from './agent-channels/channels.controller.js';
import { LiveChannelApps } from './apps/live-channel-apps.js';
import { Posture } from './apps/posture.js';
import { ChannelAppHealth } from './apps/channel-app-health.js';
import { ChannelAppLists } from './agent-channels/channel-app-lists.service.js';
import { ChannelAppStore } from './apps/channel-app-store.js';
import { AppNames } from './agent-channels/app-names.service.js';
import { Detachment } from './agent-channels/detachment.service.js';
import { AppsToDelete } from './agent-channels/apps-to-delete.js';
import { Teardown } from './agent-channels/teardown.service.js';
import { SlackApi } from './slack/slack-api.js';
import { SlackApps } from './slack/slack-apps.js';
import { SlackBots } from './slack/slack-bots.js';
import { ChannelThreadLinkEntity } from './posts/channel-thread-link.entity.js';
import { ThreadLinkStore } from './posts/thread-link-store.js';

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
