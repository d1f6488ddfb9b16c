import { Module } from '@nestjs/common';
import { RedisCounters } from './redis-counters.js';

@Module({ providers: [RedisCounters], exports: [RedisCounters] })
export class RedisModule {}
