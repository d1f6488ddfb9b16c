import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether an app was created with the organization's own token (04 §6, R52). Null: attached before this column, and
 * still to be read from its sealed credentials; until then such an app speaks for the person who attached it alone.
 */
export class ChannelAppTrust1763700000206 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE channel_presences ADD COLUMN made_by_organization boolean');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE channel_presences DROP COLUMN made_by_organization');
  }
}
