import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DescribeTags } from './openapi-tags.js';
import { OpsModule } from '../ops/ops.module.js';
import { ConnectionMetrics } from './connections/connection-metrics.js';
import { OpenApiContributions } from './openapi-contributions.js';
import { PublicUrls } from './public-urls.js';

@Global()
@DescribeTags({
  Internal: 'Endpoints for the dashboard, the command line, other processes and older clients.',
})
@Module({
  imports: [DiscoveryModule, OpsModule],
  providers: [ConnectionMetrics, OpenApiContributions, PublicUrls],
  exports: [ConnectionMetrics, OpenApiContributions, PublicUrls],
})
export class HttpModule {}
