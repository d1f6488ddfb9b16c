import { Global, Module } from '@nestjs/common';
import { Workers } from './workers.js';

@Global()
@Module({ providers: [Workers], exports: [Workers] })
export class WorkersModule {}
