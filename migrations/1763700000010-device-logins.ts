import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Logins of command-line clients in progress (01 §14). A confirmed one goes with the key it hands over, so that
 * whoever loses the workspace before the client has asked hands over nothing.
 */
export class DeviceLogins1763700000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE device_logins (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        code_hash bytea NOT NULL CONSTRAINT device_logins_code_hash_key UNIQUE,
        expires_at timestamptz NOT NULL,
        confirmed_at timestamptz,
        workspace_id text,
        api_key_id uuid REFERENCES api_keys ON DELETE CASCADE,
        key_ciphertext text,
        CONSTRAINT device_logins_confirmed_check CHECK (
          CASE WHEN confirmed_at IS NULL THEN num_nonnulls(workspace_id, api_key_id, key_ciphertext) = 0
            ELSE num_nonnulls(workspace_id, api_key_id) = 2
          END
        )
      );
      CREATE INDEX device_logins_expires_at_idx ON device_logins (expires_at);
      CREATE INDEX device_logins_api_key_id_idx ON device_logins (api_key_id) WHERE api_key_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE device_logins`);
  }
}
