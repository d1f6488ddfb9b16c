import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProviderStreams } from '../../../kernel/egress/provider-streams.js';
import { ApprovalsModule } from '../../policy/approvals/approvals.module.js';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { AdapterStore } from './adapters/adapter-store.js';
import { ApprovalCards } from './posts/approval-cards.js';
import { ApprovalClicks } from './events/approval-clicks.js';
import { ChannelCardEntity } from './posts/channel-card.entity.js';
import { ChannelCleanup } from './channel-cleanup.js';
import { ChannelsModule } from './channels.module.js';
import { EmbeddedAdapter } from './adapters/embedded-adapter.js';
import { SlackEnvelopes } from './adapters/slack-envelopes.js';
import { SlackPosting } from './adapters/slack-posting.js';
import { SlackSocket } from './adapters/slack-socket.js';
import { SocketLinks } from './adapters/socket-links.js';
import { ChannelIngestEntity } from './events/channel-ingest.entity.js';
import { ChannelIngest } from './events/channel-ingest.js';
import { EventIntake } from './events/event-intake.js';
import { ChannelSilenceEntity } from './events/channel-silence.entity.js';
import { IngestRecords } from './events/ingest-records.js';
import { Refusals } from './events/refusals.js';
import { SharedFiles } from './events/shared-files.js';
import { ChannelOutbox } from './posts/channel-outbox.js';
import { ChannelReceiptEntity } from './posts/channel-receipt.entity.js';
import { OutboxItemEntity } from './posts/outbox-item.entity.js';
import { OutboxLeases } from './posts/outbox-leases.js';
import { OutboxSignal } from './posts/outbox-signal.js';
import { Receipts } from './posts/receipts.js';
import { TurnPosts } from './posts/turn-posts.js';
import { AdapterConfigs } from './adapters/adapter-configs.js';
import { AdapterController } from './adapters/adapter.controller.js';
import { AdapterOutboxController } from './adapters/adapter-outbox.controller.js';
import { AdapterTokens } from './adapters/adapter-tokens.js';
import { ChannelIdentities } from './events/channel-identities.js';
import { ConsolePages } from './events/console-pages.js';
import { LimitsModule } from '../../foundation/limits/limits.module.js';

const INGEST = [
  ChannelIngest,
  EventIntake,
  ChannelIdentities,
  ConsolePages,
  IngestRecords,
  Refusals,
  SharedFiles,
];
const OUTBOX = [ChannelOutbox, OutboxLeases, OutboxSignal, Receipts, TurnPosts];
const CARDS = [ApprovalCards, ApprovalClicks];
const ADAPTERS = [AdapterConfigs, AdapterStore, AdapterTokens];
const EMBEDDED = [EmbeddedAdapter, ProviderStreams, SlackEnvelopes, SlackPosting, SlackSocket, SocketLinks];

/** What is said between agents and channels; which channels there are is `ChannelsModule`. */
@Module({
  imports: [
    LimitsModule,
    ApprovalsModule,
    ChannelsModule,
    ConversationsModule,
    TypeOrmModule.forFeature([
      ChannelCardEntity,
      ChannelIngestEntity,
      ChannelReceiptEntity,
      ChannelSilenceEntity,
      OutboxItemEntity,
    ]),
  ],
  controllers: [AdapterController, AdapterOutboxController],
  providers: [...INGEST, ...OUTBOX, ...CARDS, ...ADAPTERS, ...EMBEDDED, ChannelCleanup],
})
export class ChannelTrafficModule {}
