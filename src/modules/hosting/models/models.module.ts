import { Module } from '@nestjs/common';
import { ModelClient } from './model-client.js';

@Module({ providers: [ModelClient], exports: [ModelClient] })
export class ModelsModule {}
