import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What directories write of people and nobody else keeps (05 §10.5). */
export class Scim1763700000070 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE scim_users (
        organization_id text NOT NULL,
        user_id uuid NOT NULL,
        external_id text,
        has_display_name boolean NOT NULL DEFAULT false,
        display_name text,
        name jsonb,
        updated_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (organization_id, user_id),
        FOREIGN KEY (organization_id, user_id) REFERENCES memberships ON DELETE CASCADE,
        CONSTRAINT scim_users_external_id_key UNIQUE (organization_id, external_id)
      );
      CREATE INDEX users_placeholders_idx ON users (id) WHERE email LIKE '%@placeholder.invalid';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX users_placeholders_idx;
      DROP TABLE scim_users;
    `);
  }
}
