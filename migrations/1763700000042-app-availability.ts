import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which apps whose agents may use (03 §9). An organization without a row: every app is open. */
export class AppAvailability1763700000042 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE app_availability (
        organization_id text PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
        mode text NOT NULL CHECK (mode IN ('open', 'restricted')),
        rules jsonb NOT NULL
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE app_availability`);
  }
}
