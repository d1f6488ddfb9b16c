import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of a run that is made; it is divided when it has grown to more than twice as many. */
const PEOPLE_IN_A_RUN = 128;

const BEFORE_ALL = `'-infinity'::timestamptz, '00000000-0000-0000-0000-000000000000'::uuid`;
const AFTER_ALL = `'infinity'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;
/** Nobody, wherever people are counted (05 §1.7). */
const PLACEHOLDERS = `'%@placeholder.invalid'`;

/** From one place up to another, numbered from 0 in the order they came. */
const PEOPLE = `
  SELECT m.created_at, m.user_id, row_number() OVER (ORDER BY m.created_at, m.user_id) - 1 AS place
  FROM memberships m
  WHERE m.organization_id = organization AND (m.created_at, m.user_id) >= (run_at, run_with)
    AND (m.created_at, m.user_id) < (next_at, next_with)
    AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = m.user_id AND u.email LIKE ${PLACEHOLDERS})`;

/**
 * People of an organization counted in runs, in the order they came (ADR 67). A run reaches from its start to the next
 * one's. Triggers keep them, because memberships also end with the rows they refer to. No membership changes its place.
 */
export class MembershipRuns1763700000090 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE membership_runs (
        organization_id text NOT NULL REFERENCES organizations ON DELETE CASCADE,
        starts_at timestamptz NOT NULL,
        starts_with uuid NOT NULL,
        people integer NOT NULL,
        PRIMARY KEY (organization_id, starts_at, starts_with)
      );

      CREATE FUNCTION membership_run_of(organization text, joined_at timestamptz, person uuid,
        OUT run_at timestamptz, OUT run_with uuid) LANGUAGE plpgsql STABLE AS $$
      BEGIN
        SELECT r.starts_at, r.starts_with INTO run_at, run_with FROM membership_runs r
        WHERE r.organization_id = organization AND (r.starts_at, r.starts_with) <= (joined_at, person)
        ORDER BY r.starts_at DESC, r.starts_with DESC LIMIT 1;
        IF NOT FOUND THEN
          SELECT ${BEFORE_ALL} INTO run_at, run_with;
        END IF;
      END $$;

      -- Counted and never added to, so that nothing drifts. The organization is locked (ADR 13).
      CREATE FUNCTION recount_membership_run(organization text, run_at timestamptz, run_with uuid) RETURNS void
      LANGUAGE plpgsql AS $$
      DECLARE
        next_at timestamptz;
        next_with uuid;
        counted integer;
        kept integer;
      BEGIN
        SELECT r.starts_at, r.starts_with INTO next_at, next_with FROM membership_runs r
        WHERE r.organization_id = organization AND (r.starts_at, r.starts_with) > (run_at, run_with)
        ORDER BY r.starts_at, r.starts_with LIMIT 1;
        IF NOT FOUND THEN
          SELECT ${AFTER_ALL} INTO next_at, next_with;
        END IF;
        SELECT count(*) INTO counted FROM (${PEOPLE}) people;
        IF counted = 0 THEN
          DELETE FROM membership_runs r
          WHERE r.organization_id = organization AND (r.starts_at, r.starts_with) = (run_at, run_with);
          RETURN;
        END IF;
        kept := CASE WHEN counted <= 2 * ${PEOPLE_IN_A_RUN} THEN counted ELSE ${PEOPLE_IN_A_RUN} END;
        INSERT INTO membership_runs VALUES (organization, run_at, run_with, kept)
        ON CONFLICT (organization_id, starts_at, starts_with) DO UPDATE SET people = EXCLUDED.people;
        IF kept < counted THEN
          INSERT INTO membership_runs
          SELECT organization, created_at, user_id, least(${PEOPLE_IN_A_RUN}, counted - place)
          FROM (${PEOPLE}) people WHERE place > 0 AND place % ${PEOPLE_IN_A_RUN} = 0;
        END IF;
      END $$;

      CREATE FUNCTION recount_changed_memberships() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        run record;
      BEGIN
        -- Those of an organization that is being deleted go with it.
        PERFORM 1 FROM organizations WHERE id IN (SELECT organization_id FROM changed) ORDER BY id FOR NO KEY UPDATE;
        FOR run IN
          SELECT DISTINCT o.id, r.run_at, r.run_with FROM changed c JOIN organizations o ON o.id = c.organization_id,
            membership_run_of(o.id, c.created_at, c.user_id) r
        LOOP
          PERFORM recount_membership_run(run.id, run.run_at, run.run_with);
        END LOOP;
        RETURN NULL;
      END $$;
      CREATE TRIGGER memberships_began AFTER INSERT ON memberships REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION recount_changed_memberships();
      CREATE TRIGGER memberships_ended AFTER DELETE ON memberships REFERENCING OLD TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION recount_changed_memberships();

      CREATE FUNCTION recount_memberships_of_person() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM 1 FROM organizations WHERE id IN (SELECT organization_id FROM memberships WHERE user_id = NEW.id)
        ORDER BY id FOR NO KEY UPDATE;
        PERFORM recount_membership_run(m.organization_id, r.run_at, r.run_with)
        FROM memberships m, membership_run_of(m.organization_id, m.created_at, m.user_id) r WHERE m.user_id = NEW.id;
        RETURN NULL;
      END $$;
      CREATE TRIGGER users_became_people AFTER UPDATE OF email ON users FOR EACH ROW
        WHEN ((OLD.email LIKE ${PLACEHOLDERS}) <> (NEW.email LIKE ${PLACEHOLDERS}))
        EXECUTE FUNCTION recount_memberships_of_person();

      SELECT recount_membership_run(id, ${BEFORE_ALL}) FROM organizations;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER users_became_people ON users;
      DROP TRIGGER memberships_ended ON memberships;
      DROP TRIGGER memberships_began ON memberships;
      DROP FUNCTION recount_memberships_of_person();
      DROP FUNCTION recount_changed_memberships();
      DROP FUNCTION recount_membership_run(text, timestamptz, uuid);
      DROP FUNCTION membership_run_of(text, timestamptz, uuid);
      DROP TABLE membership_runs;
    `);
  }
}
