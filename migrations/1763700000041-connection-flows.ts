import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People on their way through a provider's consent (03 §5.2). */
export class ConnectionFlows1763700000041 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE connection_flows (
        state_hash bytea PRIMARY KEY,
        organization_id text NOT NULL REFERENCES organizations ON DELETE CASCADE,
        workspace_id text REFERENCES workspaces ON DELETE CASCADE,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        source text NOT NULL CHECK (source IN ('app', 'api')),
        provider text NOT NULL,
        app_config_id uuid REFERENCES app_configs ON DELETE CASCADE,
        connection_id text,
        agent_name text,
        app_origin text NOT NULL,
        redirect_uri text NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX connection_flows_expires_at_idx ON connection_flows (expires_at);
      CREATE INDEX connection_flows_organization_id_idx ON connection_flows (organization_id);
      CREATE INDEX connection_flows_workspace_id_idx ON connection_flows (workspace_id);
      CREATE INDEX connection_flows_user_id_idx ON connection_flows (user_id);
      CREATE INDEX connection_flows_app_config_id_idx ON connection_flows (app_config_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE connection_flows`);
  }
}
