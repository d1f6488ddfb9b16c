import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Calls of platform tools that changed something, so that one that is repeated changes nothing more (04 §9.2). */
export class ToolCalls1763700000154 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE agent_tool_calls (
        agent_id uuid NOT NULL REFERENCES agents ON DELETE CASCADE,
        call_id text NOT NULL,
        answer jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (agent_id, call_id)
      );
      CREATE INDEX agent_tool_calls_created_at_idx ON agent_tool_calls (created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE agent_tool_calls');
  }
}
