import { Module, type OnModuleInit } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { EditionsModule } from '../editions/editions.module.js';
import { ConnectionsModule } from '../connections/connections.module.js';
import { PolicySetsModule } from '../policy-sets/policy-sets.module.js';
import { SecretsModule } from '../secrets/secrets.module.js';
import { WorkspaceSeeds } from '../workspaces/workspace-seeds.js';
import { WorkspacesModule } from '../workspaces/workspaces.module.js';
import { AgentImagesController } from './agent-images.controller.js';
import { AgentImages } from './agent-images.service.js';
import { AgentSecrets } from './agent-secrets.js';
import { AgentStore } from './agent-store.js';
import { AgentsController } from './agents.controller.js';
import { AgentsService } from './agents.service.js';
import { GrantSummaries } from './grant-summaries.js';

@Module({
  imports: [
    AuditModule,
    ConnectionsModule,
    EditionsModule,
    PolicySetsModule,
    SecretsModule,
    WorkspacesModule,
  ],
  controllers: [AgentsController, AgentImagesController],
  providers: [AgentsService, AgentImages, AgentSecrets, AgentStore, GrantSummaries],
  exports: [AgentsService],
})
export class AgentsModule implements OnModuleInit {
  constructor(
    private readonly agents: AgentsService,
    private readonly seeds: WorkspaceSeeds,
  ) {}

  /** Every new workspace is born with its default agent (01 §12.2). */
  onModuleInit(): void {
    this.seeds.register({ onCreate: (tx, workspace) => this.agents.seedDefault(tx, workspace) });
  }
}
