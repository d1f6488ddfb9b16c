import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { Metrics } from '../../../src/kernel/metrics/metrics.js';
import { RequestLog } from '../../../src/gateway/request-log/request-log.js';
import type { VaultFailureKind } from '../../../src/modules/credentials/vaults/provider/vault-provider.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, askThrough, createAgent, createSecret, grant } from '../../harness/clients/agent.js';
import { askAbout, decide, pending } from '../../harness/policy/approvals.js';
import { api, gateway } from '../../harness/clients/client.js';
import { backToNow, later, stopTheClock } from '../../harness/time/monotonic-clock.js';
import { network, publishRules, type RuleInput } from '../../harness/policy/rules.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { withReplica } from '../../harness/server/stands.js';
import { until } from '../../harness/time/until.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';
import { pairVault, StandInVault, useVault } from '../../harness/upstreams/vault.js';

const PAIR = '/v1/vault/onepassword/pair';
const REFERENCE = 'op://vault1/item1/credential';
const HOST = 'api.u.test';

let upstream: Upstream;
let server: TestServer;
let replica: TestServer;
let vault: StandInVault;
let owner: Owner;
let agent: Agent;

withReplica((stand) => {
  ({ upstream, server, replica } = stand);
  vault = new StandInVault();
  for (const each of [server, replica]) useVault(each, vault);
});

beforeEach(async () => {
  stopTheClock();
  vault.reset();
  upstream.reset();
  vault.values.set(REFERENCE, 'from-the-vault');
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
  await pairVault(owner);
});

afterEach(backToNow);

/** A secret of the vault, granted to the agent; by default it sets `x-test-key`. */
async function referring(opRef = REFERENCE, more: Record<string, unknown> = {}): Promise<string> {
  const secret = { hostPattern: HOST, value: undefined, valueSource: 'onepassword', opRef, ...more };
  const id = await createSecret(owner, secret);
  await grant(owner, agent.id, id);
  return id;
}

/** What the upstream saw of a header, after one request through one of the processes. */
async function seenOf(
  header = 'x-test-key',
  at: TestServer = server,
  url = `http://${HOST}/`,
): Promise<unknown> {
  upstream.seen.length = 0;
  const answer = await askThrough(at, agent.token, url);
  expect(answer.status).toBe(200);
  return upstream.only().headers[header];
}

/** Above the allow rule that a grant is. */
function organizationRules(rules: RuleInput[], at: TestServer = server): Promise<void> {
  return publishRules(at, { organizationId: owner.organizationId }, { rules });
}

async function metric(name: string, at: TestServer = server): Promise<number> {
  const text = await at.app.get(Metrics).render();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length) ?? 0);
}

