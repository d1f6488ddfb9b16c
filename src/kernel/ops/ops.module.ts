import { Global, Module } from '@nestjs/common';
import { RedisModule } from '../redis/redis.module.js';
import { IdleGc } from '../memory/idle-gc.js';
import { Drain } from './drain.js';
import { GatewayAddress } from './gateway-address.js';
import { HealthController } from './health.controller.js';
import { Metrics } from './metrics.js';
import { MetricsServer } from './metrics.server.js';
import { Readiness } from './readiness.js';

@Global()
@Module({
  imports: [RedisModule],
  controllers: [HealthController],
  providers: [IdleGc, Drain, GatewayAddress, Metrics, MetricsServer, Readiness],
  exports: [Drain, GatewayAddress, Metrics, MetricsServer, Readiness],
})
export class OpsModule {}
