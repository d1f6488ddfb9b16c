/**
 * Every app of the catalogue, from connecting an account to each of its tools. What is to be expected is read from the
 * tables of the contract (03 §17), requests of tools from `config/apps`. `npm run apps` writes docs/apps.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, createAgent, grantConnection } from '../../harness/clients/agent.js';
import type { StandInProviders } from '../../harness/upstreams/providers.js';
import { organizationRules, type RuleInput } from '../../harness/policy/rules.js';
import type { TestServer } from '../../harness/server/server.js';
import { withProviders } from '../../harness/server/stands.js';
import type { SeenRequest } from '../../harness/upstreams/upstream.js';
import { appsTable, type AppResult } from './catalogue/apps-table.js';
import { connectByKind, everyProvider, isAssumeRole, KEY_IDS, tokenOf } from './catalogue/connecting.js';
import { CONTRACT_APPS, type ContractApp } from './catalogue/contract-table.js';
import { someHost, type ToolRequest, TOOLS } from './catalogue/tools.js';

const DOCUMENT = 'docs/apps.md';
const AGENTS_OWN = 'Bearer of-the-agent';

let server: TestServer;
let providers: StandInProviders;
let owner: Owner;
const agents = new Map<string, Agent>();
const results = new Map<string, AppResult>();

withProviders((stand) => ({ server, providers } = stand), {
  ENTERPRISE_ENABLED: 'true',
  AWS_ACCESS_KEY_ID: 'AKIAOFTHEOPERATOR000',
  AWS_SECRET_ACCESS_KEY: 'secret-of-the-operator',
});

beforeAll(async () => {
  providers.upstream.answer = everyProvider;
  owner = await signUpOwner(server);
});

/** One request of the app's own agent; null where nothing of it arrived. */
async function arrived(
  app: string,
  url: string,
  { method = 'GET', body = '' } = {},
): Promise<{ seen: SeenRequest | null; status: number; body: any }> {
  const { upstream } = providers;
  upstream.seen.length = 0;
  const headers = { authorization: AGENTS_OWN, 'content-length': String(Buffer.byteLength(body)) };
  const answer = await agents.get(app)!.ask(url, { method, headers, body });
  const seen = upstream.seen.find((each) => !isAssumeRole(each)) ?? null;
  return { seen, status: answer.status, body: answer.body };
}

/** Of another app with the same paths an account may be there already. */
const UNCONNECTED = /^(app_not_connected|access_restricted)$/;

/** What the simulator says of a request, and why nothing would be written into it. */
async function simulated(agent: Agent, url: string): Promise<any> {
  const answer = await owner.api.post('/v1/policy/simulate', { agentId: agent.id, method: 'GET', url });
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** What the contract wants to see of the credential (03 §12.2, §17). */
function expectCredential(app: ContractApp, host: string, seen: SeenRequest): void {
  const { injection } = app;
  const { authorization } = seen.headers;
  const token = tokenOf(app);
  if (injection.startsWith('bearer') || injection === 'basic (github.com), bearer (others)') {
    const basic = `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
    const isBasic = injection.startsWith('basic') && host === 'github.com';
    expect(authorization).toBe(isBasic ? basic : `Bearer ${token}`);
  } else if (injection === '`Zoho-oauthtoken` header') {
    expect(authorization).toBe(`Zoho-oauthtoken ${token}`);
  } else if (injection === 'query `key`, `token`') {
    const query = new URL(seen.url, 'https://x').searchParams;
    expect([query.get('key'), query.get('token')]).toEqual([`client-of-${app.id}`, token]);
    expect(authorization).toBe(AGENTS_OWN);
  } else if (injection === '`DD-API-KEY`, `DD-APPLICATION-KEY`') {
    const { 'dd-api-key': apiKey, 'dd-application-key': appKey } = seen.headers;
    expect([apiKey, appKey]).toEqual(['api-key-of-datadog', 'app-key-of-datadog']);
    expect(authorization).toBe(AGENTS_OWN);
  } else if (isSigned(app)) {
    const keyId = KEY_IDS[app.id as keyof typeof KEY_IDS];
    expect(authorization).toMatch(`AWS4-HMAC-SHA256 Credential=${keyId}/`);
  } else {
    throw new Error(`Nobody knows what "${injection}" looks like`);
  }
}

/** Whether signatures are right is for a test of their own, with a verifier. */
const isSigned = ({ injection }: ContractApp): boolean => injection.startsWith('aws_');

it('the contract and the catalogue have the same apps, and as many tools', async () => {
  expect(CONTRACT_APPS).toHaveLength(56);
  expect(TOOLS).toHaveLength(627);
  const listed = (await owner.api.get('/v1/apps')).body as { id: string }[];
  expect(listed.map(({ id }) => id).sort()).toEqual(CONTRACT_APPS.map(({ id }) => id));
  for (const { id, tools } of CONTRACT_APPS) {
    const own = TOOLS.filter(({ app }) => app === id);
    const read = own.filter(({ group }) => group === 'read').length;
    expect([id, read, own.length - read]).toEqual([id, tools.read, tools.write]);
  }
});

describe('an account is connected, granted, and written into a request to each of its hosts', () => {
  it.each(CONTRACT_APPS.map((app) => [app.id, app] as const))('%s', async (id, app) => {
    const agent = await createAgent(server, owner, `Agent of ${id}`);
    agents.set(id, agent);
    const [{ host, prefixes }] = app.hosts as [ContractApp['hosts'][number]];
    const url = `https://${someHost(host)}${prefixes[0] ?? '/'}x`;
    expect((await simulated(agent, url)).hint.body).toMatchObject({
      error: expect.stringMatching(UNCONNECTED),
    });
    const connection = await connectByKind(server, owner, app);
    expect((await simulated(agent, url)).hint.body).toMatchObject({ error: 'access_restricted' });
    await grantConnection(owner, agent.id, connection);
    const { hint, injection, winner } = await simulated(agent, url);
    expect([hint, winner.id]).toEqual([null, connection]);
    if (!isSigned(app)) expect(injection).toMatchObject([{ kind: 'connection', id: connection }]);
    let hosts = 0;
    for (const { host: pattern, prefixes } of app.hosts) {
      for (const prefix of prefixes.length > 0 ? prefixes : ['/']) {
        hosts += 1;
        const host = someHost(pattern);
        const { seen, status, body } = await arrived(id, `https://${host}${prefix}x`, {
          method: 'POST',
          body: '-',
        });
        // 03 §12.9: answered in the provider's place.
        if (pattern === 'oauth2.googleapis.com') {
          expect([seen, status, body.access_token]).toEqual([null, 200, 'onecli-managed']);
          continue;
        }
        if (seen === null) throw new Error(`${host}${prefix}: ${status} ${JSON.stringify(body)}`);
        expectCredential(app, host, seen);
        expect(JSON.stringify(seen.rawHeaders)).not.toMatch(/x-onecli|aoc_/i);
      }
    }
    results.set(id, { app, hosts, allowed: 0, blocked: 0 });
  });
});

