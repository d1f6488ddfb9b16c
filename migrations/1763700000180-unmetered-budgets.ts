import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Budgets refuse calls that they cannot measure, unless they say otherwise (07 A11). */
export class UnmeteredBudgets1763700000180 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE partner_budgets ADD COLUMN allow_unmetered boolean NOT NULL DEFAULT false',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE partner_budgets DROP COLUMN allow_unmetered');
  }
}
