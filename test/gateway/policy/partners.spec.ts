import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { MeteringLedger } from '../../../src/gateway/metering/metering-ledger.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import {
  type Agent,
  type AgentAnswer,
  agentWith,
  askThrough,
  createAgent,
  createSecret,
  grant,
} from '../../harness/clients/agent.js';
import { askAbout, decide, listPending, pending } from '../../harness/policy/approvals.js';
import { api, type ApiClient, gateway } from '../../harness/clients/client.js';
import {
  addPartner,
  attach,
  claimed,
  reissue,
  removePartner,
  setPartnerStatus,
  type TestPartner,
  unclaim,
} from '../../harness/people/attached.js';
import * as partners from '../../harness/people/partners.js';
import { raiseOrganization } from '../../harness/people/people.js';
import { network, organizationRules, workspaceRules } from '../../harness/policy/rules.js';
import { startReplica, type TestServer } from '../../harness/server/server.js';
import { withUpstream } from '../../harness/server/stands.js';
import { until } from '../../harness/time/until.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';
import { onEveryWire, type WireAnswer } from '../wire/wires.js';

const APP = 'https://app.example.test';
const HOST = 'api.lent.test';
const ANTHROPIC = 'http://api.anthropic.com/v1/models';

let server: TestServer;
let upstream: Upstream;
let partner: TestPartner;
let owner: Owner;
let agent: Agent;
let administrator: ApiClient;

withUpstream((stand) => ({ upstream, server } = stand), {
  ...partners.OPERATOR,
  APP_URL: APP,
  REQUEST_LOG_MODE: 'all',
});

beforeEach(async () => {
  upstream.reset();
  partner = await addPartner(server);
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
  administrator = administratorOf(owner);
});

function administratorOf({ cookie, organizationId }: Owner): ApiClient {
  return api(server).as(cookie).with({ 'x-organization-id': organizationId });
}

function lend(fields: object = {}, by: Pick<TestPartner, 'api'> = partner): Promise<string> {
  return createSecret(by, { hostPattern: HOST, value: 'lent-value', ...fields }, '/v1/partner/secrets');
}

function lendKey(value = 'sk-ant-api03-lent', by: Pick<TestPartner, 'api'> = partner): Promise<string> {
  return lend({ type: 'anthropic', hostPattern: 'api.anthropic.com', value }, by);
}

async function header(name = 'x-test-key', url = `http://${HOST}/`, by = agent): Promise<unknown> {
  upstream.seen.length = 0;
  expect((await by.ask(url)).status).toBe(200);
  return upstream.only().headers[name];
}

const key = (by?: Agent) => header('x-api-key', ANTHROPIC, by);

