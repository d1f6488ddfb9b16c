import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Hosted agents are placed when they are made (04 §8.3): what counts against a runner, and tokens that are over. */
export class Placement1763700000150 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE runners ADD COLUMN revoked_at timestamptz;
      ALTER TABLE agent_placements ADD COLUMN compute_state text NOT NULL DEFAULT 'stopped'
        CONSTRAINT agent_placements_compute_state_check
          CHECK (compute_state IN ('starting', 'running', 'stopped', 'failed'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE agent_placements DROP COLUMN compute_state;
      ALTER TABLE runners DROP COLUMN revoked_at;
    `);
  }
}
