import { Module } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { Tracing } from './tracing.js';

@Module({
  providers: [
    {
      provide: Tracing,
      inject: [Configuration],
      useFactory: (configuration: Configuration) => Tracing.of(configuration),
    },
  ],
  exports: [Tracing],
})
export class TracingModule {}
