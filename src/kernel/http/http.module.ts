import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { OpenApiContributions } from './openapi-contributions.js';
import { PublicUrls } from './public-urls.js';
import { ServedCalls } from './served-calls.js';

@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [OpenApiContributions, PublicUrls, ServedCalls],
  exports: [OpenApiContributions, PublicUrls, ServedCalls],
})
export class HttpModule {}
