import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { AccountClaims } from '../../people/identity/accounts/account-claims.js';
import { AccountsModule } from '../../people/identity/accounts.module.js';
import { EditionsModule } from '../../foundation/editions/editions.module.js';
import { ConnectionsModule } from '../../credentials/connections/connections.module.js';
import { PolicySetsModule } from '../../foundation/policy-sets/policy-sets.module.js';
import { SecretGrantWatchers } from '../../foundation/policy-sets/grants/secret-grant-watchers.js';
import { SecretsModule } from '../../credentials/secrets/secrets.module.js';
import { WorkspaceSeeds } from '../../people/workspaces/workspace-seeds.js';
import { WorkspacesModule } from '../../people/workspaces/workspaces.module.js';
import { AgentHosting } from './agent-hosting.js';
import { AgentImagesController } from './agent-images.controller.js';
import { AgentImages } from './agent-images.service.js';
import { AgentSecrets } from './agent-secrets.js';
import { AgentStore } from './records/agent-store.js';
import { AgentTokens } from './agent-tokens.js';
import { AgentWatchers } from './agent-watchers.js';
import { AgentsController } from './agents.controller.js';
import { AgentsService } from './agents.service.js';
import { GrantSummaries } from './grant-summaries.js';
import { HostedAgents } from './hosted-agents.js';
import { AgentModelKeys } from './models/agent-model-keys.js';
import { AgentModelsController } from './models/agent-models.controller.js';
import { AgentModels } from './models/agent-models.service.js';
import { LiveModels } from './models/live-models.js';
import { ModelEndpoint } from './models/model-endpoint.js';
import { ModelTargets } from './models/model-targets.js';
import { AgentEntity } from './records/agent.entity.js';
import { LimitsModule } from '../../foundation/limits/limits.module.js';

@DescribeTags({
  Agents: 'Programs that call APIs through the gateway, each with its own token.',
})
@Module({
  imports: [
    LimitsModule,
    TypeOrmModule.forFeature([AgentEntity]),
    AccountsModule,
    ConnectionsModule,
    EditionsModule,
    PolicySetsModule,
    SecretsModule,
    WorkspacesModule,
  ],
  controllers: [AgentsController, AgentImagesController, AgentModelsController],
  providers: [
    AgentsService,
    AgentImages,
    AgentSecrets,
    AgentHosting,
    AgentStore,
    AgentTokens,
    AgentWatchers,
    GrantSummaries,
    HostedAgents,
    AgentModels,
    AgentModelKeys,
    LiveModels,
    ModelEndpoint,
    ModelTargets,
  ],
  exports: [
    AgentHosting,
    AgentModelKeys,
    AgentModels,
    AgentsService,
    AgentTokens,
    AgentWatchers,
    HostedAgents,
    ModelTargets,
  ],
})
export class AgentsModule implements OnModuleInit {
  constructor(
    private readonly agents: AgentsService,
    private readonly tokens: AgentTokens,
    private readonly models: AgentModels,
    private readonly seeds: WorkspaceSeeds,
    private readonly secretGrants: SecretGrantWatchers,
    private readonly claims: AccountClaims,
  ) {}

  /**
   * Every new workspace is born with its default agent (01 §12.2); chosen models follow the keys (02 §2.5.2); whoever
   * claims an account gets agents whose tokens nobody knows (R28).
   */
  onModuleInit(): void {
    this.seeds.register({ onCreate: (tx, workspace) => this.agents.seedDefault(tx, workspace) });
    this.secretGrants.register((tx, scope) => this.models.dropStale(tx, scope));
    this.claims.register((tx, claim) => this.tokens.replaceAllOf(tx, claim));
  }
}
