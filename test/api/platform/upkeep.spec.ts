/** 01 §28: what the background jobs remove, run by the real job runner on rows that were aged. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { api } from '../../harness/clients/client.js';
import { setPlan, signInOnCloud } from '../../harness/people/cloud.js';
import { whileHeld } from '../../harness/database/contention.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { startSessionIssuer } from '../../harness/people/session-issuer.js';
import { until } from '../../harness/time/until.js';

describe('sessions and password reset links', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startServer();
  });

  afterAll(async () => {
    await server?.close();
  });

  it('that have ended are removed, the others stay', async () => {
    const [gone, here] = [await signUpOwner(server), await signUpOwner(server)];
    for (const { userId } of [gone, here]) {
      await server.db.query(
        `INSERT INTO password_reset_tokens (user_id, token_hash, expires_at) VALUES ($1, $2, now() + interval '1 hour')`,
        [userId, randomBytes(32)],
      );
    }
    for (const table of ['user_sessions', 'password_reset_tokens']) {
      await server.db.query(
        `UPDATE ${table} SET expires_at = now() - interval '1 second' WHERE user_id = $1`,
        [gone.userId],
      );
    }
    await run(server, 'identity.remove-expired');
    for (const table of ['user_sessions', 'password_reset_tokens']) {
      const left = await server.db.query<{ user_id: string }>(`SELECT DISTINCT user_id FROM ${table}`);
      expect(left.map((row) => row.user_id)).toEqual([here.userId]);
    }
    expect((await api(server).as(here.cookie).get('/v1/user')).status).toBe(200);
  });
});

describe('the audit log', () => {
  it('is kept for ever on a self-hosted server that does not say otherwise', async () => {
    const server = await startServer();
    try {
      const owner = await signUpOwner(server);
      await plant(server, owner, 36_000);
      await run(server, 'audit-trail.remove-expired');
      expect(await plantedDays(server, owner.organizationId)).toEqual([36_000]);
    } finally {
      await server.close();
    }
  });

  it('is kept for AUDIT_RETENTION_DAYS, entries of no organization included', async () => {
    const server = await startServer({ AUDIT_RETENTION_DAYS: '30' });
    try {
      const owner = await signUpOwner(server);
      for (const days of [0, 29, 31, 400]) await plant(server, owner, days);
      for (const days of [0, 29, 31, 400]) await plant(server, null, days);
      await run(server, 'audit-trail.remove-expired');
      expect(await plantedDays(server, owner.organizationId)).toEqual([0, 29]);
      expect(await plantedDays(server, null)).toEqual([0, 29]);
    } finally {
      await server.close();
    }
  });

  it("is kept on Cloud as long as each organization's plan says", async () => {
    const issuer = await startSessionIssuer();
    const server = await startServer(issuer.settings);
    try {
      const kept: Record<string, number[]> = {};
      for (const plan of ['free', 'pro', 'team', 'scale', 'enterprise']) {
        const person = await signInOnCloud(server, issuer);
        await setPlan(server, person.organizationId, plan);
        for (const days of [0, 2, 8, 31, 91]) await plant(server, person, days);
        kept[plan] = [];
      }
      await plant(server, null, 89);
      await plant(server, null, 91);
      await run(server, 'audit-trail.remove-expired');
      for (const plan of Object.keys(kept)) {
        const [organization] = await server.db.query<{ id: string }>(
          'SELECT id FROM organizations WHERE plan = $1',
          [plan],
        );
        kept[plan] = await plantedDays(server, organization!.id);
      }
      const kept90 = [0, 2, 8, 31];
      expect(kept).toEqual({ free: [0], pro: [0, 2], team: [0, 2, 8], scale: kept90, enterprise: kept90 });
      expect(await plantedDays(server, null)).toEqual([89]);
    } finally {
      await server.close();
      await issuer.close();
    }
  });

  it('is cleared of more than one batch, by several replicas at once, and of nothing twice', async () => {
    const settings = { AUDIT_RETENTION_DAYS: '30' };
    const server = await startServer(settings);
    const replica = await startReplica(server, settings);
    try {
      const owner = await signUpOwner(server);
      await plant(server, owner, 31, 12_001);
      await plant(server, owner, 29, 7);
      await Promise.all([1, 2, 3].map(() => run(server, 'audit-trail.remove-expired')));
      expect(await plantedDays(server, owner.organizationId)).toEqual(Array(7).fill(29));
      await run(server, 'audit-trail.remove-expired');
      expect(await plantedDays(server, owner.organizationId)).toHaveLength(7);
    } finally {
      await replica.close();
      await server.close();
    }
  });
});

describe('the request log (R30)', () => {
  const JOB = 'gateway.purge-request-log';

  async function plantRequests(
    server: TestServer,
    { organizationId, workspaceId }: Pick<Owner, 'organizationId' | 'workspaceId'>,
    days: number,
    count = 1,
  ): Promise<void> {
    await server.db.query(
      `INSERT INTO request_log (organization_id, workspace_id, method, host, path, provider, status, latency_ms,
         injection_count, llm_host, created_at)
       SELECT $1, $2, 'GET', 'api.test', '/' || $3::int, 'api.test', 200, 1, 1, false,
         now() - make_interval(days => $3::int, secs => n) FROM generate_series(1, $4) n`,
      [organizationId, workspaceId, days, count],
    );
  }

  /** How many rows of which age are left in the workspace. */
  async function left(server: TestServer, { workspaceId }: Owner): Promise<Record<string, number>> {
    const rows = await server.db.query<{ path: string; n: number }>(
      `SELECT path, count(*)::int AS n FROM request_log WHERE workspace_id = $1 GROUP BY 1 ORDER BY 1`,
      [workspaceId],
    );
    return Object.fromEntries(rows.map(({ path, n }) => [path, n]));
  }

  it('is kept for thirty days where nothing else is said', async () => {
    const server = await startServer();
    try {
      const owner = await signUpOwner(server);
      for (const days of [0, 29, 30, 400]) await plantRequests(server, owner, days);
      await run(server, JOB);
      expect(await left(server, owner)).toEqual({ '/0': 1, '/29': 1 });
      const activity = await owner.api.get('/v1/activity');
      expect(activity.body.logs.map(({ path }: { path: string }) => path)).toEqual(['/0', '/29']);
    } finally {
      await server.close();
    }
  });

  it('is kept for REQUEST_LOG_RETENTION_DAYS in every workspace, through many batches at once', async () => {
    const settings = { REQUEST_LOG_RETENTION_DAYS: '7' };
    const server = await startServer(settings);
    const replica = await startReplica(server, settings);
    try {
      const owners = [await signUpOwner(server), await signUpOwner(server), await signUpOwner(server)];
      // More than a statement takes, exactly as much, and the rest of what another left.
      for (const [index, count] of [6_001, 2_000, 37].entries()) {
        await plantRequests(server, owners[index]!, 8, count);
        await plantRequests(server, owners[index]!, 6, 11);
      }
      await Promise.all([1, 2].map(() => run(server, JOB)));
      await run(server, JOB);
      for (const owner of owners) expect(await left(server, owner)).toEqual({ '/6': 11 });
    } finally {
      await replica.close();
      await server.close();
    }
  });

  it('is looked through in every workspace there is, however many', async () => {
    const server = await startServer();
    try {
      const owner = await signUpOwner(server);
      await server.db.query(
        `INSERT INTO workspaces (id, organization_id, name, slug)
         SELECT 'w' || lpad(n::text, 6, '0'), $1, 'W' || n, 'w' || n FROM generate_series(1, 1200) n`,
        [owner.organizationId],
      );
      await server.db.query(
        `INSERT INTO request_log (organization_id, workspace_id, method, host, path, provider, status, latency_ms,
           injection_count, llm_host, created_at)
         SELECT $1, id, 'GET', 'api.test', '/', 'api.test', 200, 1, 1, false, now() - interval '31 days'
         FROM workspaces WHERE id LIKE 'w0%'`,
        [owner.organizationId],
      );
      await run(server, JOB);
      expect(await server.db.query('SELECT count(*)::int AS n FROM request_log')).toEqual([{ n: 0 }]);
    } finally {
      await server.close();
    }
  });

  it('waits for nobody: a row that is held stays for the next time, the others go', async () => {
    const server = await startServer();
    try {
      const owner = await signUpOwner(server);
      await plantRequests(server, owner, 31, 5);
      await whileHeld(
        server,
        (query) => query(`SELECT 1 FROM request_log ORDER BY created_at LIMIT 1 FOR UPDATE`),
        [],
        async () => {
          await run(server, JOB);
          expect(await left(server, owner)).toEqual({ '/31': 1 });
        },
      );
      await run(server, JOB);
      expect(await left(server, owner)).toEqual({});
    } finally {
      await server.close();
    }
  });

  it('is kept for ever with REQUEST_LOG_RETENTION_DAYS=0', async () => {
    const server = await startServer({ REQUEST_LOG_RETENTION_DAYS: '0' });
    try {
      const owner = await signUpOwner(server);
      await plantRequests(server, owner, 4_000);
      await run(server, JOB);
      expect(await left(server, owner)).toEqual({ '/4000': 1 });
    } finally {
      await server.close();
    }
  });
});

