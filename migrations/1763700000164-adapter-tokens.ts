import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tokens of channel adapters that are over stay known, so that none of them comes back (04 §7.1). */
export class AdapterTokens1763700000164 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE channel_adapters ADD COLUMN revoked_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE channel_adapters DROP COLUMN revoked_at');
  }
}
