import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Instruction packs of agents, workspaces and organizations (04 §5). */
export class Skills1763700000141 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE skills (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        organization_id text NOT NULL REFERENCES organizations ON DELETE CASCADE,
        workspace_id text REFERENCES workspaces ON DELETE CASCADE,
        agent_id uuid REFERENCES agents ON DELETE CASCADE,
        name text NOT NULL,
        description text NOT NULL,
        content text NOT NULL,
        files jsonb NOT NULL DEFAULT '[]',
        enabled boolean NOT NULL DEFAULT true,
        created_by_user_id uuid REFERENCES users ON DELETE SET NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT skills_owner_check CHECK (agent_id IS NULL OR workspace_id IS NOT NULL)
      );
      CREATE UNIQUE INDEX skills_organization_name_key ON skills (organization_id, name) WHERE workspace_id IS NULL;
      CREATE UNIQUE INDEX skills_workspace_name_key ON skills (workspace_id, name)
        WHERE workspace_id IS NOT NULL AND agent_id IS NULL;
      CREATE UNIQUE INDEX skills_agent_name_key ON skills (agent_id, name) WHERE agent_id IS NOT NULL;
      CREATE INDEX skills_organization_id_idx ON skills (organization_id, workspace_id);
      CREATE INDEX skills_workspace_id_idx ON skills (workspace_id);
      CREATE INDEX skills_created_by_user_id_idx ON skills (created_by_user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE skills');
  }
}
