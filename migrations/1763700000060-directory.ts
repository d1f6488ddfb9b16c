import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The enterprise directory (05): who switched a sign-in off, groups with a source, mappings, domains, tokens. */
export class Directory1763700000060 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE memberships ADD COLUMN sso_exempt boolean NOT NULL DEFAULT false;
      CREATE INDEX memberships_organization_id_created_at_idx ON memberships (organization_id, created_at, user_id);

      ALTER TABLE users
        ADD COLUMN created_by_organization_id text REFERENCES organizations ON DELETE SET NULL,
        ADD COLUMN deactivated_by_organization_id text REFERENCES organizations ON DELETE SET NULL;
      CREATE INDEX users_created_by_organization_id_idx ON users (created_by_organization_id)
        WHERE created_by_organization_id IS NOT NULL;
      CREATE INDEX users_deactivated_by_organization_id_idx ON users (deactivated_by_organization_id)
        WHERE deactivated_by_organization_id IS NOT NULL;

      -- contract: nothing before made groups.
      ALTER TABLE user_groups
        ADD COLUMN source text NOT NULL DEFAULT 'manual' CHECK (source IN ('manual', 'scim')),
        ADD COLUMN external_id text,
        ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
        ADD CONSTRAINT user_groups_organization_id_name_key UNIQUE (organization_id, name),
        ADD CONSTRAINT user_groups_organization_id_source_external_id_key
          UNIQUE (organization_id, source, external_id);
      DROP INDEX user_groups_organization_id_idx;
      CREATE INDEX user_groups_page_idx ON user_groups (organization_id, name, id);
      ALTER TABLE user_group_members ADD COLUMN added_at timestamptz NOT NULL DEFAULT now();
      CREATE INDEX user_group_members_page_idx ON user_group_members (group_id, added_at, user_id);

      CREATE TABLE role_mappings (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        organization_id text NOT NULL REFERENCES organizations ON DELETE CASCADE,
        group_id uuid NOT NULL CONSTRAINT role_mappings_group_id_key UNIQUE REFERENCES user_groups ON DELETE CASCADE,
        role text NOT NULL CHECK (role IN ('admin', 'member')),
        priority integer NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX role_mappings_organization_id_idx ON role_mappings (organization_id, priority DESC, created_at);

      CREATE TABLE domains (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        organization_id text NOT NULL REFERENCES organizations ON DELETE CASCADE,
        domain text NOT NULL CONSTRAINT domains_domain_key UNIQUE,
        verification_token text NOT NULL,
        verified_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX domains_organization_id_idx ON domains (organization_id, created_at, id);

      CREATE TABLE scim_tokens (
        id uuid PRIMARY KEY,
        organization_id text NOT NULL REFERENCES organizations ON DELETE CASCADE,
        label text NOT NULL,
        created_by_user_id uuid REFERENCES users ON DELETE SET NULL,
        last_used_at timestamptz,
        revoked_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX scim_tokens_organization_id_idx ON scim_tokens (organization_id, created_at, id);
      CREATE INDEX scim_tokens_created_by_user_id_idx ON scim_tokens (created_by_user_id);

      CREATE TABLE sso_identities (
        organization_id text NOT NULL,
        user_id uuid NOT NULL,
        issuer text NOT NULL,
        subject text NOT NULL,
        linked_at timestamptz NOT NULL DEFAULT now(),
        last_used_at timestamptz,
        PRIMARY KEY (organization_id, user_id),
        CONSTRAINT sso_identities_subject_key UNIQUE (organization_id, issuer, subject),
        FOREIGN KEY (organization_id, user_id) REFERENCES memberships ON DELETE CASCADE
      );

      ALTER TABLE api_keys ADD COLUMN expires_at timestamptz;
      CREATE TABLE provisions (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        organization_id text NOT NULL REFERENCES organizations ON DELETE CASCADE,
        user_id uuid NOT NULL CONSTRAINT provisions_user_id_key UNIQUE REFERENCES users ON DELETE CASCADE,
        workspace_id text REFERENCES workspaces ON DELETE SET NULL,
        role text NOT NULL CHECK (role IN ('admin', 'member')),
        status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'expired')),
        skip_onboarding boolean NOT NULL,
        token_hash bytea NOT NULL CONSTRAINT provisions_token_hash_key UNIQUE,
        provisioned_by_email text NOT NULL,
        expires_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX provisions_organization_id_idx ON provisions (organization_id, created_at DESC, id DESC);
      CREATE INDEX provisions_workspace_id_idx ON provisions (workspace_id);
      CREATE INDEX provisions_expires_at_idx ON provisions (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE provisions;
      ALTER TABLE api_keys DROP COLUMN expires_at;
      DROP TABLE sso_identities, scim_tokens, domains, role_mappings;
      ALTER TABLE user_group_members DROP COLUMN added_at;
      DROP INDEX user_groups_page_idx;
      CREATE INDEX user_groups_organization_id_idx ON user_groups (organization_id);
      ALTER TABLE user_groups
        DROP CONSTRAINT user_groups_organization_id_source_external_id_key,
        DROP CONSTRAINT user_groups_organization_id_name_key,
        DROP COLUMN updated_at, DROP COLUMN external_id, DROP COLUMN source;
      ALTER TABLE users DROP COLUMN deactivated_by_organization_id, DROP COLUMN created_by_organization_id;
      DROP INDEX memberships_organization_id_created_at_idx;
      ALTER TABLE memberships DROP COLUMN sso_exempt;
    `);
  }
}
