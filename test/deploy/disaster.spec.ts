/** What becomes of a deployment whose database, region, encryption key or authority goes: docs/disaster-recovery.md. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProxyAgent, request } from 'undici';
import { generateAuthority } from '../../src/modules/foundation/certificate-authority/certificate-issuer.js';
import { type Owner, signUpOwner } from '../harness/people/accounts.js';
import { type Agent, agentWith, createAgent, createSecret, grant, revoke } from '../harness/clients/agent.js';
import { decide, listPending, pending } from '../harness/policy/approvals.js';
import { api, gateway } from '../harness/clients/client.js';
import { runCommand } from '../harness/server/command.js';
import { freePort } from '../harness/server/free-port.js';
import {
  type EndlessUpstream,
  type LongLived,
  openLongLived,
  startEndlessUpstream,
} from '../harness/clients/long-lived.js';
import { network } from '../harness/policy/rules.js';
import { type ServerProcess, startServerProcess } from '../harness/server/server-process.js';
import { steadyLoad } from '../harness/clients/steady-load.js';
import { type StoppablePostgres, startStoppablePostgres } from '../harness/database/stoppable-postgres.js';
import { until } from '../harness/time/until.js';
import { startUpstream, type Upstream } from '../harness/upstreams/upstream.js';

const HOST = 'api.u.test';
const ASKED_FIRST = 'api.bank.test';
const A_SECOND_MS = 1_000;
const SOME = 200;

let upstream: Upstream;
let endless: EndlessUpstream;
let postgres: StoppablePostgres;
let folder: string;
let running: Set<ServerProcess>;
let owner: Owner;
let agent: Agent;
let secret: string;

beforeAll(async () => {
  upstream = await startUpstream();
  endless = await startEndlessUpstream();
});

afterAll(async () => {
  await upstream?.close();
  await endless?.close();
});

beforeEach(async () => {
  upstream.reset();
  running = new Set();
  folder = await mkdtemp(join(tmpdir(), 'cg-disaster-'));
  postgres = await startStoppablePostgres();
});

afterEach(async () => {
  await Promise.all([...running].map((server) => server.stop()));
  await postgres.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(settings: Record<string, string> = {}, dataDir = 'data'): Promise<ServerProcess> {
  const server = await startServerProcess(join(folder, dataDir), {
    ...upstream.settings,
    REQUEST_LOG_MODE: 'all',
    DATABASE_URL: postgres.url,
    ...settings,
  });
  running.add(server);
  return server;
}

async function stop(server: ServerProcess): Promise<void> {
  running.delete(server);
  expect(await server.stop()).toBe(0);
}

async function fill(server: ServerProcess): Promise<void> {
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
  secret = await createSecret(owner, { hostPattern: HOST });
  await grant(owner, agent.id, secret);
  const asking = { name: 'Ask first', action: 'manual_approval', targets: [network(ASKED_FIRST)] };
  expect((await owner.api.post('/v1/org/policy/rules', asking)).status).toBe(201);
}

const peopleAt = (server: ServerProcess) => ({ ...owner, api: api(server).as(owner.apiKey) });

/** What the upstream saw of the secret; undefined also while the gateway cannot decide. */
async function injectedAt(server: ServerProcess, by: Agent = agent): Promise<unknown> {
  const path = `/marked/${Math.random()}`;
  await agentWith(server, by).ask(`http://${HOST}${path}`);
  return upstream.seen.find(({ url }) => url === path)?.headers['x-test-key'];
}

