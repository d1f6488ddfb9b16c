import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a person made stays without its author when the account goes (01 §17.6.5): an index finds those rows. */
export class AccountDeletion1763700000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX workspaces_created_by_user_id_idx ON workspaces (created_by_user_id)
        WHERE created_by_user_id IS NOT NULL;
      CREATE INDEX policy_snapshots_applied_by_user_id_idx ON policy_snapshots (applied_by_user_id)
        WHERE applied_by_user_id IS NOT NULL;
      CREATE INDEX approvals_decided_by_idx ON approvals (decided_by) WHERE decided_by IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP INDEX approvals_decided_by_idx, policy_snapshots_applied_by_user_id_idx, workspaces_created_by_user_id_idx`,
    );
  }
}
