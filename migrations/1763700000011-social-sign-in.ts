import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sign-ins with Google (01 §11.3), and what the installer reported of a workspace (01 §19.9). */
export class SocialSignIn1763700000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE linked_sign_ins (
        provider text NOT NULL CHECK (provider IN ('google')),
        subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (provider, subject)
      );
      CREATE INDEX linked_sign_ins_user_id_idx ON linked_sign_ins (user_id);

      CREATE TABLE sign_in_flows (
        state_hash bytea PRIMARY KEY,
        browser_hash bytea NOT NULL,
        redirect_uri text NOT NULL,
        success_url text NOT NULL,
        error_url text NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX sign_in_flows_expires_at_idx ON sign_in_flows (expires_at);

      CREATE TABLE workspace_installations (
        workspace_id text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        kind text NOT NULL CHECK (kind IN ('install', 'cli-install', 'migrate')),
        first_at timestamptz NOT NULL DEFAULT now(),
        last_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, kind)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE workspace_installations, sign_in_flows, linked_sign_ins`);
  }
}
