import { beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Epochs } from '../../../src/kernel/database/epochs.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import {
  type Agent,
  askThrough,
  createAgent,
  createSecret,
  grant,
  revoke,
} from '../../harness/clients/agent.js';
import { askAbout, pending } from '../../harness/policy/approvals.js';
import { gateway } from '../../harness/clients/client.js';
import { whileDeaf as untilHeard } from '../../harness/database/deaf.js';
import { network, publishRules } from '../../harness/policy/rules.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { withReplica } from '../../harness/server/stands.js';
import { openTunnel } from '../../harness/clients/plain-tunnel.js';
import { until } from '../../harness/time/until.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';

/** Writes are in force at once where they are made, and within a second everywhere (R17). */
let upstream: Upstream;
let server: TestServer;
let replica: TestServer;
let owner: Owner;
let agent: Agent;

withReplica((stand) => ({ upstream, server, replica } = stand));

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
});

/** What the upstream saw of `x-test-key`, through the one or the other process. */
async function injectedAt(at: TestServer): Promise<unknown> {
  upstream.seen.length = 0;
  const answer = await askThrough(at, agent.token, 'http://api.u.test/');
  expect(answer.status).toBe(200);
  return upstream.only().headers['x-test-key'];
}

async function statusAt(at: TestServer): Promise<number> {
  return (await askThrough(at, agent.token, 'http://api.u.test/')).status;
}

const A_SECOND_MS = 1_000;
const replicaInjects = (value: unknown) =>
  until(async () => (await injectedAt(replica)) === value, A_SECOND_MS);
const replicaAnswers = (status: number) =>
  until(async () => (await statusAt(replica)) === status, A_SECOND_MS);

describe('06-20 a second process', () => {
  it('06-T134, 06-T135 hears of a grant and of its end within a second', async () => {
    const secret = await createSecret(owner, { hostPattern: 'api.u.test' });
    expect(await injectedAt(replica)).toBeUndefined();
    await grant(owner, agent.id, secret);
    expect(await injectedAt(server)).toBe('the-value');
    await replicaInjects('the-value');
    await revoke(owner, agent.id, secret);
    expect(await injectedAt(server)).toBeUndefined();
    await replicaInjects(undefined);
  });

  it('R17 hears ten writes in a row, of each within a second', async () => {
    const secret = await createSecret(owner, { hostPattern: 'api.u.test' });
    let heard = 0;
    for (let round = 0; round < 5; round++) {
      await grant(owner, agent.id, secret);
      await replicaInjects('the-value').then(() => heard++);
      await revoke(owner, agent.id, secret);
      await replicaInjects(undefined).then(() => heard++);
    }
    expect(heard).toBe(10);
  });

  it('hears of rules, of a new token, of a changed secret and of a deleted agent', async () => {
    const secret = await createSecret(owner, { hostPattern: 'api.u.test' });
    await grant(owner, agent.id, secret);
    await publishRules(
      server,
      { organizationId: owner.organizationId },
      { rules: [{ action: 'block', targets: [network('api.u.test')] }] },
    );
    await replicaAnswers(403);
    await publishRules(server, { organizationId: owner.organizationId }, {});
    await replicaAnswers(200);
    expect((await owner.api.patch(`/v1/secrets/${secret}`, { value: 'second-value' })).status).toBe(200);
    await replicaInjects('second-value');
    const renewed = await owner.api.post(`/v1/agents/${agent.id}/regenerate-token`);
    await replicaAnswers(407);
    agent.token = renewed.body.accessToken;
    expect(await statusAt(replica)).toBe(200);
    expect((await owner.api.delete(`/v1/agents/${agent.id}`)).status).toBe(204);
    await replicaAnswers(407);
  });

  it('02-18 every single request after an acknowledged write sees it, under concurrency', async () => {
    const secret = await createSecret(owner, { hostPattern: 'api.u.test' });
    let stop = false;
    const background = Array.from({ length: 4 }, async () => {
      while (!stop) await askThrough(server, agent.token, 'http://api.u.test/noise');
    });
    try {
      for (let round = 0; round < 15; round++) {
        await grant(owner, agent.id, secret);
        expect(await marked(round * 2)).toBe('the-value');
        await revoke(owner, agent.id, secret);
        expect(await marked(round * 2 + 1)).toBeUndefined();
      }
    } finally {
      stop = true;
      await Promise.all(background);
    }
  });

  async function marked(mark: number): Promise<unknown> {
    await askThrough(server, agent.token, `http://api.u.test/mark/${mark}`);
    return upstream.seen.find(({ url }) => url === `/mark/${mark}`)?.headers['x-test-key'];
  }
});

