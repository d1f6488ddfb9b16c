import type { MigrationInterface, QueryRunner } from 'typeorm';

/** External ids of workspaces, beside those of organizations (03 §8.3, R56). Stored connections keep theirs. */
export class WorkspaceAwsExternalIds1763700000205 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE workspace_aws_external_ids (
        workspace_id text PRIMARY KEY REFERENCES workspaces ON DELETE CASCADE,
        external_id text NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE workspace_aws_external_ids');
  }
}
