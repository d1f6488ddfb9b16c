import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { OpenApiContributions } from './openapi-contributions.js';
import { PublicUrls } from './public-urls.js';

@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [OpenApiContributions, PublicUrls],
  exports: [OpenApiContributions, PublicUrls],
})
export class HttpModule {}
