import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a held request would send, where somebody asked to see it; forgotten when the request is settled (06 §15.8). */
export class BodiesOfApprovals1763700000190 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE approvals
        ADD COLUMN body_asked boolean NOT NULL DEFAULT false,
        ADD COLUMN body bytea,
        ADD COLUMN body_whole boolean`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE approvals DROP COLUMN body_asked, DROP COLUMN body, DROP COLUMN body_whole',
    );
  }
}
