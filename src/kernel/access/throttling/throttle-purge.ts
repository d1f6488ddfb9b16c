import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { getStorageToken } from '@nestjs/throttler';
import { Jobs } from '../../jobs/jobs.js';
import type { SharedThrottlerStorage } from './throttle-storage.js';

/** Removes the counters of windows that are over. */
@Injectable()
export class ThrottlePurge implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    @Inject(getStorageToken()) private readonly storage: SharedThrottlerStorage,
  ) {}

  onModuleInit(): void {
    this.jobs.registerPeriodic('access.purge-throttle-counters', '*/10 * * * *', () => this.storage.purge());
  }
}
