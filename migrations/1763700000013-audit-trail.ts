import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What reading the audit trail by person, service and action needs to cost the same in a large table as in a
 * small one (01 §18.9), and retention to find what is old (01 §28).
 */
export class AuditTrail1763700000013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX audit_log_user_id_idx;
      CREATE INDEX audit_log_user_id_idx ON audit_log (user_id, organization_id, created_at DESC, id DESC);
      CREATE INDEX audit_log_kind_idx ON audit_log (organization_id, service, action, created_at DESC, id DESC);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX audit_log_kind_idx, audit_log_user_id_idx;
      CREATE INDEX audit_log_user_id_idx ON audit_log (user_id, created_at DESC, id DESC);
    `);
  }
}
