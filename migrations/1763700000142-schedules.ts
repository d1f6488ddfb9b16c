import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What hosted agents do by the clock (04 §3). */
export class Schedules1763700000142 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE schedules (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        agent_id uuid NOT NULL REFERENCES agents ON DELETE CASCADE,
        name text NOT NULL,
        prompt text NOT NULL,
        schedule text NOT NULL,
        timezone text NOT NULL,
        enabled boolean NOT NULL DEFAULT true,
        disabled_reason text CHECK (disabled_reason IN ('authorization', 'failures')),
        next_fire_at timestamptz NOT NULL,
        last_fired_at timestamptz,
        last_outcome text CHECK (last_outcome IN ('ok', 'failed', 'skipped_busy')),
        consecutive_failures integer NOT NULL DEFAULT 0,
        created_by_user_id uuid REFERENCES users ON DELETE SET NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT schedules_disabled_check CHECK (disabled_reason IS NULL OR NOT enabled)
      );
      CREATE INDEX schedules_agent_id_idx ON schedules (agent_id, created_at, id);
      CREATE INDEX schedules_due_idx ON schedules (next_fire_at) WHERE enabled;
      CREATE INDEX schedules_created_by_user_id_idx ON schedules (created_by_user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE schedules');
  }
}
