import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where agents are talked to outside the web (04 §6): organizations' Slack workspaces, agents' apps, who is who, threads. */
export class Channels1763700000161 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE channel_integrations (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        -- Null once the organization is gone: kept until the apps of its agents are torn down.
        organization_id text REFERENCES organizations ON DELETE SET NULL,
        provider text NOT NULL CHECK (provider IN ('slack')),
        external_id text NOT NULL,
        name text,
        credential_ciphertext text,
        credential_expires_at timestamptz,
        credentials_rotated_at timestamptz,
        rotation_leased_until timestamptz,
        needs_credentials boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT channel_integrations_organization_id_provider_key UNIQUE (organization_id, provider),
        CONSTRAINT channel_integrations_credential_check CHECK (
          (credential_ciphertext IS NULL) = (credential_expires_at IS NULL)
          AND NOT (needs_credentials AND credential_ciphertext IS NOT NULL))
      );
      CREATE INDEX channel_integrations_doomed_idx ON channel_integrations (created_at) WHERE organization_id IS NULL;
      CREATE INDEX channel_integrations_rotation_idx ON channel_integrations (credentials_rotated_at)
        WHERE credential_ciphertext IS NOT NULL;

      CREATE TABLE channel_presences (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        -- Null once it is detached, or the agent is gone by whatever way: kept until its app is torn down.
        agent_id uuid REFERENCES agents ON DELETE SET NULL,
        integration_id uuid NOT NULL REFERENCES channel_integrations ON DELETE CASCADE,
        provider text NOT NULL CHECK (provider IN ('slack')),
        transport text NOT NULL CHECK (transport IN ('events', 'socket')),
        status text NOT NULL CHECK (status IN ('pending_setup', 'active', 'needs_attention', 'disabled')),
        status_reason text,
        external_id text NOT NULL,
        identity_ref text,
        identity_name text,
        app_name text NOT NULL,
        teardown_leased_until timestamptz,
        teardown_attempts integer NOT NULL DEFAULT 0,
        teardown_renamed boolean NOT NULL DEFAULT false,
        credentials_ciphertext text NOT NULL,
        created_by_user_id uuid REFERENCES users ON DELETE SET NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT channel_presences_agent_id_provider_key UNIQUE (agent_id, provider),
        CONSTRAINT channel_presences_provider_external_id_key UNIQUE (provider, external_id),
        CONSTRAINT channel_presences_identity_check CHECK (status = 'pending_setup' OR identity_ref IS NOT NULL)
      );
      CREATE INDEX channel_presences_integration_id_idx ON channel_presences (integration_id);
      CREATE INDEX channel_presences_doomed_idx ON channel_presences (created_at) WHERE agent_id IS NULL;
      CREATE INDEX channel_presences_created_by_user_id_idx ON channel_presences (created_by_user_id);

      CREATE TABLE channel_user_links (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        integration_id uuid NOT NULL REFERENCES channel_integrations ON DELETE CASCADE,
        external_user_id text NOT NULL,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        linked_via text NOT NULL CHECK (linked_via IN ('email', 'manual')),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT channel_user_links_external_user_id_key UNIQUE (integration_id, external_user_id),
        CONSTRAINT channel_user_links_user_id_key UNIQUE (integration_id, user_id)
      );
      CREATE INDEX channel_user_links_user_id_idx ON channel_user_links (user_id);

      CREATE TABLE channel_thread_links (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        presence_id uuid NOT NULL REFERENCES channel_presences ON DELETE CASCADE,
        conversation_id uuid NOT NULL REFERENCES conversations ON DELETE CASCADE,
        kind text NOT NULL CHECK (kind IN ('direct', 'group')),
        external_thread_id text NOT NULL,
        user_link_id uuid REFERENCES channel_user_links ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT channel_thread_links_external_thread_id_key UNIQUE (presence_id, external_thread_id),
        CONSTRAINT channel_thread_links_conversation_id_key UNIQUE (conversation_id, presence_id),
        -- Once a person is unlinked their own thread must not be posted to that Slack user any more.
        CONSTRAINT channel_thread_links_direct_check CHECK ((kind = 'direct') = (user_link_id IS NOT NULL))
      );
      CREATE INDEX channel_thread_links_user_link_id_idx ON channel_thread_links (user_link_id);

      CREATE TABLE channel_adapters (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        name text NOT NULL,
        kind text NOT NULL CHECK (kind IN ('external', 'embedded')),
        token_hash bytea CONSTRAINT channel_adapters_token_hash_key UNIQUE,
        boot_id text,
        last_seen_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT channel_adapters_token_check CHECK ((kind = 'external') = (token_hash IS NOT NULL))
      );
      CREATE UNIQUE INDEX channel_adapters_one_embedded_key ON channel_adapters (kind) WHERE kind = 'embedded';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE channel_adapters, channel_thread_links, channel_user_links, channel_presences, channel_integrations;
    `);
  }
}
