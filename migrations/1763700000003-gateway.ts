import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the gateway keeps: its certificate authority, rate counters and the request log (contract 06). */
export class Gateway1763700000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gateway_ca (
        id integer PRIMARY KEY CHECK (id = 1),
        certificate_pem text NOT NULL,
        key_ciphertext text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE rate_limit_counters (
        key text NOT NULL,
        window_number bigint NOT NULL,
        hits integer NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (key, window_number)
      );
      CREATE INDEX rate_limit_counters_expires_at_idx ON rate_limit_counters (expires_at);

      CREATE TABLE request_log (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        organization_id text NOT NULL REFERENCES organizations ON DELETE CASCADE,
        workspace_id text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        agent_id uuid REFERENCES agents ON DELETE SET NULL,
        method text NOT NULL,
        host text NOT NULL,
        path text NOT NULL,
        provider text NOT NULL,
        status integer NOT NULL,
        latency_ms integer NOT NULL,
        injection_count integer NOT NULL,
        llm_host boolean NOT NULL,
        matched_rule_logical_id uuid,
        extra_data jsonb,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX request_log_workspace_id_idx ON request_log (workspace_id, created_at DESC, id DESC);
      CREATE INDEX request_log_agent_id_idx ON request_log (agent_id, created_at DESC);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE request_log, rate_limit_counters, gateway_ca`);
  }
}
