import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The key pair that the deployment signs SAML messages with (05 §8.6 rule 6). */
export class SamlSigningKey1763700000085 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE saml_signing_key (
        id integer PRIMARY KEY CHECK (id = 1),
        certificate_pem text NOT NULL,
        key_pem text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE saml_signing_key;`);
  }
}
