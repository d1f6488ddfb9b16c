import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { ConnectionTokensModule } from '../../credentials/connection-tokens/connection-tokens.module.js';
import { SecretsModule } from '../../credentials/secrets/secrets.module.js';
import { AgentAccessModule } from '../../policy/agent-snapshot/agent-access.module.js';
import { AgentsModule } from '../../policy/agents/agents.module.js';
import { AttachmentEntity } from './attachments/attachment.entity.js';
import { AttachmentStore } from './attachments/attachment-store.js';
import { AttachmentsController } from './attachments/attachments.controller.js';
import { AttachmentsService } from './attachments/attachments.service.js';
import { ConversationEntity } from './records/conversation.entity.js';
import { ConversationStore } from './records/conversation-store.js';
import { ConversationsController } from './conversations.controller.js';
import { ConversationsService } from './conversations.service.js';
import { TranscriptBus } from './transcript/transcript-bus.js';
import { TranscriptController } from './transcript/transcript.controller.js';
import { TranscriptEventEntity } from './transcript/transcript-event.entity.js';
import { TranscriptReader } from './transcript/transcript-reader.js';
import { TranscriptStreams } from './transcript/transcript-streams.js';
import { TranscriptWriter } from './transcript/transcript-writer.js';
import { ReceivedCredentials } from './runs/received-credentials.js';
import { RunAttachments } from './runs/run-attachments.js';
import { RunDirections } from './runs/run-directions.js';
import { RunHistory } from './runs/run-history.js';
import { RunLeases } from './runs/run-leases.js';
import { RunQueue } from './runs/run-queue.js';
import { RunRecovery } from './runs/run-recovery.js';
import { RunReleases } from './runs/run-releases.js';
import { RunReports } from './runs/run-reports.js';
import { TurnCleanup } from './runs/turn-cleanup.js';
import { WaitingFailures } from './runs/waiting-failures.js';
import { TurnEntity } from './records/turn.entity.js';
import { MessagesService } from './turns/messages.service.js';
import { PlatformTurns } from './turns/platform-turns.js';
import { TurnClosing } from './turns/turn-closing.js';
import { TurnEndings } from './turns/turn-endings.js';
import { TurnStore } from './turns/turn-store.js';
import { TurnsController } from './turns/turns.controller.js';
import { TurnsService } from './turns/turns.service.js';
import { WorkSignal } from './turns/work-signal.js';
import { LimitsModule } from '../../foundation/limits/limits.module.js';

/** What the embedded runner and the runner protocol have in common. */
const FOR_EXECUTORS = [
  ReceivedCredentials,
  RunDirections,
  RunHistory,
  RunQueue,
  RunRecovery,
  RunReleases,
  RunReports,
  RunAttachments,
  WaitingFailures,
  WorkSignal,
];

/** What whoever lets messages in from elsewhere needs. */
const FOR_DOORS = [AttachmentStore, ConversationStore, MessagesService, TurnEndings];

@DescribeTags({
  Conversations: 'Conversations with hosted agents: messages, turns, and stored and live events.',
})
@Module({
  imports: [
    LimitsModule,
    AgentAccessModule,
    AgentsModule,
    ConnectionTokensModule,
    SecretsModule,
    TypeOrmModule.forFeature([AttachmentEntity, ConversationEntity, TranscriptEventEntity, TurnEntity]),
  ],
  controllers: [ConversationsController, TurnsController, TranscriptController, AttachmentsController],
  providers: [
    AttachmentsService,
    ConversationsService,
    PlatformTurns,
    TranscriptBus,
    TranscriptReader,
    TranscriptStreams,
    TranscriptWriter,
    TurnClosing,
    TurnStore,
    TurnCleanup,
    TurnsService,
    RunLeases,
    ...FOR_DOORS,
    ...FOR_EXECUTORS,
  ],
  exports: [...FOR_EXECUTORS, ...FOR_DOORS, PlatformTurns],
})
export class ConversationsModule {}
