import type { MigrationInterface, QueryRunner } from 'typeorm';

/** OAuth clients that customers bring, which connections they made, and AWS external ids (03 §6, §8). */
export class AppClients1763700000040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE app_configs (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        organization_id text NOT NULL REFERENCES organizations ON DELETE CASCADE,
        workspace_id text REFERENCES workspaces ON DELETE CASCADE,
        provider text NOT NULL,
        settings jsonb NOT NULL,
        secrets_ciphertext text NOT NULL,
        enabled boolean NOT NULL DEFAULT true,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE NULLS NOT DISTINCT (organization_id, workspace_id, provider)
      );
      CREATE INDEX app_configs_workspace_id_idx ON app_configs (workspace_id);
      ALTER TABLE connections ADD COLUMN app_config_id uuid REFERENCES app_configs ON DELETE SET NULL;
      CREATE INDEX connections_app_config_id_idx ON connections (app_config_id) WHERE app_config_id IS NOT NULL;
      CREATE TABLE aws_external_ids (
        organization_id text PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
        external_id text NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE aws_external_ids;
      ALTER TABLE connections DROP COLUMN app_config_id;
      DROP TABLE app_configs;
    `);
  }
}
