import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Connected accounts of apps, of a workspace or shared by an organization (contract 03). */
export class Connections1763700000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE connections (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        organization_id text NOT NULL REFERENCES organizations ON DELETE CASCADE,
        workspace_id text REFERENCES workspaces ON DELETE CASCADE,
        provider text NOT NULL,
        label text,
        status text NOT NULL DEFAULT 'connected' CHECK (status IN ('connected', 'expired', 'error')),
        scopes text[] NOT NULL DEFAULT '{}',
        metadata jsonb,
        credential_kind text NOT NULL CHECK (credential_kind IN ('oauth', 'github_app', 'fields', 'import')),
        credentials_ciphertext text NOT NULL,
        expires_at timestamptz,
        refresh_leased_until timestamptz,
        refresh_not_before timestamptz,
        connected_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX connections_scope_idx ON connections (organization_id, workspace_id, connected_at DESC, id DESC);
      CREATE INDEX connections_workspace_id_idx ON connections (workspace_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE connections`);
  }
}