describe('a database that goes back under running servers', () => {
  let writer: ServerProcess;
  let hearer: ServerProcess;

  const open = (by: Agent, at = hearer): Promise<LongLived> =>
    openLongLived('websocket', at.gatewayUrl, by.token, endless);
  const closeTo = async (host: string, at: ServerProcess) => {
    const rule = { name: `No ${host}`, action: 'block', targets: [network(host)] };
    const made = await peopleAt(at).api.post('/v1/org/policy/rules', rule);
    expect(made.status).toBe(201);
    return made.body.id as string;
  };

  it('is noticed by all of them: nothing newer is kept, held requests are not sent twice, streams are judged again', async () => {
    writer = await start();
    hearer = await start();
    await fill(writer);
    const kept = await createAgent(writer, owner);
    const held = agentWith(hearer, agent).ask(`http://${ASKED_FIRST}/once`, { method: 'POST' });
    const desk = gateway(writer).as(owner.apiKey);
    const [item] = await pending(desk);
    const closing = await closeTo('127.0.0.1', writer);
    await postgres.copyTo(join(folder, 'copy'));

    // An hour in short: a decision, a rule less, a value, an agent, and many raises of everything.
    expect((await decide(desk, item.id, 'approve')).status).toBe(200);
    expect((await held).status).toBe(200);
    expect((await owner.api.delete(`/v1/org/policy/rules/${closing}`)).status).toBe(204);
    expect((await owner.api.patch(`/v1/secrets/${secret}`, { value: 'newer' })).status).toBe(200);
    const born = await createAgent(writer, owner);
    for (let turn = 0; turn < 5; turn++) {
      await revoke(owner, agent.id, secret);
      await grant(owner, agent.id, secret);
    }
    await until(async () => (await injectedAt(hearer)) === 'newer', A_SECOND_MS);
    expect(await injectedAt(writer)).toBe('newer');
    const [closedSince, unborn] = [await open(kept), await open(born)];

    await postgres.goBackTo(join(folder, 'copy'));
    for (const server of [writer, hearer])
      await until(async () => (await injectedAt(server)) === 'the-value');
    for (const server of [writer, hearer]) {
      expect((await agentWith(server, born).ask(`http://${HOST}/`)).status).toBe(407);
      expect(await injectedAt(server)).toBe('the-value');
    }
    await until(() => closedSince.ended() && unborn.ended());
    await until(async () => (await listPending(desk)).length === 0);
    expect(upstream.seen.filter(({ host }) => host === ASKED_FIRST)).toHaveLength(1);

    // It is whole again: what one writes binds the other within a second, also what is open.
    const opened = peopleAt(writer).api.delete(`/v1/org/policy/rules/${closing}`);
    expect((await opened).status).toBe(204);
    const stream = await open(kept);
    await closeTo('127.0.0.1', writer);
    await until(() => stream.ended(), A_SECOND_MS);
    await revoke(peopleAt(hearer), agent.id, secret);
    expect(await injectedAt(hearer)).toBeUndefined();
    await until(async () => (await injectedAt(writer)) === undefined, A_SECOND_MS);
    const path = `/logged/${Math.random()}`;
    expect((await agentWith(writer, agent).ask(`http://${HOST}${path}`)).status).toBe(200);
    await until(async () => {
      const rows = await postgres.query(`SELECT 1 FROM request_log WHERE path = $1`, [path]);
      return rows.length === 1;
    });
  }, 180_000);
});

describe('a region that is lost', () => {
  it('goes on where its standby was promoted; what had not arrived there is refused, not half there', async () => {
    const keys = {
      SECRET_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      SESSION_SECRET: randomBytes(32).toString('hex'),
    };
    const first = await start(keys);
    await fill(first);
    const authority = (await api(first).get('/v1/gateway/ca')).text;
    await postgres.copyTo(join(folder, 'copy'));
    const standby = await postgres.startStandby(join(folder, 'copy'));
    try {
      const arrived = await createAgent(first, owner);
      const isThere = (id: string) => standby.query(`SELECT 1 FROM agents WHERE id = $1`, [id]);
      await until(async () => (await isThere(arrived.id)).length === 1);
      // The way between the regions is cut before the region is.
      await standby.query(`ALTER SYSTEM SET primary_conninfo = ''`);
      await standby.query('SELECT pg_reload_conf()');
      await until(async () => (await standby.query('SELECT 1 FROM pg_stat_wal_receiver')).length === 0);
      const late = await createAgent(first, owner);
      await postgres.stop();
      await first.kill();
      running.delete(first);

      await standby.promote();
      const second = await start({ ...keys, DATABASE_URL: standby.url }, 'elsewhere');
      expect(await injectedAt(second)).toBe('the-value');
      expect((await agentWith(second, arrived).ask(`http://${HOST}/`)).status).toBe(200);
      expect((await agentWith(second, late).ask(`http://${HOST}/`)).status).toBe(407);
      expect((await api(second).get('/v1/gateway/ca')).text).toBe(authority);
      expect((await api(second).as(owner.cookie).get('/v1/user')).status).toBe(200);
      await stop(second);
    } finally {
      await standby.close();
    }
  }, 180_000);
});

