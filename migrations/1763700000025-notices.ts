import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The notice of an organization goes with it. */
export class Notices1763700000025 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE organization_notices (
        organization_id text PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
        text text NOT NULL,
        ends_at timestamptz NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE organization_notices`);
  }
}
