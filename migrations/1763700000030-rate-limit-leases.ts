import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Processes take numbers in batches (06 §13.2): `hits` is what passed or is leased, `refused` what came when nothing
 * was left, `granted` what the last statement on the row gave. Without the last two a server of an older release
 * counts on as it did.
 */
export class RateLimitLeases1763700000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE rate_limit_counters
        ADD COLUMN refused integer NOT NULL DEFAULT 0,
        ADD COLUMN granted integer NOT NULL DEFAULT 0
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE rate_limit_counters SET hits = least(hits::bigint + refused, 2147483647) WHERE refused > 0;
      ALTER TABLE rate_limit_counters DROP COLUMN granted, DROP COLUMN refused;
    `);
  }
}
