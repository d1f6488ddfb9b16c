/** 01 §9, 02 §20, 07 C11: what is gone says what took its place. 01 §27: what was never there is not found. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Answer, api } from '../../harness/clients/client.js';
import { signInOnCloud } from '../../harness/people/cloud.js';
import { memberOf } from '../../harness/people/members.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { type SessionIssuer, startSessionIssuer } from '../../harness/people/session-issuer.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

const GRANTS = [
  '/v1/agents/{agentId}/grants/connections/{connectionId}',
  '/v1/agents/{agentId}/grants/secrets/{secretId}',
  'PUT',
];
const POLICY = ['/v1/org/policy'];
const GROUPS = ['/v1/org/groups', 'user groups'];

/** Answered without a credential. */
const OPEN: [path: string, named: string[]][] = [
  ['/v1/rules', GRANTS],
  ['/v1/rules/r1', GRANTS],
  ['/v1/rules/r1/anything/below', GRANTS],
  ['/v1/rules/overlap/github', GRANTS],
  ['/v1/rules/permissions/github', [...GRANTS, '/v1/apps/permission-definitions']],
  ['/v1/policy/rules', GRANTS],
  ['/v1/policy/rules/order', GRANTS],
  ['/v1/policy/rules/r1', GRANTS],
  ['/v1/policy/default', GRANTS],
  ['/v1/policy/publish', GRANTS],
  ['/v1/policy/last-publish', GRANTS],
  ['/v1/org/rules', POLICY],
  ['/v1/org/rules/r1', POLICY],
  ['/v1/org/rules/overlap/github', POLICY],
  ['/v1/org/rules/permissions', POLICY],
  ['/v1/org/settings', POLICY],
  ['/v1/org/settings/anything', POLICY],
  ['/v1/org/agent-groups', GROUPS],
  ['/v1/org/agent-groups/g1/agents', GROUPS],
  ['/v1/org/agents', GROUPS],
  ['/v1/org/agents/a1', GROUPS],
];

/** Among endpoints that need a credential. */
const AUTH_FIRST: [path: string, named: string[]][] = [
  ['/v1/agents/granular-access', GRANTS],
  ['/v1/agents/a1/connections', GRANTS],
  ['/v1/agents/a1/secret-mode', GRANTS],
  ['/v1/connections/c1/agents', [...GRANTS, '/v1/connections/{connectionId}/effective-agents']],
  ['/v1/agents/a1/groups', GROUPS],
];

const NEVER_THERE = [
  '/v1/policy',
  '/v1/policy/nope',
  '/v1/policy/rules/r1/nope',
  '/v1/policy/default/nope',
  '/v1/rulesx',
  '/v1/org/rulesx',
  '/v1/org/settingsx',
  '/v1/agents/a1/nope',
  '/v1/agents/a1/connections/c1',
  '/v1/connections/c1/nope',
  '/v1/connections/c1/agents/a1',
];

const CLOUD_PLUMBING = [
  '/v1/billing',
  '/v1/billing/checkout',
  '/v1/billing/preview',
  '/v1/billing/portal',
  '/v1/billing/reactivate',
  '/v1/webhooks',
  '/v1/webhooks/stripe',
  '/v1/webhooks/unsubscribe/more',
  '/v1/reviewer',
  '/v1/reviewer/anything',
];

function expectGone(answer: Answer, named: readonly string[]): void {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: 410,
    body: { error: { type: 'invalid_request_error', message: expect.any(String) } },
  });
  for (const path of named) expect(answer.body.error.message).toContain(path);
}

function expectUnknown(answer: Answer, method: string, path: string): void {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: 404,
    body: { error: { type: 'invalid_request_error', message: expect.stringContaining(`${method} ${path}`) } },
  });
}

