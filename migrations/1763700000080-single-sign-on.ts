import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Single sign-on (05 §8): provider names, connections, sign-ins on their way, what has been seen, whose sessions are. */
export class SingleSignOn1763700000080 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sso_settings (
        organization_id text PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
        provider_name text NOT NULL CONSTRAINT sso_settings_provider_name_key UNIQUE
          CHECK (provider_name ~ '^org-[0-9a-f]{24}$'),
        required boolean NOT NULL DEFAULT false,
        jit_enabled boolean NOT NULL DEFAULT true
      );

      CREATE TABLE sso_connections (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        organization_id text NOT NULL CONSTRAINT sso_connections_organization_id_key UNIQUE
          REFERENCES organizations ON DELETE CASCADE,
        type text NOT NULL CHECK (type IN ('saml', 'oidc')),
        status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'active', 'disabled')),
        status_when_enabled text NOT NULL DEFAULT 'pending' CHECK (status_when_enabled IN ('pending', 'active')),
        display_name text NOT NULL,
        metadata_url text,
        metadata_xml text,
        issuer text,
        client_id text,
        client_secret text,
        identity_provider jsonb,
        read_at timestamptz,
        tried_at timestamptz,
        last_login_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE sso_transactions (
        handle_hash bytea PRIMARY KEY,
        connection_id uuid NOT NULL REFERENCES sso_connections ON DELETE CASCADE,
        protocol text NOT NULL CHECK (protocol IN ('saml', 'oidc')),
        browser_hash bytea NOT NULL,
        return_to text NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX sso_transactions_connection_id_idx ON sso_transactions (connection_id);
      CREATE INDEX sso_transactions_expires_at_idx ON sso_transactions (expires_at);

      CREATE TABLE sso_seen (
        issuer text NOT NULL,
        id_hash bytea NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (issuer, id_hash)
      );
      CREATE INDEX sso_seen_expires_at_idx ON sso_seen (expires_at);

      CREATE TABLE sso_sessions (
        session_id uuid PRIMARY KEY REFERENCES user_sessions ON DELETE CASCADE,
        connection_id uuid NOT NULL REFERENCES sso_connections ON DELETE CASCADE,
        issuer text NOT NULL,
        subject text NOT NULL,
        provider_session_id text,
        id_token text
      );
      CREATE INDEX sso_sessions_connection_id_idx ON sso_sessions (connection_id, subject);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE sso_sessions, sso_seen, sso_transactions, sso_connections, sso_settings;`);
  }
}
