import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mintToken, sha256 } from '../../../src/kernel/crypto/tokens.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, createAgent, createSecret, grant } from '../../harness/clients/agent.js';
import { addMember, setMembership } from '../../harness/people/people.js';
import { type Answer, api, type ApiClient, gateway } from '../../harness/clients/client.js';
import { startReplica, type TestServer } from '../../harness/server/server.js';
import { type SessionIssuer, startSessionIssuer } from '../../harness/people/session-issuer.js';
import { withUpstream } from '../../harness/server/stands.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';

const INVALID = { error: 'Invalid API key or token.' };
const APP = 'https://dashboard.example.test';

let upstream: Upstream;
let server: TestServer;
let owner: Owner;

withUpstream((stand) => ({ upstream, server } = stand), { APP_URL: APP });

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
});

/** A row made by hand: most of these keys have no endpoint yet. */
async function key(
  family: 'organization' | 'partner' | 'scim' | 'service',
  { userId, organizationId, workspaceId }: Pick<Owner, 'userId' | 'organizationId' | 'workspaceId'>,
): Promise<string> {
  const token = mintToken(family === 'service' ? 'workspace' : family);
  await server.db.query(
    `INSERT INTO api_keys (family, token_hash, user_id, organization_id, workspace_id)
     VALUES ($1, $2, $3, $4, $5)`,
    [family, sha256(token), userId, organizationId, family === 'service' ? workspaceId : null],
  );
  return token;
}

function me(credential: string, headers: Record<string, string> = {}): Promise<Answer> {
  return gateway(server).as(credential).with(headers).get('/me');
}

