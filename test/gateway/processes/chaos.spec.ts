/** What becomes of agents' traffic while the database goes away, hangs or comes back, and when a process dies. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import {
  type Agent,
  agentWith,
  createAgent,
  createSecret,
  grant,
  revoke,
} from '../../harness/clients/agent.js';
import { decide, listPending, pending } from '../../harness/policy/approvals.js';
import { api, gateway } from '../../harness/clients/client.js';
import { freePort } from '../../harness/server/free-port.js';
import { startRelay } from '../../harness/database/relay.js';
import { network } from '../../harness/policy/rules.js';
import { startReplica } from '../../harness/server/server.js';
import { type ServerProcess, startServerProcess } from '../../harness/server/server-process.js';
import { type Asked, steadyLoad } from '../../harness/clients/steady-load.js';
import { type StoppablePostgres, startStoppablePostgres } from '../../harness/database/stoppable-postgres.js';
import { until } from '../../harness/time/until.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';

const HOST = 'api.u.test';
const ASKED_FIRST = 'api.bank.test';
/** What was heard is believed for two seconds (06 §17.1.3); a busy machine needs a moment more to notice. */
const BELIEVED_MS = 4_000;
/** No request waits longer than this for a database that is silent: half of what anything else there may take. */
const ANSWERED_WITHIN_MS = 15_000;
const A_SECOND_MS = 1_000;
const PATIENCE_MS = 90_000;
/** What cannot be decided is refused (06 §17.1.4). */
const UNDECIDED = 502;

let postgres: StoppablePostgres;
let upstream: Upstream;
let dataDir: string;
let metricsPort: number;
/** The one that writes, and the one that has to hear of it. */
let writer: ServerProcess;
let hearer: ServerProcess;
let owner: Owner;
let agent: Agent;
let secret: string;

beforeAll(async () => {
  postgres = await startStoppablePostgres();
  upstream = await startUpstream();
  dataDir = await mkdtemp(join(tmpdir(), 'cg-chaos-'));
  metricsPort = await freePort();
  writer = await start({ METRICS_PORT: String(metricsPort) });
  hearer = await start();
  owner = await signUpOwner(writer);
  agent = await createAgent(writer, owner);
  secret = await createSecret(owner, { hostPattern: HOST });
  await grant(owner, agent.id, secret);
  const asking = { name: 'Ask first', action: 'manual_approval', targets: [network(ASKED_FIRST)] };
  expect((await owner.api.post('/v1/org/policy/rules', asking)).status).toBe(201);
}, 180_000);

afterAll(async () => {
  postgres?.thaw();
  await Promise.all([writer?.stop(), hearer?.stop()]);
  await upstream?.close();
  await postgres?.close();
  await rm(dataDir, { recursive: true, force: true });
});

beforeEach(() => upstream.reset());

function start(settings: Record<string, string> = {}): Promise<ServerProcess> {
  return startServerProcess(dataDir, { ...upstream.settings, DATABASE_URL: postgres.url, ...settings });
}

function desk(at: ServerProcess) {
  return gateway(at).as(owner.apiKey);
}

function hold(at: ServerProcess, name: string, headers: Record<string, string> = {}) {
  return agentWith(at, agent).ask(`http://${ASKED_FIRST}/${name}`, { method: 'POST', body: 'x', headers });
}

async function heldAs(at: ServerProcess, name: string): Promise<string> {
  let id = '';
  await until(async () => {
    const items = await listPending(desk(at));
    id = items.find(({ path }) => path === `/${name}`)?.id ?? '';
    return id !== '';
  });
  return id;
}

/** What the upstream saw of the secret in a request made there. */
async function injectedAt(at: ServerProcess): Promise<unknown> {
  const path = `/marked/${Math.random()}`;
  const { status } = await agentWith(at, agent).ask(`http://${HOST}${path}`);
  expect(status).toBe(200);
  return upstream.seen.find(({ url }) => url === path)?.headers['x-test-key'];
}

/** Both serve, and what one writes the other hears within a second, both ways. */
async function expectWhole(): Promise<void> {
  for (const { gatewayUrl, apiUrl } of [writer, hearer]) {
    await until(async () => (await fetch(`${gatewayUrl}/readyz`)).status === 200);
    expect((await fetch(`${apiUrl}/healthz`)).status).toBe(200);
  }
  for (const [here, there] of [
    [writer, hearer],
    [hearer, writer],
  ] as const) {
    const people = { ...owner, api: api(here).as(owner.apiKey) };
    await revoke(people, agent.id, secret);
    expect(await injectedAt(here)).toBeUndefined();
    await until(async () => (await injectedAt(there)) === undefined, A_SECOND_MS);
    await grant(people, agent.id, secret);
    expect(await injectedAt(here)).toBe('the-value');
    await until(async () => (await injectedAt(there)) === 'the-value', A_SECOND_MS);
  }
}

