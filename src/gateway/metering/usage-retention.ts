import { Injectable } from '@nestjs/common';
import { Configuration } from '../../kernel/config/configuration.js';
import { Database } from '../../kernel/database/database.js';

/** Rows of one statement: it holds its locks for milliseconds. */
const BATCH = 2_000;
/** Of one run; the next goes on. */
const MAX_BATCHES = 500;

const OLD_USAGE = `
  DELETE FROM llm_usage WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM llm_usage WHERE day < (now() AT TIME ZONE 'UTC')::date - $1::integer LIMIT ${BATCH}))
  RETURNING 1`;
/** No process sends a batch again after as long. */
const OLD_BATCHES = `
  DELETE FROM metering_batches WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM metering_batches WHERE written_at < now() - interval '7 days' LIMIT ${BATCH}))
  RETURNING 1`;

/** How long the usage of models is kept. */
@Injectable()
export class UsageRetention {
  constructor(
    private readonly configuration: Configuration,
    private readonly db: Database,
  ) {}

  async removeExpired(): Promise<void> {
    const days = this.configuration.llmUsageRetentionDays;
    if (days > 0) await this.remove(OLD_USAGE, [days]);
    await this.remove(OLD_BATCHES, []);
  }

  private async remove(statement: string, parameters: unknown[]): Promise<void> {
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const removed = await this.db.query(statement, parameters);
      if (removed.length < BATCH) return;
    }
  }
}
