import { Global, Module } from '@nestjs/common';
import { RedisModule } from '../redis/redis.module.js';
import { IdleGc } from '../memory/idle-gc.js';
import { Drain } from '../process/drain.js';
import { GatewayAddress } from './gateway-address.js';
import { HealthController } from './health.controller.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { MetricsServer } from './metrics.server.js';
import { Readiness } from './readiness.js';

@Global()
@Module({
  imports: [RedisModule, MetricsModule],
  controllers: [HealthController],
  providers: [IdleGc, Drain, GatewayAddress, MetricsServer, Readiness],
  exports: [Drain, GatewayAddress, MetricsServer, Readiness],
})
export class OpsModule {}
