import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What daemons have of the agents placed at them (04 §8.6, §9.2): compute, home, processes. */
export class Sandboxes1763700000153 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE agent_sandboxes (
        agent_id uuid NOT NULL REFERENCES agents ON DELETE CASCADE,
        runner_id uuid NOT NULL REFERENCES runners ON DELETE CASCADE,
        compute_ref text,
        home_ref text,
        active_at timestamptz NOT NULL DEFAULT now(),
        config_hash text,
        config_epoch text,
        home_fingerprint text,
        home_generation integer NOT NULL DEFAULT 0,
        applied_generation integer,
        synced_generation integer,
        synced_at timestamptz,
        stop_reason text CHECK (stop_reason IN ('idle', 'evicted', 'respawn')),
        stop_told_at timestamptz,
        memories_paced_until timestamptz,
        PRIMARY KEY (agent_id, runner_id)
      );
      CREATE INDEX agent_sandboxes_runner_id_idx ON agent_sandboxes (runner_id);

      -- What a daemon has of an agent that is deleted is still to be stopped. of_agent names no row of agents.
      CREATE TABLE abandoned_sandboxes (
        of_agent uuid NOT NULL,
        runner_id uuid NOT NULL REFERENCES runners ON DELETE CASCADE,
        stop_told_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (runner_id, of_agent)
      );
      CREATE FUNCTION abandon_sandboxes() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO abandoned_sandboxes (of_agent, runner_id)
          SELECT g.agent_id, g.runner_id FROM gone g JOIN runners r ON r.id = g.runner_id
          WHERE NOT EXISTS (SELECT FROM agents a WHERE a.id = g.agent_id)
          ON CONFLICT DO NOTHING;
          RETURN NULL;
        END
      $$;
      CREATE TRIGGER agent_sandboxes_ended AFTER DELETE ON agent_sandboxes REFERENCING OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION abandon_sandboxes();

      CREATE TABLE agent_processes (
        agent_id uuid NOT NULL,
        runner_id uuid NOT NULL,
        ref text NOT NULL,
        compute_ref text NOT NULL,
        status text NOT NULL CHECK (status IN ('running', 'exited', 'stopped', 'lost')),
        reported_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (agent_id, runner_id, ref),
        CONSTRAINT agent_processes_sandbox_fkey FOREIGN KEY (agent_id, runner_id)
          REFERENCES agent_sandboxes ON DELETE CASCADE
      );
      CREATE INDEX turns_active_agent_id_idx ON turns (agent_id)
        WHERE status IN ('queued', 'dispatched', 'running');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX turns_active_agent_id_idx;
      DROP TABLE agent_processes, agent_sandboxes, abandoned_sandboxes;
      DROP FUNCTION abandon_sandboxes;
    `);
  }
}
