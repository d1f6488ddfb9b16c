import { Global, Module } from '@nestjs/common';
import { Jobs } from './jobs.js';
import { Ticks } from './ticks.js';

@Global()
@Module({ providers: [Jobs, Ticks], exports: [Jobs, Ticks] })
export class JobsModule {}
