import { Module } from '@nestjs/common';
import { AgentAccessModule } from '../modules/agent-access/agent-access.module.js';
import { CertificateAuthorityModule } from '../modules/certificate-authority/certificate-authority.module.js';
import { SecretsModule } from '../modules/secrets/secrets.module.js';
import { CacheInvalidation } from './control/cache-invalidation.js';
import { CacheController } from './control/cache.controller.js';
import { CallerRoutes } from './control/caller.routes.js';
import { ControlAuthenticator } from './control/control-authenticator.js';
import { CONTROL_ROUTES, GatewayListener } from './gateway-listener.js';
import { GatewayApiDescription } from './gateway.openapi.js';
import type { ControlRoutes } from './listener/origin-routes.js';
import { RequestLog } from './request-log/request-log.js';
import { AgentAccessCache } from './snapshot/agent-access-cache.js';
import { AgentStages } from './stages/agent-stages.js';
import { DecideStage } from './stages/decide.js';
import { InjectStage } from './stages/inject.js';
import { RateLimits } from './stages/rate-limits.js';

/** Agent traffic: the listener, its stages and what they need (contract 06). */
@Module({
  imports: [AgentAccessModule, CertificateAuthorityModule, SecretsModule],
  controllers: [CacheController],
  providers: [
    AgentAccessCache,
    RateLimits,
    DecideStage,
    InjectStage,
    RequestLog,
    AgentStages,
    CacheInvalidation,
    ControlAuthenticator,
    CallerRoutes,
    GatewayApiDescription,
    GatewayListener,
    {
      // The gateway's control endpoints, asked in this order for every path the listener does not know.
      provide: CONTROL_ROUTES,
      useFactory: (...routes: ControlRoutes[]) => routes,
      inject: [CallerRoutes],
    },
  ],
  exports: [GatewayListener],
})
export class GatewayModule {}