/** Nothing reached the upstream twice or without its credential, and nothing that was refused did at all. */
function expectOnceAndWhole(asked: readonly Asked[]): void {
  const seen = upstream.seen.filter(({ url }) => url.startsWith('/load/'));
  const urls = seen.map(({ url }) => url);
  expect(urls.length).toBe(new Set(urls).size);
  expect(seen.filter(({ headers }) => headers['x-test-key'] !== 'the-value')).toEqual([]);
  const arrived = new Set(urls);
  expect(asked.filter(({ path, status }) => status === 200 && !arrived.has(path))).toEqual([]);
  expect(asked.filter(({ path, status }) => status !== null && status >= 400 && arrived.has(path))).toEqual(
    [],
  );
}

/** A row for each request that arrived, and none twice. */
async function expectLoggedOnce(): Promise<void> {
  const arrived = upstream.seen.map(({ url }) => url).filter((url) => url.startsWith('/load/'));
  let logged: string[] = [];
  await until(async () => {
    const rows = await postgres.query<{ path: string }>(
      `SELECT path FROM request_log WHERE path = ANY ($1) AND status = 200`,
      [arrived],
    );
    logged = rows.map(({ path }) => path);
    return new Set(logged).size === arrived.length;
  }, 60_000).catch(() => undefined);
  expect([logged.length, new Set(logged).size]).toEqual([arrived.length, arrived.length]);
}

/** Every worker of the load has had an answer to something it began after that moment. */
async function answeredSince(load: { asked: readonly Asked[] }, moment: number, count = 8): Promise<void> {
  await until(() => load.asked.filter(({ begun }) => begun > moment).length >= count, ANSWERED_WITHIN_MS);
}

const REFUSED = { status: 502, error: 'bad_gateway' };

describe('PostgreSQL stopped and started again under load', () => {
  it('refuses what it cannot decide, keeps what is held, loses no row, and goes on without a restart', async () => {
    const load = steadyLoad([writer, hearer], agent, HOST);
    const approved = hold(writer, 'approved');
    const denied = hold(hearer, 'denied');
    const expired = hold(hearer, 'expired', { 'x-onecli-approval-timeout': '5' });
    const ids = [await heldAs(writer, 'approved'), await heldAs(hearer, 'denied')];
    const expiredId = await heldAs(writer, 'expired');
    await until(() => load.asked.length > 200);

    await postgres.stop();
    const stopped = performance.now();
    await sleep(BELIEVED_MS);
    const deaf = performance.now();
    for (const { gatewayUrl } of [writer, hearer]) {
      const ready = await fetch(`${gatewayUrl}/readyz`);
      expect([ready.status, await ready.json()]).toMatchObject([
        503,
        { checks: { database: 'unavailable' } },
      ]);
      expect((await fetch(`${gatewayUrl}/healthz`)).status).toBe(200);
    }
    expect(await expired).toMatchObject({ status: 403, body: { error: 'manual_approval_denied' } });
    await answeredSince(load, deaf);
    const back = performance.now();
    await postgres.startAgain();
    const meanwhile = load.asked.filter(({ begun, ended }) => begun > deaf && ended < back);
    expect(meanwhile.filter(({ status, error }) => status !== 502 || error !== REFUSED.error)).toEqual([]);

    const working = (at: number) => () =>
      load.asked.some(({ process, begun, status }) => process === at && begun > back && status === 200);
    await until(working(0));
    await until(working(1));
    // Held requests were nobody's to end: their processes live, and their time was not over.
    await until(async () => (await pending(desk(writer), 2)).length === 2);
    expect((await decide(desk(hearer), ids[0]!, 'approve')).status).toBe(200);
    expect(await approved).toMatchObject({ status: 200, text: 'ok' });
    expect((await decide(desk(writer), ids[1]!, 'deny')).status).toBe(200);
    expect(await denied).toMatchObject({ status: 403, body: { reason: 'denied' } });
    expect([404, 410]).toContain((await decide(desk(writer), expiredId, 'approve')).status);

    const asked = await load.stop();
    expect(asked.some(({ begun, status }) => begun < stopped && status === 200)).toBe(true);
    expectOnceAndWhole(asked);
    expect(upstream.seen.filter(({ host }) => host === ASKED_FIRST).map(({ url }) => url)).toEqual([
      '/approved',
    ]);
    await expectLoggedOnce();
    await expectWhole();
  }, 240_000);
});

