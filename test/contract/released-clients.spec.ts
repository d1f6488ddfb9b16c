/**
 * Contract 07 C3 to C5 and C13.1: the published SDK itself, every method, against the running server. A recorder stands
 * between them, so that what it sent is held against the contract too. The last test holds the table of
 * docs/clients.md against what passed; `npm run clients:sdk` writes it.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CertificateAuthority } from '../../src/modules/foundation/certificate-authority/certificate-authority.js';
import { organizationKey, type Owner, signUpOwner } from '../harness/people/accounts.js';
import { type Agent, createAgent, createSecret, grant } from '../harness/clients/agent.js';
import { askAbout, waitingOn } from '../harness/policy/approvals.js';
import { run } from './on-demand.mjs';
import { signInOnCloud } from '../harness/people/cloud.js';
import { type Recorded, type Recorder, startRecorder } from '../harness/clients/recorder.js';
import { workspaceRules } from '../harness/policy/rules.js';
import { startReplica, startServer, type TestServer } from '../harness/server/server.js';
import type { SessionIssuer } from '../harness/people/session-issuer.js';
import { withCloud, withUpstream } from '../harness/server/stands.js';
import { until } from '../harness/time/until.js';
import type { Upstream } from '../harness/upstreams/upstream.js';
import { asStarted, FORMER_SDK, formerSdkOf, SDK, sdkOf } from './clients/sdk.js';
import { type Passed, sdkTable } from './clients/sdk-table.js';

const HOST = 'api.bank.test';
const SETTINGS = { ENTERPRISE_ENABLED: 'true', APP_URL: 'https://app.example.test' };

let upstream: Upstream;
let server: TestServer;
let front: Recorder;
let gatewayFront: Recorder;
let owner: Owner;
/** Where the SDK writes certificates and stubs. */
let folder: string;

withUpstream((stand) => ({ upstream, server } = stand), SETTINGS);

const passed: Passed[] = [];

/** A test whose success is a row of the table. */
function row(client: string, call: string, contract: string, prove: () => Promise<void>): void {
  it(`${client}: ${call} (07 ${contract})`, async () => {
    await prove();
    passed.push({ client, call, contract });
  });
}

beforeAll(async () => {
  [front, gatewayFront] = await Promise.all([startRecorder(server.apiUrl), startRecorder(server.gatewayUrl)]);
  folder = await mkdtemp(join(tmpdir(), 'cg-sdk-'));
  process.env['TMPDIR'] = folder;
});

afterAll(async () => {
  delete process.env['TMPDIR'];
  await Promise.all([front.close(), gatewayFront.close()]);
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  front.seen.length = 0;
});

const account = () => ({ url: front.origin, apiKey: owner.apiKey });

/** The only call since the last test. */
function sent(): Recorded {
  expect(front.seen).toHaveLength(1);
  return front.seen[0]!;
}

const asked = ({ method, path, query }: Recorded): string => `${method} ${path}${query && `?${query}`}`;

function expectCredential({ headers }: Recorded, project?: string): void {
  expect([headers.authorization, headers['x-project-id']]).toEqual([`Bearer ${owner.apiKey}`, project]);
}