describe('a partner’s secret', () => {
  it('06-T65 reaches every agent of every attached organization without a grant, those of nobody else', async () => {
    const [sister, stranger] = [await signUpOwner(server), await signUpOwner(server)];
    const others = [await createAgent(server, sister), await createAgent(server, stranger)];
    await attach(server, partner, owner);
    await attach(server, partner, sister);
    expect(await header()).toBeUndefined();
    await lend();
    const second = await createAgent(server, owner);
    expect([await header(), await header(undefined, undefined, second)]).toEqual([
      'lent-value',
      'lent-value',
    ]);
    const seen = [];
    for (const other of others) seen.push(await header(undefined, undefined, other));
    expect(seen).toEqual(['lent-value', undefined]);
  });

  it('07 §A15 partners’ secrets stay with their own customers, also where both lend for one host', async () => {
    const rival = await addPartner(server, 'Rival');
    const theirs = await signUpOwner(server);
    const their = await createAgent(server, theirs);
    await attach(server, partner, owner);
    await attach(server, rival, theirs);
    await lendKey('sk-ant-api03-ours');
    await lendKey('sk-ant-api03-theirs', rival);
    await lend({ value: 'only-theirs' }, rival);
    expect([await key(), await key(their)]).toEqual(['sk-ant-api03-ours', 'sk-ant-api03-theirs']);
    expect([await header(), await header(undefined, undefined, their)]).toEqual([undefined, 'only-theirs']);
  });

  it('07-14 yields to an organization’s that is granted, place by place, and comes back when that one is gone', async () => {
    await attach(server, partner, owner);
    await lend();
    await lend({ value: 'lent-elsewhere', injectionConfig: { headerName: 'x-other-key' } });
    const own = await createSecret(
      { api: administrator },
      { hostPattern: HOST, value: 'own' },
      '/v1/org/secrets',
    );
    expect(await header()).toBe('lent-value');
    await grant(owner, agent.id, own);
    expect([await header(), await header('x-other-key')]).toEqual(['own', 'lent-elsewhere']);
    expect((await administrator.delete(`/v1/org/secrets/${own}`)).status).toBe(204);
    expect(await header()).toBe('lent-value');
  });

  it('06-T66 an LLM key collides with the customer’s own of its type, whatever the paths', async () => {
    await attach(server, partner, owner);
    await lendKey();
    const own = await createSecret(
      { api: administrator },
      {
        type: 'anthropic',
        hostPattern: 'api.anthropic.com',
        pathPattern: '/v1/messages',
        value: 'sk-ant-api03-own',
      },
      '/v1/org/secrets',
    );
    expect(await key()).toBe('sk-ant-api03-lent');
    await grant(owner, agent.id, own);
    expect(await header('x-api-key', 'http://api.anthropic.com/v1/messages')).toBe('sk-ant-api03-own');
    expect(await key()).toBeUndefined();
  });

  it('07 §A11.10 an own key takes over once it is added, also from agents that had the partner’s', async () => {
    await attach(server, partner, owner);
    await lendKey();
    expect(await key()).toBe('sk-ant-api03-lent');
    const added = await owner.api.post('/v1/secrets', {
      name: 'Own',
      type: 'anthropic',
      hostPattern: 'api.anthropic.com',
      value: 'sk-ant-api03-own',
    });
    expect(added.body.attachedAgents).toContain(agent.id);
    expect(await key()).toBe('sk-ant-api03-own');
  });

  it('07 §A10.4 opens nothing: rules bind, and what it is about counts as credentialed', async () => {
    await attach(server, partner, owner);
    await lend();
    await lendKey();
    await organizationRules(server, owner, { defaultAction: 'block' });
    expect((await agent.ask(`http://${HOST}/`)).body.error).toBe('blocked_by_default_policy');
    expect(await key()).toBe('sk-ant-api03-lent');
    await workspaceRules(server, owner, [
      { name: 'Shut', action: 'block', targets: [network('api.anthropic.com')] },
    ]);
    expect((await agent.ask(ANTHROPIC)).body).toMatchObject({
      error: 'blocked_by_policy',
      rule_name: 'Shut',
    });
  });

  it('07 §A10.8 is changed and deleted from the next request on, here and in another process', async () => {
    await attach(server, partner, owner);
    const replica = await startReplica(server, { ...upstream.settings, APP_URL: APP });
    try {
      const there = { ...agent, ask: (url: string) => askThrough(replica, agent.token, url) };
      const id = await lend();
      expect([await header(), await header(undefined, undefined, there)]).toEqual([
        'lent-value',
        'lent-value',
      ]);
      expect((await partner.api.patch(`/v1/partner/secrets/${id}`, { value: 'another' })).status).toBe(200);
      expect(await header()).toBe('another');
      await until(async () => (await header(undefined, undefined, there)) === 'another', 1_000);
      expect((await partner.api.delete(`/v1/partner/secrets/${id}`)).status).toBe(204);
      expect(await header()).toBeUndefined();
      await until(async () => (await header(undefined, undefined, there)) === undefined, 1_000);
    } finally {
      await replica.close();
    }
  });

  it.each<[string, () => Promise<unknown>]>([
    ['07-22 the organization detached', () => administrator.post('/v1/org/partner/detach')],
    ['07-23 the partner is suspended', () => setPartnerStatus(server, partner, 'suspended')],
    ['07 §A3.6 the partner is gone', () => removePartner(server, partner)],
  ])('%s: goes out no more, also during traffic, and what carries it is cut', async (_cause, withdraw) => {
    await attach(server, partner, owner);
    await lend();
    let open: ServerResponse | undefined;
    upstream.answer = (request, response) => {
      if (request.url !== '/stream') return void response.end('ok');
      open = response;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
    };
    const stream = agent.ask(`http://${HOST}/stream`).catch(() => 'cut');
    await until(() => open !== undefined);
    let withdrawn = false;
    const traffic = Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let each = 0; each < 500 && !withdrawn; each++) await agent.ask(`http://${HOST}/busy`);
      }),
    );
    const answer = await withdraw();
    if (answer !== undefined) expect(answer).toMatchObject({ status: 200, body: { success: true } });
    upstream.seen.length = 0;
    const later = await agent.ask(`http://${HOST}/after`);
    withdrawn = true;
    await traffic;
    expect(later.status).toBe(200);
    expect(upstream.seen.find(({ url }) => url === '/after')!.headers['x-test-key']).toBeUndefined();
    expect(await stream).toBe('cut');
  });

  it('07-23 is injected again once its partner is active again', async () => {
    await attach(server, partner, owner);
    await lend();
    await setPartnerStatus(server, partner, 'suspended');
    expect(await header()).toBeUndefined();
    await setPartnerStatus(server, partner, 'active');
    expect(await header()).toBe('lent-value');
  });

  it('shows in a simulation as the partner’s', async () => {
    await attach(server, partner, owner);
    const id = await lend();
    const foreseen = await owner.api.post('/v1/policy/simulate', {
      agentId: agent.id,
      method: 'GET',
      url: `https://${HOST}/`,
    });
    expect(foreseen.body.injection).toMatchObject([{ kind: 'secret', id, scope: 'partner' }]);
  });
});