describe('PostgreSQL that hangs under load', () => {
  it('is believed for two seconds, after that refused in bounded time, and goes on where it was', async () => {
    const load = steadyLoad([writer, hearer], agent, HOST);
    const approved = hold(writer, 'frozen');
    const id = await heldAs(hearer, 'frozen');
    await until(() => load.asked.length > 200);

    postgres.freeze();
    try {
      await sleep(BELIEVED_MS);
      const deaf = performance.now();
      // Of their own, because those of the load may have waited for a while already, and fifteen seconds are a death.
      const asked = [writer, hearer].map((at) => agentWith(at, agent).ask(`http://${HOST}/load/deaf`));
      for (const { status, body } of await Promise.all(asked)) {
        expect({ status, error: body.error }).toEqual(REFUSED);
      }
      const meanwhile = load.asked.filter(({ begun }) => begun > deaf);
      expect(meanwhile.filter(({ status, error }) => status !== 502 || error !== REFUSED.error)).toEqual([]);
      const ready = await fetch(`${writer.gatewayUrl}/readyz`);
      expect(ready.status).toBe(503);
      // Rows wait to be written, and one statement of them may be under way.
      await sleep(A_SECOND_MS);
    } finally {
      postgres.thaw();
    }
    const back = performance.now();
    await until(() => load.asked.some(({ begun, status }) => begun > back && status === 200));
    await until(async () => (await decide(desk(hearer), id, 'approve')).status === 200);
    expect((await approved).status).toBe(200);
    expectOnceAndWhole(await load.stop());
    await expectLoggedOnce();
    await expectWhole();
  }, 240_000);
});

