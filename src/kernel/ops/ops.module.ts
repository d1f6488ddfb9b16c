import { Global, Module } from '@nestjs/common';
import { RedisModule } from '../redis/redis.module.js';
import { CalmCollection } from './calm-collection.js';
import { Drain } from './drain.js';
import { HealthController } from './health.controller.js';
import { Metrics } from './metrics.js';
import { MetricsServer } from './metrics.server.js';
import { Readiness } from './readiness.js';

@Global()
@Module({
  imports: [RedisModule],
  controllers: [HealthController],
  providers: [CalmCollection, Drain, Metrics, MetricsServer, Readiness],
  exports: [Drain, Metrics, MetricsServer, Readiness],
})
export class OpsModule {}
