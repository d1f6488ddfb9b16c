import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Avatars of agents (02 §2.3). A table of their own, so that no reading of agents carries image bytes. */
export class AgentImages1763700000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE agent_images (
        agent_id uuid PRIMARY KEY REFERENCES agents ON DELETE CASCADE,
        image_key text NOT NULL CHECK (image_key ~ '^[0-9a-f]{32}$'),
        content_type text NOT NULL CHECK (content_type IN ('image/png', 'image/jpeg', 'image/webp', 'image/gif')),
        bytes bytea NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE agent_images`);
  }
}
