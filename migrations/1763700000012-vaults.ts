import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Password managers that workspaces are paired with, one connection per provider (01 §19.2). */
export class Vaults1763700000012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE vault_connections (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        organization_id text NOT NULL REFERENCES organizations ON DELETE CASCADE,
        workspace_id text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        provider text NOT NULL,
        name text,
        status text NOT NULL DEFAULT 'connected' CHECK (status IN ('connected', 'error')),
        credentials_ciphertext text NOT NULL,
        last_connected_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (workspace_id, provider)
      );
      CREATE INDEX vault_connections_organization_id_idx ON vault_connections (organization_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE vault_connections`);
  }
}