describe('a new encryption key while agents work', () => {
  it('02 §3.6 fails no request, with servers of both keys side by side and while everything is sealed anew', async () => {
    const [old, next] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
    const keys = (current: string, previous = '') => ({
      SECRET_ENCRYPTION_KEY: current,
      SECRET_ENCRYPTION_KEYS_PREVIOUS: previous,
      SESSION_SECRET: 'x'.repeat(64),
    });
    const rotate = (settings: Record<string, string>) =>
      runCommand(['rotate-keys'], {
        DATABASE_URL: postgres.url,
        DATA_DIR: join(folder, 'data'),
        ...settings,
      });
    const before = await start(keys(old, next));
    await fill(before);
    for (let count = 0; count < 50; count++)
      await createSecret(owner, { hostPattern: `h${count}.u.test`, value: `${count}` });
    const [second, third] = [await start(keys(old, next)), await start(keys(next, old))];
    const load = steadyLoad([second, third], agent, HOST);
    const passed = () => load.asked.length;
    await until(() => passed() > SOME);
    const early = await rotate(keys(next, old));
    expect([early.status, early.stderr + early.stdout]).toEqual([0, expect.any(String)]);
    await until(() => passed() > 2 * SOME);
    await stop(before);
    const [fourth] = [await start(keys(next, old))];
    const more = steadyLoad([fourth], agent, HOST);
    // What the one on the old key has sealed meanwhile.
    const late = await createSecret(peopleAt(second), { hostPattern: 'late.u.test', value: 'late' });
    await grant(peopleAt(second), agent.id, late);
    await until(() => more.asked.length > SOME);
    const asked = [...(await load.stop()), ...(await more.stop())];
    await stop(second);
    expect((await rotate(keys(next, old))).stdout).toContain('may be removed');
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]));
    const sent = upstream.seen.filter(({ url }) => url.startsWith('/load/'));
    expect(sent).toHaveLength(asked.length);
    expect(new Set(sent.map(({ headers }) => headers['x-test-key']))).toEqual(new Set(['the-value']));

    const without = await start(keys(next));
    expect(await injectedAt(without)).toBe('the-value');
    const answer = await agentWith(without, agent).ask('http://late.u.test/late');
    expect(answer.status).toBe(200);
    expect(upstream.seen.find(({ url }) => url === '/late')?.headers['x-test-key']).toBe('late');
  }, 180_000);
});

describe('an encryption key that is lost', () => {
  it('01 §26.3 keeps servers from starting with another one until the authority was replaced; agents and people stay', async () => {
    const keys = () => ({
      SECRET_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      SESSION_SECRET: 'x'.repeat(64),
    });
    const first = await start(keys());
    await fill(first);
    await stop(first);
    const others = keys();
    await expect(start(others)).rejects.toThrow('nor a previous key decrypts the values in this database');
    const settings = { DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'data'), ...others };
    const replaced = await runCommand(['replace-authority'], settings);
    expect([replaced.status, replaced.stderr]).toEqual([
      0,
      expect.stringContaining('in addition to the old one'),
    ]);
    await rm(join(folder, 'data/gateway'), { recursive: true });
    const second = await start(others);
    expect((await api(second).get('/v1/gateway/ca')).text.trim()).toBe(replaced.stdout.trim());
    expect((await agentWith(second, agent).ask(`http://${HOST}/without`)).status).toBe(200);
    expect(upstream.only().headers['x-test-key']).toBeUndefined();
    expect((await api(second).as(owner.cookie).get('/v1/user')).status).toBe(200);
    const entered = { value: 'entered anew' };
    expect((await peopleAt(second).api.patch(`/v1/secrets/${secret}`, entered)).status).toBe(200);
    expect(await injectedAt(second)).toBe('entered anew');
  }, 120_000);
});

describe('an authority whose key is lost', () => {
  /** What an agent sees that trusts these certificates. */
  async function trusting(server: ServerProcess, ...authorities: string[]): Promise<number | string> {
    const dispatcher = new ProxyAgent({
      uri: server.gatewayUrl,
      token: `Basic ${Buffer.from(`x:${agent.token}`).toString('base64')}`,
      requestTls: { ca: authorities },
    });
    try {
      const { statusCode, body } = await request(`https://${HOST}/tls`, { dispatcher });
      await body.dump();
      return statusCode;
    } catch (error) {
      return String((error as { code?: string }).code);
    } finally {
      await dispatcher.destroy();
    }
  }

  it('06 §7 is replaced without a gap where agents get the new certificate first; one that has only the old sees why', async () => {
    const ports = { PORT: String(await freePort()), GATEWAY_PORT: String(await freePort()) };
    let server = await start(ports);
    await fill(server);
    const old = (await api(server).get('/v1/gateway/ca')).text;
    const { certificatePem, keyPem } = await generateAuthority();
    await rm(join(folder, 'data/gateway'), { recursive: true });
    await postgres.query('DELETE FROM gateway_ca');
    // As long as it runs it has the key in memory.
    expect(await trusting(server, old)).toBe(200);
    expect(await trusting(server, old, certificatePem)).toBe(200);
    await stop(server);
    server = await start({ ...ports, GATEWAY_CA_KEY: keyPem, GATEWAY_CA_CERT: certificatePem });
    expect((await api(server).get('/v1/gateway/ca')).text.trim()).toBe(certificatePem.trim());
    expect(await trusting(server, old, certificatePem)).toBe(200);
    expect(await trusting(server, old)).toMatch(/SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY/);
    expect(upstream.seen.filter(({ url }) => url === '/tls')).toHaveLength(3);
  }, 120_000);
});
