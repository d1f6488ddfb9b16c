import { Module } from '@nestjs/common';
import { AgentAccessModule } from '../../modules/policy/agent-snapshot/agent-access.module.js';
import { ApprovalsModule } from '../../modules/policy/approvals/approvals.module.js';
import { AppCatalogModule } from '../../modules/foundation/app-catalog/catalog.module.js';
import { CertificateAuthorityModule } from '../../modules/foundation/certificate-authority/certificate-authority.module.js';
import { AwsRolesModule } from '../../modules/credentials/aws-roles/aws-roles.module.js';
import { SecretsModule } from '../../modules/credentials/secrets/secrets.module.js';
import { VaultsModule } from '../../modules/credentials/vaults/vaults.module.js';
import { TracingModule } from '../../kernel/tracing/tracing.module.js';
import { ApprovalLog } from '../approvals/approval-log.js';
import { ApprovalQueue } from '../approvals/approval-queue.js';
import { ApprovalStep } from '../approvals/approval-stage.js';
import { ControlModule } from '../control/control.module.js';
import { GatewayListener } from './gateway-listener.js';
import { LastRecords } from './last-records.js';
import { RequestLog } from '../request-log/request-log.js';
import { RefusedTokens } from '../pipeline/refused-tokens.js';
import { OpenExchanges } from '../revocation/open-exchanges.js';
import { AgentAccessCache, AgentIdentities } from '../snapshot/agent-access-cache.js';
import { ExchangeRecords } from '../pipeline/proxied-request.js';
import { PreparationSteps } from '../pipeline/preparation-steps.js';
import { AgentServices } from './agent-services.js';
import { ConnectionChanges } from '../stages/credentials/connection-changes.js';
import { DecisionModule } from '../stages/decision.module.js';
import { ProduceCredentialsStep } from '../stages/credentials/inject.js';
import { Reauthorization } from '../revocation/reauthorize.js';

/** Mounts the gateway in this process: the listener, its stages and what they need (contract 06). */
@Module({
  imports: [
    AgentAccessModule,
    AppCatalogModule,
    ApprovalsModule,
    AwsRolesModule,
    CertificateAuthorityModule,
    ControlModule,
    DecisionModule,
    SecretsModule,
    TracingModule,
    VaultsModule,
  ],
  providers: [
    AgentAccessCache,
    ConnectionChanges,
    ProduceCredentialsStep,
    RequestLog,
    ApprovalLog,
    ApprovalQueue,
    ApprovalStep,
    Reauthorization,
    OpenExchanges,
    RefusedTokens,
    AgentIdentities,
    PreparationSteps,
    ExchangeRecords,
    AgentServices,
    GatewayListener,
    LastRecords,
  ],
  exports: [GatewayListener, LastRecords],
})
export class ProxyModule {}
