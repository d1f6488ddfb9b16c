import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Organizations take turns in the export (R62). What waits already, and what an older process writes, is nobody's. */
export class ExportInTurn1763700000212 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE export_outbox ADD COLUMN organization_id text NOT NULL DEFAULT '';
      ALTER TABLE export_sinks ADD COLUMN last_organization text NOT NULL DEFAULT '';
      CREATE INDEX export_outbox_in_turn ON export_outbox (sink, organization_id, position);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX export_outbox_in_turn;
      ALTER TABLE export_outbox DROP COLUMN organization_id;
      ALTER TABLE export_sinks DROP COLUMN last_organization;
    `);
  }
}
