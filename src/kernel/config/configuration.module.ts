import { type DynamicModule, Module } from '@nestjs/common';
import { Configuration } from './configuration.js';

/** Makes the one Configuration injectable everywhere. It is loaded before the application exists, not by it. */
@Module({})
export class ConfigurationModule {
  static of(configuration: Configuration): DynamicModule {
    return {
      module: ConfigurationModule,
      global: true,
      providers: [{ provide: Configuration, useValue: configuration }],
      exports: [Configuration],
    };
  }
}