/** Queues the job beside its schedule and waits until a worker has done it; a job that fails stays in the queue. */
async function run(server: TestServer, job: string): Promise<void> {
  const [queued] = await server.db.query<{ id: string }>(
    `SELECT id FROM graphile_worker.add_job($1, '{}'::json, max_attempts := 1)`,
    [job],
  );
  await until(async () => {
    const left = await server.db.query('SELECT 1 FROM graphile_worker.jobs WHERE id = $1', [queued!.id]);
    return left.length === 0;
  });
}

/** Entries so many days old; without a person such as a failed sign-in leaves them. */
async function plant(
  server: TestServer,
  owner: Pick<Owner, 'organizationId'> | null,
  days: number,
  count = 1,
): Promise<void> {
  await server.db.query(
    `INSERT INTO audit_log (organization_id, action, service, status, source, metadata, created_at)
     SELECT $1, 'update', 'skill', 'success', 'system', jsonb_build_object('days', $2::int),
       now() - make_interval(days => $2)
     FROM generate_series(1, $3)`,
    [owner?.organizationId ?? null, days, count],
  );
}

async function plantedDays(server: TestServer, organizationId: string | null): Promise<number[]> {
  const rows = await server.db.query<{ days: number }>(
    `SELECT (metadata ->> 'days')::int AS days FROM audit_log
     WHERE organization_id IS NOT DISTINCT FROM $1 AND service = 'skill' ORDER BY created_at DESC`,
    [organizationId],
  );
  return rows.map(({ days }) => days);
}
