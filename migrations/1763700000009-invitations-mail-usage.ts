import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Invitations (01 §15), addresses that want no more mail (01 §20), and how many calls with an injected credential an
 * organization made in a calendar month (UTC): a number of its own, because counting the request log would read a
 * month of traffic and forget what went with a deleted workspace (01 §18.8, 06 §13.3).
 */
export class InvitationsMailUsage1763700000009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE invitations (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        organization_id text NOT NULL REFERENCES organizations ON DELETE CASCADE,
        email text NOT NULL CHECK (email = lower(email)),
        role text NOT NULL CHECK (role IN ('admin', 'member')),
        status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'cancelled', 'expired')),
        token_hash bytea NOT NULL CONSTRAINT invitations_token_hash_key UNIQUE,
        invited_by_email text NOT NULL,
        expires_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT invitations_organization_id_email_key UNIQUE (organization_id, email)
      );
      CREATE INDEX invitations_email_idx ON invitations (email) WHERE status = 'pending';

      CREATE TABLE mail_suppressions (
        email text PRIMARY KEY CHECK (email = lower(email)),
        created_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE integration_calls (
        organization_id text NOT NULL REFERENCES organizations ON DELETE CASCADE,
        month date NOT NULL,
        calls bigint NOT NULL,
        PRIMARY KEY (organization_id, month)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE integration_calls, mail_suppressions, invitations`);
  }
}
