import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is on its way to the operator's SIEM (ADR 84). Nothing is referred to: neither what is deleted elsewhere nor a row
 * of a sink, which would be locked by every event.
 */
export class EventExport1763700000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE export_sinks (
        name text PRIMARY KEY,
        announced_at timestamptz NOT NULL DEFAULT now(),
        lease_owner uuid,
        leased_until timestamptz,
        batch_id uuid,
        batch_positions bigint[],
        attempts integer NOT NULL DEFAULT 0,
        retry_at timestamptz,
        failing_since timestamptz,
        last_error text,
        delivered_at timestamptz
      );
      CREATE TABLE export_outbox (
        sink text NOT NULL,
        position bigint GENERATED ALWAYS AS IDENTITY,
        events json NOT NULL,
        size integer NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (sink, position)
      ) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE export_outbox, export_sinks;`);
  }
}
