import { Module } from '@nestjs/common';
import { AgentAccessModule } from '../modules/policy/agent-snapshot/agent-access.module.js';
import { ApprovalsModule } from '../modules/policy/approvals/approvals.module.js';
import { AppCatalogModule } from '../modules/foundation/app-catalog/catalog.module.js';
import { CertificateAuthorityModule } from '../modules/foundation/certificate-authority/certificate-authority.module.js';
import { SecretsModule } from '../modules/credentials/secrets/secrets.module.js';
import { VaultsModule } from '../modules/credentials/vaults/vaults.module.js';
import { ApprovalRoutes } from './approvals/approval.routes.js';
import { ApprovalsController } from './approvals/approvals.controller.js';
import { HeldLog } from './approvals/held-log.js';
import { HeldRequests } from './approvals/held-requests.js';
import { HoldStage } from './approvals/hold.js';
import { CacheInvalidation } from './control/cache-invalidation.js';
import { CacheController } from './control/cache.controller.js';
import { CallerRoutes } from './control/caller.routes.js';
import { ControlAuthenticator } from './control/control-authenticator.js';
import { CONTROL_ROUTES, GatewayListener } from './gateway-listener.js';
import { GatewayApiDescription } from './gateway.openapi.js';
import type { ControlRoutes } from './listener/origin-routes.js';
import { CallCounter } from './request-log/call-counter.js';
import { RequestLog } from './request-log/request-log.js';
import { OpenExchanges } from './review/open-exchanges.js';
import { AgentAccessCache } from './snapshot/agent-access-cache.js';
import { AgentStages } from './stages/agent-stages.js';
import { DecisionModule } from './stages/decision.module.js';
import { InjectStage } from './stages/inject.js';
import { JudgeOpenStage } from './stages/judge-open.js';
import { VaultRoutes } from './vaults/vault.routes.js';
import { VaultsController } from './vaults/vaults.controller.js';

/** Agent traffic: the listener, its stages and what they need (contract 06). */
@Module({
  imports: [
    AgentAccessModule,
    AppCatalogModule,
    ApprovalsModule,
    CertificateAuthorityModule,
    DecisionModule,
    SecretsModule,
    VaultsModule,
  ],
  controllers: [CacheController, ApprovalsController, VaultsController],
  providers: [
    AgentAccessCache,
    InjectStage,
    CallCounter,
    RequestLog,
    HeldLog,
    HeldRequests,
    HoldStage,
    JudgeOpenStage,
    OpenExchanges,
    AgentStages,
    ApprovalRoutes,
    CacheInvalidation,
    ControlAuthenticator,
    CallerRoutes,
    VaultRoutes,
    GatewayApiDescription,
    GatewayListener,
    {
      // The gateway's control endpoints, asked in this order for every path the listener does not know.
      provide: CONTROL_ROUTES,
      useFactory: (...routes: ControlRoutes[]) => routes,
      inject: [CallerRoutes, ApprovalRoutes, VaultRoutes],
    },
  ],
  exports: [GatewayListener],
})
export class GatewayModule {}
