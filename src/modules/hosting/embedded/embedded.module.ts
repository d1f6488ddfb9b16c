import { Module } from '@nestjs/common';
import { CertificateAuthorityModule } from '../../foundation/certificate-authority/certificate-authority.module.js';
import { AgentsModule } from '../../policy/agents/agents.module.js';
import { ApprovalsModule } from '../../policy/approvals/approvals.module.js';
import { CompositionModule } from '../composition/composition.module.js';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { ModelsModule } from '../models/models.module.js';
import { RunnersModule } from '../runners/runners.module.js';
import { SkillsModule } from '../skills/skills.module.js';
import { ToolsModule } from '../tools/tools.module.js';
import { EmbeddedExecutor } from './embedded-executor.js';
import { AttachmentTool } from './tools/attachment-tool.js';
import { ExecutorTools } from './tools/executor-tools.js';
import { HttpRequestTool } from './tools/http-request-tool.js';
import { ModelPlaces } from './tools/model-places.js';
import { AgentTraffic } from './traffic/agent-traffic.js';
import { GatewayConnections } from './traffic/gateway-connections.js';
import { HoldWatch } from './traffic/hold-watch.js';
import { TurnPreparation } from './turn/turn-preparation.js';
import { TurnRunner } from './turn/turn-runner.js';

@Module({
  imports: [
    AgentsModule,
    ApprovalsModule,
    CertificateAuthorityModule,
    CompositionModule,
    ConversationsModule,
    ModelsModule,
    RunnersModule,
    SkillsModule,
    ToolsModule,
  ],
  providers: [
    AgentTraffic,
    AttachmentTool,
    EmbeddedExecutor,
    ExecutorTools,
    GatewayConnections,
    HoldWatch,
    HttpRequestTool,
    ModelPlaces,
    TurnPreparation,
    TurnRunner,
  ],
  exports: [EmbeddedExecutor],
})
export class EmbeddedModule {}