describe('06 §4.6 nothing decided when a tunnel opened is frozen', () => {
  it('06-T11 a token that dies meanwhile: 407 inside the tunnel, and the connection closes', async () => {
    const tunnel = await openTunnel(server, agent.token, 'api.u.test:80');
    expect((await tunnel.ask('/')).status).toBe(200);
    await owner.api.post(`/v1/agents/${agent.id}/regenerate-token`);
    upstream.seen.length = 0;
    const answer = await tunnel.ask('/');
    expect([answer.status, answer.headers.connection]).toEqual([407, 'close']);
    expect(upstream.seen).toEqual([]);
    tunnel.close();
  });

  it('grants and rules change what the next request in the tunnel may do', async () => {
    const tunnel = await openTunnel(server, agent.token, 'api.u.test:80');
    await tunnel.ask('/');
    expect(upstream.only().headers['x-test-key']).toBeUndefined();
    await grant(owner, agent.id, await createSecret(owner, { hostPattern: 'api.u.test' }));
    await tunnel.ask('/');
    expect(upstream.only().headers['x-test-key']).toBe('the-value');
    const block = { rules: [{ action: 'block' as const, targets: [network('api.u.test')] }] };
    await publishRules(server, { organizationId: owner.organizationId }, block);
    expect((await tunnel.ask('/')).body.error).toBe('blocked_by_policy');
    expect(upstream.seen).toEqual([]);
    tunnel.close();
  });
});