function expectEverywhere(answers: Record<string, WireAnswer>, status: number, body: unknown): void {
  const answer = { status, retry: 'false', type: 'application/json', body };
  expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((wire) => [wire, answer])));
}

/** One entry for each of them and no other, all by the same verdict. */
async function expectLogged(
  count: number,
  { status, rule }: { status: number; rule: string },
): Promise<void> {
  let logged: any[] = [];
  await until(async () => {
    logged = (await owner.api.get('/v1/activity')).body.logs;
    return logged.length >= count;
  });
  const entry = { status, extraData: { decision: 'blocked', blocked_by_rule: rule } };
  expect(logged).toMatchObject(Array(count).fill(entry));
}

describe('the budget of a lent key', () => {
  let id: string;

  beforeEach(async () => {
    await attach(server, partner, owner);
    id = await lendKey();
    await spend(id);
  });

  async function spend(secretId: string): Promise<void> {
    await server.db.query(
      `INSERT INTO partner_spend (secret_id, organization_id, budget_window, nano_cents) VALUES ($1, $2, 'total', $3)`,
      [secretId, owner.organizationId, '100000000000'],
    );
    await setLimit(secretId, 100);
  }

  async function setLimit(secretId: string, limitCents: number): Promise<void> {
    const path = `/v1/partner/orgs/${owner.organizationId}/secrets/${secretId}/budget`;
    const answer = await partner.api.post(path, { limitCents, period: 'total' });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  }

  const refusal = () => ({
    error: 'budget_exceeded',
    message: expect.stringContaining(`${APP}/w/${owner.workspaceId}/connections/llms`),
    limit_usd: 1,
    period: 'total',
    add_key_url: `${APP}/w/${owner.workspaceId}/connections/llms`,
  });

  it('07-17 refuses with body and link on every wire, and nothing is sent', async () => {
    expectEverywhere(await onEveryWire(server, agent, 'api.anthropic.com', '/v1/messages'), 429, refusal());
    expect(upstream.seen).toEqual([]);
    await expectLogged(9, { status: 429, rule: 'budget_exceeded' });
    const head = await agent.ask(ANTHROPIC, { method: 'HEAD' });
    expect([head.status, head.headers['x-should-retry'], head.text]).toEqual([429, 'false', '']);
  });

  it('06 §13.4.2 is asked before anybody is, and again once somebody has approved', async () => {
    await workspaceRules(server, owner, [askAbout('api.anthropic.com')]);
    expect((await agent.ask(ANTHROPIC)).body).toEqual(refusal());
    const decider = gateway(server).as(owner.apiKey);
    expect(await listPending(decider)).toEqual([]);
    await setLimit(id, 101);
    const held = agent.ask(ANTHROPIC);
    const [{ id: approval }] = await pending(decider);
    await setLimit(id, 100);
    expect((await decide(decider, approval, 'approve')).status).toBe(200);
    expect((await held).body).toEqual(refusal());
    expect(upstream.seen).toEqual([]);
  });

  it('07 §A11.10 leaves all other calls of the agent alone', async () => {
    await lend();
    expect(await header()).toBe('lent-value');
    expect((await agent.ask('http://api.openai.com/v1/models')).status).toBe(200);
  });
});

