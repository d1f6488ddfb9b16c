/** A deployment is filled, copied while it works, destroyed and put back: docs/disaster-recovery.md. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ProxyAgent, request } from 'undici';
import { type Owner, signUpOwner } from '../harness/people/accounts.js';
import { type Agent, agentWith, createAgent, createSecret, grant } from '../harness/clients/agent.js';
import { decide, pending } from '../harness/policy/approvals.js';
import { api, gateway } from '../harness/clients/client.js';
import { jsonOf, runCommand } from '../harness/server/command.js';
import { samlMetadata } from '../harness/upstreams/published.js';
import { network } from '../harness/policy/rules.js';
import { newSigningPair } from '../harness/sign-on/saml.js';
import { connectDirectory, type Directory } from '../harness/sign-on/scim.js';
import { type ServerProcess, startServerProcess } from '../harness/server/server-process.js';
import { steadyLoad } from '../harness/clients/steady-load.js';
import { until } from '../harness/time/until.js';
import { startUpstream, type Upstream } from '../harness/upstreams/upstream.js';

const HOST = 'api.u.test';
const CLOSED = 'api.closed.test';
const ASKED_FIRST = 'api.bank.test';
const SOME = 100;
const DRILL = join(import.meta.dirname, '../../deploy/drills/restore.mjs');

let upstream: Upstream;
let folder: string;
let server: ServerProcess | null = null;

beforeAll(async () => {
  upstream = await startUpstream();
  folder = await mkdtemp(join(tmpdir(), 'cg-restore-'));
});

afterAll(async () => {
  await server?.stop();
  await upstream?.close();
  await rm(folder, { recursive: true, force: true });
});

const at = (name: string): string => join(folder, name);

const settings = (): Record<string, string> => ({
  ...upstream.settings,
  REQUEST_LOG_MODE: 'all',
  ENTERPRISE_ENABLED: 'true',
});

function run(dataDir: string, args: string[], env: Record<string, string> = {}) {
  return runCommand(args, { ...settings(), DATA_DIR: dataDir, ...env });
}

async function embedded(dataDir: string): Promise<pg.Client> {
  const files = join(dataDir, 'postgres');
  const [, , , port] = (await readFile(join(files, 'postmaster.pid'), 'utf8')).split('\n');
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(port),
    user: 'credential_gateway',
    database: 'credential_gateway',
    password: (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim(),
  });
  await client.connect();
  return client;
}

async function destroy(dataDir: string): Promise<void> {
  const [pid] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  await server!.kill();
  server = null;
  process.kill(Number(pid), 'SIGKILL');
  await until(() => !isAlive(Number(pid)));
  await rm(dataDir, { recursive: true, force: true });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a backup of a deployment with its own database', () => {
  let owner: Owner;
  let agent: Agent;
  let directory: Directory;
  let authority: string;
  let policy: unknown;
  let trail: unknown[];

  const people = () => ({ ...owner, api: api(server!).as(owner.apiKey) });
  const session = () => api(server!).as(owner.cookie).with({ 'x-organization-id': owner.organizationId });
  const effective = async () => [
    (await people().api.get(`/v1/agents/${agent.id}/effective-credentials`)).body,
    (await people().api.get(`/v1/policy/effective-rules`)).body,
    (await session().get('/v1/org/sso/connections')).body,
  ];
  const entries = async () => (await session().get('/v1/org/audit-logs?limit=100')).body.items;

  async function fill(): Promise<void> {
    owner = await signUpOwner(server!);
    agent = await createAgent(server!, owner);
    await grant(owner, agent.id, await createSecret(owner, { hostPattern: HOST, pathPattern: '/marked/*' }));
    for (const [action, host] of [
      ['block', CLOSED],
      ['manual_approval', ASKED_FIRST],
    ] as const) {
      const rule = { name: action, action, targets: [network(host)] };
      expect((await owner.api.post('/v1/org/policy/rules', rule)).status).toBe(201);
    }
    const client = { clientId: 'id', clientSecret: 'secret-of-the-client' };
    expect((await owner.api.post('/v1/apps/slack/config', client)).status).toBe(201);
    directory = await connectDirectory(server!, owner);
    const { certificatePem } = await newSigningPair();
    const saml = {
      type: 'saml',
      displayName: 'Sign-on',
      metadataXml: samlMetadata('https://idp.test', certificatePem),
    };
    expect((await session().post('/v1/org/sso/connections', saml)).status).toBe(201);
    authority = (await api(server!).get('/v1/gateway/ca')).text;
    policy = await effective();
    trail = await entries();
    expect(trail.length).toBeGreaterThan(0);
  }

  async function markedRequest(): Promise<unknown> {
    const path = `/marked/${Math.random()}`;
    expect((await agentWith(server!, agent).ask(`http://${HOST}${path}`)).status).toBe(200);
    return upstream.seen.find(({ url }) => url === path)?.headers['x-test-key'];
  }

  /** As an agent that was given the certificate before everything was lost. */
  async function throughTls(): Promise<number> {
    const dispatcher = new ProxyAgent({
      uri: server!.gatewayUrl,
      token: `Basic ${Buffer.from(`x:${agent.token}`).toString('base64')}`,
      requestTls: { ca: authority },
    });
    const { statusCode, body } = await request(`https://${HOST}/marked/tls`, { dispatcher });
    await body.dump();
    await dispatcher.destroy();
    return statusCode;
  }

  it('comes back with the same tokens, secrets, rules, certificate and audit log, and refuses wrong keys', async () => {
    const [lost, back] = [at('lost'), at('back')];
    server = await startServerProcess(lost, settings());
    await fill();
    const load = steadyLoad([server], agent, HOST);
    const held = agentWith(server, agent).ask(`http://${ASKED_FIRST}/of-before`, { method: 'POST' });
    await pending(gateway(server).as(owner.apiKey));
    await until(() => load.asked.length > SOME);

    const made = await run(lost, ['backup', at('copy'), '--keys', at('keys'), '--json']);
    expect([made.status, made.stderr]).toEqual([0, expect.stringContaining('apart')]);
    const { until: moment, keyIds } = jsonOf(made);
    expect(keyIds).toHaveLength(1);
    expect(Date.now() - Date.parse(moment)).toBeLessThan(60_000);
    const again = await run(lost, ['backup', at('copy')]);
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('already exists')]);

    const after = await createAgent(server, owner, 'Made after the backup');
    expect(new Set((await load.stop()).map(({ status }) => status))).toEqual(new Set([200]));
    await destroy(lost);
    await held.catch(() => undefined);

    await refusals(back);

    const restored = await run(back, ['restore', at('copy'), '--keys', at('keys')]);
    expect([restored.status, restored.stdout]).toEqual([0, expect.stringContaining(moment)]);
    const other = { SECRET_ENCRYPTION_KEY: randomBytes(32).toString('base64') };
    await expect(startServerProcess(back, { ...settings(), ...other })).rejects.toThrow(
      'nor a previous key decrypts the values in this database',
    );
    server = await startServerProcess(back, settings());
    const twice = await run(back, ['restore', at('copy'), '--keys', at('keys')]);
    expect([twice.status, twice.stderr]).toEqual([1, expect.stringContaining('already contains a database')]);

    upstream.reset();
    expect(await markedRequest()).toBe('the-value');
    expect((await api(server).get('/v1/gateway/ca')).text).toBe(authority);
    expect(await throughTls()).toBe(200);
    expect(await effective()).toEqual(policy);
    expect((await entries()).slice(-trail.length)).toEqual(trail);
    const refused = await agentWith(server, agent).ask(`http://${CLOSED}/`);
    expect([refused.status, refused.body.error]).toEqual([403, 'blocked_by_policy']);
    expect((await agentWith(server, after).ask(`http://${HOST}/`)).status).toBe(407);
    expect((await api(server).as(directory.token).get('/scim/v2/Users')).status).toBe(200);
    await expectNothingHeldSent();
    const healthy = await run(back, ['doctor', '--json']);
    expect(jsonOf(healthy).findings.filter(({ verdict }: any) => verdict === 'problem')).toEqual([]);
  }, 300_000);

  /** Before anything is written, so that a folder in which a restore failed stays one in which nothing starts. */
  async function refusals(dataDir: string): Promise<void> {
    await cp(at('copy'), at('damaged'), { recursive: true });
    await rm(join(at('damaged'), 'postgres/global/pg_control'));
    const other = { SECRET_ENCRYPTION_KEY: randomBytes(32).toString('base64') };
    const refused: [string[], Record<string, string>, string][] = [
      [[at('copy')], {}, 'contains no encryption key'],
      [[at('copy')], other, 'cannot decrypt the backup'],
      [[at('copy'), '--keys', at('keys')], other, 'cannot decrypt the backup'],
      [[at('damaged'), '--keys', at('keys')], {}, 'incomplete'],
      [[at('keys')], {}, 'contains no backup'],
      [[at('copy')], { DATABASE_URL: 'postgres://localhost/x' }, 'database of your own'],
    ];
    for (const [args, env, told] of refused) {
      const { status, stderr } = await run(dataDir, ['restore', ...args], env);
      expect([status, stderr]).toEqual([1, expect.stringContaining(told)]);
      expect(await readdir(dataDir).catch(() => [])).toEqual([]);
    }
  }

  /** What was held when the copy was made is given up; the same agent asks again and is held again. */
  async function expectNothingHeldSent(): Promise<void> {
    const desk = gateway(server!).as(owner.apiKey);
    await until(async () => (await pending(desk, 0)).length === 0);
    const asked = agentWith(server!, agent).ask(`http://${ASKED_FIRST}/of-after`, { method: 'POST' });
    const [item] = await pending(desk);
    expect(item.path).toBe('/of-after');
    expect((await decide(desk, item.id, 'approve')).status).toBe(200);
    expect((await asked).status).toBe(200);
    const sent = upstream.seen.filter(({ host }) => host === ASKED_FIRST).map(({ url }) => url);
    expect(sent).toEqual(['/of-after']);
  }

  it('06 §17.1 lets after-restore end sessions, and running servers read everything again', async () => {
    const database = await embedded(at('back'));
    const person = session();
    expect((await person.get('/v1/org')).status).toBe(200);
    expect(await markedRequest()).toBe('the-value');
    // What a restore into the database of a running server does: nobody is told of it.
    await database.query(`UPDATE secrets SET path_pattern = '/elsewhere/*' WHERE host_pattern = $1`, [HOST]);
    await database.end();
    expect(await markedRequest()).toBe('the-value');

    const done = await run(at('back'), ['after-restore', '--json']);
    expect(done.status).toBe(0);
    expect(jsonOf(done)).toMatchObject({
      ended: { sessions: expect.any(Number) },
      standing: { agentTokens: expect.any(Number), lastAuditEntry: expect.any(String) },
    });
    await until(async () => (await markedRequest()) === undefined, 1_000);
    expect((await person.get('/v1/org')).status).toBe(401);
    expect((await people().api.get('/v1/agents')).status).toBe(200);
  });

  it('is proven by the drill that people run, which leaves nothing behind', async () => {
    const { code, output } = await drill(at('copy'), at('keys'));
    expect([code, output]).toEqual([0, expect.stringContaining('The backup can be restored')]);
    const without = await drill(at('copy'), at('nowhere'));
    expect([without.code, without.output]).toEqual([1, expect.stringContaining('no encryption key')]);
  });
});

function drill(copy: string, keys: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, TMPDIR: folder };
    execFile(process.execPath, [DRILL, copy, '--keys', keys], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}
