import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { sealedColumns } from '../../src/kernel/crypto/secret-box.js';
import { type Owner, signUpOwner } from '../harness/people/accounts.js';
import { type Agent, agentWith, createAgent, createSecret, grant } from '../harness/clients/agent.js';
import { api } from '../harness/clients/client.js';
import { jsonOf, runCommand } from '../harness/server/command.js';
import { connect } from '../harness/upstreams/connections.js';
import { createTestDatabase, type TestDatabase } from '../harness/database/database.js';
import { type GoogleAccount, startGoogle, type StandInGoogle } from '../harness/upstreams/google.js';
import { OpenIdIssuer } from '../harness/sign-on/openid-issuer.js';
import { startReplica, type TestServer } from '../harness/server/server.js';
import { startServerProcess } from '../harness/server/server-process.js';
import { makePartner, OPERATOR, provide } from '../harness/people/partners.js';
import { atSso, personOf, signOnOrganization, startSignIn } from '../harness/sign-on/sign-on.js';
import { StandInSlack } from '../harness/upstreams/slack.js';
import { type SmtpSink, startSmtpSink } from '../harness/people/smtp-sink.js';
import { trusting } from '../harness/server/stands.js';
import { until } from '../harness/time/until.js';
import { startUpstream, type Upstream } from '../harness/upstreams/upstream.js';
import { pairVault, StandInVault, useVault } from '../harness/upstreams/vault.js';

const HOST = 'rotated.u.test';
const VAULT_TOKEN = 'ops_token-of-the-vault';
/** Both legs of a sign-in name it, whichever server of the deployment they meet. */
const API_URL = 'http://api.test';
const SESSION_SECRET = randomBytes(32).toString('hex');

/** Each test starts servers and processes, several of them. */
jest.setTimeout(180_000);

let upstream: Upstream;
let smtp: SmtpSink;
let google: StandInGoogle;
let trust: Awaited<ReturnType<typeof trusting>>;

beforeAll(async () => {
  upstream = await startUpstream();
  trust = await trusting(upstream);
  smtp = await startSmtpSink();
  google = await startGoogle({ local: true });
});

afterAll(async () => {
  await trust?.close();
  await upstream?.close();
  await smtp?.close();
  await google?.close();
});

/** What the upstream is shown when the agent asks through that server. */
async function injected(server: { gatewayUrl: string }, agent: Agent): Promise<unknown> {
  upstream.reset();
  const answer = await agentWith(server, agent).ask(`http://${HOST}/`);
  expect(answer.status).toBe(200);
  // A server that works also asks the chat provider after the apps of agents.
  const asked = upstream.seen.filter(({ headers }) => headers.host === HOST);
  expect(asked).toHaveLength(1);
  return asked[0]!.headers['x-test-key'];
}

