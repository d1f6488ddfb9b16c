import { Module } from '@nestjs/common';
import { RedisModule } from '../../kernel/redis/redis.module.js';
import { AppCatalogModule } from '../../modules/foundation/app-catalog/catalog.module.js';
import { ConnectionTokensModule } from '../../modules/credentials/connection-tokens/connection-tokens.module.js';
import { EditionsModule } from '../../modules/foundation/editions/editions.module.js';
import { PartnersModule } from '../../modules/partner/partners/partners.module.js';
import { GatewayMetrics } from '../metrics/gateway-metrics.js';
import { ResourceGuardStep } from '../guards/resource-guard.js';
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
import { AuthorizationSteps } from './authorization/authorization-steps.js';
import {
  AvailabilityStep,
  ChooseConnectionStep,
  DetectStep,
  EmptyScopeStep,
  PlaceholderRefreshStep,
} from './authorization/app.js';
import { BodyTurns } from './facts/body-turns.js';
import { BudgetStep } from './authorization/budget.js';
import { CallQuotaStep, RateLimits } from './authorization/limits.js';
import { ClaimStep } from './authorization/target.js';
import { CatalogCredentials, ConnectionCredentials } from './credentials/connection-credentials.js';
import { UpstreamHints } from './hints.js';
import { HoldableStep, PeekBodyStep, PolicyStep } from './authorization/policy.js';

/** The stages that need no socket: what decides an agent's request, made or simulated. */
@Module({
  imports: [AppCatalogModule, ConnectionTokensModule, EditionsModule, PartnersModule, RedisModule],
  providers: [
    GatewayMetrics,
    CounterRows,
    LeasedCounters,
    RateLimits,
    CallCounter,
    CallQuotaStep,
    ChooseConnectionStep,
    { provide: ConnectionCredentials, useClass: CatalogCredentials },
    ResourceGuardStep,
    PriceBook,
    BodyDecoders,
    DatabaseClock,
    MeteringMetrics,
    MeteringLedger,
    Budgets,
    BudgetStep,
    Metering,
    { provide: BodyTurns, useFactory: () => new BodyTurns() },
    ClaimStep,
    DetectStep,
    AvailabilityStep,
    EmptyScopeStep,
    PlaceholderRefreshStep,
    PeekBodyStep,
    PolicyStep,
    HoldableStep,
    AuthorizationSteps,
    UpstreamHints,
  ],
  exports: [
    GatewayMetrics,
    RateLimits,
    CallCounter,
    CallQuotaStep,
    ChooseConnectionStep,
    ConnectionCredentials,
    ResourceGuardStep,
    BudgetStep,
    BodyDecoders,
    Metering,
    ClaimStep,
    AvailabilityStep,
    EmptyScopeStep,
    PeekBodyStep,
    PolicyStep,
    AuthorizationSteps,
    UpstreamHints,
  ],
})
export class DecisionModule {}
