import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a person ever entered an account that a directory made in another way than by its organization (R39). */
export class IndependentEntry1763700000170 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users ADD COLUMN independent_entry_at timestamptz;
      UPDATE users u SET independent_entry_at = coalesce(u.last_login_at, now())
      WHERE u.created_by_organization_id IS NOT NULL AND (
        EXISTS (SELECT 1 FROM user_passwords p WHERE p.user_id = u.id)
        OR EXISTS (SELECT 1 FROM linked_sign_ins l WHERE l.user_id = u.id)
        OR EXISTS (SELECT 1 FROM user_sessions s WHERE s.user_id = u.id AND s.sign_in_method <> 'sso')
        OR u.last_login_at IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM sso_identities i
          WHERE i.user_id = u.id AND i.organization_id = u.created_by_organization_id));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE users DROP COLUMN independent_entry_at`);
  }
}