describe('with keys that are given', () => {
  const [first, second] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
  let database: TestDatabase;
  let dataDir: string;
  let owner: Owner;
  let agent: Agent;
  let orgKey: string;
  let deviceCode: string;
  let signIn: { url: string; cookie: string };
  let running: TestServer[];

  beforeEach(async () => {
    database = await createTestDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'cg-rotate-'));
    running = [];
  });

  const settings = (current: string, previous = ''): Record<string, string> => ({
    SECRET_ENCRYPTION_KEY: current,
    SECRET_ENCRYPTION_KEYS_PREVIOUS: previous,
    SESSION_SECRET,
  });

  /** A server without the role `worker` leaves mails in the queue. */
  async function start(keys: Record<string, string>, roles = 'api,gateway'): Promise<TestServer> {
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'gateway@example.test' };
    const server = await startReplica(
      { databaseUrl: database.url, dataDir },
      {
        ...google.settings,
        ...upstream.settings,
        ...trust.settings,
        ...mail,
        ...keys,
        ...OPERATOR,
        API_URL,
        ENTERPRISE_ENABLED: 'true',
        SERVER_ROLES: roles,
      },
    );
    running.push(server);
    return server;
  }

  const rotate = (keys: Record<string, string>, ...args: string[]) =>
    runCommand(['rotate-keys', ...args], { DATABASE_URL: database.url, DATA_DIR: dataDir, ...keys });

  async function fill(server: TestServer): Promise<void> {
    owner = await signUpOwner(server);
    agent = await createAgent(server, owner);
    await grant(owner, agent.id, await createSecret(owner, { hostPattern: HOST, value: 'injected-value' }));
    orgKey = (await api(server).as(owner.cookie).get('/v1/org/api-key')).body.apiKey;
    await connect(server, owner);
    await attachToSlack(server);
    useVault(server, new StandInVault());
    await pairVault(owner, VAULT_TOKEN);
    const client = { clientId: 'id', clientSecret: 'secret-of-the-client' };
    expect((await owner.api.post('/v1/apps/slack/config', client)).status).toBe(201);
    deviceCode = (await api(server).post('/v1/auth/cli/session')).body.code;
    const confirmed = await api(server)
      .as(owner.cookie)
      .inWorkspace(owner.workspaceId)
      .post('/v1/auth/cli/confirm', { code: deviceCode });
    expect(confirmed.status).toBe(200);
    const asked = await api(server).post('/auth/request-password-reset', { email: owner.email });
    expect(asked.status).toBe(200);
    const begun = await api(server).post('/auth/sign-in/social', {
      provider: 'google',
      callbackURL: '/join?token=of-an-invitation',
    });
    signIn = { url: begun.body.url, cookie: begun.cookies.join('; ') };
    await signOn(server);
    const partner = await makePartner(server);
    await provide(partner);
    const lent = { name: 'Lent', type: 'anthropic', value: 'sk-ant-lent', hostPattern: 'api.anthropic.com' };
    expect((await partner.api.post('/v1/partner/secrets', lent)).status).toBe(201);
  }

  /** A Slack workspace with its token, and the agent's app in it. */
  async function attachToSlack(server: TestServer): Promise<void> {
    const before = upstream.answer;
    const slack = new StandInSlack(upstream);
    const teamId = slack.team();
    const credential = slack.configurationToken(teamId);
    const kept = await owner.api.put('/v1/org/channels/slack/credentials', { credential });
    expect(kept.status).toBe(200);
    await server.db.query(`UPDATE agents SET kind = 'hosted', harness = 'default' WHERE id = $1`, [agent.id]);
    const { id: appId, botToken } = slack.installedApp(teamId);
    const tokens = { appId, botToken, appToken: 'xapp-1' };
    expect((await owner.api.post(`/v1/agents/${agent.id}/channels/slack/complete`, tokens)).status).toBe(200);
    upstream.answer = before;
  }

  /** A connection, a session made through it, and the key with which requests of SAML are signed. */
  async function signOn(server: TestServer): Promise<void> {
    const issuer = new OpenIdIssuer('login.acme.test', upstream);
    const acme = await signOnOrganization(server, issuer.settings);
    const { provider } = acme;
    const { url, browser } = await startSignIn(server, provider);
    const parameters = issuer.consent(url, { sub: 'somebody', email: acme.someone() });
    await personOf(server, await browser.get(`${atSso(provider, 'callback')}?${parameters.toString()}`));
    expect((await api(server).get(atSso(provider, 'metadata'))).status).toBe(200);
    // Somebody who was here before is asked to confirm their account first (R46).
    const { email } = await signUpOwner(server, { email: acme.someone() });
    const again = await startSignIn(server, provider);
    const proved = issuer.consent(again.url, { sub: 'here-before', email });
    await again.browser.get(`${atSso(provider, 'callback')}?${proved.toString()}`);
  }

  /** Columns of any table, of the job queue too, in which anything sealed with that key is left. */
  async function columnsWith(keyId: string): Promise<string[]> {
    const tables = await database.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname IN ('public', 'graphile_worker')`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const columns = await database.query<{ column: string }>(
        `SELECT DISTINCT f.key AS column FROM ${name} t, jsonb_each_text(to_jsonb(t)) f WHERE f.value LIKE $1`,
        [`%v1.${keyId}.%`],
      );
      found.push(...columns.map(({ column }) => `${name}.${column}`));
    }
    return found.sort();
  }

  async function keyIdInUse(): Promise<string> {
    const [row] = await database.query<{ sealed: string }>(
      'SELECT token_ciphertext AS sealed FROM agents LIMIT 1',
    );
    return row!.sealed.split('.')[1]!;
  }

  async function cleanUp(): Promise<void> {
    for (const server of running) await server.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }

  it('02 §3.6 beside running servers, nothing needs the old key any more and agents are served throughout', async () => {
    try {
      const old = await start(settings(first, second));
      await fill(old);
      const oldKeyId = await keyIdInUse();
      // Whoever adds something sealed lets it be made by `fill`.
      const sealed = sealedColumns().map(({ table, column }) => `public.${table}.${column}`);
      expect(await columnsWith(oldKeyId)).toEqual(['graphile_worker._private_jobs.payload', ...sealed]);
      const current = await start(settings(second, first));
      expect(await injected(current, agent)).toBe('injected-value');

      const early = jsonOf(await rotate(settings(second, first), '--json'));
      expect(early.remaining).toBe(0);
      expect(early.previousKeysMayBeRemoved).toBe(false);
      expect(early.advice).toContain('1 running server');
      expect(await columnsWith(oldKeyId)).toEqual([]);
      for (const server of [old, current]) expect(await injected(server, agent)).toBe('injected-value');

      // What the old server still writes is found by the next run.
      await createAgent(old, { api: api(old).as(owner.apiKey) });
      await running.shift()!.close();
      const checked = await rotate(settings(second, first), '--check');
      expect(checked.status).toBe(1);
      expect(checked.stdout).toContain('1 value not encrypted with the current key');
      const late = await rotate(settings(second, first), '--json');
      expect([late.status, jsonOf(late).previousKeysMayBeRemoved]).toEqual([0, true]);
      expect((await rotate(settings(second, first), '--check')).status).toBe(0);
      await running.shift()!.close();

      const alone = await start(settings(second), 'api,gateway,worker');
      expect(await injected(alone, agent)).toBe('injected-value');
      expect((await api(alone).as(owner.apiKey).get('/v1/user/api-key')).body.apiKey).toBe(owner.apiKey);
      const shown = (await api(alone).as(owner.apiKey).get('/v1/agents')).body as {
        id: string;
        accessToken: string;
      }[];
      expect(shown.find(({ id }) => id === agent.id)?.accessToken).toBe(agent.token);
      expect((await api(alone).as(orgKey).get('/v1/workspaces')).status).toBe(200);
      const poll = await api(alone).get(`/v1/auth/cli/poll?code=${deviceCode}`);
      expect(poll.body).toMatchObject({ status: 'ok', api_key: owner.apiKey });
      const account: GoogleAccount = { sub: '1', email: 'g@example.test', email_verified: true, name: 'G' };
      const back = await api(alone)
        .as(signIn.cookie)
        .get(`/auth/callback/google?${google.consent(signIn.url, account).toString()}`);
      expect(back.headers['location']).toBe(`${API_URL}/join?token=of-an-invitation`);
      const vault = new StandInVault();
      useVault(alone, vault);
      const vaults = () => api(alone).as(owner.apiKey).get('/v1/vault/onepassword/vaults');
      expect((await vaults()).status).toBe(200);
      vault.revoked.add(VAULT_TOKEN);
      expect((await vaults()).status).toBe(400);
      await until(() => smtp.mails.some(({ to }) => to.includes(owner.email)));
    } finally {
      await cleanUp();
    }
  });

  it('02 §3.6 refuses to begin while a running server could not read the result', async () => {
    try {
      const server = await start(settings(first));
      await fill(server);
      const refused = await rotate(settings(second, first));
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain('1 of 1 running server cannot decrypt');
      expect(refused.stderr).toContain('Restart');
      expect(await injected(server, agent)).toBe('injected-value');
      await running.shift()!.close();
      expect((await rotate(settings(second, first))).status).toBe(0);
    } finally {
      await cleanUp();
    }
  });

  it('02 §3.6 without the key that sealed them it names the values, changes nothing and fails', async () => {
    try {
      await fill(await start(settings(first)));
      await running.shift()!.close();
      const result = await rotate(settings(second), '--json');
      expect(result.status).toBe(1);
      const { unreadable, previousKeysMayBeRemoved, advice } = jsonOf(result);
      expect(unreadable[0]).toMatchObject({ place: expect.stringMatching(/^\w+:/), reason: 'unknown key' });
      expect(previousKeysMayBeRemoved).toBe(false);
      expect(advice).toContain('SECRET_ENCRYPTION_KEYS_PREVIOUS');
      expect(await injected(await start(settings(first)), agent)).toBe('injected-value');
    } finally {
      await cleanUp();
    }
  });

  it('prints no key, and makes none where there is none', async () => {
    try {
      const nowhere = join(dataDir, 'nowhere');
      const result = await runCommand(['rotate-keys'], { DATABASE_URL: database.url, DATA_DIR: nowhere });
      expect(result.status).toBe(1);
      expect(result.stderr).toContain('There is no encryption key');
      await expect(stat(nowhere)).rejects.toThrow('ENOENT');
      const given = await rotate(settings(second, first), '--new-key');
      expect([given.status, given.stderr]).toEqual([1, expect.stringContaining('SECRET_ENCRYPTION_KEY')]);
      expect(given.stdout + given.stderr).not.toContain(second);
    } finally {
      await cleanUp();
    }
  });
});

describe('with a key generated into DATA_DIR and the embedded database', () => {
  it('R18 02 §3.6 a new key is made, everything follows, the old one is forgotten', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'cg-rotate-own-'));
    const file = (name: string) => join(dataDir, name);
    const command = (...args: string[]) =>
      runCommand(args, { DATA_DIR: dataDir, PORT: '0', GATEWAY_PORT: '0' });
    let server = await startServerProcess(dataDir, upstream.settings);
    try {
      const owner = await signUpOwner(server);
      const agent = await createAgent(server, owner);
      await grant(owner, agent.id, await createSecret(owner, { hostPattern: HOST, value: 'own-value' }));
      const original = await readFile(file('secret-encryption-key'), 'utf8');

      const made = await command('rotate-keys', '--new-key');
      expect([made.status, made.stderr]).toEqual([0, '']);
      const replaced = await readFile(file('secret-encryption-key'), 'utf8');
      expect(replaced).not.toBe(original);
      expect(await readFile(file('secret-encryption-keys-previous'), 'utf8')).toBe(original);
      expect((await stat(file('secret-encryption-keys-previous'))).mode & 0o777).toBe(0o600);
      expect((await stat(file('secret-encryption-key'))).mode & 0o777).toBe(0o600);
      expect(made.stdout).not.toContain(replaced.trim());
      // The running server has read its key long ago.
      expect(await injected(server, agent)).toBe('own-value');
      const early = await command('rotate-keys');
      expect([early.status, early.stderr]).toEqual([1, expect.stringContaining('cannot decrypt')]);

      expect(await server.stop()).toBe(0);
      server = await startServerProcess(dataDir, upstream.settings);
      expect(await injected(server, agent)).toBe('own-value');
      const done = await command('rotate-keys', '--forget-previous');
      expect([done.status, done.stdout]).toEqual([
        0,
        expect.stringContaining('Previous keys may be removed'),
      ]);
      await expect(stat(file('secret-encryption-keys-previous'))).rejects.toThrow('ENOENT');

      expect(await server.stop()).toBe(0);
      server = await startServerProcess(dataDir, upstream.settings);
      expect(await injected(server, agent)).toBe('own-value');
    } finally {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
