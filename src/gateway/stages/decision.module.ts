import { Module } from '@nestjs/common';
import { RedisModule } from '../../kernel/redis/redis.module.js';
import { AppCatalogModule } from '../../modules/foundation/app-catalog/catalog.module.js';
import { ConnectionTokensModule } from '../../modules/credentials/connection-tokens/connection-tokens.module.js';
import { EditionsModule } from '../../modules/foundation/editions/editions.module.js';
import { PartnersModule } from '../../modules/partner/partners/partners.module.js';
import { GatewayMetrics } from '../metrics/gateway-metrics.js';
import { ResourceGuardStage } from '../guards/resource-guard.js';
import { BodyDecoders } from '../metering/body-decoders.js';
import { Budgets } from '../metering/budgets.js';
import { DatabaseClock } from '../metering/database-clock.js';
import { MeteringLedger } from '../metering/metering-ledger.js';
import { MeteringMetrics } from '../metering/metering-metrics.js';
import { Metering } from '../metering/metering.js';
import { PriceBook } from '../metering/price-book.js';
import { CounterRows } from '../rate-limits/counter-rows.js';
import { LeasedCounters } from '../rate-limits/leased-counters.js';
import { CallCounter } from '../request-log/call-counter.js';
import { BudgetStage } from './budget.js';
import { CallQuotaStage } from './call-quota.js';
import { ChooseConnectionStage } from './choose-connection.js';
import { CatalogCredentials, ConnectionCredentials } from './connection-credentials.js';
import { DecideStage } from './decide.js';
import { RateLimits } from './rate-limits.js';

/** The stages that need no socket: what decides an agent's request, made or simulated. */
@Module({
  imports: [AppCatalogModule, ConnectionTokensModule, EditionsModule, PartnersModule, RedisModule],
  providers: [
    GatewayMetrics,
    CounterRows,
    LeasedCounters,
    RateLimits,
    CallCounter,
    CallQuotaStage,
    ChooseConnectionStage,
    { provide: ConnectionCredentials, useClass: CatalogCredentials },
    ResourceGuardStage,
    PriceBook,
    BodyDecoders,
    DatabaseClock,
    MeteringMetrics,
    MeteringLedger,
    Budgets,
    BudgetStage,
    Metering,
    DecideStage,
  ],
  exports: [
    GatewayMetrics,
    RateLimits,
    CallCounter,
    CallQuotaStage,
    ChooseConnectionStage,
    ConnectionCredentials,
    ResourceGuardStage,
    BudgetStage,
    BodyDecoders,
    Metering,
    DecideStage,
  ],
})
export class DecisionModule {}
