import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The request log loses as many rows as it gains (R30). By default the room of removed rows is used again only once a
 * fifth of the table is such room; of a log of millions that is gigabytes that could be spared.
 */
export class RequestLogUpkeep1763700000024 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE request_log SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE request_log RESET (autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold)`,
    );
  }
}
