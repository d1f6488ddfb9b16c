import { Module } from '@nestjs/common';
import { RedisModule } from '../../kernel/redis/redis.module.js';
import { AppCatalogModule } from '../../modules/foundation/app-catalog/catalog.module.js';
import { GatewayMetrics } from '../gateway-metrics.js';
import { CounterRows } from '../rate-limits/counter-rows.js';
import { LeasedCounters } from '../rate-limits/leased-counters.js';
import { ChooseConnectionStage } from './choose-connection.js';
import { ConnectionCredentials, NoConnectionCredentials } from './connection-credentials.js';
import { DecideStage } from './decide.js';
import { RateLimits } from './rate-limits.js';

/** The stages that need no socket: what decides an agent's request, made or simulated. */
@Module({
  imports: [AppCatalogModule, RedisModule],
  providers: [
    GatewayMetrics,
    CounterRows,
    LeasedCounters,
    RateLimits,
    ChooseConnectionStage,
    { provide: ConnectionCredentials, useClass: NoConnectionCredentials },
    DecideStage,
  ],
  exports: [GatewayMetrics, RateLimits, ChooseConnectionStage, ConnectionCredentials, DecideStage],
})
export class DecisionModule {}
