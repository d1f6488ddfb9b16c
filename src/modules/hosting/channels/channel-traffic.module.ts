import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProviderStreams } from '../../../kernel/egress/provider-streams.js';
import { ApprovalsModule } from '../../policy/approvals/approvals.module.js';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { AdapterStore } from './adapters/adapter-store.js';
import { ApprovalCards } from './cards/approval-cards.js';
import { ApprovalClicks } from './cards/approval-clicks.js';
import { ChannelCardEntity } from './cards/channel-card.entity.js';
import { ChannelCleanup } from './channel-cleanup.js';
import { ChannelsModule } from './channels.module.js';
import { EmbeddedAdapter } from './embedded/embedded-adapter.js';
import { SlackEnvelopes } from './embedded/slack-envelopes.js';
import { SlackPosting } from './embedded/slack-posting.js';
import { SlackSocket } from './embedded/slack-socket.js';
import { SocketLinks } from './embedded/socket-links.js';
import { ChannelIngestEntity } from './ingest/channel-ingest.entity.js';
import { ChannelIngest } from './ingest/channel-ingest.js';
import { EventIntake } from './ingest/event-intake.js';
import { ChannelSilenceEntity } from './ingest/channel-silence.entity.js';
import { IngestRecords } from './ingest/ingest-records.js';
import { Refusals } from './ingest/refusals.js';
import { SharedFiles } from './ingest/shared-files.js';
import { ChannelOutbox } from './outbox/channel-outbox.js';
import { ChannelReceiptEntity } from './outbox/channel-receipt.entity.js';
import { OutboxItemEntity } from './outbox/outbox-item.entity.js';
import { OutboxLeases } from './outbox/outbox-leases.js';
import { OutboxSignal } from './outbox/outbox-signal.js';
import { Receipts } from './outbox/receipts.js';
import { TurnPosts } from './outbox/turn-posts.js';
import { AdapterConfigs } from './protocol/adapter-configs.js';
import { AdapterController } from './protocol/adapter.controller.js';
import { AdapterOutboxController } from './protocol/adapter-outbox.controller.js';
import { AdapterTokens } from './protocol/adapter-tokens.js';
import { ChannelIdentities } from './identities/channel-identities.js';
import { ConsolePages } from './identities/console-pages.js';
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
