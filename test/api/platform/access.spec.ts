/** Credentials, scope and roles on the product's own routes; every kind of rule is in test/kernel/access.spec.ts. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mintToken } from '../../../src/kernel/crypto/tokens.js';
import { organizationKey, type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { api, type ApiClient, gateway } from '../../harness/clients/client.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { type SessionIssuer, startSessionIssuer } from '../../harness/people/session-issuer.js';

const INVALID = { error: { message: 'Invalid API key or token.', type: 'authentication_error' } };

describe('access to the management API', () => {
  let server: TestServer;
  let licensed: TestServer;
  let cloud: TestServer;
  let issuer: SessionIssuer;
  let community: ApiClient;
  let enterprise: ApiClient;

  beforeAll(async () => {
    server = await startServer();
    issuer = await startSessionIssuer();
    licensed = await startReplica(server, { ENTERPRISE_ENABLED: 'true' });
    cloud = await startReplica(server, {
      ...issuer.settings,
      OAUTH_STATE_SECRET: randomBytes(32).toString('hex'),
    });
    community = api(server);
    enterprise = api(licensed);
  });

  afterAll(async () => {
    await cloud?.close();
    await licensed?.close();
    await issuer?.close();
    await server?.close();
  });

  async function membership(
    organizationId: string,
    userId: string,
    values: { role?: string; status?: string },
  ) {
    await server.db.query(
      `UPDATE memberships SET role = coalesce($3, role), status = coalesce($4, status)
      WHERE organization_id = $1 AND user_id = $2`,
      [organizationId, userId, values.role ?? null, values.status ?? null],
    );
  }

  async function joinOrganization(owner: Owner, organizationId: string, role: string): Promise<void> {
    await server.db.query('INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, $3)', [
      ...[organizationId, owner.userId, role],
    ]);
  }

  it('01-1 no credential is 401', async () => {
    expect(await community.get('/v1/agents')).toMatchObject({ status: 401, body: INVALID });
  });

  it('01-2 a bearer that starts with oc_ is not followed by a look at the cookie', async () => {
    const { cookie } = await signUpOwner(server);
    expect((await community.as(cookie).get('/v1/workspaces')).status).toBe(200);
    const both = community.as(cookie).as(`oc_${'0'.repeat(64)}`);
    expect(await both.get('/v1/workspaces')).toMatchObject({ status: 401, body: INVALID });
  });

  it('01-3 an organization key needs to name a workspace for what lives in one', async () => {
    const client = community.as(await organizationKey(server, await signUpOwner(server)));
    expect(await client.get('/v1/agents')).toMatchObject({
      status: 401,
      body: { error: { message: 'Invalid API key or token.', code: 'workspace_required' } },
    });
  });

  it('01-4 an organization key without a workspace reads its person, and is told what the key endpoint lacks', async () => {
    const owner = await signUpOwner(server);
    const client = community.as(await organizationKey(server, owner));
    expect(await client.get('/v1/user')).toMatchObject({ status: 200, body: { id: owner.userId } });
    for (const answer of [
      await client.get('/v1/user/api-key'),
      await client.post('/v1/user/api-key/regenerate'),
    ]) {
      expect(answer).toMatchObject({
        status: 400,
        body: { error: { message: 'X-Project-Id header is required', type: 'invalid_request_error' } },
      });
    }
    const named = await client.inWorkspace(owner.workspaceId).get('/v1/user/api-key');
    expect(named.body).toEqual({ apiKey: owner.apiKey });
  });

  it('01-5 a workspace of another organization reads like an unknown key', async () => {
    const key = await organizationKey(server, await signUpOwner(server));
    const stranger = await signUpOwner(server);
    const foreign = await community.as(key).inWorkspace(stranger.workspaceId).get('/v1/agents');
    const unknown = await community
      .as(mintToken('organization'))
      .inWorkspace(stranger.workspaceId)
      .get('/v1/agents');
    expect(foreign).toMatchObject({ status: 401, body: INVALID });
    expect(foreign.text).toBe(unknown.text);
  });

  it('01-6 a workspace key stays in its workspace whatever the inputs say', async () => {
    const owner = await signUpOwner(server);
    const other = await signUpOwner(server);
    await owner.api.post('/v1/agents', { name: 'Second', identifier: 'second' });
    const counts = await owner.api.inWorkspace(other.workspaceId).get('/v1/counts');
    expect(counts).toMatchObject({ status: 200, body: { agents: 2 } });
    expect(counts.headers.deprecation).toBeUndefined();
    const legacy = await owner.api.with({ 'x-project-id': other.workspaceId }).get('/v1/counts');
    expect(legacy.body).toEqual(counts.body);
    expect(legacy.headers.deprecation).toBeUndefined();
  });

  it('01-7 legacy inputs work and say that they are; an emoji is ignored', async () => {
    const owner = await signUpOwner(server);
    const client = community.as(await organizationKey(server, owner));
    for (const answer of [
      await client.with({ 'x-project-id': owner.workspaceId }).get('/v1/agents'),
      await client.get(`/v1/agents?_project=${owner.workspaceId}`),
    ]) {
      expect(answer).toMatchObject({ status: 200, headers: { deprecation: 'true' } });
      expect(answer.headers.link).toMatch(/^<.+>; rel="deprecation"$/);
    }
    const emoji = await client.get(`/v1/agents?_project=${encodeURIComponent('\u{1F984}')}`);
    expect(emoji.status).toBe(401);
    expect(emoji.headers.deprecation).toBeUndefined();
  });

  it('01-8 a canonical input silences the legacy one', async () => {
    const owner = await signUpOwner(server);
    const stranger = await signUpOwner(server);
    const client = community.as(await organizationKey(server, owner)).inWorkspace(owner.workspaceId);
    const answer = await client.with({ 'x-project-id': stranger.workspaceId }).get('/v1/agents');
    expect(answer.status).toBe(200);
    expect(answer.headers.deprecation).toBeUndefined();
  });

  it('01-11 a demoted holder kills the organization key where roles are enforced', async () => {
    const owner = await signUpOwner(server);
    const client = enterprise.as(await organizationKey(server, owner));
    expect((await client.get('/v1/user')).status).toBe(200);
    await membership(owner.organizationId, owner.userId, { role: 'member' });
    for (const path of ['/v1/user', '/v1/workspaces']) {
      expect(await client.get(path)).toMatchObject({ status: 401, body: INVALID });
    }
  });

  it('01-13 the instance tells its posture to everybody', async () => {
    const { status, body } = await community.get('/v1/instance');
    expect({ status, body }).toMatchObject({ status: 200, body: { edition: 'onprem', entitled: false } });
    expect(Object.entries(body.runners).map(([name, value]) => [name, typeof value])).toEqual([
      ['registered', 'boolean'],
      ['online', 'boolean'],
    ]);
  });

  it('01-14 a suspended holder is refused with every credential, and works again unchanged', async () => {
    const owner = await signUpOwner(server);
    const credentials = [owner.apiKey, await organizationKey(server, owner), owner.cookie];
    const statuses = async (): Promise<number[]> => {
      const onGateway = gateway(server).as(owner.apiKey).get('/me');
      const answers = credentials.map((one) => community.as(one).get('/v1/workspaces'));
      return (await Promise.all([onGateway, ...answers])).map(({ status }) => status);
    };
    await membership(owner.organizationId, owner.userId, { status: 'suspended' });
    expect(await statuses()).toEqual([401, 401, 401, 401]);
    await membership(owner.organizationId, owner.userId, { status: 'active' });
    expect(await statuses()).toEqual([200, 200, 200, 200]);
  });

  it('01-33 a foreign page creates nothing with the cookie; the same call with a key does', async () => {
    const owner = await signUpOwner(server);
    const evil = { origin: 'https://evil.example' };
    const workspaces = async () => (await owner.api.get('/v1/workspaces')).body.length as number;
    const forged = await community.as(owner.cookie).with(evil).post('/v1/workspaces', { name: 'Forged' });
    expect(forged).toMatchObject({ status: 403, body: { error: { type: 'authentication_error' } } });
    expect(forged.headers['access-control-allow-origin']).toBeUndefined();
    expect(await workspaces()).toBe(1);
    expect((await owner.api.with(evil).post('/v1/workspaces', { name: 'Meant' })).status).toBe(201);
    expect(await workspaces()).toBe(2);
  });

  it('01-37 a session without inputs: the default workspace on self-hosted, 401 on Cloud', async () => {
    const owner = await signUpOwner(server);
    expect((await community.as(owner.cookie).get('/v1/agents')).status).toBe(200);
    const subject = `idp|${owner.userId}`;
    await server.db.query('UPDATE users SET external_auth_id = $2 WHERE id = $1', [owner.userId, subject]);
    const session = api(cloud).as(issuer.token({ sub: subject, email: owner.email, email_verified: true }));
    expect(await session.get('/v1/agents')).toMatchObject({ status: 401, body: INVALID });
    expect((await session.inWorkspace(owner.workspaceId).get('/v1/agents')).status).toBe(200);
    expect((await session.get('/v1/user')).status).toBe(200);
  });

  it("01-38 a named organization beats the default, a stranger's workspace is 401", async () => {
    const owner = await signUpOwner(server);
    const second = await signUpOwner(server);
    await joinOrganization(owner, second.organizationId, 'member');
    const client = community.as(owner.cookie);
    const ids = async (from: ApiClient) =>
      ((await from.get('/v1/workspaces')).body as { id: string }[]).map(({ id }) => id);
    expect(await ids(client)).toEqual([owner.workspaceId]);
    expect(await ids(client.with({ 'x-organization-id': second.organizationId }))).toEqual([
      second.workspaceId,
    ]);
    const stranger = await signUpOwner(server);
    expect(await client.inWorkspace(stranger.workspaceId).get('/v1/workspaces')).toMatchObject({
      status: 401,
      body: INVALID,
    });
  });

  it('01-40 the cookie spans dashboard and API, and is Secure behind https', async () => {
    const person = await signUpOwner(server);
    const secure = await startReplica(server, {
      APP_URL: 'https://cg.example.com',
      API_URL: 'https://api.cg.example.com',
    });
    try {
      const answer = await api(secure)
        .with({ 'x-forwarded-for': '203.0.113.40' })
        .post('/auth/sign-in/email', { email: person.email, password: person.password });
      expect(answer.status).toBe(200);
      const [cookie, ...attributes] = String([answer.headers['set-cookie']].flat()[0]).split('; ');
      expect(cookie).toMatch(/^__Secure-cg_session=/);
      expect(attributes.sort()).toEqual(
        ['Domain=cg.example.com', 'HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax', 'Secure'].sort(),
      );
      expect((await api(secure).as(answer.cookies[0]!).get('/v1/user')).status).toBe(200);
    } finally {
      await secure.close();
    }
  });

  it('/api/* is judged like /v1/*', async () => {
    const owner = await signUpOwner(server);
    expect((await owner.api.get('/api/user')).text).toBe((await owner.api.get('/v1/user')).text);
    expect(await community.get('/api/agents')).toMatchObject({ status: 401, body: INVALID });
  });
});