describe('GET /me', () => {
  it('06 §16 a workspace key names its user, as text', async () => {
    const answer = await me(owner.apiKey);
    expect([answer.status, answer.text]).toEqual([200, owner.userId]);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  });

  it('06 §15.3 a workspace key ignores workspace headers', async () => {
    const other = await signUpOwner(server);
    expect((await me(owner.apiKey, { 'x-workspace-id': other.workspaceId })).text).toBe(owner.userId);
  });

  it('06 §15.3 the scheme is case-insensitive, the prefix is not', async () => {
    const client = gateway(server);
    expect((await client.with({ authorization: `bEaReR ${owner.apiKey}` }).get('/me')).status).toBe(200);
    const shouting = { authorization: `Bearer ${owner.apiKey.replace('oc_', 'OC_')}` };
    expect(await client.with(shouting).get('/me')).toMatchObject({ status: 401, body: INVALID });
  });

  it('06-T107 an organization key without a workspace: 401 with the words old clients look for', async () => {
    const org = await key('organization', owner);
    for (const headers of [{}, { 'x-workspace-id': '' }]) {
      const answer = await me(org, headers as Record<string, string>);
      expect(answer.status).toBe(401);
      expect(Object.keys(answer.body)).toEqual(['error']);
      expect(answer.body.error).toContain('X-Workspace-Id');
      expect(answer.body.error).toContain('formerly X-Project-Id');
    }
  });

  it('06 §15.3 an organization key with a workspace of its organization, or a foreign one', async () => {
    const org = await key('organization', owner);
    const other = await signUpOwner(server);
    expect((await me(org, { 'x-workspace-id': owner.workspaceId })).text).toBe(owner.userId);
    for (const workspaceId of [other.workspaceId, 'nowhere'])
      expect(await me(org, { 'x-workspace-id': workspaceId })).toMatchObject({ status: 401, body: INVALID });
  });

  it('06 §15.3.4 the legacy header works, is told to be deprecated, and yields to the new one', async () => {
    const org = await key('organization', owner);
    const legacy = await me(org, { 'x-project-id': owner.workspaceId });
    expect([legacy.status, legacy.headers.deprecation]).toEqual([200, 'true']);
    const both = await me(org, { 'x-project-id': 'nowhere', 'x-workspace-id': owner.workspaceId });
    expect([both.status, both.headers.deprecation]).toEqual([200, undefined]);
    const empty = await me(org, { 'x-project-id': owner.workspaceId, 'x-workspace-id': '' });
    expect([empty.status, empty.headers.deprecation]).toEqual([200, 'true']);
  });

  it('01 §5.4 the legacy header is told to be deprecated on refusals too', async () => {
    const org = await key('organization', owner);
    const foreign = await me(org, { 'x-project-id': 'nowhere' });
    expect([foreign.status, foreign.headers.deprecation]).toEqual([401, 'true']);
    expect(foreign.headers.link).toMatch(/rel="deprecation"$/);
    const unknown = await me(`oc_${'0'.repeat(64)}`, { 'x-project-id': 'nowhere' });
    expect([unknown.status, unknown.headers.deprecation]).toEqual([401, undefined]);
    for (const origin of [gateway, api]) {
      const page = origin(server).as(owner.cookie).with({ origin: 'https://evil.test' });
      const write = await page.with({ 'x-project-id': owner.workspaceId }).post('/v1/cache/invalidate');
      expect([write.status, write.headers.deprecation]).toEqual([403, 'true']);
    }
  });

  it('01 §3.3 a session that was not used for a day is extended here as well', async () => {
    const used = await me(owner.cookie);
    expect(used.headers['set-cookie']).toBeUndefined();
    await server.db.query(
      `UPDATE user_sessions SET updated_at = now() - interval '25 h', expires_at = now() + interval '5 d'
       WHERE user_id = $1`,
      [owner.userId],
    );
    const renewed = await me(owner.cookie);
    expect(renewed.headers['set-cookie']).toMatch(/^cg_session=.*Max-Age=2592000/);
    const [row] = await server.db.query<{ days: number }>(
      `SELECT extract(day FROM expires_at - now())::int AS days FROM user_sessions WHERE user_id = $1`,
      [owner.userId],
    );
    expect(row!.days).toBeGreaterThanOrEqual(29);
  });

  it.each(['partner', 'scim', 'service'] as const)('06 §15.3 a %s key is unknown here', async (family) => {
    if (family === 'partner') {
      await server.db.query('SELECT 1');
      expect(await me(mintToken('partner'))).toMatchObject({ status: 401, body: INVALID });
      return;
    }
    const token = await key(family, owner);
    expect(await me(token)).toMatchObject({ status: 401, body: INVALID });
  });

  it("06-T10, 06 §3.1.1 an agent's token is no credential here", async () => {
    const agent = await createAgent(server, owner);
    expect(await me(agent.token)).toMatchObject({ status: 401, body: INVALID });
  });

  it('06 §15.3 a bad key is 401, never a fall-back to the session', async () => {
    const client = gateway(server)
      .as(owner.cookie)
      .as(`oc_${'0'.repeat(64)}`);
    expect(await client.get('/me')).toMatchObject({ status: 401, body: INVALID });
  });

  it('06-T139 sessions: valid, signed out, expired, forged', async () => {
    expect((await me(owner.cookie)).text).toBe(owner.userId);
    expect((await me(owner.cookie, { 'x-workspace-id': owner.workspaceId })).text).toBe(owner.userId);
    expect((await me(`${owner.cookie}x`)).status).toBe(401);
    expect((await me(owner.cookie.replace(/=.*/, '=forged.value'))).status).toBe(401);
    await server.db.query(`UPDATE user_sessions SET expires_at = now() - interval '1 s' WHERE user_id = $1`, [
      owner.userId,
    ]);
    expect(await me(owner.cookie)).toMatchObject({ status: 401, body: INVALID });
    const other = await signUpOwner(server);
    expect((await api(server).as(other.cookie).with({ origin: APP }).post('/auth/sign-out')).status).toBe(
      200,
    );
    expect(await me(other.cookie)).toMatchObject({ status: 401, body: INVALID });
  });

  it('06 §15.3 nobody at all: 401 flat', async () => {
    expect(await gateway(server).get('/me')).toMatchObject({ status: 401, body: INVALID });
  });

  it('06 §15.3.1 a suspended holder is refused with the next call', async () => {
    const userId = await addMember(server, owner.organizationId);
    const token = mintToken('workspace');
    await server.db.query(
      `INSERT INTO api_keys (family, token_hash, user_id, organization_id, workspace_id)
       VALUES ('workspace', $1, $2, $3, $4)`,
      [sha256(token), userId, owner.organizationId, owner.workspaceId],
    );
    expect((await me(token)).text).toBe(userId);
    await setMembership(server, owner.organizationId, userId, 'suspended');
    expect(await me(token)).toMatchObject({ status: 401, body: INVALID });
  });

  it('06 §15.3 credentials in the query count for nothing on this origin', async () => {
    expect((await gateway(server).get(`/me?_token=${owner.apiKey}`)).status).toBe(401);
  });

  it('06 §1.6 neither /v1/me nor POST /me exists', async () => {
    const client = gateway(server).as(owner.apiKey);
    expect([(await client.get('/v1/me')).status, (await client.post('/me')).status]).toEqual([400, 400]);
  });
});

