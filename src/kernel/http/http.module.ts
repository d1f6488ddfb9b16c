import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DescribeTags } from './openapi/openapi-tags.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { ConnectionMetrics } from './connections/connection-metrics.js';
import { OpenApiContributions } from './openapi/openapi-contributions.js';
import { PublicUrls } from './public-urls.js';

@Global()
@DescribeTags({
  Internal: 'Endpoints for the dashboard, the command line, other processes and older clients.',
})
@Module({
  imports: [DiscoveryModule, MetricsModule],
  providers: [ConnectionMetrics, OpenApiContributions, PublicUrls],
  exports: [ConnectionMetrics, OpenApiContributions, PublicUrls],
})
export class HttpModule {}