describe('what is ended during traffic', () => {
  /** What agents may be answered while something goes; nothing of it is a fault. */
  const ORDERLY = new Set([200, 401, 403, 407, 429]);
  let reseller: partners.TestPartner;
  let made: partners.Provided;
  let own: Agent;
  let secretId: string;

  beforeEach(async () => {
    reseller = await partners.makePartner(server, 'Reseller');
    made = await partners.provide(reseller);
    own = agentWith(server, { id: 'of-the-partner', name: 'Default Agent', token: made.agentToken });
    secretId = await lendKey('sk-ant-api03-lent', reseller);
    const limit = await reseller.api.post(budgetOf(), { limitCents: 100_000, period: 'total' });
    expect(limit.status).toBe(200);
    answerAsModel();
  });

  const budgetOf = () => `/v1/partner/orgs/${made.organizationId}/secrets/${secretId}/budget`;
  const flush = () => server.app.get(MeteringLedger).flush();

  /** A thousand tokens of output are 7.5 cents. */
  function answerAsModel(): void {
    const usage = { input_tokens: 0, output_tokens: 1_000 };
    upstream.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ model: 'claude-opus-4-1', usage }));
    };
  }

  const call = () =>
    own.ask('http://api.anthropic.com/v1/messages', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"model":"claude-opus-4-1","messages":[]}',
    });

  /** Ends something while calls are made, and makes one more. */
  async function ending(end: () => Promise<{ status: number }>, passed = 20): Promise<AgentAnswer> {
    let ended = false;
    const seen = new Set<number>();
    const traffic = Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let each = 0; each < 500 && !ended; each++) seen.add((await call()).status);
      }),
    );
    await until(() => upstream.seen.length > passed);
    expect((await end()).status).toBeLessThan(300);
    const after = await call();
    ended = true;
    await traffic;
    expect([...seen].filter((status) => !ORDERLY.has(status))).toEqual([]);
    return after;
  }

  it.each<[string, () => Promise<{ status: number }>]>([
    ['its organization', () => reseller.api.delete(`/v1/partner/orgs/${made.organizationId}`)],
    [
      'its partner, with what nobody has claimed',
      () => partners.operator(server).delete(`/v1/operator/partners/${reseller.id}?deleteUnclaimed=true`),
    ],
  ])('07 §A6 an agent is unknown from the answer on that ends %s', async (_what, end) => {
    expect((await ending(end)).status).toBe(407);
    await flush();
    const left = await server.db.query(
      `SELECT 'spend' FROM partner_spend WHERE organization_id = $1
       UNION ALL SELECT 'budget' FROM partner_budgets WHERE organization_id = $1
       UNION ALL SELECT 'usage' FROM llm_usage WHERE organization_id = $1`,
      [made.organizationId],
    );
    expect(left).toEqual([]);
  });

  it('07 §A10 a secret that is deleted goes out no more, and takes its budgets and spend along', async () => {
    const after = await ending(() => reseller.api.delete(`/v1/partner/secrets/${secretId}`));
    expect(after.status).toBe(200);
    upstream.seen.length = 0;
    await call();
    expect(upstream.only().headers['x-api-key']).toBeUndefined();
    await flush();
    const left = await server.db.query('SELECT 1 FROM partner_spend WHERE secret_id = $1', [secretId]);
    expect(left).toEqual([]);
  });

  it('07 §A11.8 a limit lowered under what was spent binds the next call, and what was spent is exact', async () => {
    const after = await ending(async () => {
      await flush();
      return reseller.api.post(budgetOf(), { limitCents: 1, period: 'total' });
    });
    expect(after.status).toBe(429);
    await flush();
    const [row] = await server.db.query<{ spent: string }>(
      `SELECT nano_cents::text AS spent FROM partner_spend WHERE secret_id = $1 AND budget_window = 'total'`,
      [secretId],
    );
    const [used] = await server.db.query<{ requests: string; spent: string }>(
      'SELECT requests::text, nano_cents::text AS spent FROM llm_usage WHERE organization_id = $1',
      [made.organizationId],
    );
    expect(row!.spent).toBe(used!.spent);
    expect(BigInt(used!.requests)).toBe(BigInt(upstream.seen.length));
    expect(BigInt(used!.spent)).toBe(BigInt(used!.requests) * 7_500_000_000n);
  });

  it('07 §A11.8 a budget that is removed binds no call from the answer on', async () => {
    expect((await call()).status).toBe(200);
    await flush();
    await reseller.api.post(budgetOf(), { limitCents: 1, period: 'total' });
    expect((await call()).status).toBe(429);
    expect((await ending(() => reseller.api.delete(budgetOf()), 0)).status).toBe(200);
  });
});

