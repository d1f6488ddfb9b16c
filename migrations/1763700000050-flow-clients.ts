import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which state of its client a way through a provider began with (03 §6.3). Those under way begin again. */
export class FlowClients1763700000050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE connection_flows ADD COLUMN client_changed_at timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE connection_flows DROP COLUMN client_changed_at`);
  }
}
