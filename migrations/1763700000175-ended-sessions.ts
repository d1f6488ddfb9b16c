import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Every process hears when a session ends early (01 §3.3): a row deleted by whatever statement, a foreign key included,
 * and a token that is replaced. Sessions whose time is over are not announced: who holds something open for them knows
 * when that is.
 */
export class EndedSessions1763700000175 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION announce_ended_session() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          PERFORM pg_notify('sessions_ended', OLD.user_id::text);
          RETURN NULL;
        END
      $$;
      CREATE TRIGGER user_sessions_ended AFTER DELETE ON user_sessions FOR EACH ROW
        WHEN (OLD.expires_at > now()) EXECUTE FUNCTION announce_ended_session();
      CREATE TRIGGER user_sessions_rotated AFTER UPDATE OF token_hash ON user_sessions FOR EACH ROW
        WHEN (OLD.token_hash IS DISTINCT FROM NEW.token_hash) EXECUTE FUNCTION announce_ended_session();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER user_sessions_rotated ON user_sessions;
      DROP TRIGGER user_sessions_ended ON user_sessions;
      DROP FUNCTION announce_ended_session;
    `);
  }
}
