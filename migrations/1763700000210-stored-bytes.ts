import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the messages and the transcript of a conversation occupy (R65): counted while they are written, because adding up
 * a transcript reads all of it.
 */
export class StoredBytes1763700000210 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE conversations ADD COLUMN stored_bytes bigint NOT NULL DEFAULT 0;
      UPDATE conversations c SET stored_bytes = sizes.bytes
      FROM (
        SELECT conversation_id, sum(bytes) AS bytes FROM (
          SELECT conversation_id, octet_length(message) AS bytes FROM turns
          UNION ALL SELECT conversation_id, pg_column_size(payload) FROM transcript_events) AS parts
        GROUP BY conversation_id) AS sizes
      WHERE c.id = sizes.conversation_id;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE conversations DROP COLUMN stored_bytes');
  }
}
