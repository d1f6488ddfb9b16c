import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What hosted agents remember (04 §4), with history. `search` is of the words that the server cut (ADR 102); no index of
 * it, because an agent has 100 memories at most and they are found by the agent.
 */
export class AgentMemories1763700000140 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE agent_memories (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        agent_id uuid NOT NULL REFERENCES agents ON DELETE CASCADE,
        key text NOT NULL,
        title text,
        description text,
        content text NOT NULL,
        last_revision_seq integer NOT NULL,
        search tsvector NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT agent_memories_agent_id_key_key UNIQUE (agent_id, key)
      );

      CREATE TABLE agent_memory_revisions (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        memory_id uuid NOT NULL REFERENCES agent_memories ON DELETE CASCADE,
        seq integer NOT NULL CHECK (seq > 0),
        op text NOT NULL CHECK (op IN ('save', 'restore')),
        restored_from_seq integer,
        title text,
        description text,
        content text NOT NULL,
        author_kind text NOT NULL CHECK (author_kind IN ('user', 'agent')),
        author_user_id uuid REFERENCES users ON DELETE SET NULL,
        author_email text,
        conversation_id uuid,
        turn_id uuid,
        redacted_at timestamptz,
        redacted_by_user_id uuid REFERENCES users ON DELETE SET NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT agent_memory_revisions_memory_id_seq_key UNIQUE (memory_id, seq),
        CONSTRAINT agent_memory_revisions_restore_check CHECK ((op = 'restore') = (restored_from_seq IS NOT NULL))
      );
      CREATE INDEX agent_memory_revisions_author_user_id_idx ON agent_memory_revisions (author_user_id);
      CREATE INDEX agent_memory_revisions_redacted_by_user_id_idx ON agent_memory_revisions (redacted_by_user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE agent_memory_revisions, agent_memories');
  }
}
