import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Jobs } from '../../../kernel/jobs/jobs.js';
import { DeviceLoginService } from './device-login.service.js';

const EVERY_TEN_MINUTES = '*/10 * * * *';

/** Removes logins an hour after their expiry (01 §28). */
@Injectable()
export class DeviceLoginCleanup implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly logins: DeviceLoginService,
  ) {}

  onModuleInit(): void {
    this.jobs.registerPeriodic('device-login.remove-ended', EVERY_TEN_MINUTES, () =>
      this.logins.removeEnded(),
    );
  }
}