describe('an organization nobody has claimed', () => {
  let link: string;

  beforeEach(async () => {
    link = `${APP}/claim?token=${await unclaim(server, owner.organizationId, partner)}`;
  });

  const refusal = () => ({
    error: 'claim_required',
    claim_url: link,
    message: expect.stringContaining(link),
  });

  it('07-5 is told where to claim it, in every mode; nothing is sent, held or counted', async () => {
    const targets = [network('api.github.com')];
    await workspaceRules(server, owner, [
      { ...askAbout('api.github.com'), rateLimit: 1, rateLimitWindow: 'day', targets },
    ]);
    expectEverywhere(await onEveryWire(server, agent, 'api.github.com', '/user'), 403, refusal());
    expect(upstream.seen).toEqual([]);
    expect(await listPending(gateway(server).as(owner.apiKey))).toEqual([]);
    await claimed(server, owner);
    await organizationRules(server, owner, []);
    const counted = await server.db.query(`SELECT 1 FROM rate_limit_counters`);
    expect(counted).toEqual([]);
    await expectLogged(9, { status: 403, rule: 'claim_required' });
  });

  it('07-6 reaches LLM hosts with the partner’s key, and no host that only looks like one', async () => {
    await lendKey();
    expect(await key()).toBe('sk-ant-api03-lent');
    for (const host of ['API.Anthropic.com:80', 'eu.anthropic.com'])
      expect((await agent.ask(`http://${host}/`)).status).toBe(200);
    for (const host of ['api.anthropic.com.evil.test', 'notanthropic.com', 'anthropic.com.test'])
      expect((await agent.ask(`http://${host}/`)).body).toEqual(refusal());
  });

  it('07 §A8.4 is told its link also once that has expired, which changes nothing else', async () => {
    await server.db.query(
      `UPDATE partner_organizations SET expires_at = now() - interval '1 day' WHERE organization_id = $1`,
      [owner.organizationId],
    );
    await raiseOrganization(server, owner.organizationId);
    expect((await agent.ask(`http://${HOST}/`)).body).toEqual(refusal());
    await lendKey();
    expect(await key()).toBe('sk-ant-api03-lent');
  });

  it('07 §A8.5 answers for an LLM host without a key what any organization gets', async () => {
    upstream.answer = (_request, response) => void response.writeHead(401).end('{}');
    expect((await agent.ask(ANTHROPIC)).body.error).toBe('credential_not_found');
  });

  it('07-7 prints a reissued link from the next request on, and 07-9 nothing once it is claimed', async () => {
    expect((await agent.ask(`http://${HOST}/`)).body).toEqual(refusal());
    link = `${APP}/claim?token=${await reissue(server, owner.organizationId)}`;
    expect((await agent.ask(`http://${HOST}/`)).body).toEqual(refusal());
    await claimed(server, owner);
    expect((await agent.ask(`http://${HOST}/`)).status).toBe(200);
  });

  it('R22 reaches nothing but LLM hosts while its claim cannot be read', async () => {
    await server.db.query(
      `UPDATE partner_organizations SET token_ciphertext = 'v1.nothing.nobody.opens' WHERE organization_id = $1`,
      [owner.organizationId],
    );
    await raiseOrganization(server, owner.organizationId);
    const answer = await agent.ask(`http://${HOST}/`);
    expect([answer.status, answer.body.error]).toEqual([502, 'resolution_failed']);
    await server.db.query('DELETE FROM partner_organizations WHERE organization_id = $1', [
      owner.organizationId,
    ]);
    await raiseOrganization(server, owner.organizationId);
    expect((await agent.ask(`http://${HOST}/`)).body.error).toBe('resolution_failed');
    expect((await agent.ask(ANTHROPIC)).status).toBe(200);
    expect(upstream.seen.map(({ host }) => host)).toEqual(['api.anthropic.com']);
  });
});