describe('POST /cache/invalidate', () => {
  it('06 §16 on the gateway, under both prefixes, and on the management origin', async () => {
    const expected = { status: 200, body: { invalidated: true } };
    for (const path of ['/v1/cache/invalidate', '/api/cache/invalidate']) {
      expect(await gateway(server).as(owner.apiKey).post(path)).toMatchObject(expected);
      expect(await owner.api.post(path)).toMatchObject(expected);
    }
  });

  it('06 §16 01 §1.1 without a credential: 401, in the same words on both origins', async () => {
    for (const path of ['/v1/cache/invalidate', '/api/cache/invalidate']) {
      expect(await gateway(server).post(path)).toMatchObject({ status: 401, body: INVALID });
      expect(await api(server).post(path)).toMatchObject({ status: 401, body: INVALID });
    }
  });

  it('06 §15.3.3, 06-32 a session from a foreign page is refused, from ours it is not', async () => {
    const client = gateway(server).as(owner.cookie);
    const foreign = await client.with({ origin: 'https://evil.test' }).post('/v1/cache/invalidate');
    expect(foreign.status).toBe(403);
    expect(foreign.body).toEqual({ error: expect.any(String) });
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined();
    const ours = await client.with({ origin: APP }).post('/v1/cache/invalidate');
    expect(ours.status).toBe(200);
    expect(ours.headers['access-control-allow-origin']).toBe(APP);
    const elsewhere = api(server).as(owner.cookie).with({ origin: 'https://evil.test' });
    expect(await elsewhere.post('/v1/cache/invalidate')).toMatchObject({ status: 403, body: foreign.body });
    const keyed = gateway(server).as(owner.apiKey).with({ origin: 'https://evil.test' });
    expect((await keyed.post('/v1/cache/invalidate')).status).toBe(200);
  });

  it('06 §16 it really drops what was resolved', async () => {
    const agent = await createAgent(server, owner);
    const secret = await createSecret(owner, { hostPattern: 'api.u.test' });
    await grant(owner, agent.id, secret);
    const injected = async (): Promise<unknown> => {
      await agent.ask('http://api.u.test/');
      return upstream.only().headers['x-test-key'];
    };
    expect(await injected()).toBe('the-value');
    // A write behind the product's back raises no epoch, so only the flush can make it seen.
    await server.db.query(`UPDATE secrets SET host_pattern = 'moved.test' WHERE id = $1`, [secret]);
    expect(await injected()).toBe('the-value');
    await gateway(server).as(owner.apiKey).post('/v1/cache/invalidate');
    expect(await injected()).toBeUndefined();
  });
});

describe('management routes', () => {
  it('06 §1.6 none of them is reached on the port of the gateway, whoever asks', async () => {
    const { body: document } = await api(server).get('/openapi.json');
    const calls = Object.entries<any>(document.paths).flatMap(([path, item]) =>
      Object.entries<any>(item)
        .filter(([, { servers }]) => servers === undefined)
        .map(([method]) => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, 'unknown')] as const),
    );
    expect(calls.length).toBeGreaterThan(150);
    const pages = ['/', '/docs', '/openapi.json', '/join', '/v1/health', '/pages/join.js'];
    const found: unknown[] = [];
    for (const [method, path] of [...calls, ...pages.map((page) => ['GET', page] as const)]) {
      for (const caller of [
        gateway(server).as(owner.apiKey),
        gateway(server).as(owner.cookie).with({ origin: APP }),
      ]) {
        const { status, body } = await caller.send(method, path);
        if (status !== 400 || !/^This is a gateway/.test(body?.error)) found.push([method, path, status]);
      }
    }
    expect(found).toEqual([]);
  });

  it('06 §1.6 what belongs to the gateway alone is unknown on the management origin', async () => {
    for (const path of ['/me', '/approvals/pending', '/org/approvals/pending'])
      expect([path, (await owner.api.get(path)).status]).toEqual([path, 404]);
  });
});

