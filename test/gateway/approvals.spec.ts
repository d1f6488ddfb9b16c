import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../harness/accounts.js';
import { type Agent, createAgent, createSecret, grant } from '../harness/agent.js';
import { askAbout, decide, listPending, loggedAs, pending, workspaceRules } from '../harness/approvals.js';
import { type ApiClient, gateway } from '../harness/client.js';
import { startServer, type TestServer } from '../harness/server.js';
import { startUpstream, type Upstream } from '../harness/upstream.js';

const HOST = 'api.bank.test';
const URL_OF = `http://${HOST}/transfers?dry=1`;

let server: TestServer;
let upstream: Upstream;
let owner: Owner;
let agent: Agent;
let desk: ApiClient;

beforeAll(async () => {
  upstream = await startUpstream();
  server = await startServer({ ...upstream.settings, APP_URL: 'https://app.example.test' });
});

afterAll(async () => {
  await server.close();
  await upstream.close();
});

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
  desk = gateway(server).as(owner.apiKey);
  await workspaceRules(server, owner, [askAbout(HOST)]);
});

describe('a held request', () => {
  it('06-T97 is listed without credentials and nothing is sent', async () => {
    const asking = agent.ask(URL_OF, {
      method: 'POST',
      headers: {
        authorization: 'Bearer agents-own',
        'x-api-key': 'k',
        'x-my-auth-thing': 'a',
        cookie: 'c=1',
        'content-type': 'application/json',
        'x-onecli-connection-id': 'abc',
        'x-note': 'hello',
        'x-tagged': `with ${agent.token}`,
      },
      body: JSON.stringify({ amount: 5, password: 'hunter2' }),
    });
    const [item] = await pending(desk);
    expect(item).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      workspaceId: owner.workspaceId,
      projectId: owner.workspaceId,
      method: 'POST',
      url: URL_OF,
      host: HOST,
      path: '/transfers?dry=1',
      headers: {
        host: HOST,
        'content-type': 'application/json',
        'content-length': expect.any(String),
        'x-note': 'hello',
      },
      bodyPreview: 'POST request\nEndpoint: /transfers\nBody: {"amount":5,"password":"***"}',
      summary: {
        action: 'POST request',
        details: [
          { label: 'Endpoint', value: '/transfers' },
          { label: 'Body', value: '{"amount":5,"password":"***"}' },
        ],
      },
      agent: { id: agent.id, name: agent.name, externalId: expect.any(String) },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
    expect(upstream.seen).toEqual([]);
    await decide(desk, item.id, 'deny');
    await asking;
  });

  it('06-T98 06-13 is forwarded with its credential after approval', async () => {
    await grant(owner, agent.id, await createSecret(owner, { hostPattern: HOST }));
    const asking = agent.ask(URL_OF, { method: 'POST', body: 'hello' });
    const [item] = await pending(desk);
    const decided = await decide(desk, item.id, 'approve');
    expect([decided.status, decided.body]).toEqual([200, { success: true }]);
    expect((await asking).text).toBe('ok');
    const seen = upstream.only();
    expect(seen.headers['x-test-key']).toBe('the-value');
    expect(seen.body.toString()).toBe('hello');
    expect(await listPending(desk)).toEqual([]);
    const row = await loggedAs(server, item.id, 'approval_approved');
    expect(row).toMatchObject({ status: 200, injection_count: 1 });
    expect(row.extra_data).toMatchObject({ approved_by: owner.userId, matched_rule_name: 'Ask first' });
  });

  it('06-T99 is refused after denial', async () => {
    const asking = agent.ask(URL_OF, { method: 'POST' });
    const [item] = await pending(desk);
    expect((await decide(desk, item.id, 'deny')).status).toBe(200);
    const refused = await asking;
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({
      error: 'manual_approval_denied',
      approval_id: item.id,
      reason: 'denied',
    });
    expect(refused.headers['x-should-retry']).toBe('false');
    expect(upstream.seen).toEqual([]);
  });
});
