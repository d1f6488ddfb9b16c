import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { organizationKey, type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, createAgent, createSecret, grant, revoke } from '../../harness/clients/agent.js';
import {
  askAbout,
  decide,
  listPending,
  loggedAs,
  pending,
  sendAndLeave,
  waitingOn,
} from '../../harness/policy/approvals.js';
import { api, type ApiClient, gateway } from '../../harness/clients/client.js';
import { setMembership } from '../../harness/people/people.js';
import { network, workspaceRules } from '../../harness/policy/rules.js';
import type { TestServer } from '../../harness/server/server.js';
import { withUpstream } from '../../harness/server/stands.js';
import { until } from '../../harness/time/until.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';

const HOST = 'api.bank.test';

const URL_OF = `http://${HOST}/transfers?dry=1`;

let server: TestServer;
let upstream: Upstream;
let owner: Owner;
let agent: Agent;
let desk: ApiClient;

withUpstream((stand) => ({ upstream, server } = stand), { APP_URL: 'https://app.example.test' });

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
      bodyPreview: 'POST request\nEndpoint: /transfers\nQuery: dry=1\nBody: {"amount":5,"password":"***"}',
      summary: {
        action: 'POST request',
        details: [
          { label: 'Endpoint', value: '/transfers' },
          { label: 'Query', value: 'dry=1' },
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

describe('what is sent after approval', () => {
  it.each([40_000, 3_000_000])('06-T100 a body of %d bytes arrives whole', async (size) => {
    const body = Buffer.from(Array.from({ length: size }, (_, at) => 97 + (at % 26)));
    const asking = agent.ask(URL_OF, { method: 'POST', body });
    const [item] = await pending(desk);
    expect((await decide(desk, item.id, 'approve')).status).toBe(200);
    expect((await asking).status).toBe(200);
    expect(upstream.only().body.equals(body)).toBe(true);
  });

  it('06-T103, 06-15 a grant revoked meanwhile injects nothing', async () => {
    const secretId = await createSecret(owner, { hostPattern: HOST });
    await grant(owner, agent.id, secretId);
    const asking = agent.ask(URL_OF);
    const [item] = await pending(desk);
    await revoke(owner, agent.id, secretId);
    await decide(desk, item.id, 'approve');
    expect((await asking).status).toBe(200);
    expect(upstream.only().headers['x-test-key']).toBeUndefined();
  });

  it('06-T103 a block rule added meanwhile refuses', async () => {
    const asking = agent.ask(URL_OF);
    const [item] = await pending(desk);
    await workspaceRules(server, owner, [{ name: 'Closed now', action: 'block', targets: [network(HOST)] }]);
    expect((await decide(desk, item.id, 'approve')).status).toBe(200);
    const refused = await asking;
    expect([refused.status, refused.body.rule_name]).toEqual([403, 'Closed now']);
    expect(upstream.seen).toEqual([]);
    expect((await loggedAs(server, item.id, 'blocked')).extra_data.approval_id).toBe(item.id);
  });

  it('06-T103 a token regenerated meanwhile is unknown', async () => {
    const asking = agent.ask(URL_OF);
    const [item] = await pending(desk);
    expect((await owner.api.post(`/v1/agents/${agent.id}/regenerate-token`)).status).toBe(200);
    await decide(desk, item.id, 'approve');
    expect((await asking).status).toBe(407);
    expect(upstream.seen).toEqual([]);
  });
});

describe('a held request without a decision', () => {
  it('06-T101, 06-13 expires, and a late decision is told so', async () => {
    const asking = agent.ask(URL_OF, { headers: { 'x-onecli-approval-timeout': '5' } });
    const [item] = await pending(desk);
    expect(Date.parse(item.expiresAt) - Date.parse(item.createdAt)).toBeLessThanOrEqual(6_000);
    const refused = await asking;
    expect([refused.status, refused.body.error, refused.body.reason]).toEqual([
      403,
      'manual_approval_denied',
      'timed_out',
    ]);
    expect(await listPending(desk)).toEqual([]);
    const late = await decide(desk, item.id, 'approve');
    expect([late.status, late.body]).toEqual([410, { error: 'approval_expired' }]);
    const row = await loggedAs(server, item.id, 'approval_denied');
    expect(row.extra_data).toMatchObject({ approval_reason: 'timed out', approved_by: null });
    await server.db.query(`UPDATE approvals SET expires_at = now() - interval '11 minutes' WHERE id = $1`, [
      item.id,
    ]);
    expect((await decide(desk, item.id, 'approve')).status).toBe(404);
    expect(upstream.seen).toEqual([]);
  });

  it.each([0, 300_000])('06-T102, 06-13 of an agent that leaves is gone (body of %d bytes)', async (size) => {
    const request = sendAndLeave(server, agent, URL_OF, Buffer.alloc(size, 'x'));
    const [item] = await pending(desk);
    request.destroy();
    await until(async () => (await listPending(desk)).length === 0);
    expect((await decide(desk, item.id, 'approve')).status).toBe(404);
    expect((await loggedAs(server, item.id, 'approval_cancelled')).status).toBe(202);
    expect(upstream.seen).toEqual([]);
  });

  it('06 §15.1.6 is one of a hundred of its agent', async () => {
    const asking = Array.from({ length: 101 }, () => agent.ask(URL_OF));
    const refused = await Promise.race(asking);
    expect([refused.status, refused.body.error]).toEqual([502, 'approval_store_unavailable']);
    const items = await pending(desk, 100);
    await Promise.all(items.map((item) => decide(desk, item.id, 'deny')));
    const statuses = (await Promise.all(asking)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array.from({ length: 100 }, () => 403), 502]);
  });
});

describe('deciding', () => {
  it('06-T104 another workspace cannot', async () => {
    const other = await signUpOwner(server);
    const asking = agent.ask(URL_OF);
    const [item] = await pending(desk);
    const foreign = await decide(gateway(server).as(other.apiKey), item.id, 'approve');
    expect([foreign.status, foreign.body]).toEqual([404, { error: 'approval_not_found' }]);
    expect(await listPending(gateway(server).as(other.apiKey))).toEqual([]);
    await decide(desk, item.id, 'deny');
    await asking;
  });

  it('06 §15.5.1 leaves the offer that another decider has made on the row', async () => {
    const asking = agent.ask(URL_OF);
    const [item] = await pending(desk);
    const first = { id: randomUUID(), decision: 'deny', actor: null, auditedAs: null };
    await server.db.query('UPDATE approvals SET offer = $2 WHERE id = $1', [item.id, JSON.stringify(first)]);
    const late = await decide(desk, item.id, 'approve');
    expect([late.status, late.body]).toEqual([404, { error: 'approval_not_found' }]);
    const rows = await server.db.query<{ offer: { id: string } | null }>(
      'SELECT offer FROM approvals WHERE id = $1',
      [item.id],
    );
    for (const { offer } of rows) expect(offer?.id).toBe(first.id);
    await server.db.query('UPDATE approvals SET offer = NULL WHERE id = $1', [item.id]);
    await decide(desk, item.id, 'deny');
    expect((await asking).status).toBe(403);
    expect(upstream.seen).toEqual([]);
  });

  it('06-T105 happens once', async () => {
    const asking = agent.ask(URL_OF);
    const [item] = await pending(desk);
    const both = await Promise.all([decide(desk, item.id, 'approve'), decide(desk, item.id, 'deny')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    const approved = both[0].status === 200;
    expect((await asking).status).toBe(approved ? 200 : 403);
    expect(upstream.seen).toHaveLength(approved ? 1 : 0);
    expect((await decide(desk, item.id, 'approve')).status).toBe(404);
  });

  it('06-19 needs one of two words', async () => {
    const at = '/v1/approvals/6a2f41a3-c54c-4cf8-8d5b-9d1d0a3b8f11/decision';
    const answers = [
      await desk.post(at, {}),
      await desk.post(at, { decision: 'maybe' }),
      await desk.post(at, '{broken'),
      await desk.post(at),
      await api(server).as(owner.apiKey).post(at, { decision: 1 }),
    ];
    for (const answer of answers) expect([answer.status, typeof answer.body.error]).toEqual([400, 'string']);
    for (const id of ['nope', '6a2f41a3-c54c-4cf8-8d5b-9d1d0a3b8f11'])
      expect((await decide(desk, id, 'approve')).status).toBe(404);
  });

  it('is audited', async () => {
    const asking = agent.ask(URL_OF, { method: 'POST' });
    const [item] = await pending(desk);
    await decide(desk, item.id, 'deny');
    await asking;
    const [row] = await server.db.query<any>(
      `SELECT * FROM audit_log WHERE workspace_id = $1 AND action = 'deny'`,
      [owner.workspaceId],
    );
    expect(row).toMatchObject({ user_id: owner.userId, source: 'api', status: 'success' });
    expect(row.metadata).toEqual({ approvalId: item.id, agentId: agent.id, method: 'POST', host: HOST });
  });

  it('06-32 is refused to a page of another site', async () => {
    const asking = agent.ask(URL_OF);
    const [item] = await pending(desk);
    const page = gateway(server).as(owner.cookie).with({ origin: 'https://evil.example' });
    const polled = await page.get('/v1/approvals/pending?wait=0');
    expect(polled.headers['access-control-allow-origin']).toBeUndefined();
    const decided = await decide(page, item.id, 'approve');
    expect([decided.status, typeof decided.body.error]).toEqual([403, 'string']);
    const own = gateway(server).as(owner.cookie).with({ origin: 'https://app.example.test' });
    const trusted = await decide(own, item.id, 'deny');
    expect([trusted.status, trusted.headers['access-control-allow-origin']]).toEqual([
      200,
      'https://app.example.test',
    ]);
    await asking;
  });

  it('06-T106 an organization key with the legacy header is told that it is legacy', async () => {
    const key = await organizationKey(server, owner);
    const asking = agent.ask(URL_OF);
    const [item] = await pending(desk);
    const byKey = gateway(server).as(key).with({ 'x-project-id': owner.workspaceId });
    const decided = await decide(byKey, item.id, 'deny');
    expect([decided.status, decided.headers.deprecation]).toEqual([200, 'true']);
    expect(decided.headers.link).toBe('<https://app.example.test/docs/api>; rel="deprecation"');
    await asking;
  });

  it('06-T107 an organization key must name the workspace', async () => {
    const key = await organizationKey(server, owner);
    const answer = await gateway(server).as(key).get('/v1/approvals/pending?wait=0');
    expect(answer.status).toBe(401);
    expect(answer.body.error).toContain('formerly X-Project-Id');
  });

  it('01-39, 05 §12.1 is open to a service key and closed to agents', async () => {
    const serviceKey = `oc_${randomBytes(32).toString('hex')}`;
    await server.db.query(
      `INSERT INTO api_keys (family, token_hash, user_id, organization_id, workspace_id)
       VALUES ('service', $1, $2, $3, $4)`,
      [
        createHash('sha256').update(serviceKey).digest(),
        owner.userId,
        owner.organizationId,
        owner.workspaceId,
      ],
    );
    const asking = agent.ask(URL_OF);
    const [item] = await pending(gateway(server).as(serviceKey));
    expect((await decide(gateway(server).as(agent.token), item.id, 'approve')).status).toBe(401);
    expect((await decide(gateway(server).as(serviceKey), item.id, 'deny')).status).toBe(200);
    await asking;
  });

  it('05 §12.1 ends with the membership', async () => {
    const asking = agent.ask(URL_OF);
    const [item] = await pending(desk);
    await setMembership(server, owner.organizationId, owner.userId, 'suspended');
    expect((await decide(desk, item.id, 'approve')).status).toBe(401);
    await setMembership(server, owner.organizationId, owner.userId, 'active');
    await decide(desk, item.id, 'deny');
    await asking;
  });
});

describe('the dashboard, from its own origin', () => {
  it('07-39 with its session is shown the pending requests of the workspace it names, and no other', async () => {
    const administration = api(server).as(await organizationKey(server, owner));
    const { body: second } = await administration.post('/v1/workspaces', { name: 'Second' });
    const asking = agent.ask(URL_OF);
    const page = { origin: 'https://app.example.test', cookie: owner.cookie };
    const preflight = await gateway(server)
      .with({
        origin: page.origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-workspace-id',
      })
      .send('OPTIONS', '/v1/approvals/pending');
    const allowed = String(preflight.headers['access-control-allow-headers']).toLowerCase();
    expect([preflight.status, allowed]).toEqual([204, expect.stringContaining('x-workspace-id')]);
    const shown = gateway(server).with(page).inWorkspace(owner.workspaceId);
    const [item] = await pending(shown);
    expect(item.workspaceId).toBe(owner.workspaceId);
    const { headers } = await shown.get('/v1/approvals/pending?wait=0');
    expect(headers).toMatchObject({
      'access-control-allow-origin': page.origin,
      'access-control-allow-credentials': 'true',
      vary: expect.stringContaining('Origin'),
    });
    expect(await listPending(gateway(server).with(page).inWorkspace(second.id))).toEqual([]);
    const stranger = gateway(server)
      .with(page)
      .inWorkspace((await signUpOwner(server)).workspaceId);
    expect((await stranger.get('/v1/approvals/pending?wait=0')).status).toBe(401);
    await decide(shown, item.id, 'deny');
    await asking;
  });
});

describe('05 §2.8 whoever loses their access', () => {
  it('while a poll is held is shown nothing new, on either origin', async () => {
    const before = await waitingOn(server);
    const polls = [desk, owner.api].map((client) => client.get('/v1/approvals/pending?wait=20'));
    await until(async () => (await waitingOn(server)) === before + 2);
    await setMembership(server, owner.organizationId, owner.userId, 'suspended');
    await server.db.query(`DELETE FROM workspace_bindings WHERE workspace_id = $1`, [owner.workspaceId]);
    const asking = agent.ask(URL_OF);
    for (const polled of await Promise.all(polls)) {
      expect([polled.status, polled.body]).toEqual([401, { error: 'Invalid API key or token.' }]);
    }
    await setMembership(server, owner.organizationId, owner.userId, 'active');
    const [item] = await pending(desk);
    await decide(desk, item.id, 'deny');
    await asking;
  });

  it('before the body of a decision has come decides nothing', async () => {
    const asking = agent.ask(URL_OF);
    const [item] = await pending(desk);
    const { hostname, port } = new URL(server.gatewayUrl);
    const body = JSON.stringify({ decision: 'approve' });
    const deciding = httpRequest({
      hostname,
      port,
      method: 'POST',
      path: `/v1/approvals/${item.id}/decision`,
      headers: { authorization: `Bearer ${owner.apiKey}`, 'content-length': body.length },
    });
    const answered = once(deciding, 'response');
    deciding.write(body.slice(0, 5));
    await sleep(300);
    await setMembership(server, owner.organizationId, owner.userId, 'suspended');
    deciding.end(body.slice(5));
    const [response] = (await answered) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(401);
    expect(upstream.seen).toEqual([]);
    await setMembership(server, owner.organizationId, owner.userId, 'active');
    expect((await decide(desk, item.id, 'deny')).status).toBe(200);
    await asking;
  });
});

describe('polling', () => {
  it('waits, and wakes when something arrives', async () => {
    const polling = desk.get('/v1/approvals/pending?wait=20');
    await sleep(300);
    const asking = agent.ask(URL_OF);
    const asked = performance.now();
    const polled = await polling;
    // Without waking it would be twenty seconds.
    expect(performance.now() - asked).toBeLessThan(10_000);
    expect(polled.body).toMatchObject({ timeoutSeconds: 180, requests: [{ method: 'GET' }] });
    expect(polled.headers['cache-control']).toBe('no-store');
    await decide(desk, polled.body.requests[0].id, 'deny');
    await asking;
  });

  it('07 C4.8 is over when its caller goes away', async () => {
    const before = await waitingOn(server);
    const abort = new AbortController();
    const headers = { authorization: `Bearer ${owner.apiKey}` };
    const polls = [server.gatewayUrl, server.apiUrl].map((origin) =>
      fetch(`${origin}/v1/approvals/pending`, { headers, signal: abort.signal }).catch(() => null),
    );
    await until(async () => (await waitingOn(server)) === before + 2);
    abort.abort();
    expect(await Promise.all(polls)).toEqual([null, null]);
    await until(async () => (await waitingOn(server)) <= before);
    expect(await waitingOn(server)).toBe(before);
  });

  it('leaves out what is excluded and waits for others', async () => {
    const first = agent.ask(URL_OF);
    const [item] = await pending(desk);
    const started = performance.now();
    const none = await desk.get(`/v1/approvals/pending?wait=1&exclude=junk,%20${item.id},`);
    expect([none.body.requests, performance.now() - started > 900]).toEqual([[], true]);
    const polling = desk.get(`/v1/approvals/pending?wait=10&exclude=${item.id}`);
    const second = agent.ask(URL_OF);
    const [other] = (await polling).body.requests;
    expect(other.id).not.toBe(item.id);
    const both = await pending(desk, 2);
    expect(both.map(({ id }) => id)).toEqual([item.id, other.id]);
    for (const { id } of both) await decide(desk, id, 'deny');
    await Promise.all([first, second]);
  });

  it.each(['-1', '31', 'abc', '1.5'])('refuses to wait %s seconds', async (wait) => {
    const answer = await desk.get(`/v1/approvals/pending?wait=${wait}`);
    expect([answer.status, typeof answer.body.error]).toEqual([400, 'string']);
  });

  it('is answered alike under every path and on both origins', async () => {
    const asking = agent.ask(URL_OF);
    const [item] = await pending(desk);
    const management = api(server).as(owner.apiKey);
    for (const path of ['/approvals/pending', '/api/approvals/pending'])
      expect(await listPending(desk, path)).toEqual([item]);
    for (const path of ['/v1/approvals/pending', '/api/approvals/pending'])
      expect(await listPending(management, path)).toEqual([item]);
    const anonymous = [
      await gateway(server).get('/v1/approvals/pending'),
      await api(server).get('/v1/approvals/pending'),
    ];
    for (const { status, body } of anonymous)
      expect([status, body]).toEqual([401, { error: 'Invalid API key or token.' }]);
    const decided = await management.post(`/v1/approvals/${item.id}/decision`, { decision: 'deny' });
    expect([decided.status, decided.body]).toEqual([200, { success: true }]);
    await asking;
  });

  it("06-18 in the SDK's loop offers and decides each approval once", async () => {
    const wanted = 12;
    const asking = Array.from({ length: wanted }, (_, at) => agent.ask(`http://${HOST}/n/${at}`));
    const offered: string[] = [];
    const running = new Set<string>();
    const decisions: Promise<number>[] = [];
    while (offered.length < wanted) {
      const exclude = running.size > 0 ? `?exclude=${encodeURIComponent([...running].join(','))}` : '';
      const { body } = await desk.get(`/v1/approvals/pending${exclude}`);
      for (const { id, projectId } of body.requests) {
        offered.push(id);
        running.add(id);
        const decision = sleep(20 * Math.random())
          .then(() => decide(desk.with({ 'x-project-id': projectId }), id, 'approve'))
          .then(({ status }) => (running.delete(id), status));
        decisions.push(decision);
      }
    }
    expect(new Set(offered).size).toBe(wanted);
    expect(new Set(await Promise.all(decisions))).toEqual(new Set([200]));
    expect((await Promise.all(asking)).every(({ status }) => status === 200)).toBe(true);
    expect(upstream.seen).toHaveLength(wanted);
  });
});

describe('many at once', () => {
  it('06 §15.2 200 held together are each released once with their own answer', async () => {
    const second = await createAgent(server, owner);
    const asked = Array.from({ length: 200 }, (_, at) => ({
      path: `/n/${at}`,
      approve: Math.random() < 0.5,
      answer: (at % 2 ? agent : second).ask(`http://${HOST}/n/${at}`, { method: 'POST', body: String(at) }),
    }));
    const items = new Map((await pending(desk, 200)).map((item) => [item.path, item.id]));
    expect(items.size).toBe(200);
    const shuffled = asked.toSorted(() => Math.random() - 0.5);
    const decided = await Promise.all(
      shuffled.map(({ path, approve }) => decide(desk, items.get(path), approve ? 'approve' : 'deny')),
    );
    expect(new Set(decided.map(({ status }) => status))).toEqual(new Set([200]));
    for (const { answer, approve } of asked) expect((await answer).status).toBe(approve ? 200 : 403);
    const expected = asked.filter(({ approve }) => approve).map(({ path }) => path);
    expect(upstream.seen.map(({ url }) => new URL(url, 'http://x').pathname).sort()).toEqual(expected.sort());
    for (const { body, url } of upstream.seen) expect(url.endsWith(`/${body.toString()}`)).toBe(true);
    expect(await listPending(desk)).toEqual([]);
  });
});
