import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Hosted agents (04 §2, §7, §8): runners, who is placed where, conversations, turns with their leases, transcripts, files. */
export class Conversations1763700000130 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE runners (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        name text NOT NULL,
        kind text NOT NULL CHECK (kind IN ('external', 'embedded')),
        token_hash bytea CONSTRAINT runners_token_hash_key UNIQUE,
        boot_id text,
        capabilities jsonb NOT NULL DEFAULT '{}',
        last_seen_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT runners_token_check CHECK ((kind = 'external') = (token_hash IS NOT NULL))
      );
      CREATE UNIQUE INDEX runners_one_embedded_key ON runners (kind) WHERE kind = 'embedded';

      CREATE TABLE agent_placements (
        agent_id uuid PRIMARY KEY REFERENCES agents ON DELETE CASCADE,
        runner_id uuid NOT NULL REFERENCES runners ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX agent_placements_runner_id_idx ON agent_placements (runner_id);

      CREATE TABLE conversations (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        workspace_id text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        agent_id uuid NOT NULL REFERENCES agents ON DELETE CASCADE,
        source text NOT NULL CHECK (source IN ('web', 'slack', 'cron', 'watch')),
        external_ref text,
        direct boolean NOT NULL DEFAULT false,
        user_id uuid REFERENCES users ON DELETE CASCADE,
        title text,
        last_seq integer NOT NULL DEFAULT 0,
        session_ref text,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT conversations_agent_id_source_external_ref_key UNIQUE (agent_id, source, external_ref),
        CONSTRAINT conversations_direct_check CHECK (direct = (user_id IS NOT NULL))
      );
      CREATE UNIQUE INDEX conversations_direct_key ON conversations (agent_id, user_id) WHERE direct;
      CREATE INDEX conversations_workspace_id_idx ON conversations (workspace_id, created_at DESC, id DESC);
      CREATE INDEX conversations_user_id_idx ON conversations (user_id);

      CREATE TABLE turns (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        conversation_id uuid NOT NULL REFERENCES conversations ON DELETE CASCADE,
        agent_id uuid NOT NULL REFERENCES agents ON DELETE CASCADE,
        status text NOT NULL CHECK (
          status IN ('queued', 'dispatched', 'running', 'done', 'failed', 'aborted', 'joining', 'joined')),
        source text NOT NULL CHECK (source IN ('web', 'slack', 'cron', 'watch')),
        user_id uuid REFERENCES users ON DELETE SET NULL,
        message text NOT NULL,
        error text,
        error_code text,
        usage jsonb,
        follow_up_of_turn_id uuid REFERENCES turns ON DELETE SET NULL,
        offered_to_turn_id uuid REFERENCES turns ON DELETE SET NULL,
        abort_requested_at timestamptz,
        abort_told_lease_id uuid,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        queued_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        claimable_at timestamptz NOT NULL DEFAULT now(),
        started_at timestamptz,
        finished_at timestamptz,
        attempt integer NOT NULL DEFAULT 0,
        requeued boolean NOT NULL DEFAULT false,
        unreceived integer NOT NULL DEFAULT 0,
        announced boolean NOT NULL DEFAULT false,
        start_failure text,
        lease_id uuid CONSTRAINT turns_lease_id_key UNIQUE,
        lease_runner_id uuid REFERENCES runners ON DELETE SET NULL,
        lease_boot_id text,
        lease_expires_at timestamptz,
        lease_received boolean NOT NULL DEFAULT false,
        accepted_through integer NOT NULL DEFAULT 0,
        observable boolean NOT NULL DEFAULT false,
        answered boolean NOT NULL DEFAULT false,
        stored_rows integer NOT NULL DEFAULT 0,
        stored_bytes integer NOT NULL DEFAULT 0,
        CONSTRAINT turns_lease_check CHECK (
          status NOT IN ('dispatched', 'running') OR num_nulls(lease_id, lease_boot_id, lease_expires_at) = 0)
      );
      CREATE UNIQUE INDEX turns_one_active_key ON turns (conversation_id)
        WHERE status IN ('queued', 'dispatched', 'running');
      CREATE INDEX turns_conversation_id_idx ON turns (conversation_id, created_at DESC, id DESC);
      CREATE INDEX turns_joining_idx ON turns (conversation_id, created_at, id) WHERE status = 'joining';
      CREATE INDEX turns_queued_idx ON turns (agent_id, queued_at) WHERE status = 'queued';
      CREATE INDEX turns_unfinished_idx ON turns (queued_at)
        WHERE status IN ('queued', 'dispatched', 'running', 'joining');
      CREATE INDEX turns_leased_idx ON turns (lease_expires_at) WHERE status IN ('dispatched', 'running');
      CREATE INDEX turns_agent_id_idx ON turns (agent_id);
      CREATE INDEX turns_user_id_idx ON turns (user_id);
      CREATE INDEX turns_follow_up_of_turn_id_idx ON turns (follow_up_of_turn_id);
      CREATE INDEX turns_offered_to_turn_id_idx ON turns (offered_to_turn_id);
      CREATE INDEX turns_lease_runner_id_idx ON turns (lease_runner_id);

      CREATE TABLE transcript_events (
        conversation_id uuid NOT NULL REFERENCES conversations ON DELETE CASCADE,
        seq integer NOT NULL,
        turn_id uuid NOT NULL REFERENCES turns ON DELETE CASCADE,
        payload jsonb NOT NULL,
        PRIMARY KEY (conversation_id, seq)
      );
      CREATE INDEX transcript_events_turn_id_idx ON transcript_events (turn_id, seq);

      CREATE TABLE conversation_attachments (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        conversation_id uuid NOT NULL REFERENCES conversations ON DELETE CASCADE,
        turn_id uuid REFERENCES turns ON DELETE CASCADE,
        user_id uuid REFERENCES users ON DELETE SET NULL,
        status text NOT NULL CHECK (status IN ('pending', 'bound', 'failed')),
        name text NOT NULL,
        mime_type text NOT NULL,
        size_bytes integer NOT NULL,
        sha256 bytea,
        content bytea,
        failure text,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT conversation_attachments_bytes_check CHECK ((status = 'failed') = (content IS NULL)),
        CONSTRAINT conversation_attachments_turn_check CHECK ((status = 'pending') = (turn_id IS NULL))
      );
      -- Compressing what mostly is compressed already costs time, and slices of it could not be read by themselves.
      ALTER TABLE conversation_attachments ALTER COLUMN content SET STORAGE EXTERNAL;
      CREATE INDEX conversation_attachments_conversation_id_idx
        ON conversation_attachments (conversation_id, status);
      CREATE INDEX conversation_attachments_turn_id_idx ON conversation_attachments (turn_id, created_at, id);
      CREATE INDEX conversation_attachments_user_id_idx ON conversation_attachments (user_id);
      CREATE INDEX conversation_attachments_pending_idx ON conversation_attachments (created_at)
        WHERE status = 'pending';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE conversation_attachments, transcript_events, turns, conversations, agent_placements, runners;
    `);
  }
}
