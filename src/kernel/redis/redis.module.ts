import { Module } from '@nestjs/common';
import { RedisCounters } from './redis-counters.js';
import { RedisWakeUps } from './redis-wake-ups.js';

@Module({ providers: [RedisCounters, RedisWakeUps], exports: [RedisCounters] })
export class RedisModule {}