const CONFIG = {
  env: expect.objectContaining({
    HTTPS_PROXY: expect.stringMatching(/^http:\/\/x:aoc_[0-9a-f]+@host\.docker\.internal:\d+$/),
    https_proxy: expect.any(String),
    HTTP_PROXY: expect.any(String),
    http_proxy: expect.any(String),
    NODE_USE_ENV_PROXY: '1',
  }),
  caCertificate: expect.stringContaining('BEGIN CERTIFICATE'),
  caCertificateContainerPath: expect.stringMatching(/^\//),
};

describe('container configuration', () => {
  row(SDK, 'getContainerConfig', 'C3', async () => {
    const config = await sdkOf({ ...account(), projectId: owner.workspaceId }).getContainerConfig();
    expect(config).toMatchObject(CONFIG);
    expect(config.env['NODE_EXTRA_CA_CERTS']).toBe(config.caCertificateContainerPath);
    expect(Object.values(config.env).every((value) => typeof value === 'string')).toBe(true);
    expect(asked(sent())).toBe('GET /v1/container-config');
    expectCredential(sent(), owner.workspaceId);
    expect(sent().headers['content-type']).toBeUndefined();
  });

  row(SDK, 'getContainerConfig of an agent', 'C3', async () => {
    const { token } = await createAgent(server, owner, 'Worker');
    const [, agent] = (await owner.api.get('/v1/agents')).body.sort((one: { isDefault: boolean }) =>
      one.isDefault ? -1 : 1,
    );
    const config = await sdkOf(account()).getContainerConfig({ agent: agent.identifier });
    expect(config.env['HTTPS_PROXY']).toContain(`x:${token}@`);
    const unknown = sdkOf(account()).getContainerConfig({ agent: 'no body/?' });
    await expect(unknown).rejects.toMatchObject({ name: 'OneCLIRequestError', statusCode: 404 });
    expect(asked(front.seen[1]!)).toBe('GET /v1/container-config?agent=no%20body%2F%3F');
  });

  row(SDK, 'applyContainerConfig, and a program started with it', 'C5', async () => {
    const agent = await createAgent(server, owner);
    await grant(owner, agent.id, await createSecret(owner, { hostPattern: HOST }));
    const { identifier } = (await owner.api.get(`/v1/agents/${agent.id}`)).body;
    const args = ['run', '--rm'];
    expect(await sdkOf(account()).applyContainerConfig(args, { agent: identifier })).toBe(true);
    expect(args.slice(0, 4)).toEqual(['run', '--rm', '-e', expect.stringMatching(/^HTTPS_PROXY=/)]);
    if (process.platform === 'linux')
      expect(args.slice(-2)).toEqual(['--add-host', 'host.docker.internal:host-gateway']);
    const { code, stdout } = await startedWith(args);
    expect([code, stdout]).toEqual([0, 'ok']);
    expect(upstream.only().headers['x-test-key']).toBe('the-value');
  });

  row(SDK, 'applyContainerConfig with a Codex stub', 'C5.4', async () => {
    const agent = await createAgent(server, owner);
    const value = JSON.stringify({ tokens: { access_token: 'a', refresh_token: 'r' } });
    const secret = await createSecret(owner, {
      type: 'openai',
      hostPattern: 'chatgpt.com',
      value,
    });
    await grant(owner, agent.id, secret);
    const { identifier } = (await owner.api.get(`/v1/agents/${agent.id}`)).body;
    const args: string[] = [];
    await sdkOf(account()).applyContainerConfig(args, { agent: identifier });
    const { env, files } = asStarted(args);
    const stub = await readFile(files.get(`${env['CODEX_HOME']}/auth.json`)!, 'utf8');
    expect([Object.keys(JSON.parse(stub) as object).length > 0, stub.includes('"a"')]).toEqual([true, false]);
  });

  row(SDK, '07-34 applyContainerConfig of an unknown agent or key', 'C2.11', async () => {
    const args = ['run'];
    const unknown = sdkOf(account()).applyContainerConfig(args, { agent: 'nobody' });
    await expect(unknown).rejects.toMatchObject({ statusCode: 404 });
    const stranger = sdkOf({ ...account(), apiKey: `oc_${'1'.repeat(64)}` }).applyContainerConfig(args);
    await expect(stranger).rejects.toMatchObject({ statusCode: 401 });
    expect(args).toEqual(['run']);
  });

  row(SDK, '07-34 applyContainerConfig while there is no authority yet', 'C2.11', async () => {
    const starting = await startServer({ SERVER_ROLES: 'api' });
    try {
      const { apiKey } = await signUpOwner(starting);
      Object.assign(starting.app.get(CertificateAuthority, { strict: false }), { current: null });
      const args = ['run'];
      const early = sdkOf({ url: starting.apiUrl, apiKey });
      expect([await early.applyContainerConfig(args), args]).toEqual([false, ['run']]);
    } finally {
      await starting.close();
    }
  });

  row(SDK, 'getGatewaySkill', 'C3', async () => {
    expect(await sdkOf(account()).getGatewaySkill()).toMatch(/^---\nname: /);
    expect([asked(sent()), sent().status]).toEqual(['GET /v1/skill/gateway', 200]);
    expectCredential(sent());
  });
});

/** A Node.js as the container would have it: these variables, these files, and the gateway where this machine has it. */
async function startedWith(args: readonly string[]): Promise<{ code: number | null; stdout: string }> {
  const { env, files } = asStarted(args);
  const there = (value: string): string =>
    files.get(value) ?? value.replace(/@host\.docker\.internal:\d+$/, `@${new URL(server.gatewayUrl).host}`);
  const inside = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, there(value)]));
  const program = `process.stdout.write(await (await fetch('https://${HOST}/balance')).text())`;
  const { code, stdout, output } = await run(process.execPath, ['--input-type=module', '-e', program], {
    env: inside,
    timeout: 30_000,
  });
  return { code, stdout: code === 0 ? stdout : output };
}