/** A rule for each tool, about requests that name it in their body: so all stand side by side. */
const rulesFor = (action: 'allow' | 'block'): RuleInput[] =>
  TOOLS.map(({ app, tool }) => ({
    name: `${app}/${tool}`,
    action,
    conditions: [{ target: 'body', operator: 'contains', value: `[${app}/${tool}]` }],
    targets: [{ kind: 'app', provider: app, tools: [tool], connectionScope: null }],
  }));

const asking = ({ app, tool, method }: ToolRequest) => ({ method, body: `[${app}/${tool}]` });
const ofApp = (id: string) => TOOLS.filter(({ app }) => app === id);
const WITH_TOOLS = CONTRACT_APPS.filter(({ id }) => ofApp(id).length > 0);

describe('where nothing is allowed but a tool, its request passes with the account', () => {
  beforeAll(() => organizationRules(server, owner, { defaultAction: 'block', rules: rulesFor('allow') }));

  it.each(WITH_TOOLS.map((app) => [app.id, app] as const))('%s', async (id, app) => {
    for (const request of ofApp(id)) {
      const { seen, status, body } = await arrived(id, request.url, asking(request));
      if (seen === null) throw new Error(`${request.tool} ${request.url}: ${status} ${JSON.stringify(body)}`);
      expectCredential(app, new URL(request.url).hostname, seen);
      results.get(id)!.allowed += 1;
    }
    const [first] = ofApp(id);
    const other = await arrived(id, first!.url, { ...asking(first!), body: 'no tool at all' });
    expect([other.seen, other.body.error]).toEqual([null, 'blocked_by_default_policy']);
  });
});

describe('where everything is allowed but a tool, its request is refused by the rule about it', () => {
  beforeAll(() => organizationRules(server, owner, { rules: rulesFor('block') }));

  it.each(WITH_TOOLS.map((app) => [app.id] as const))('%s', async (id) => {
    for (const request of ofApp(id)) {
      const { seen, body } = await arrived(id, request.url, asking(request));
      const rule = `${id}/${request.tool}`;
      expect([seen, body.error, body.rule_name]).toEqual([null, 'blocked_by_policy', rule]);
      results.get(id)!.blocked += 1;
    }
  });
});

describe('the table of apps that pass', () => {
  afterAll(() => {
    if (process.env['WRITE_APPS_TABLE'] === 'true') writeFileSync(DOCUMENT, appsTable([...results.values()]));
  });

  it('is the one in docs/apps.md; `npm run apps` writes it', () => {
    if (process.env['WRITE_APPS_TABLE'] === 'true') return;
    expect(readFileSync(DOCUMENT, 'utf8')).toBe(appsTable([...results.values()]));
  });
});