describe('06-20 cut off from notifications', () => {
  const whileDeaf = (work: () => Promise<void>) => untilHeard([replica, server], work);

  it('it reads epochs on every request and still sees writes, at once', async () => {
    const secret = await createSecret(owner, { hostPattern: 'api.u.test' });
    expect(await injectedAt(replica)).toBeUndefined();
    await whileDeaf(async () => {
      for (let round = 0; round < 5; round++) {
        await grant(owner, agent.id, secret);
        expect(await injectedAt(replica)).toBe('the-value');
        await revoke(owner, agent.id, secret);
        expect(await injectedAt(replica)).toBeUndefined();
      }
    });
  });

  const heartbeats = () =>
    server.db.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query ~ 'pg_notify\\(\\$1'`,
    );

  it('06 §17.1.3 a channel that only falls silent is believed for two seconds at most', async () => {
    const secret = await createSecret(owner, { hostPattern: 'api.u.test' });
    expect(await injectedAt(replica)).toBeUndefined();
    // Seen by their last statement, which for a moment after a subscription is not the heartbeat.
    let backends: { pid: number }[] = [];
    await until(async () => (backends = await heartbeats()).length >= 2);
    // Stopped, not ended: the connection stays open and says nothing.
    for (const { pid } of backends) process.kill(pid, 'SIGSTOP');
    try {
      await sleep(2_200);
      await grant(owner, agent.id, secret);
      expect(await injectedAt(replica)).toBe('the-value');
    } finally {
      for (const { pid } of backends) process.kill(pid, 'SIGCONT');
      await until(() => replica.app.get(Epochs).alive() && server.app.get(Epochs).alive());
    }
  });

  it('what was written meanwhile holds after it hears again', async () => {
    const secret = await createSecret(owner, { hostPattern: 'api.u.test' });
    expect(await injectedAt(replica)).toBeUndefined();
    await whileDeaf(() => grant(owner, agent.id, secret));
    expect(await injectedAt(replica)).toBe('the-value');
  });

  it('a token made while it was deaf is known, one that ended is not', async () => {
    expect(await statusAt(replica)).toBe(200);
    const before = agent.token;
    await whileDeaf(async () => {
      const renewed = await owner.api.post(`/v1/agents/${agent.id}/regenerate-token`);
      expect((await askThrough(replica, renewed.body.accessToken, 'http://api.u.test/')).status).toBe(200);
      expect((await askThrough(replica, before, 'http://api.u.test/')).status).toBe(407);
    });
  });
});

describe('06 §17.2.2 rows that a newer release wrote', () => {
  const later = `{"later": {"unknown": [1, null]}, "andMore": true}`;

  it('are read without what is not known of them: rules, secrets, approvals, processes and columns', async () => {
    const secret = await createSecret(owner, { hostPattern: 'api.u.test' });
    await grant(owner, agent.id, secret);
    await publishRules(
      server,
      { organizationId: owner.organizationId },
      { rules: [{ action: 'block', targets: [network('blocked.u.test')] }, askAbout('asked.u.test')] },
    );
    const changed = [
      `ALTER TABLE agents ADD COLUMN later text DEFAULT 'x'`,
      `ALTER TABLE secrets ADD COLUMN later jsonb DEFAULT '{}'`,
      `ALTER TABLE request_log ADD COLUMN later text DEFAULT 'x'`,
      `ALTER TABLE approvals ADD COLUMN later text DEFAULT 'x'`,
      `ALTER TABLE gateway_processes ADD COLUMN later text DEFAULT 'x'`,
      `ALTER TABLE epochs ADD COLUMN later text DEFAULT 'x'`,
      `UPDATE policy_snapshots SET rules = (SELECT jsonb_agg(rule || '${later}') FROM jsonb_array_elements(rules) rule)
       WHERE jsonb_array_length(rules) > 0`,
      `UPDATE secrets SET injection_config = injection_config || '${later}'`,
      `UPDATE secrets SET metadata = coalesce(metadata, '{}') || '${later}'`,
      `INSERT INTO epochs (scope, epoch) VALUES ('later:thing', 7)`,
      `SELECT pg_notify('epochs', 'later:thing=8'), pg_notify('epochs', '{"later": 1}'), pg_notify('epochs', '')`,
      `SELECT pg_notify('approval_added', ''), pg_notify('approval_offered', 'x'), pg_notify('approval_settled', '')`,
    ];
    for (const statement of changed) await server.db.query(statement);
    await owner.api.post('/v1/cache/invalidate');

    for (const at of [server, replica]) {
      await until(async () => (await askThrough(at, agent.token, 'http://blocked.u.test/')).status === 403);
      expect(await injectedAt(at)).toBe('the-value');
    }
    const asking = askThrough(replica, agent.token, 'http://asked.u.test/', { method: 'POST', body: 'x' });
    const desk = gateway(server).as(owner.apiKey);
    const [item] = await pending(desk);
    await server.db.query(`UPDATE approvals SET request = request || '${later}' WHERE id = $1`, [item.id]);
    expect(await pending(desk)).toEqual([item]);
    // As another release may offer a decision: with more in it.
    const holder = await server.db.query<{ owner_id: string }>(
      `UPDATE approvals SET offer = jsonb_build_object('id', gen_random_uuid(), 'decision', 'approve', 'auditedAs', 'agent',
         'actor', jsonb_build_object('userId', $2::text, 'source', 'api', 'later', 1)) || '${later}'
       WHERE id = $1 RETURNING owner_id`,
      [item.id, owner.userId],
    );
    await server.db.query(`SELECT pg_notify('approval_offered', $1)`, [`${holder[0]!.owner_id} ${item.id}`]);
    expect((await asking).status).toBe(200);
    await revoke(owner, agent.id, secret);
    await replicaInjects(undefined);
    await until(
      async () => (await server.db.query('SELECT 1 FROM request_log WHERE later IS NOT NULL')).length > 0,
    );
  });
});

describe('06-T140, 06-34, 06-20 the database is down', () => {
  it('502 bad_gateway without x-should-retry, nothing forwarded, and service as soon as it is back', async () => {
    const own = await startServer(upstream.settings);
    const people = await signUpOwner(own);
    const working = await createAgent(own, people);
    await grant(people, working.id, await createSecret(people, { hostPattern: 'api.u.test' }));
    expect((await working.ask('http://api.u.test/')).status).toBe(200);
    const tunnel = await openTunnel(own, working.token, 'api.u.test:80');
    upstream.seen.length = 0;
    const name = new URL(own.databaseUrl).pathname.slice(1);
    const admin = new pg.Client({ connectionString: process.env.TEST_DATABASE_ADMIN_URL });
    await admin.connect();
    try {
      await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
      await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1`, [name]);
      await until(() => !own.app.get(Epochs).alive(), 5_000);
      // A known agent whose state cannot be proved current, and one that cannot even be looked up.
      for (const token of [working.token, `aoc_${'1'.repeat(64)}`]) {
        const answer = await askThrough(own, token, 'http://api.u.test/');
        expect([answer.status, answer.body.error]).toEqual([502, 'bad_gateway']);
        expect(answer.headers['x-should-retry']).toBeUndefined();
      }
      const inside = await tunnel.ask('/');
      expect([inside.status, inside.body.error]).toEqual([502, 'resolution_failed']);
      expect(inside.headers['x-should-retry']).toBeUndefined();
      expect(upstream.seen).toEqual([]);
      const ready = await fetch(`${own.gatewayUrl}/readyz`);
      expect([ready.status, ((await ready.json()) as { status: string }).status]).toEqual([
        503,
        'unavailable',
      ]);
      expect((await fetch(`${own.gatewayUrl}/healthz`)).status).toBe(200);
      await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
      await until(async () => (await working.ask('http://api.u.test/')).status === 200, 10_000);
      expect(upstream.seen.at(-1)!.headers['x-test-key']).toBe('the-value');
    } finally {
      await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
      await admin.end();
      tunnel.close();
      await own.close();
    }
  });
});
