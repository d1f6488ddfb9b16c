import { Module } from '@nestjs/common';
import { CertificateAuthorityModule } from '../../foundation/certificate-authority/certificate-authority.module.js';
import { SecretsModule } from '../../credentials/secrets/secrets.module.js';
import { AgentAccessModule } from '../agent-snapshot/agent-access.module.js';
import { AgentsModule } from '../agents/agents.module.js';
import { AgentEnvironment } from './agent-environment.js';

@Module({
  imports: [AgentAccessModule, AgentsModule, CertificateAuthorityModule, SecretsModule],
  providers: [AgentEnvironment],
  exports: [AgentEnvironment],
})
export class AgentEnvironmentModule {}
