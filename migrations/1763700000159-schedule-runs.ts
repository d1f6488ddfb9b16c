import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Schedules that fire (04 §3.2): where a run reports, which run is not counted yet, and who is about to fire. */
export class ScheduleRuns1763700000159 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE schedules
        ADD COLUMN origin_conversation_id uuid REFERENCES conversations ON DELETE SET NULL,
        ADD COLUMN run_turn_id uuid REFERENCES turns ON DELETE SET NULL,
        ADD COLUMN claim_id uuid,
        ADD COLUMN claim_expires_at timestamptz;
      CREATE INDEX schedules_origin_conversation_id_idx ON schedules (origin_conversation_id);
      CREATE INDEX schedules_run_turn_id_idx ON schedules (run_turn_id) WHERE run_turn_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE schedules DROP COLUMN claim_expires_at, DROP COLUMN claim_id, DROP COLUMN run_turn_id,
        DROP COLUMN origin_conversation_id;
    `);
  }
}
