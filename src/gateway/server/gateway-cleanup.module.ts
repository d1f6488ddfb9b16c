import { Module, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../kernel/database/database.js';
import { Jobs } from '../../kernel/jobs/jobs.js';
import { UsageRetention } from '../metering/usage-retention.js';
import { RequestLogRetention } from '../request-log/request-log-retention.js';

/** Periodic work on the gateway's tables. A worker does it, which may be a process without the gateway. */
@Module({ providers: [RequestLogRetention, UsageRetention] })
export class GatewayCleanupModule implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly db: Database,
    private readonly requestLog: RequestLogRetention,
    private readonly usage: UsageRetention,
  ) {}

  onModuleInit(): void {
    this.jobs.registerPeriodic('gateway.purge-rate-limit-counters', '*/10 * * * *', () => this.purge());
    this.jobs.registerPeriodic('gateway.purge-request-log', '*/5 * * * *', () =>
      this.requestLog.removeExpired(),
    );
    this.jobs.registerPeriodic('gateway.purge-llm-usage', '15 * * * *', () => this.usage.removeExpired());
  }

  /** Removes counters of windows that are over (06 §17.2). */
  private async purge(): Promise<void> {
    await this.db.query('DELETE FROM rate_limit_counters WHERE expires_at < now()');
  }
}
