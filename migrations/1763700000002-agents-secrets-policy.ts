import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Agents, secrets and the policy rule sets of both levels (contract 02). */
export class AgentsSecretsPolicy1763700000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE agents (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        organization_id text NOT NULL REFERENCES organizations ON DELETE CASCADE,
        workspace_id text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        name text NOT NULL,
        identifier text NOT NULL,
        token_hash bytea NOT NULL CONSTRAINT agents_token_hash_key UNIQUE,
        token_ciphertext text NOT NULL,
        is_default boolean NOT NULL DEFAULT false,
        kind text NOT NULL DEFAULT 'byo' CHECK (kind IN ('byo', 'hosted')),
        harness text,
        model text,
        model_provider text,
        effort text,
        instructions text,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT agents_workspace_id_identifier_key UNIQUE (workspace_id, identifier)
      );
      CREATE INDEX agents_workspace_id_created_at_idx ON agents (workspace_id, created_at DESC, id);
      CREATE UNIQUE INDEX agents_one_default_key ON agents (workspace_id) WHERE is_default;

      CREATE TABLE secrets (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        organization_id text NOT NULL REFERENCES organizations ON DELETE CASCADE,
        workspace_id text REFERENCES workspaces ON DELETE CASCADE,
        name text NOT NULL,
        type text NOT NULL CHECK (type IN ('anthropic', 'openai', 'generic')),
        value_source text NOT NULL CHECK (value_source IN ('inline', 'onepassword')),
        value_ciphertext text,
        op_ref text,
        host_pattern text NOT NULL,
        path_pattern text,
        injection_config jsonb,
        metadata jsonb,
        refresh_leased_until timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT secrets_value_check CHECK (
          CASE value_source
            WHEN 'inline' THEN value_ciphertext IS NOT NULL AND op_ref IS NULL
            ELSE value_ciphertext IS NULL AND op_ref IS NOT NULL
          END
        )
      );
      CREATE INDEX secrets_scope_idx ON secrets (organization_id, workspace_id, created_at DESC, id);
      CREATE INDEX secrets_workspace_id_idx ON secrets (workspace_id);

      CREATE TABLE policy_sets (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        organization_id text NOT NULL REFERENCES organizations ON DELETE CASCADE,
        workspace_id text REFERENCES workspaces ON DELETE CASCADE,
        live_generation integer NOT NULL DEFAULT 0,
        CONSTRAINT policy_sets_scope_key UNIQUE NULLS NOT DISTINCT (organization_id, workspace_id)
      );
      CREATE INDEX policy_sets_workspace_id_idx ON policy_sets (workspace_id);

      CREATE TABLE policy_rules (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        set_id uuid NOT NULL REFERENCES policy_sets ON DELETE CASCADE,
        logical_id uuid NOT NULL,
        priority integer NOT NULL,
        is_default boolean NOT NULL DEFAULT false,
        source text NOT NULL CHECK (source IN ('custom', 'default', 'blocklist', 'grant')),
        name text NOT NULL,
        description text,
        enabled boolean NOT NULL DEFAULT true,
        action text NOT NULL CHECK (action IN ('allow', 'block')),
        rate_limit integer,
        rate_limit_window text CHECK (rate_limit_window IN ('minute', 'hour', 'day')),
        require_approval boolean NOT NULL DEFAULT false,
        coverage text CHECK (coverage IN ('credentialed', 'all')),
        conditions jsonb,
        identities jsonb NOT NULL DEFAULT '[]',
        targets jsonb NOT NULL DEFAULT '[]',
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT policy_rules_rate_limit_check CHECK ((rate_limit IS NULL) = (rate_limit_window IS NULL)),
        CONSTRAINT policy_rules_default_check CHECK (is_default = (source = 'default') AND is_default = (coverage IS NOT NULL))
      );
      CREATE INDEX policy_rules_set_id_idx ON policy_rules (set_id, priority, id);
      CREATE UNIQUE INDEX policy_rules_one_default_key ON policy_rules (set_id) WHERE is_default;
      CREATE INDEX policy_rules_targets_idx ON policy_rules USING gin (targets jsonb_path_ops);
      CREATE INDEX policy_rules_identities_idx ON policy_rules USING gin (identities jsonb_path_ops);

      CREATE TABLE policy_snapshots (
        set_id uuid NOT NULL REFERENCES policy_sets ON DELETE CASCADE,
        generation integer NOT NULL,
        rules jsonb NOT NULL,
        rule_count integer NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now(),
        applied_by_user_id uuid REFERENCES users ON DELETE SET NULL,
        PRIMARY KEY (set_id, generation)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE policy_snapshots, policy_rules, policy_sets, secrets, agents`);
  }
}
