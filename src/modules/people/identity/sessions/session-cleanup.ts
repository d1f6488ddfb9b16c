import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../../kernel/database/database.js';
import { Jobs } from '../../../../kernel/jobs/jobs.js';

const HOURLY = '17 * * * *';

/**
 * Removes what has ended (01 §28). One DELETE each: replicas that run it together find nothing left, and
 * a skipped day only leaves rows that no lookup accepts.
 */
@Injectable()
export class SessionCleanup implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.registerPeriodic('identity.remove-expired', HOURLY, () => this.removeExpired());
  }

  async removeExpired(): Promise<void> {
    await this.db.query(`DELETE FROM user_sessions WHERE expires_at < now()`);
    await this.db.query(`DELETE FROM password_reset_tokens WHERE expires_at < now()`);
  }
}
