import { Module } from '@nestjs/common';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { AgentEnvironmentModule } from '../../policy/agent-environment/agent-environment.module.js';
import { CertificateAuthorityModule } from '../../foundation/certificate-authority/certificate-authority.module.js';
import { AgentsModule } from '../../policy/agents/agents.module.js';
import { ConnectionsModule } from '../../credentials/connections/connections.module.js';
import { SecretsModule } from '../../credentials/secrets/secrets.module.js';
import { WorkspacesModule } from '../../people/workspaces/workspaces.module.js';
import { ContainerConfigService } from './container-config.service.js';
import { CountsService } from './counts.service.js';
import { CredentialStubsService } from './credential-stubs.service.js';
import { UtilityController } from './utility.controller.js';

@DescribeTags({
  Utility: 'What clients and tools need to find and trust the gateway.',
})
@Module({
  imports: [
    AgentEnvironmentModule,
    AgentsModule,
    CertificateAuthorityModule,
    ConnectionsModule,
    SecretsModule,
    WorkspacesModule,
  ],
  controllers: [UtilityController],
  providers: [ContainerConfigService, CountsService, CredentialStubsService],
})
export class UtilityModule {}
