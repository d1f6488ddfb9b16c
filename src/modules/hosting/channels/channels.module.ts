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
import { ChannelDoors } from './inbound/channel-doors.js';
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
import { ChannelPresenceEntity } from './presences/channel-presence.entity.js';
import { ChannelsController } from './presences/channels.controller.js';
import { LivePresences } from './presences/live-presences.js';
import { Posture } from './presences/posture.js';
import { PresenceHealth } from './presences/presence-health.js';
import { PresenceLists } from './presences/presence-lists.service.js';
import { PresenceStore } from './presences/presence-store.js';
import { AppNames } from './removal/app-names.service.js';
import { Detachment } from './removal/detachment.service.js';
import { DoomedApps } from './removal/doomed-apps.js';
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
  LivePresences,
  Posture,
  PresenceHealth,
  PresenceLists,
  PresenceStore,
  ThreadLinkStore,
  AdapterSightings,
];
const ATTACHING = [ConsentCallback, ConsentStates, GuidedAttach, ManualAttach];
const REMOVAL = [AppNames, Detachment, DoomedApps, Teardown];
const INBOUND = [ChannelDoors, ClickReplies, SlackInbound];

@DescribeTags({
  Channels: 'Where people talk to a hosted agent besides the web.',
  'Organization channels': "The organization's workspaces at chat providers, and who is who there.",
})
@Module({
  imports: [
    AgentsModule,
    OrganizationsModule,
    TypeOrmModule.forFeature([
      ChannelAdapterEntity,
      ChannelIntegrationEntity,
      ChannelPresenceEntity,
      ChannelThreadLinkEntity,
      ChannelUserLinkEntity,
    ]),
  ],
  controllers: [ChannelsController, OrgChannelsController, SlackInboundController, SlackConsentController],
  providers: [...SLACK, ...ORGANIZATIONS, ...PRESENCES, ...ATTACHING, ...REMOVAL, ...INBOUND],
  exports: [
    ChannelDoors,
    ClickReplies,
    LivePresences,
    PresenceHealth,
    PresenceStore,
    SlackApi,
    ThreadLinkStore,
  ],
})
export class ChannelsModule {}