describe('PostgreSQL that is too slow', () => {
  /** Nothing reads or writes these tables until the returned function is called. */
  async function lockedTables(...tables: string[]): Promise<() => Promise<void>> {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query('BEGIN');
    await client.query(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`);
    return () => client.end();
  }

  async function statementsWaitingOf({ pid }: ServerProcess): Promise<number> {
    const [row] = await postgres.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE application_name = $1 AND wait_event_type = 'Lock'`,
      [`credential-gateway/${pid}`],
    );
    return row!.count;
  }

  it('is asked no more for that, however many ask, and serves all of them at once when it can', async () => {
    const strangers = await Promise.all(Array.from({ length: 10 }, () => createAgent(writer, owner)));
    const unlock = await lockedTables('agents', 'epochs');
    const waiting: number[] = [];
    try {
      let over = false;
      const refusals: string[] = [];
      const insist = async (token: () => string): Promise<void> => {
        while (!over) {
          const { status, body } = await agentWith(hearer, { ...agent, token: token() }).ask(
            `http://${HOST}/`,
          );
          refusals.push(`${status} ${body.error}`);
        }
      };
      const asking = [
        ...strangers.flatMap(({ token }) => [insist(() => token), insist(() => token)]),
        ...Array.from({ length: 20 }, () => insist(() => `aoc_${randomBytes(32).toString('hex')}`)),
      ];
      // Long enough for each to be refused and ask again.
      for (let seconds = 0; seconds < 18; seconds++) {
        await sleep(A_SECOND_MS);
        waiting.push(await statementsWaitingOf(hearer));
      }
      over = true;
      await Promise.all(asking);
      expect(new Set(refusals)).toEqual(new Set([`${REFUSED.status} ${REFUSED.error}`]));
    } finally {
      await unlock();
    }
    // A read of an agent's and one of strangers, and what of others meets these tables.
    expect(Math.max(...waiting)).toBeLessThan(8);
    const answers = strangers.map(({ token }) =>
      agentWith(hearer, { ...agent, token }).ask(`http://${HOST}/`),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(strangers.map(() => 200));
    await expectWhole();
  }, 240_000);

  it('decides for agents while people have all their connections wait', async () => {
    const stranger = await createAgent(writer, owner);
    const unlock = await lockedTables('request_log');
    const people = api(writer).as(owner.apiKey);
    const read = Array.from({ length: 40 }, () => people.get('/v1/activity'));
    try {
      await until(async () => (await statementsWaitingOf(writer)) >= 16);
      const answers = [stranger, agent].map((one) => agentWith(writer, one).ask(`http://${HOST}/meanwhile`));
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
    } finally {
      await unlock();
    }
    await Promise.all(read);
  }, 120_000);
});

describe('a process killed under load', () => {
  it('sends nothing twice and nothing without its policy; what it held is released within 15 s', async () => {
    const victim = await start();
    const load = steadyLoad([writer, victim], agent, HOST);
    const lost = hold(victim, 'lost').catch(() => 'cut');
    const id = await heldAs(writer, 'lost');
    await until(() => load.asked.filter(({ process }) => process === 1).length > 200);

    const killed = performance.now();
    await victim.kill();
    expect(await lost).toBe('cut');
    await until(async () => (await listPending(desk(writer))).length === 0, 15_000);
    expect((await decide(desk(hearer), id, 'approve')).status).toBe(404);
    const stateOf = () =>
      postgres.query<{ state: string }>('SELECT state FROM approvals WHERE id = $1', [id]);
    const left = killed + 15_000 + A_SECOND_MS - performance.now();
    await until(async () => (await stateOf())[0]!.state === 'released', left);

    const asked = await load.stop();
    const others = asked.filter(({ process }) => process === 0);
    expect(others.filter(({ status }) => status !== 200)).toEqual([]);
    expectOnceAndWhole(asked);
    expect(upstream.seen.filter(({ host }) => host === ASKED_FIRST)).toEqual([]);
  }, 120_000);
});

describe('a process stopped under load', () => {
  it('06 §18.3 answers or cuts what is under way, takes nothing new, and writes every row', async () => {
    const stopping = await start({ GATEWAY_SHUTDOWN_TIMEOUT_SECS: '6' });
    upstream.answer = (request, response) => {
      // Some are answered at once, some while the process drains, some never.
      if (request.url!.startsWith('/load/')) response.end('ok');
      else if (request.url!.startsWith('/late/')) setTimeout(() => response.end('late'), 1_000);
    };
    const load = steadyLoad([stopping], agent, HOST);
    await until(() => load.asked.length > 100);
    // On a machine without an idle core a database may be as good as silent: what is refused for it is asked again.
    const ask = async (path: string): Promise<string> => {
      const asked = agentWith(stopping, agent).ask(`http://${HOST}${path}`);
      const { status, text } = await asked.catch(() => ({ status: 0, text: 'cut' }));
      return status === UNDECIDED ? ask(path) : text;
    };
    const late = Array.from({ length: 20 }, (_, at) => ask(`/late/${at}`));
    const never = Array.from({ length: 20 }, (_, at) => ask(`/never/${at}`));
    const arrivedThere = () =>
      new Set(upstream.seen.map(({ url }) => url).filter((url) => /^.(late|never)/.test(url))).size;
    await until(() => arrivedThere() === 40, PATIENCE_MS);

    expect(await stopping.stop()).toBe(0);
    expect(new Set(await Promise.all(late))).toEqual(new Set(['late']));
    expect(new Set(await Promise.all(never))).toEqual(new Set(['cut']));
    const asked = await load.stop();
    const answered = asked.map(({ status }) => status).filter((status) => status !== null);
    expect(answered.filter((status) => status !== 200 && status !== UNDECIDED)).toEqual([]);
    const arrived = upstream.seen.map(({ url }) => url).sort();
    // What was asked again has a row of its refusal besides.
    const rows = await postgres.query<{ path: string }>(
      'SELECT DISTINCT path FROM request_log WHERE path = ANY ($1)',
      [arrived],
    );
    expect(rows.map(({ path }) => path).sort()).toEqual(arrived);
  }, 240_000);
});

describe('a request log that refuses to be written', () => {
  it('holds up nobody, keeps a bounded number of rows, and is caught up', async () => {
    const metric = async (name: string) => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1]);
    };
    expect(await metric('gateway_request_log_drops_total')).toBe(0);
    await postgres.query(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full', MESSAGE = 'could not extend file'; END $$`);
    await postgres.query(
      'CREATE TRIGGER full_disk BEFORE INSERT ON request_log FOR EACH STATEMENT EXECUTE FUNCTION full_disk()',
    );
    const load = steadyLoad([writer, hearer], agent, HOST);
    try {
      await until(() => load.asked.length > 1_500);
    } finally {
      await postgres.query('DROP FUNCTION full_disk CASCADE');
    }
    const asked = await load.stop();
    expect(asked.filter(({ status }) => status !== 200)).toEqual([]);
    await expectLoggedOnce();
    expect(await metric('gateway_request_log_drops_total')).toBe(0);
  }, 120_000);

  it('has a row once, also when its database wrote it and could not say so', async () => {
    const relay = await startRelay(postgres.url);
    const settings = { ...upstream.settings, DATA_DIR: dataDir };
    const behind = await startReplica({ databaseUrl: relay.url, dataDir }, settings);
    try {
      const rowsOf = (path: string) => postgres.query('SELECT 1 FROM request_log WHERE path = $1', [path]);
      const ask = agentWith(behind, agent);
      expect((await ask.ask(`http://${HOST}/first`)).status).toBe(200);
      relay.swallowAnswers();
      await until(async () => (await rowsOf('/first')).length === 1);
      relay.cut();
      await until(async () => (await ask.ask(`http://${HOST}/second`)).status === 200);
      await until(async () => (await rowsOf('/second')).length > 0);
      expect(await rowsOf('/first')).toHaveLength(1);
    } finally {
      await behind.close();
      await relay.close();
    }
  }, 120_000);
});