describe.each(['Community', 'Enterprise'])('retired paths on %s', (edition) => {
  let server: TestServer;
  let owner: Owner;

  beforeAll(async () => {
    server = await startServer(edition === 'Enterprise' ? { ENTERPRISE_ENABLED: 'true' } : {});
    owner = await signUpOwner(server);
  });

  afterAll(async () => {
    await server?.close();
  });

  it.each(OPEN)('01-26 %s answers 410 to any method of anybody', async (path, named) => {
    for (const method of METHODS) {
      for (const client of [api(server), owner.api, api(server).as(`oc_${'0'.repeat(64)}`)]) {
        const answer = await client.send(method, path);
        if (method === 'HEAD') expect([answer.status, answer.text]).toEqual([410, '']);
        else expectGone(answer, named);
      }
    }
    expectGone(await api(server).get(`${path}/?limit=1`), named);
    expectGone(await api(server).post(path, { name: 'a rule' }), named);
  });

  it.each(AUTH_FIRST)('01-27 %s wants a credential, then answers 410', async (path, named) => {
    for (const method of METHODS) {
      const [anonymous, known] = [await api(server).send(method, path), await owner.api.send(method, path)];
      expect([anonymous.status, known.status]).toEqual([401, 410]);
      if (method === 'HEAD') continue;
      expect(anonymous.body.error).toEqual({
        type: 'authentication_error',
        message: 'Invalid API key or token.',
      });
      expectGone(known, named);
    }
    const session = api(server).as(owner.cookie);
    expectGone(await session.get(path), named);
    expect(
      (
        await api(server)
          .as(`oc_${'0'.repeat(64)}`)
          .get(path)
      ).status,
    ).toBe(401);
  });

  it('01-26 the prefix /api is the same', async () => {
    expectGone(await api(server).get('/api/rules'), GRANTS);
    expectGone(await owner.api.send('PATCH', '/api/agents/a1/secret-mode', { mode: 'selective' }), GRANTS);
  });

  it.each(NEVER_THERE)('01-26 %s is not retired, it is unknown', async (path) => {
    for (const method of ['GET', 'PUT']) {
      expectUnknown(await api(server).send(method, path), method, path);
      expectUnknown(await owner.api.send(method, path), method, path);
    }
  });

  it('01-28 the permissions of an app stay, for members to read and administrators to write', async () => {
    const path = '/v1/org/rules/permissions/github';
    const member = await memberOf(server, owner);
    expect((await member.get(path)).status).toBe(200);
    expect((await owner.api.get(path)).status).toBe(200);
    expect((await owner.api.put(path, { changes: 'nonsense' })).status).toBe(400);
    expect((await api(server).get(path)).status).toBe(401);
    for (const method of ['POST', 'PATCH', 'DELETE'])
      expectGone(await api(server).send(method, path), POLICY);
  });

  it('live neighbours stay live', async () => {
    const agents = (await owner.api.get('/v1/agents')).body;
    expect((await owner.api.get('/v1/agents/default')).status).toBe(200);
    expect((await owner.api.get(`/v1/agents/${agents[0].id}/secrets`)).status).toBe(200);
    expect((await owner.api.post(`/v1/agents/${agents[0].id}/set-default`)).status).toBe(400);
    expect((await owner.api.get('/v1/policy/effective-app-permissions')).status).toBe(400);
    expect((await owner.api.get('/v1/policy/effective-rules')).status).toBe(200);
    expect((await owner.api.post('/v1/policy/simulate', {})).status).toBe(400);
    expect((await owner.api.get('/v1/org/policy/rules')).status).toBe(200);
  });

  it.each(CLOUD_PLUMBING)('01 §27 %s does not exist, before anybody is asked who they are', async (path) => {
    for (const method of METHODS.filter((name) => name !== 'HEAD')) {
      expectUnknown(await api(server).send(method, path), method, path);
      expectUnknown(await owner.api.send(method, path, { any: 'thing' }), method, path);
    }
  });

  it('a browser may ask before it calls', async () => {
    const answer = await api(server)
      .with({ origin: server.apiUrl, 'access-control-request-method': 'GET' })
      .send('OPTIONS', '/v1/rules');
    expect(answer.status).toBe(204);
  });
});

describe('retired paths on Cloud', () => {
  let server: TestServer;
  let issuer: SessionIssuer;

  beforeAll(async () => {
    issuer = await startSessionIssuer();
    server = await startServer(issuer.settings);
  });

  afterAll(async () => {
    await server?.close();
    await issuer?.close();
  });

  it('01-26 01-27 are answered alike', async () => {
    const person = await signInOnCloud(server, issuer);
    for (const [path, named] of OPEN) expectGone(await api(server).get(path), named);
    for (const [path, named] of AUTH_FIRST) {
      expect((await api(server).get(path)).status).toBe(401);
      expectGone(await person.api.get(path), named);
    }
  });
});

describe('the list of endpoints', () => {
  it('01-26 each one it marks 410 is answered so', async () => {
    const server = await startServer();
    try {
      const { api: client } = await signUpOwner(server);
      const gone = readFileSync(join(import.meta.dirname, '../../../docs/contract/routes.tsv'), 'utf8')
        .split('\n')
        .map((line) => line.split('\t'))
        .filter((fields) => fields[5] === '410');
      expect(gone).toHaveLength(34);
      for (const [method = '', path = ''] of gone) {
        expect((await client.send(method, path.replaceAll(/\{\w+\}/g, 'x1'))).status).toBe(410);
      }
    } finally {
      await server.close();
    }
  });
});