describe('CORS', () => {
  it('06-T138 a preflight from the dashboard is answered, from elsewhere it is not', async () => {
    const preflight = (origin: string): Promise<Answer> =>
      gateway(server)
        .with({ origin, 'access-control-request-method': 'GET' })
        .send('OPTIONS', '/v1/vault/bitwarden/status');
    const ours = await preflight(APP);
    expect(ours.status).toBe(204);
    expect(ours.headers).toMatchObject({
      'access-control-allow-origin': APP,
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
      'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
    });
    expect((await preflight('https://evil.test')).headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('on Cloud', () => {
  let cloud: TestServer;
  let issuer: SessionIssuer;

  beforeAll(async () => {
    issuer = await startSessionIssuer();
    const secrets = { OAUTH_STATE_SECRET: randomBytes(32).toString('hex') };
    cloud = await startReplica(server, { ...issuer.settings, ...secrets });
  });

  afterAll(async () => {
    await cloud.close();
    await issuer.close();
  });

  it('06 §15.3 a session needs the workspace header, and is told its name', async () => {
    const subject = `idp|${owner.userId}`;
    await server.db.query('UPDATE users SET external_auth_id = $2 WHERE id = $1', [owner.userId, subject]);
    const token = issuer.token({ sub: subject, email: owner.email, email_verified: true });
    const client = gateway(cloud).as(token);
    const without = await client.get('/me');
    expect(without.status).toBe(401);
    expect(without.body.error).toContain('formerly X-Project-Id');
    expect((await client.inWorkspace(owner.workspaceId).get('/me')).text).toBe(owner.userId);
    const other = await signUpOwner(server);
    expect(await client.inWorkspace(other.workspaceId).get('/me')).toMatchObject({
      status: 401,
      body: INVALID,
    });
  });
});

describe('roles in processes of their own', () => {
  let apiOnly: TestServer;
  let gatewayOnly: TestServer;
  let through: ApiClient;
  let agent: Agent;

  beforeAll(async () => {
    gatewayOnly = await startReplica(server, { ...upstream.settings, SERVER_ROLES: 'gateway', APP_URL: APP });
    apiOnly = await startReplica(server, {
      SERVER_ROLES: 'api',
      APP_URL: APP,
      GATEWAY_API_URL: gatewayOnly.gatewayUrl,
    });
  });

  afterAll(async () => {
    await apiOnly.close();
    await gatewayOnly.close();
  });

  beforeEach(async () => {
    agent = await createAgent(gatewayOnly, owner);
    through = api(apiOnly).as(owner.apiKey);
  });

  it('06 §1.4 a gateway alone serves its own origin and no management route', async () => {
    expect(gatewayOnly.apiUrl).toBe('');
    expect((await gateway(gatewayOnly).as(owner.apiKey).get('/me')).text).toBe(owner.userId);
    expect((await gateway(gatewayOnly).as(owner.apiKey).get('/v1/agents')).status).toBe(400);
    expect((await gateway(gatewayOnly).get('/readyz')).status).toBe(200);
  });

  it('06 §1.4 an API alone opens no gateway port', () => {
    expect(apiOnly.gatewayUrl).toBe('');
  });

  it('architecture 8.8 the management origin passes the control endpoints on', async () => {
    const answer = await through.post('/v1/cache/invalidate');
    expect(answer).toMatchObject({ status: 200, body: { invalidated: true } });
    expect((await through.post('/api/cache/invalidate')).status).toBe(200);
    expect(await api(apiOnly).post('/v1/cache/invalidate')).toMatchObject({ status: 401, body: INVALID });
  });

  it('architecture 8.8 bodies pass too, whatever their kind', async () => {
    const json = await through.post('/v1/cache/invalidate', { anything: 'x'.repeat(100_000) });
    expect(json.status).toBe(200);
    const text = await through
      .with({ 'content-type': 'text/plain' })
      .post('/v1/cache/invalidate', 'not json');
    expect(text.status).toBe(200);
  });

  it('architecture 8.8 approvals are polled and decided through it, with the answers of the gateway', async () => {
    const polled = await through.get('/v1/approvals/pending?wait=0');
    expect(polled).toMatchObject({ status: 200, body: { requests: [], timeoutSeconds: 180 } });
    const path = '/v1/approvals/00000000-0000-4000-8000-000000000000/decision';
    expect(await through.post(path, { decision: 'maybe' })).toMatchObject({ status: 400 });
    expect(await through.post(path, { decision: 'deny' })).toMatchObject({
      status: 404,
      body: { error: 'approval_not_found' },
    });
    expect(await api(apiOnly).get('/v1/approvals/pending?wait=0')).toMatchObject({
      status: 401,
      body: INVALID,
    });
  });

  it('architecture 8.8 the pages of the dashboard keep their CORS headers', async () => {
    const answer = await through.with({ origin: APP }).post('/v1/cache/invalidate');
    expect(answer.headers['access-control-allow-origin']).toBe(APP);
  });

  it('architecture 8.8 nothing else is passed on', async () => {
    expect((await through.get('/v1/agents')).status).toBe(200);
    for (const path of ['/me', '/proxy/x.test/', '/v1/cache', '/v1/cache/invalidate/x', '/v1/nothing'])
      expect((await through.get(path)).status).toBe(404);
  });

  it('06 §17.1 a grant made at the API is in force at the gateway within a second', async () => {
    const secret = await createSecret(owner, { hostPattern: 'api.u.test' });
    await agent.ask('http://api.u.test/');
    expect(upstream.only().headers['x-test-key']).toBeUndefined();
    await grant({ api: through }, agent.id, secret);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await agent.ask('http://api.u.test/');
    expect(upstream.only().headers['x-test-key']).toBe('the-value');
  });

  it('architecture 8.8 a gateway that is gone: 502, and the rest of the API goes on', async () => {
    const lonely = await startReplica(server, {
      SERVER_ROLES: 'api',
      GATEWAY_API_URL: 'http://127.0.0.1:9',
    });
    try {
      const client = api(lonely).as(owner.apiKey);
      const answer = await client.post('/v1/cache/invalidate');
      expect([answer.status, answer.body.error.type]).toEqual([502, 'api_error']);
      expect((await client.get('/v1/agents')).status).toBe(200);
    } finally {
      await lonely.close();
    }
  });

  it("01-23.6 the API description names the gateway's origin for its operations", async () => {
    for (const target of [server, apiOnly]) {
      const { body } = await api(target).get('/openapi.json');
      const operations = {
        '/me': 'getGatewayCaller',
        '/metrics': 'gatewayMetrics',
        '/proxy/{authority}/{path}': 'reverseProxyHttps',
        '/proxy-http/{authority}/{path}': 'reverseProxyHttp',
      };
      for (const [path, operationId] of Object.entries(operations)) {
        expect(body.paths[path].get).toMatchObject({ operationId, tags: ['Internal'] });
        expect(body.paths[path].get.servers).toHaveLength(1);
      }
      expect(body.paths['/v1/cache/invalidate'].post).toMatchObject({
        operationId: 'invalidateGatewayCache',
        security: [{ workspaceKey: [] }, { organizationKey: [] }, { session: [] }],
      });
      expect(body.paths['/proxy/{authority}/{path}'].get.security).toEqual([{ agentToken: [] }]);
      for (const [path, id] of [
        ['/healthz', 'gatewayHealth'],
        ['/readyz', 'gatewayReadiness'],
        ['/v1/gateway/ca', 'downloadGatewayCa'],
      ] as const) {
        expect(body.paths[path].get.operationId).toBe(id);
        expect(body.paths[path].get.servers).toHaveLength(2);
      }
    }
  });
});
