/** 01 §28: what the background jobs remove, run by the real job runner on rows that were aged. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../harness/accounts.js';
import { api } from '../harness/client.js';
import { setPlan, signInOnCloud } from '../harness/cloud.js';
import { startReplica, startServer, type TestServer } from '../harness/server.js';
import { startSessionIssuer } from '../harness/session-issuer.js';
import { until } from '../harness/until.js';

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
