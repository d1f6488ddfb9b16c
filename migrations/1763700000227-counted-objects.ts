import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What one organization has of each kind is counted from indexes alone (R65). */
export class CountedObjects1763700000227 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX policy_rules_source_idx ON policy_rules (set_id, source);
      CREATE INDEX invitations_open_idx ON invitations (organization_id) WHERE status <> 'accepted';
      CREATE INDEX agents_of_organization_idx ON agents (organization_id, id);
      CREATE INDEX secrets_organization_id_idx ON secrets (organization_id);
      CREATE INDEX connections_organization_id_idx ON connections (organization_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX connections_organization_id_idx;
      DROP INDEX secrets_organization_id_idx;
      DROP INDEX agents_of_organization_idx;
      DROP INDEX invitations_open_idx;
      DROP INDEX policy_rules_source_idx;
    `);
  }
}
