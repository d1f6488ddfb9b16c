import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What agents used of models by day, and which batches of it were written (06 §13.4): a batch that is sent again counts
 * once. Sums are exact; those of money are in nano-cents.
 */
export class LlmUsage1763700000115 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE llm_usage (
        organization_id text NOT NULL REFERENCES organizations ON DELETE CASCADE,
        workspace_id text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        agent_id uuid NOT NULL REFERENCES agents ON DELETE CASCADE,
        day date NOT NULL,
        provider text NOT NULL,
        model text NOT NULL,
        requests bigint NOT NULL,
        estimated_requests bigint NOT NULL,
        input_tokens bigint NOT NULL,
        output_tokens bigint NOT NULL,
        cache_read_tokens bigint NOT NULL,
        cache_write_tokens bigint NOT NULL,
        nano_cents numeric NOT NULL,
        PRIMARY KEY (agent_id, day, provider, model)
      );
      CREATE INDEX llm_usage_organization_id_idx ON llm_usage (organization_id, day, agent_id);
      CREATE INDEX llm_usage_workspace_id_idx ON llm_usage (workspace_id);
      CREATE INDEX llm_usage_day_idx ON llm_usage (day);

      CREATE TABLE metering_batches (
        id uuid PRIMARY KEY,
        written_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX metering_batches_written_at_idx ON metering_batches (written_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE metering_batches, llm_usage');
  }
}