describe('agents', () => {
  row(SDK, 'createAgent', 'C3', async () => {
    const input = { name: 'Worker', identifier: 'worker', parentIdentifier: 'nobody' };
    const created = await sdkOf(account()).createAgent(input);
    expect(created).toMatchObject({
      id: expect.any(String),
      name: 'Worker',
      identifier: 'worker',
      createdAt: expect.any(String),
    });
    expect([asked(sent()), sent().headers['content-type'], JSON.parse(sent().body)]).toEqual([
      'POST /v1/agents',
      'application/json',
      input,
    ]);
    expectCredential(sent());
    const again = sdkOf(account()).createAgent(input);
    await expect(again).rejects.toMatchObject({ name: 'OneCLIRequestError', statusCode: 409 });
  });

  row(SDK, 'createAgent by an organization key, in the project of the call', 'C3', async () => {
    const apiKey = await organizationKey(server, owner);
    front.seen.length = 0;
    const sdk = sdkOf({ url: front.origin, apiKey, projectId: 'another' });
    await sdk.createAgent({ name: 'Worker', identifier: 'worker' }, { projectId: owner.workspaceId });
    expect(sent().headers['x-project-id']).toBe(owner.workspaceId);
    const identifiers = (await owner.api.get('/v1/agents')).body.map(
      ({ identifier }: { identifier: string }) => identifier,
    );
    expect(identifiers).toContain('worker');
  });

  row(SDK, 'ensureAgent', 'C3', async () => {
    const input = { name: 'Worker', identifier: 'worker' };
    const sdk = sdkOf(account());
    expect(await sdk.ensureAgent(input)).toEqual({ ...input, created: true });
    expect(await sdk.ensureAgent(input)).toEqual({ ...input, created: false });
    expect(front.seen.map(({ status }) => status)).toEqual([201, 409]);
    const nobody = sdkOf({ url: front.origin, apiKey: '' }).ensureAgent(input);
    await expect(nobody).rejects.toMatchObject({ statusCode: 401 });
    expect(front.seen.at(-1)!.headers.authorization).toBeUndefined();
  });
});

describe('on Cloud', () => {
  let cloud: TestServer;
  let issuer: SessionIssuer;

  withCloud((stand) => ({ cloud, issuer } = stand));

  row(SDK, '07-31 ensureAgent while the plan is full', 'C2.9', async () => {
    const person = await signInOnCloud(cloud, issuer);
    await cloud.db.query('UPDATE organizations SET max_agents = 1 WHERE id = $1', [person.organizationId]);
    const { apiKey } = (await person.api.get('/v1/user/api-key')).body;
    const sdk = sdkOf({ url: cloud.apiUrl, apiKey });
    const there = { name: 'Default', identifier: 'default' };
    expect(await sdk.ensureAgent(there)).toEqual({ ...there, created: false });
    const another = sdk.ensureAgent({ name: 'Another', identifier: 'another' });
    await expect(another).rejects.toMatchObject({ statusCode: 403 });
  });
});

describe('provisioning', () => {
  const PROVISION = {
    id: expect.any(String),
    userId: expect.any(String),
    projectId: expect.any(String),
    apiKey: expect.stringMatching(/^oc_/),
    claimUrl: expect.stringMatching(/^https:\/\/app\.example\.test\/.*token=/),
    expiresAt: expect.any(String),
  };

  row(SDK, 'provisionProject', 'C3', async () => {
    const sdk = sdkOf(account());
    const minted = await sdk.provisionProject();
    expect(minted).toMatchObject(PROVISION);
    expect([asked(sent()), sent().body, sent().status]).toEqual(['POST /v1/team/provisions', '{}', 201]);
    expect(await sdk.provisionProject({ role: 'member', skipOnboarding: true })).toMatchObject(PROVISION);
    const theirs = sdkOf({ url: front.origin, apiKey: minted.apiKey });
    expect(await theirs.ensureAgent({ name: 'Worker', identifier: 'worker' })).toMatchObject({
      created: true,
    });
  });

  row(SDK, 'provisionProject without a licence', 'C2.8', async () => {
    const community = await startReplica(server, { ...upstream.settings, ENTERPRISE_ENABLED: 'false' });
    try {
      const refused = sdkOf({ ...account(), url: community.apiUrl }).provisionProject();
      await expect(refused).rejects.toMatchObject({ name: 'OneCLIRequestError', statusCode: 403 });
    } finally {
      await community.close();
    }
  });
});

