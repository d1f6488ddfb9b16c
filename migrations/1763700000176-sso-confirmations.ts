import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Single sign-on of people who were here before (05 §8.7 step 4): begun from a profile, or confirmed on a page. */
export class SsoConfirmations1763700000176 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sso_transactions ADD COLUMN link_session_id uuid;
      CREATE TABLE sso_confirmations (
        id uuid PRIMARY KEY,
        connection_id uuid NOT NULL REFERENCES sso_connections ON DELETE CASCADE,
        browser_hash bytea NOT NULL,
        identity text NOT NULL,
        return_to text NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX sso_confirmations_connection_id_idx ON sso_confirmations (connection_id);
      CREATE INDEX sso_confirmations_expires_at_idx ON sso_confirmations (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE sso_confirmations;
      ALTER TABLE sso_transactions DROP COLUMN link_session_id;
    `);
  }
}
