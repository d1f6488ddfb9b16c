import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People, organizations, workspaces, credentials, audit, epochs and leases. */
export class Platform1763700000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE users (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        email text NOT NULL CONSTRAINT users_email_key UNIQUE CHECK (email = lower(email)),
        name text,
        external_auth_id text NOT NULL CONSTRAINT users_external_auth_id_key UNIQUE,
        email_verified boolean NOT NULL DEFAULT false,
        image text,
        last_login_at timestamptz,
        onboarding_completed_at timestamptz,
        deactivated_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE user_passwords (
        user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
        password_hash text NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE user_sessions (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        token_hash bytea NOT NULL CONSTRAINT user_sessions_token_hash_key UNIQUE,
        handle text NOT NULL CONSTRAINT user_sessions_handle_key UNIQUE,
        sign_in_method text NOT NULL CHECK (sign_in_method IN ('password', 'google', 'sso')),
        sliding boolean NOT NULL,
        expires_at timestamptz NOT NULL,
        ip_address text,
        user_agent text,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX user_sessions_user_id_idx ON user_sessions (user_id, created_at DESC);
      CREATE INDEX user_sessions_expires_at_idx ON user_sessions (expires_at);

      CREATE TABLE password_reset_tokens (
        user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
        token_hash bytea NOT NULL CONSTRAINT password_reset_tokens_token_hash_key UNIQUE,
        expires_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX password_reset_tokens_expires_at_idx ON password_reset_tokens (expires_at);

      CREATE TABLE organizations (
        id text PRIMARY KEY,
        name text NOT NULL,
        slug text NOT NULL CONSTRAINT organizations_slug_key UNIQUE,
        plan text NOT NULL DEFAULT 'free',
        claimed boolean NOT NULL DEFAULT true,
        max_agents integer CHECK (max_agents >= 0),
        max_seats integer CHECK (max_seats >= 0),
        created_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE memberships (
        organization_id text NOT NULL REFERENCES organizations ON DELETE CASCADE,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        role text NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
        status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (organization_id, user_id)
      );
      CREATE INDEX memberships_user_id_idx ON memberships (user_id, created_at);
      CREATE UNIQUE INDEX memberships_one_owner_key ON memberships (organization_id) WHERE role = 'owner';

      CREATE TABLE user_groups (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        organization_id text NOT NULL REFERENCES organizations ON DELETE CASCADE,
        name text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX user_groups_organization_id_idx ON user_groups (organization_id);

      CREATE TABLE user_group_members (
        group_id uuid NOT NULL REFERENCES user_groups ON DELETE CASCADE,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        PRIMARY KEY (group_id, user_id)
      );
      CREATE INDEX user_group_members_user_id_idx ON user_group_members (user_id);

      CREATE TABLE workspaces (
        id text PRIMARY KEY,
        organization_id text NOT NULL REFERENCES organizations ON DELETE CASCADE,
        name text,
        slug text,
        created_by_user_id uuid REFERENCES users ON DELETE SET NULL,
        agent_connected_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT workspaces_organization_id_slug_key UNIQUE (organization_id, slug)
      );
      CREATE INDEX workspaces_organization_id_created_at_idx ON workspaces (organization_id, created_at, id);

      CREATE TABLE workspace_bindings (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        workspace_id text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        user_id uuid REFERENCES users ON DELETE CASCADE,
        group_id uuid REFERENCES user_groups ON DELETE CASCADE,
        role text NOT NULL CHECK (role IN ('owner', 'member')),
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT workspace_bindings_principal_check CHECK (num_nonnulls(user_id, group_id) = 1),
        CONSTRAINT workspace_bindings_principal_key UNIQUE NULLS NOT DISTINCT (workspace_id, user_id, group_id)
      );
      CREATE INDEX workspace_bindings_user_id_idx ON workspace_bindings (user_id) WHERE user_id IS NOT NULL;
      CREATE INDEX workspace_bindings_group_id_idx ON workspace_bindings (group_id) WHERE group_id IS NOT NULL;

      CREATE TABLE api_keys (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        family text NOT NULL CHECK (family IN ('workspace', 'organization', 'service', 'partner', 'scim')),
        token_hash bytea NOT NULL CONSTRAINT api_keys_token_hash_key UNIQUE,
        token_ciphertext text,
        user_id uuid REFERENCES users ON DELETE CASCADE,
        organization_id text REFERENCES organizations ON DELETE CASCADE,
        workspace_id text REFERENCES workspaces ON DELETE CASCADE,
        partner_id uuid,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT api_keys_scope_check CHECK (
          CASE family
            WHEN 'workspace' THEN num_nonnulls(user_id, organization_id, workspace_id) = 3 AND partner_id IS NULL
            WHEN 'service' THEN num_nonnulls(user_id, organization_id, workspace_id) = 3 AND partner_id IS NULL
            WHEN 'organization' THEN num_nonnulls(user_id, organization_id) = 2 AND num_nonnulls(workspace_id, partner_id) = 0
            WHEN 'scim' THEN organization_id IS NOT NULL AND num_nonnulls(workspace_id, partner_id) = 0
            WHEN 'partner' THEN partner_id IS NOT NULL AND num_nonnulls(organization_id, workspace_id) = 0
          END
        )
      );
      CREATE UNIQUE INDEX api_keys_workspace_user_key ON api_keys (workspace_id, user_id) WHERE family = 'workspace';
      CREATE UNIQUE INDEX api_keys_organization_user_key ON api_keys (organization_id, user_id) WHERE family = 'organization';
      CREATE INDEX api_keys_user_id_idx ON api_keys (user_id);

      CREATE TABLE audit_log (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        organization_id text REFERENCES organizations ON DELETE CASCADE,
        workspace_id text REFERENCES workspaces ON DELETE CASCADE,
        user_id uuid REFERENCES users ON DELETE SET NULL,
        user_email text,
        action text NOT NULL,
        service text NOT NULL,
        status text NOT NULL CHECK (status IN ('success', 'failure')),
        source text NOT NULL,
        metadata jsonb,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX audit_log_organization_id_idx ON audit_log (organization_id, created_at DESC, id DESC);
      CREATE INDEX audit_log_workspace_id_idx ON audit_log (workspace_id, created_at DESC, id DESC);
      CREATE INDEX audit_log_user_id_idx ON audit_log (user_id, created_at DESC, id DESC);

      CREATE TABLE epochs (
        scope text PRIMARY KEY,
        epoch bigint NOT NULL
      );

      CREATE TABLE throttle_counters (
        key text NOT NULL,
        window_start bigint NOT NULL,
        hits integer NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (key, window_start)
      );
      CREATE INDEX throttle_counters_expires_at_idx ON throttle_counters (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE throttle_counters, epochs, audit_log, api_keys, workspace_bindings, workspaces,
        user_group_members, user_groups, memberships, organizations, password_reset_tokens,
        user_sessions, user_passwords, users
    `);
  }
}