describe('a secret whose value is in 1Password', () => {
  it('02 §3.4, 06 §10.4.4 is injected with what the reference points to', async () => {
    await referring();
    expect(await seenOf()).toBe('from-the-vault');
    expect(vault.asked).toEqual(['check', `value ${REFERENCE}`]);
  });

  it('02 §3.4 an LLM key of this source is an API key whatever it looks like', async () => {
    vault.values.set('op://v/i/claude', 'sk-ant-oat01-looks-like-oauth');
    vault.values.set('op://v/i/gpt', '{"tokens":{"access_token":"a","refresh_token":"r"}}');
    await referring('op://v/i/claude', { type: 'anthropic', hostPattern: 'elsewhere.test' });
    await referring('op://v/i/gpt', { type: 'openai' });
    expect(await seenOf('x-api-key', server, 'http://api.anthropic.com/v1/messages')).toBe(
      'sk-ant-oat01-looks-like-oauth',
    );
    expect(await seenOf('authorization', server, 'http://api.openai.com/v1/models')).toMatch(
      /^Bearer \{"tokens"/,
    );
  });

  it('02 §3.2.3 a value that is not safe in a path leaves the path as it is', async () => {
    vault.values.set('op://v/i/good', '12:AB');
    vault.values.set('op://v/i/bad', '../../admin');
    await referring('op://v/i/good', { injectionConfig: { pathTemplate: '/bot{value}' } });
    await referring('op://v/i/bad', {
      hostPattern: 'b.u.test',
      injectionConfig: { pathTemplate: '/bot{value}' },
    });
    await agent.ask(`http://${HOST}/botX/send`);
    expect(upstream.only().url).toBe('/bot12:AB/send');
    await agent.ask('http://b.u.test/botX/send');
    expect(upstream.only().url).toBe('/botX/send');
  });

  it('02 §3.4 one that has no value leaves its place to the next in line', async () => {
    const shared = await createSecret(owner, { hostPattern: HOST, value: 'shared-value' }, '/v1/org/secrets');
    await grant(owner, agent.id, shared);
    await referring('op://vault1/item1/gone');
    expect(await seenOf()).toBe('shared-value');
  });

  it('06 §10.4.4 twenty requests at once share one look-up', async () => {
    await referring();
    vault.delayMs = 200;
    const answers = await Promise.all(Array.from({ length: 20 }, () => agent.ask(`http://${HOST}/`)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(upstream.seen.map(({ headers }) => headers['x-test-key'])).toEqual(
      Array.from({ length: 20 }, () => 'from-the-vault'),
    );
    expect(vault.lookups).toBe(1);
  });

  it('06 §10.4.4 is remembered for 60 s and no longer', async () => {
    await referring();
    expect(await seenOf()).toBe('from-the-vault');
    vault.values.set(REFERENCE, 'rotated');
    later(58_000);
    expect(await seenOf()).toBe('from-the-vault');
    later(61_000);
    expect(await seenOf()).toBe('rotated');
    expect(vault.lookups).toBe(2);
  });

  it('06 §16.3 POST /cache/invalidate drops what is remembered', async () => {
    await referring();
    expect(await seenOf()).toBe('from-the-vault');
    vault.values.set(REFERENCE, 'rotated');
    expect((await owner.api.post('/v1/cache/invalidate')).status).toBe(200);
    expect(await seenOf()).toBe('rotated');
  });

  it.each(['missing', 'rejected', 'bad-reference'] satisfies VaultFailureKind[])(
    '06 §10.4.4 %s: the request goes on without it, and nobody is asked for 30 s',
    async (kind) => {
      await referring();
      vault.failing = kind;
      const skipped = await metric('secret_values_unavailable_total{cause="vault"}');
      expect(await seenOf()).toBeUndefined();
      vault.failing = null;
      later(29_000);
      expect(await seenOf()).toBeUndefined();
      expect(vault.lookups).toBe(1);
      expect(await metric('secret_values_unavailable_total{cause="vault"}')).toBe(skipped + 2);
      later(31_000);
      expect(await seenOf()).toBe('from-the-vault');
    },
  );

  it('06 §10.4.4 a 1Password that cannot be reached is left alone for 60 s, for every reference', async () => {
    vault.values.set('op://v/i/other', 'other-value');
    vault.values.set('op://v/i/third', 'third-value');
    await referring();
    await referring('op://v/i/other', {
      injectionConfig: { headerName: 'x-other' },
      hostPattern: 'b.u.test',
    });
    await referring('op://v/i/third', {
      injectionConfig: { headerName: 'x-third' },
      hostPattern: 'c.u.test',
    });
    const other = (): Promise<unknown> => seenOf('x-other', server, 'http://b.u.test/');
    expect(await other()).toBe('other-value');
    vault.failing = 'unavailable';
    expect(await seenOf()).toBeUndefined();
    vault.failing = null;
    later(58_000);
    expect(await seenOf()).toBeUndefined();
    expect(await seenOf('x-third', server, 'http://c.u.test/')).toBeUndefined();
    // What is remembered needs nobody.
    expect(await other()).toBe('other-value');
    expect(vault.lookups).toBe(2);
    later(61_000);
    expect(await seenOf()).toBe('from-the-vault');
    expect(await metric('vault_lookups_total{outcome="unavailable"}')).toBeGreaterThan(0);
  });

  it('06 §16.3 disconnecting ends it with the next request, in other processes within a second', async () => {
    await referring();
    expect(await seenOf()).toBe('from-the-vault');
    expect(await seenOf('x-test-key', replica)).toBe('from-the-vault');
    expect((await gateway(server).as(owner.apiKey).delete(PAIR)).status).toBe(200);
    expect(await seenOf()).toBeUndefined();
    await until(async () => (await seenOf('x-test-key', replica)) === undefined, 1_000);
    const asked = vault.lookups;
    expect(await seenOf()).toBeUndefined();
    expect(vault.lookups).toBe(asked);
    await pairVault(owner, 'ops_second');
    expect(await seenOf()).toBe('from-the-vault');
    await until(async () => (await seenOf('x-test-key', replica)) === 'from-the-vault', 1_000);
  });

  it('06 §16.3 pairing again is in force with the next request', async () => {
    await referring();
    vault.revoked.add('ops_token');
    expect(await seenOf()).toBeUndefined();
    await pairVault(owner, 'ops_second');
    expect(await seenOf()).toBe('from-the-vault');
  });

  it('01 §19.2 is resolved through the connection of its own workspace', async () => {
    const made = await owner.api.post('/v1/workspaces', { name: 'Second' });
    const second = { ...owner, api: api(server).as(made.body.apiKey) };
    const bot = await createAgent(server, second);
    const opRef = REFERENCE;
    const id = await createSecret(second, {
      hostPattern: HOST,
      value: undefined,
      valueSource: 'onepassword',
      opRef,
    });
    await grant(second, bot.id, id);
    await bot.ask(`http://${HOST}/`);
    expect(upstream.only().headers['x-test-key']).toBeUndefined();
    await pairVault(second, 'ops_second');
    await bot.ask(`http://${HOST}/`);
    expect(upstream.only().headers['x-test-key']).toBe('from-the-vault');
  });
});

describe('an API in a process without the gateway', () => {
  it('01 §1.1 passes the endpoints on, and lists by itself', async () => {
    const apart = await startReplica(server, { SERVER_ROLES: 'api', GATEWAY_API_URL: server.gatewayUrl });
    try {
      const through = api(apart).as(owner.apiKey);
      const paired = await through.post(PAIR, { service_account_token: 'ops_through' });
      expect(paired).toMatchObject({ status: 200, body: { status: 'paired' } });
      expect((await through.get('/v1/vault/onepassword/vaults/vault1/items')).body.items).toHaveLength(1);
      expect((await through.get('/v1/vaults')).body).toHaveLength(1);
      expect((await through.delete('/v1/vault/bitwarden/pair')).status).toBe(400);
      expect(await api(apart).get('/v1/vault/onepassword/status')).toMatchObject({ status: 401 });
    } finally {
      await apart.close();
    }
  });
});

describe('06 §11.3 the vault is asked for a request that goes out, and for nothing else', () => {
  it('not for a refused one', async () => {
    await referring();
    await organizationRules([{ action: 'block', targets: [network(HOST)] }]);
    expect((await agent.ask(`http://${HOST}/`)).status).toBe(403);
    expect(vault.lookups).toBe(0);
  });

  it('for a held one after the approval, and never when it is denied', async () => {
    await referring();
    await organizationRules([askAbout(HOST)]);
    for (const decision of ['deny', 'approve'] as const) {
      const asking = agent.ask(`http://${HOST}/`);
      const [item] = await pending(owner.api);
      expect(vault.lookups).toBe(0);
      expect((await decide(owner.api, item.id, decision)).status).toBe(200);
      expect((await asking).status).toBe(decision === 'approve' ? 200 : 403);
    }
    expect(upstream.only().headers['x-test-key']).toBe('from-the-vault');
    expect(vault.lookups).toBe(1);
  });

  it('not for another host, another path, nor where no secret is of that source', async () => {
    await referring(REFERENCE, { pathPattern: '/v1/*' });
    const inline = await createSecret(owner, { hostPattern: 'b.u.test', value: 'inline' });
    await grant(owner, agent.id, inline);
    expect(await seenOf()).toBeUndefined();
    expect(await seenOf('x-test-key', server, 'http://c.u.test/')).toBeUndefined();
    expect(await seenOf('x-test-key', server, 'http://b.u.test/')).toBe('inline');
    expect(vault.lookups).toBe(0);
  });

  it('01 §19.5, 02 §8.3, §8.6 not for any view', async () => {
    const id = await referring('op://v/i/claude', { type: 'anthropic', hostPattern: 'api.anthropic.com' });
    vault.asked.length = 0;
    const identifier = (await owner.api.get('/v1/agents')).body.find(
      (one: any) => one.id === agent.id,
    ).identifier;
    const config = await owner.api.get(`/v1/container-config?agent=${identifier}`);
    expect(config.body.env).toMatchObject({ ANTHROPIC_API_KEY: 'placeholder' });
    expect(config.body.warnings ?? []).toEqual([]);
    const effective = await owner.api.get(`/v1/agents/${agent.id}/effective-credentials`);
    expect(effective.body.secrets.map((secret: { id: string }) => secret.id)).toEqual([id]);
    const request = { method: 'POST', url: 'https://api.anthropic.com/v1/messages' };
    const simulated = await owner.api.post('/v1/policy/simulate', { agentId: agent.id, ...request });
    expect(simulated).toMatchObject({
      status: 200,
      body: { injection: [{ id }], notChecked: ['dns', 'vault'] },
    });
    for (const path of ['/v1/secrets', '/v1/counts', '/v1/vaults', '/v1/credential-stubs/codex'])
      expect([path, (await owner.api.get(path)).status]).toEqual([path, 200]);
    expect(vault.asked).toEqual([]);
  });
});

describe('06-5 a token and a value of 1Password', () => {
  let canary: TestServer;
  const lines: string[] = [];

  beforeAll(async () => {
    const settings = { ...upstream.settings, REQUEST_LOG_MODE: 'all', LOG_LEVEL: 'trace' };
    canary = await startServer(settings, { write: (line) => void lines.push(line) });
    useVault(canary, vault);
  });

  afterAll(() => canary.close());

  beforeEach(async () => {
    owner = await signUpOwner(canary);
    agent = await createAgent(canary, owner);
  });

  it('are in no answer, no line of the log, no metric and no row', async () => {
    const token = `ops_canary-${randomBytes(12).toString('hex')}`;
    const value = `canary-value-${randomBytes(12).toString('hex')}`;
    const answers: string[] = [];
    const note = <T extends { text: string; headers: object }>(answer: T): T => {
      answers.push(`${JSON.stringify(answer.headers)} ${answer.text}`);
      return answer;
    };
    vault.values.set(REFERENCE, value);
    const body = { service_account_token: token };
    note(await owner.api.post(PAIR, body));
    const id = await referring();
    expect(await seenOf('x-test-key', canary)).toBe(value);
    await organizationRules([askAbout(HOST)], canary);
    const asking = agent.ask(`http://${HOST}/held?q=1`);
    const [item] = await pending(owner.api);
    answers.push(JSON.stringify(item));
    await decide(owner.api, item.id, 'approve');
    note(await asking);
    await organizationRules([], canary);
    for (const kind of ['rejected', 'missing', 'bad-reference', 'unavailable'] as const) {
      vault.failing = kind;
      note(await owner.api.post(PAIR, body));
      note(await owner.api.get('/v1/vault/onepassword/vaults'));
      await owner.api.post('/v1/cache/invalidate');
      note(await agent.ask(`http://${HOST}/`));
    }
    vault.failing = null;
    note(await gateway(canary).as(owner.apiKey).post(PAIR, JSON.stringify(body).slice(0, -1)));
    note(await owner.api.post('/v1/vault/bitwarden/pair', body));
    await canary.db.query('ALTER TABLE vault_connections RENAME TO vault_connections_gone');
    try {
      for (const client of [owner.api, gateway(canary).as(owner.apiKey)]) {
        expect(note(await client.post(PAIR, body)).status).toBe(500);
        note(await client.get('/v1/vault/onepassword/status'));
      }
    } finally {
      await canary.db.query('ALTER TABLE vault_connections_gone RENAME TO vault_connections');
    }
    for (const path of ['/v1/vaults', '/v1/vault/onepassword/status', `/v1/secrets`, '/v1/activity'])
      note(await owner.api.get(path));
    note(await owner.api.delete(PAIR));
    note(await owner.api.patch(`/v1/secrets/${id}`, { valueSource: 'onepassword' }));
    await canary.app.get(RequestLog).flush();

    const log = lines.join('');
    expect(log.includes('vault reference could not be resolved')).toBe(true);
    const metrics = await canary.app.get(Metrics).render();
    const everything = [...answers, log, metrics, ...(await everyRow())];
    for (const secret of [token, value]) {
      const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('hex')];
      // Inside a longer base64 text only the middle is stable, at each of the three alignments.
      for (const shift of [0, 1, 2])
        forms.push(
          Buffer.from(' '.repeat(shift) + secret)
            .toString('base64')
            .slice(4, -4),
        );
      for (const form of forms) expect(everything.filter((text) => text.includes(form))).toEqual([]);
    }
  });

  async function everyRow(): Promise<string[]> {
    const tables = await canary.db.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const rows: string[] = [];
    for (const { name } of tables) {
      const found = await canary.db.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`);
      rows.push(...found.map(({ text }) => text));
    }
    return rows;
  }
});
