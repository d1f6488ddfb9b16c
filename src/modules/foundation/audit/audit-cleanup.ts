import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Jobs } from '../../../kernel/jobs/jobs.js';
import { AuditRetention } from './audit-retention.js';

const NIGHTLY = '41 2 * * *';

/** Removes what nobody may read any more; a night that was missed is made up for (01 §28). */
@Injectable()
export class AuditCleanup implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly retention: AuditRetention,
  ) {}

  onModuleInit(): void {
    this.jobs.registerPeriodic('audit-trail.remove-expired', NIGHTLY, () => this.retention.removeExpired());
  }
}
