import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The partner level (07 A): partners, their people and keys, organizations they made, secrets they lend, budgets, spend. */
export class Partners1763700000110 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE partners (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        name text NOT NULL,
        slug text NOT NULL CONSTRAINT partners_slug_key UNIQUE,
        status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX partners_created_at_idx ON partners (created_at DESC, id DESC);

      CREATE TABLE partner_members (
        user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
        partner_id uuid NOT NULL REFERENCES partners ON DELETE CASCADE,
        role text NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX partner_members_partner_id_idx ON partner_members (partner_id, created_at, user_id);
      CREATE UNIQUE INDEX partner_members_one_owner_key ON partner_members (partner_id) WHERE role = 'owner';

      CREATE TABLE partner_organizations (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        organization_id text NOT NULL CONSTRAINT partner_organizations_organization_id_key UNIQUE
          REFERENCES organizations ON DELETE CASCADE,
        partner_id uuid NOT NULL REFERENCES partners ON DELETE CASCADE,
        placeholder_user_id uuid REFERENCES users ON DELETE SET NULL,
        workspace_id text REFERENCES workspaces ON DELETE SET NULL,
        token_hash bytea NOT NULL CONSTRAINT partner_organizations_token_hash_key UNIQUE,
        token_ciphertext text,
        expires_at timestamptz,
        claimed_at timestamptz,
        claimed_by_user_id uuid REFERENCES users ON DELETE SET NULL,
        claimed_by_email text,
        detached_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT partner_organizations_claim_check CHECK (
          (claimed_at IS NULL) = (claimed_by_email IS NULL) AND (claimed_at IS NULL) = (token_ciphertext IS NOT NULL)),
        CONSTRAINT partner_organizations_detached_check CHECK (detached_at IS NULL OR claimed_at IS NOT NULL)
      );
      CREATE INDEX partner_organizations_partner_id_idx ON partner_organizations (partner_id, created_at DESC, id DESC);
      CREATE INDEX partner_organizations_placeholder_user_id_idx ON partner_organizations (placeholder_user_id);
      CREATE INDEX partner_organizations_workspace_id_idx ON partner_organizations (workspace_id);
      CREATE INDEX partner_organizations_claimed_by_user_id_idx ON partner_organizations (claimed_by_user_id);

      -- contract: nothing before made keys of partners.
      ALTER TABLE api_keys
        ADD CONSTRAINT api_keys_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners ON DELETE CASCADE,
        ADD COLUMN taken_over boolean NOT NULL DEFAULT false;
      -- contract: nothing before knew keys of a partner.
      CREATE UNIQUE INDEX api_keys_partner_key ON api_keys (partner_id) WHERE partner_id IS NOT NULL;
      DROP INDEX api_keys_workspace_user_key, api_keys_organization_user_key;
      -- contract: weaker than the one it replaces, and nothing before names it in a conflict.
      CREATE UNIQUE INDEX api_keys_workspace_user_key ON api_keys (workspace_id, user_id)
        WHERE family = 'workspace' AND NOT taken_over;
      -- contract: weaker than the one it replaces, and nothing before names it in a conflict.
      CREATE UNIQUE INDEX api_keys_organization_user_key ON api_keys (organization_id, user_id)
        WHERE family = 'organization' AND NOT taken_over;

      -- contract: nothing before knew secrets without an organization, nor one of a partner.
      ALTER TABLE secrets
        ALTER COLUMN organization_id DROP NOT NULL,
        ADD COLUMN partner_id uuid REFERENCES partners ON DELETE CASCADE,
        ADD CONSTRAINT secrets_scope_check CHECK (
          CASE WHEN partner_id IS NULL THEN organization_id IS NOT NULL
          ELSE num_nonnulls(organization_id, workspace_id) = 0 END);
      CREATE INDEX secrets_partner_id_idx ON secrets (partner_id, created_at DESC, id) WHERE partner_id IS NOT NULL;

      CREATE TABLE partner_budgets (
        secret_id uuid NOT NULL REFERENCES secrets ON DELETE CASCADE,
        organization_id text NOT NULL REFERENCES organizations ON DELETE CASCADE,
        period text NOT NULL CHECK (period IN ('monthly', 'total')),
        limit_cents integer NOT NULL CHECK (limit_cents BETWEEN 1 AND 100000000),
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (secret_id, organization_id)
      );
      CREATE INDEX partner_budgets_organization_id_idx ON partner_budgets (organization_id, created_at, secret_id);

      CREATE TABLE partner_spend (
        secret_id uuid NOT NULL REFERENCES secrets ON DELETE CASCADE,
        organization_id text NOT NULL REFERENCES organizations ON DELETE CASCADE,
        budget_window text NOT NULL CHECK (budget_window = 'total' OR budget_window ~ '^[0-9]{4}-[0-9]{2}$'),
        nano_cents bigint NOT NULL DEFAULT 0 CHECK (nano_cents >= 0),
        updated_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (secret_id, organization_id, budget_window)
      );
      CREATE INDEX partner_spend_organization_id_idx ON partner_spend (organization_id);

      ALTER TABLE audit_log ADD COLUMN partner_id uuid REFERENCES partners ON DELETE SET NULL;
      CREATE INDEX audit_log_partner_id_idx ON audit_log (partner_id, created_at DESC, id DESC)
        WHERE partner_id IS NOT NULL;

      ALTER TABLE password_reset_tokens ADD COLUMN setup boolean NOT NULL DEFAULT false;
    `);
  }

  /** What is a partner's goes: no release before knows it, and one of them would take its keys for second ones. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM password_reset_tokens WHERE setup;
      ALTER TABLE password_reset_tokens DROP COLUMN setup;
      ALTER TABLE audit_log DROP COLUMN partner_id;
      DROP TABLE partner_spend, partner_budgets;
      DELETE FROM secrets WHERE partner_id IS NOT NULL;
      ALTER TABLE secrets
        DROP CONSTRAINT secrets_scope_check,
        DROP COLUMN partner_id,
        ALTER COLUMN organization_id SET NOT NULL;
      DELETE FROM api_keys WHERE taken_over OR family = 'partner';
      DROP INDEX api_keys_partner_key, api_keys_workspace_user_key, api_keys_organization_user_key;
      ALTER TABLE api_keys DROP CONSTRAINT api_keys_partner_id_fkey, DROP COLUMN taken_over;
      CREATE UNIQUE INDEX api_keys_workspace_user_key ON api_keys (workspace_id, user_id) WHERE family = 'workspace';
      CREATE UNIQUE INDEX api_keys_organization_user_key ON api_keys (organization_id, user_id)
        WHERE family = 'organization';
      DROP TABLE partner_organizations, partner_members, partners;
    `);
  }
}
