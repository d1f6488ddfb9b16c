import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests held for a person's decision, and the processes that hold them (06 §15, §17.2). */
export class Approvals1763700000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gateway_processes (
        id uuid PRIMARY KEY,
        started_at timestamptz NOT NULL DEFAULT now(),
        seen_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE approvals (
        id uuid PRIMARY KEY,
        organization_id text NOT NULL REFERENCES organizations ON DELETE CASCADE,
        workspace_id text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        agent_id uuid NOT NULL REFERENCES agents ON DELETE CASCADE,
        owner_id uuid NOT NULL,
        state text NOT NULL DEFAULT 'pending'
          CHECK (state IN ('pending', 'approved', 'denied', 'expired', 'cancelled', 'released')),
        request jsonb,
        offer jsonb,
        decided_by uuid REFERENCES users ON DELETE SET NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        settled_at timestamptz,
        CHECK ((state = 'pending') = (settled_at IS NULL)),
        CHECK ((state = 'pending') = (request IS NOT NULL))
      );
      CREATE INDEX approvals_workspace_id_idx ON approvals (workspace_id, created_at, id) WHERE state = 'pending';
      CREATE INDEX approvals_organization_id_idx ON approvals (organization_id, created_at, id)
        WHERE state = 'pending';
      CREATE INDEX approvals_agent_id_idx ON approvals (agent_id);
      CREATE INDEX approvals_owner_id_idx ON approvals (owner_id) WHERE state = 'pending';
      CREATE INDEX approvals_settled_at_idx ON approvals (settled_at) WHERE state <> 'pending';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE approvals, gateway_processes`);
  }
}