describe('approvals', () => {
  let agent: Agent;
  const watchers: { stop(): void }[] = [];
  const opened: { close(): Promise<void> }[] = [];
  /** A watcher of its own, whose first poll takes as long as the other tests together. */
  let idle: Recorder;
  let idleWatcher: { stop(): void };

  beforeAll(async () => {
    idle = await startRecorder(server.gatewayUrl);
    const { apiKey } = await signUpOwner(server);
    const sdk = sdkOf({ url: server.apiUrl, gatewayUrl: idle.origin, apiKey });
    idleWatcher = sdk.configureManualApproval(async () => 'approve');
  });

  afterAll(async () => {
    idleWatcher.stop();
    await idle.close();
  });

  beforeEach(async () => {
    agent = await createAgent(server, owner);
    await workspaceRules(server, owner, [askAbout(HOST)]);
    gatewayFront.seen.length = 0;
  });

  afterEach(async () => {
    for (const watcher of watchers.splice(0)) watcher.stop();
    for (const each of opened.splice(0)) await each.close();
  });

  const ask = (path = '/', from = agent) => from.ask(`http://${HOST}${path}`);
  const polls = (recorder: Recorder) =>
    recorder.seen.filter(({ path }) => path.endsWith('/approvals/pending'));
  const decisions = (recorder: Recorder) => recorder.seen.filter(({ method }) => method === 'POST');

  /** A server that tells clients to find its gateway at a recorder. */
  async function behindRecorder(gateway: Recorder): Promise<TestServer> {
    const replica = await startReplica(server, {
      ...upstream.settings,
      ...SETTINGS,
      GATEWAY_API_URL: gateway.origin,
    });
    opened.push(replica);
    gateway.pointAt(replica.gatewayUrl);
    return replica;
  }

  row(SDK, 'configureManualApproval', 'C4', async () => {
    const replica = await behindRecorder(gatewayFront);
    const offered: unknown[] = [];
    const sdk = sdkOf({ url: replica.apiUrl, apiKey: owner.apiKey, projectId: owner.workspaceId });
    watchers.push(
      sdk.configureManualApproval(async (request) => {
        offered.push(request);
        return request.path === '/yes' ? 'approve' : 'deny';
      }),
    );
    const [yes, no] = await Promise.all([ask('/yes'), ask('/no')]);
    expect([yes.status, no.status, no.body.error]).toEqual([200, 403, 'manual_approval_denied']);
    expect(offered).toHaveLength(2);
    expect(offered).toContainEqual(
      expect.objectContaining({
        id: expect.stringMatching(/^[^,]+$/),
        method: 'GET',
        url: `http://${HOST}/yes`,
        host: HOST,
        path: '/yes',
        headers: expect.any(Object),
        agent: { id: agent.id, name: agent.name, externalId: expect.any(String) },
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
        timeoutSeconds: 180,
      }),
    );
    const [decided] = decisions(gatewayFront);
    expect(decided!.path).toMatch(/^\/v1\/approvals\/[^/]+\/decision$/);
    expect(decided!.headers['x-project-id']).toBe(owner.workspaceId);
    expect(JSON.parse(decided!.body)).toEqual({ decision: expect.stringMatching(/^(approve|deny)$/) });
  });

  row(SDK, '07-32 a callback that runs is left out of the next poll, which is held', 'C4.4', async () => {
    const replica = await behindRecorder(gatewayFront);
    let answer!: (decision: 'approve') => void;
    const running = new Promise<'approve'>((resolve) => (answer = resolve));
    const offered: string[] = [];
    const sdk = sdkOf({ url: replica.apiUrl, apiKey: owner.apiKey });
    watchers.push(sdk.configureManualApproval((request) => (offered.push(request.id), running)));
    const asking = ask();
    await until(() => polls(gatewayFront).some(({ query }) => query.startsWith('exclude=')));
    const held = polls(gatewayFront).at(-1)!;
    expect([held.query, held.status]).toEqual([`exclude=${offered[0]}`, null]);
    // A second one wakes the held poll.
    const second = ask('/second');
    await until(() => offered.length === 2);
    expect(held.status).toBe(200);
    answer('approve');
    expect([(await asking).status, (await second).status]).toEqual([200, 200]);
    expect(new Set(offered).size).toBe(2);
  });

  row(SDK, '07-33 a gateway that restarts during a held poll', 'C4.9', async () => {
    const gateway = await startRecorder();
    opened.push(gateway);
    const stopping = await startReplica(server, {
      ...upstream.settings,
      ...SETTINGS,
      GATEWAY_API_URL: gateway.origin,
    });
    gateway.pointAt(stopping.gatewayUrl);
    const sdk = sdkOf({ url: stopping.apiUrl, apiKey: owner.apiKey });
    watchers.push(sdk.configureManualApproval(async () => 'approve'));
    await until(() => polls(gateway).length === 1);
    await until(async () => (await waitingOn(stopping)) === 1);
    gateway.pointAt(null);
    await stopping.close();
    const [held] = polls(gateway);
    expect([held!.status, (JSON.parse(held!.answer) as { requests: unknown[] }).requests]).toEqual([200, []]);
    gateway.pointAt(server.gatewayUrl);
    expect((await ask()).status).toBe(200);
    // What it waits for after the one poll that failed.
    expect(decisions(gateway)).toHaveLength(1);
  });

  row(SDK, 'stop ends the running poll', 'C4.8', async () => {
    const replica = await behindRecorder(gatewayFront);
    const sdk = sdkOf({ url: replica.apiUrl, apiKey: owner.apiKey });
    const watcher = sdk.configureManualApproval(async () => 'approve');
    await until(async () => (await waitingOn(replica)) === 1);
    watcher.stop();
    await until(async () => (await waitingOn(replica)) === 0);
    expect(polls(gatewayFront)).toHaveLength(1);
  });

  row(FORMER_SDK, 'configureManualApproval', 'C4', async () => {
    const replica = await behindRecorder(gatewayFront);
    const sdk = formerSdkOf({ url: replica.apiUrl, apiKey: owner.apiKey });
    watchers.push(sdk.configureManualApproval(async () => 'approve'));
    expect((await ask()).status).toBe(200);
    expect(new Set(gatewayFront.seen.map(({ path }) => path.split('/')[1]))).toEqual(new Set(['api']));
  });

  row(SDK, '07-32 with nothing pending each poll is held for half a minute', 'C4.4', async () => {
    await until(() => polls(idle).length === 2, 60_000);
    const [first] = polls(idle);
    // Five in two minutes would be one in 24 seconds; the SDK gives up after 35.
    expect([first!.status, first!.heldMs > 25_000, first!.heldMs < 34_000]).toEqual([200, true, true]);
  });
});

