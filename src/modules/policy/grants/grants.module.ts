import { Module } from '@nestjs/common';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { AgentsModule } from '../agents/agents.module.js';
import { AppCatalogModule } from '../../foundation/app-catalog/catalog.module.js';
import { ConnectionsModule } from '../../credentials/connections/connections.module.js';
import { EditionsModule } from '../../foundation/editions/editions.module.js';
import { PolicySetsModule } from '../../foundation/policy-sets/policy-sets.module.js';
import { SecretsModule } from '../../credentials/secrets/secrets.module.js';
import { WorkspacesModule } from '../../people/workspaces/workspaces.module.js';
import { AgentConnectionGrantsController } from './agent-connection-grants.controller.js';
import { AgentGrantsView } from './agent-grants.view.js';
import { ConnectionGrantsController } from './connection-grants.controller.js';
import { ConnectionGrantsService } from './connection-grants.service.js';
import { GrantResources } from './grant-resources.js';
import { GrantsController } from './grants.controller.js';
import { GrantsService } from './grants.service.js';

@DescribeTags({
  Grants: 'What is attached to an agent: secrets, and connections whole or by tool.',
})
@Module({
  imports: [
    AgentsModule,
    AppCatalogModule,
    ConnectionsModule,
    EditionsModule,
    PolicySetsModule,
    SecretsModule,
    WorkspacesModule,
  ],
  controllers: [GrantsController, AgentConnectionGrantsController, ConnectionGrantsController],
  providers: [GrantsService, ConnectionGrantsService, AgentGrantsView, GrantResources],
})
export class GrantsModule {}
