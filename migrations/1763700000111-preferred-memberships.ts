import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where somebody acts who names no place, once they claimed an organization (07 A7.4.9). */
export class PreferredMemberships1763700000111 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE memberships ADD COLUMN preferred_at timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE memberships DROP COLUMN preferred_at`);
  }
}
