import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a cascade looks through when an organization or a workspace is deleted must be found by an index (01 §18.3).
 * The request log is reached through its workspace alone: an index more would cost every proxied request.
 */
export class OrganizationDeletion1763700000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX agents_organization_id_idx ON agents (organization_id);
      CREATE INDEX api_keys_organization_id_idx ON api_keys (organization_id);
      CREATE INDEX api_keys_workspace_id_idx ON api_keys (workspace_id);
      CREATE INDEX approvals_any_organization_id_idx ON approvals (organization_id);
      CREATE INDEX approvals_any_workspace_id_idx ON approvals (workspace_id);
      ALTER TABLE request_log DROP CONSTRAINT request_log_organization_id_fkey;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM request_log WHERE organization_id NOT IN (SELECT id FROM organizations);
      ALTER TABLE request_log ADD CONSTRAINT request_log_organization_id_fkey
        FOREIGN KEY (organization_id) REFERENCES organizations ON DELETE CASCADE;
      DROP INDEX approvals_any_workspace_id_idx, approvals_any_organization_id_idx, api_keys_workspace_id_idx,
        api_keys_organization_id_idx, agents_organization_id_idx;
    `);
  }
}