describe('releases that ask under /api', () => {
  row(FORMER_SDK, 'getContainerConfig, applyContainerConfig, getGatewaySkill', 'C3', async () => {
    const sdk = formerSdkOf(account());
    expect(await sdk.getContainerConfig('default')).toMatchObject(CONFIG);
    expect(asked(sent())).toBe('GET /api/container-config?agent=default');
    const args = ['run'];
    expect([await sdk.applyContainerConfig(args), (await startedWith(args)).stdout]).toEqual([true, 'ok']);
    expect(await sdk.getGatewaySkill()).toMatch(/^---\nname: /);
  });

  row(FORMER_SDK, 'createAgent, ensureAgent', 'C3', async () => {
    const sdk = formerSdkOf(account());
    const input = { name: 'Worker', identifier: 'worker' };
    expect(await sdk.createAgent(input)).toMatchObject(input);
    expect(await sdk.ensureAgent(input)).toEqual({ ...input, created: false });
  });

  row(FORMER_SDK, 'provisionUser', 'C3', async () => {
    expect(await formerSdkOf(account()).provisionUser()).toMatchObject({
      projectId: expect.any(String),
      apiKey: expect.stringMatching(/^oc_/),
    });
    expect(asked(sent())).toBe('POST /api/team/provisions');
  });
});

it('docs/clients.md has the rows that passed; `npm run clients:sdk` writes them', async () => {
  await sdkTable(passed, process.env['WRITE_CLIENTS_TABLE'] === 'true');
});
