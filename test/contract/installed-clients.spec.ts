/**
 * Contract 07 C3 and C6, C7: what the command lines and the SDK in the field send, request by request, and the
 * parts of the answers they decode, for where the programs themselves cannot be had.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../harness/people/accounts.js';
import { type Answer, api, type ApiClient } from '../harness/clients/client.js';
import { connect } from '../harness/upstreams/connections.js';
import { startServer, type TestServer } from '../harness/server/server.js';

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server.close());

const GRANT_PATHS = [
  '/v1/agents/{agentId}/grants/connections/{connectionId}',
  '/v1/agents/{agentId}/grants/secrets/{secretId}',
];

/** 410 in the shape both command lines print: an envelope whose message names the replacement (C11). */
function expectRetired(answer: Answer, replacements: readonly string[] = GRANT_PATHS): void {
  expect([answer.status, answer.body.error.type]).toEqual([410, 'invalid_request_error']);
  for (const path of replacements) expect(answer.body.error.message).toContain(path);
}

const CREATED_AGENT = {
  id: expect.any(String),
  name: expect.any(String),
  identifier: expect.any(String),
  createdAt: expect.any(String),
};

const AGENT = { ...CREATED_AGENT, isDefault: expect.any(Boolean) };

const CREATED_SECRET = {
  id: expect.any(String),
  name: expect.any(String),
  type: 'generic',
  hostPattern: 'api.example.test',
  pathPattern: null,
  createdAt: expect.any(String),
  preview: expect.any(String),
};

const SECRET = {
  id: expect.any(String),
  name: expect.any(String),
  type: 'generic',
  hostPattern: 'api.example.test',
  pathPattern: null,
  injectionConfig: { headerName: 'x-key', valueFormat: 'Key {value}' },
  createdAt: expect.any(String),
  typeLabel: expect.any(String),
};

const NEW_SECRET = {
  name: 'Example',
  type: 'generic',
  value: 'sesame-123',
  hostPattern: 'api.example.test',
  injectionConfig: { headerName: 'x-key', valueFormat: 'Key {value}' },
};

/** How each generation names its credential and its workspace. */
const COMMAND_LINES = [
  {
    name: 'CLI 1.x',
    prefix: '/api',
    query: '',
    client: async (owner: Owner): Promise<ApiClient> => owner.api,
  },
  {
    name: 'CLI 2.x',
    prefix: '/v1',
    query: 'projectId=typed-by-hand',
    client: async (owner: Owner): Promise<ApiClient> => {
      const session = api(server).as(owner.cookie);
      const { body } = await session.get('/v1/org/api-key');
      return api(server).as(body.apiKey).with({ 'x-project-id': owner.workspaceId });
    },
  },
];

describe.each(COMMAND_LINES)('07 C6 $name under $prefix', ({ prefix, query, client }) => {
  let cli: ApiClient;
  let owner: Owner;

  const at = (path: string): string => {
    if (query === '') return prefix + path;
    return `${prefix}${path}${path.includes('?') ? '&' : '?'}${query}`;
  };

  beforeAll(async () => {
    owner = await signUpOwner(server);
    cli = await client(owner);
  });

  it('auth login and status read the user; a bad key is 401', async () => {
    expect((await cli.get(at('/user'))).body).toEqual({
      id: owner.userId,
      email: owner.email,
      name: 'Test Person',
      createdAt: expect.any(String),
    });
    const bad = await api(server)
      .as(`oc_${'1'.repeat(64)}`)
      .get(at('/user'));
    expect(bad.status).toBe(401);
  });

  it('agents: list, create, get-default, rename, regenerate-token, delete', async () => {
    const created = await cli.post(at('/agents'), { name: 'Bot', identifier: 'bot' });
    expect(created).toMatchObject({ status: 201, body: CREATED_AGENT });
    const listed = await cli.get(at('/agents'));
    expect(listed.body).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...AGENT, accessToken: expect.stringMatching(/^aoc_/) }),
      ]),
    );
    expect((await cli.get(at('/agents/default'))).body).toMatchObject({ ...AGENT, isDefault: true });
    const path = `/agents/${created.body.id}`;
    expect(await cli.patch(at(path), { name: 'Renamed' })).toMatchObject({
      status: 200,
      body: expect.any(Object),
    });
    const token = await cli.post(at(`${path}/regenerate-token`));
    expect(token.body).toMatchObject({ accessToken: expect.stringMatching(/^aoc_/) });
    expect((await cli.delete(at(path))).status).toBe(204);
  });

  it('07-35 agents secrets and set-secrets: the set is stored, the second call is 410', async () => {
    const { body: agent } = await cli.post(at('/agents'), { name: 'Holder', identifier: 'holder' });
    const { body: secret } = await cli.post(at('/secrets'), { ...NEW_SECRET, name: 'Held' });
    const stored = await cli.put(at(`/agents/${agent.id}/secrets`), { secretIds: [secret.id] });
    expect(stored.status).toBe(200);
    expectRetired(await cli.patch(at(`/agents/${agent.id}/secret-mode`), { mode: 'selective' }));
    expect((await cli.get(at(`/agents/${agent.id}/secrets`))).body).toEqual([secret.id]);
  });

  it('secrets: create, list, update, delete', async () => {
    const created = await cli.post(at('/secrets'), NEW_SECRET);
    expect(created).toMatchObject({ status: 201, body: CREATED_SECRET });
    const path = at(`/secrets/${created.body.id}`);
    const listed = await cli.get(at('/secrets'));
    expect(listed.body.find((item: { id: string }) => item.id === created.body.id)).toMatchObject(SECRET);
    const updated = await cli.patch(path, { hostPattern: 'other.example.test' });
    expect(updated).toMatchObject({ status: 200, body: expect.any(Object) });
    expect((await cli.delete(path)).status).toBe(204);
    const missing = await cli.patch(path, { hostPattern: 'gone.example.test' });
    expect([missing.status, missing.body.error.type]).toEqual([404, 'not_found_error']);
  });

  it('07-35 run reads the container configuration and the secrets; an unknown agent is a 4xx with an `error` string', async () => {
    const config = await cli.get(at('/container-config'));
    expect(config.status).toBe(200);
    expect(config.body).toMatchObject({
      env: expect.objectContaining({
        HTTPS_PROXY: expect.stringMatching(/^http:\/\/x:aoc_/),
        NODE_EXTRA_CA_CERTS: config.body.caCertificateContainerPath,
        NODE_USE_ENV_PROXY: '1',
      }),
      caCertificate: expect.stringContaining('BEGIN CERTIFICATE'),
    });
    expect(Object.values(config.body.env).every((value) => typeof value === 'string')).toBe(true);
    expect((await cli.get(at('/secrets'))).body).toEqual(expect.any(Array));
    const unknown = await cli.get(at('/container-config?agent=nobody'));
    expect(unknown).toMatchObject({ status: 404, body: { error: expect.any(String) } });
  });

  it('07-35 apps: list, get, configure, remove, and a disconnect that has to name the account', async () => {
    const apps = await cli.get(at('/apps'));
    expect(apps.body).toContainEqual(expect.objectContaining({ id: 'gmail', available: true }));
    for (const { path, content } of apps.body.flatMap((one: any) => one.credentialStubs ?? []))
      expect([typeof path, typeof content]).toEqual(['string', 'object']);
    const connected = await connect(server, owner, { provider: 'gmail', label: 'me@example.test' });
    const shown = await cli.get(at('/apps/gmail'));
    expect(shown.body).toMatchObject({
      available: true,
      hint: expect.any(String),
      connection: { status: 'connected', scopes: expect.any(Array), connectedAt: expect.any(String) },
      connections: [expect.objectContaining({ id: connected })],
    });
    expect((await cli.get(at('/apps/github'))).body).toMatchObject({ available: true, connection: null });
    const client = { clientId: 'own-client.apps.googleusercontent.com', clientSecret: 'own-secret' };
    const configured = await cli.post(at('/apps/gmail/config'), client);
    expect([configured.status, typeof configured.body]).toEqual([201, 'object']);
    expect((await cli.delete(at('/apps/gmail/config'))).status).toBe(204);
    const disconnected = await cli.delete(at('/apps/gmail/connection'));
    expect([disconnected.status, disconnected.text]).toEqual([400, expect.stringContaining('connectionId')]);
  });

  it.each([
    ['GET', '/rules'],
    ['POST', '/rules'],
    ['PATCH', '/rules/r1'],
    ['DELETE', '/rules/r1'],
    ['GET', '/rules/overlap/github'],
  ])('rules: %s %s is 410', async (method, path) => {
    expectRetired(await cli.send(method, at(path), method === 'GET' ? undefined : {}));
  });

  it('migrate is refused with a text while no target is listed', async () => {
    const answer = await cli.post(at('/migrate/export'), { cloudApiKey: owner.apiKey });
    expect(answer).toMatchObject({ status: 404, body: { error: expect.any(String) } });
  });

  it('auth api-key and regenerate-api-key show the key', async () => {
    const shown = await cli.get(at('/user/api-key'));
    expect(shown.body.apiKey).toMatch(/^oc_[0-9a-f]{64}$/);
    const fresh = await cli.post(at('/user/api-key/regenerate'));
    expect(fresh.body.apiKey).toMatch(/^oc_[0-9a-f]{64}$/);
    expect(fresh.body.apiKey).not.toBe(shown.body.apiKey);
  });
});

describe('07 C7 what CLI 2.x adds', () => {
  let owner: Owner;
  let cli: ApiClient;
  let organization: ApiClient;

  beforeAll(async () => {
    owner = await signUpOwner(server);
    cli = owner.api.with({ 'x-project-id': owner.workspaceId });
    const { body } = await api(server).as(owner.cookie).get('/v1/org/api-key');
    organization = api(server).as(body.apiKey);
  });

  it('probes the health with a bearer that is no good', async () => {
    const probe = await api(server).as('oc_nonsense').get('/v1/health');
    expect(probe).toMatchObject({ status: 200, body: { status: 'ok', version: expect.any(String) } });
  });

  it('07-36 with a project chosen: probe, the slug resolved, the agents of that project', async () => {
    await organization.post('/v1/projects', { name: 'My Slug' });
    const probe = await organization.get('/v1/health');
    expect(probe.status).toBe(200);
    const projects = (await organization.get('/v1/projects')).body as { id: string; slug: string }[];
    const { id } = projects.find(({ slug }) => slug === 'my-slug')!;
    const chosen = organization.with({ 'x-project-id': id });
    expect(
      (await chosen.post('/v1/agents?projectId=my-slug', { name: 'There', identifier: 'there' })).status,
    ).toBe(201);
    const identifiers = async (client: ApiClient) =>
      (await client.get('/v1/agents?projectId=my-slug')).body.map(
        ({ identifier }: { identifier: string }) => identifier,
      );
    expect(await identifiers(chosen)).toContain('there');
    expect(await identifiers(cli)).not.toContain('there');
  });

  it('without a project it is told which header to send', async () => {
    const answer = await organization.get('/v1/agents');
    expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('Invalid API key or token.')]);
    const connections = await organization.get('/v1/connections');
    expect(connections.status).not.toBe(404);
  });

  it('07-37 deleting a rule that is not there is not found; a route that is not there is another error', async () => {
    const rule = await organization.delete('/v1/org/policy/rules/6f9619ff-8b86-4d01-b42d-00cf4fc964ff');
    expect([rule.status, rule.body.error.type]).toEqual([404, 'not_found_error']);
    const route = await organization.get('/v1/org/policy/rules-of-tomorrow');
    expect([route.status, route.body.error.type]).toEqual([404, 'invalid_request_error']);
  });

  it('connections: a bare array, renamed, looked at from the other side, disconnected', async () => {
    const id = await connect(server, owner, { provider: 'gmail', label: 'me@example.test' });
    const listed = await cli.get('/v1/connections?provider=gmail');
    expect(listed.body).toEqual([
      expect.objectContaining({ id, scopes: expect.any(Array), connectedAt: expect.any(String) }),
    ]);
    expect((await cli.patch(`/v1/connections/${id}`, { label: 'Mine' })).status).toBe(200);
    const { body: agent } = await cli.post('/v1/agents', { name: 'Reader', identifier: 'reader' });
    const grant = `/v1/agents/${agent.id}/grants/connections/${id}`;
    const custom = await cli.put(grant, { access: 'custom', allow: ['search_messages'], ask: [] });
    expect([custom.status, custom.body.agentId]).toEqual([200, agent.id]);
    expect((await cli.put(grant, { access: 'full' })).body.connections).toHaveLength(1);
    for (const path of [`/v1/connections/${id}/effective-agents`, `/v1/connections/${id}/grants`])
      expect([path, (await cli.get(path)).status]).toEqual([path, 200]);
    const reflected = await cli.get(
      `/v1/policy/effective-app-permissions?provider=gmail&agentId=${agent.id}`,
    );
    expect(reflected.status).toBe(200);
    expect((await cli.delete(`/v1/connections/${id}`)).status).toBe(204);
    const again = await cli.delete(`/v1/connections/${id}`);
    // Flat: it names the object, by which the command line tells it from a route that is missing (C2.4).
    expect([again.status, again.body.error]).toEqual([404, expect.stringContaining('onnection')]);
  });

  it('apps: own client, switched on and off, what is configured, tools, blocklist', async () => {
    const client = { clientId: 'own-client.apps.googleusercontent.com', clientSecret: 'own-secret' };
    const configured = await cli.post('/v1/apps/gmail/config', client);
    expect([configured.status, configured.body.success]).toEqual([201, true]);
    expect((await cli.get('/v1/apps/gmail/config')).status).toBe(200);
    expect((await cli.patch('/v1/apps/gmail/config/toggle', { enabled: false })).status).toBe(200);
    for (const path of [
      'configured',
      'env-defaults',
      'permission-definitions',
      'jfrog-artifactory/blocklist',
    ])
      expect([path, (await cli.get(`/v1/apps/${path}`)).status]).toEqual([path, 200]);
    expect((await cli.delete('/v1/apps/gmail/config')).status).toBe(204);
  });

  it('apps of the organization: connections by filter, own client, and where to consent', async () => {
    const id = await connect(server, { organizationId: owner.organizationId }, { provider: 'gmail' });
    for (const path of ['/v1/org/connections', '/v1/org/connections/gmail', '/v1/org/apps/connections'])
      expect([path, await organization.get(path)]).toMatchObject([path, { status: 200 }]);
    const filtered = await organization.get('/v1/org/connections/gmail');
    expect(filtered.body).toEqual([expect.objectContaining({ id })]);
    expect((await organization.patch(`/v1/org/connections/${id}`, { label: 'Ours' })).status).toBe(200);
    expect((await organization.delete(`/v1/org/connections/${id}`)).status).toBe(204);
    const client = { clientId: 'own-client.apps.googleusercontent.com', clientSecret: 'own-secret' };
    expect((await organization.post('/v1/org/apps/gmail/config', client)).status).toBe(201);
    const consent = await organization.get('/v1/org/apps/gmail/authorize');
    expect([consent.status, new URL(String(consent.headers['location'])).protocol]).toEqual([302, 'https:']);
    expect((await organization.get('/v1/org/apps/configured')).status).toBe(200);
    expect((await organization.get('/v1/org/apps/jfrog-artifactory/blocklist')).status).toBe(200);
    const reflected = await organization.get('/v1/org/policy/effective-app-permissions?provider=gmail');
    expect(reflected.status).toBe(200);
    expect((await organization.delete('/v1/org/apps/gmail/config')).status).toBe(204);
  });

  it('projects: list, create, get, rename, delete, each with Deprecation', async () => {
    const project = { id: expect.any(String), name: 'Deployments', slug: 'deployments' };
    const created = await organization.post('/v1/projects?projectId=x', { name: 'Deployments' });
    expect(created).toMatchObject({ status: 201, body: project, headers: { deprecation: 'true' } });
    const path = `/v1/projects/${created.body.id}`;
    const listed = await organization.get('/v1/projects');
    expect(listed.body).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: created.body.id, createdAt: expect.any(String) }),
      ]),
    );
    expect((await organization.get(path)).body).toMatchObject(project);
    expect((await organization.patch(path, { name: 'Releases' })).body).toMatchObject({ slug: 'releases' });
    const deleted = await organization.delete(path);
    expect([deleted.status, deleted.headers.deprecation]).toEqual([204, 'true']);
  });

  it('agents: a summary of grants, set-default, a parent that has no effect', async () => {
    const created = await cli.post('/v1/agents', {
      name: 'Child',
      identifier: 'child',
      parentIdentifier: 'default',
    });
    expect(created).toMatchObject({ status: 201, body: CREATED_AGENT });
    const [first] = (await cli.get('/v1/agents?include=grants-summary')).body;
    expect(first.grantsSummary).toMatchObject({ entries: expect.any(Array), total: expect.any(Number) });
    expect((await cli.post(`/v1/agents/${created.body.id}/set-default`)).status).toBeLessThan(300);
    expect((await cli.get('/v1/agents/default')).body.identifier).toBe('child');
  });

  it('grants: PUT without a body and without a content type answers the fresh grants, DELETE 204', async () => {
    const { body: agent } = await cli.post('/v1/agents', { name: 'Granted', identifier: 'granted' });
    const { body: secret } = await cli.post('/v1/secrets', NEW_SECRET);
    const path = `/v1/agents/${agent.id}/grants/secrets/${secret.id}`;
    const put = await cli.put(path);
    expect(put).toMatchObject({
      status: 200,
      body: { agentId: agent.id, mode: expect.any(String), connections: [] },
    });
    expect(put.body.secrets).toHaveLength(1);
    expect((await cli.get(`/v1/agents/${agent.id}/grants`)).body).toEqual(put.body);
    expect((await cli.get(`/v1/agents/${agent.id}/effective-credentials`)).status).toBe(200);
    expect((await cli.delete(path)).status).toBe(204);
  });

  it('organization secrets: create, list, update, delete', async () => {
    const created = await organization.post('/v1/org/secrets', NEW_SECRET);
    expect(created).toMatchObject({ status: 201, body: CREATED_SECRET });
    const path = `/v1/org/secrets/${created.body.id}`;
    expect((await organization.get('/v1/org/secrets')).body).toEqual([expect.objectContaining(SECRET)]);
    expect((await organization.patch(path, { hostPattern: 'b.example.test' })).status).toBe(200);
    expect((await organization.delete(path)).status).toBe(204);
  });

  it('07-37 organization policy: equal drafts and published rules before a write, then publish', async () => {
    const read = async (status: string): Promise<unknown> => ({
      rules: (await organization.get(`/v1/org/policy/rules?status=${status}`)).body.map(
        ({ logicalId }: { logicalId: string }) => logicalId,
      ),
      default: (await organization.get(`/v1/org/policy/default?status=${status}`)).body.action,
    });
    expect(await read('draft')).toEqual(await read('published'));
    expect((await organization.get('/v1/org/policy/last-publish')).status).toBe(200);
    const rule = await organization.post('/v1/org/policy/rules', {
      name: 'No wires',
      action: 'block',
      targets: [{ kind: 'network', hostPattern: 'bank.example.test' }],
    });
    expect(rule.status).toBe(201);
    const order = { orderedIds: [rule.body.id] };
    expect((await organization.put('/v1/org/policy/rules/order', order)).status).toBeLessThan(300);
    const published = await organization.post('/v1/org/policy/publish', {});
    expect(published).toMatchObject({
      status: 200,
      body: { generation: expect.any(Number), ruleCount: expect.any(Number) },
    });
    expect(await read('draft')).toEqual(await read('published'));
    expect((await organization.get('/v1/org/policy/last-publish')).body).toEqual(expect.any(Object));
  });

  it.each([
    ['GET', '/agents/a1/connections'],
    ['PUT', '/agents/a1/connections'],
    ['GET', '/agents/granular-access'],
    ['GET', '/rules/permissions/github'],
    ['GET', '/policy/rules'],
    ['PATCH', '/policy/default'],
    ['POST', '/policy/publish'],
    ['GET', '/policy/last-publish'],
  ])('%s %s is 410 and names the grants', async (method, path) => {
    expectRetired(await cli.send(method, `/v1${path}`, method === 'GET' ? undefined : {}));
  });

  it.each([
    ['GET', '/org/rules'],
    ['POST', '/org/rules'],
    ['GET', '/org/settings'],
    ['PATCH', '/org/settings'],
  ])('%s %s is 410 and names the organization policy', async (method, path) => {
    const answer = await organization.send(method, `/v1${path}`, method === 'GET' ? undefined : {});
    expectRetired(answer, ['/v1/org/policy']);
  });

  it('user, vaults, counts, skill and the stub of codex', async () => {
    expect((await cli.patch('/v1/user', { name: 'Typed Name' })).body).toMatchObject({ name: 'Typed Name' });
    expect((await cli.get('/v1/vaults')).body).toEqual([]);
    expect((await cli.get('/v1/counts')).body).toMatchObject({ agents: expect.any(Number) });
    const skill = await cli.get('/v1/skill/gateway?agent_framework=claude');
    expect(skill.headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(skill.text).toMatch(/^---\nname: onecli-gateway\n/);
    expect((await cli.get('/v1/credential-stubs/codex')).body).toMatchObject({
      agent: 'codex',
      filePath: '~/.codex/auth.json',
      content: expect.any(String),
      permissions: '0600',
    });
  });
});

describe('07 C3 the npm SDK', () => {
  let sdk: ApiClient;

  beforeAll(async () => {
    const owner = await signUpOwner(server);
    sdk = owner.api.with({ 'x-project-id': owner.workspaceId });
  });

  it('ensureAgent: 201, then 409 for the same identifier, and the list has it', async () => {
    const input = { name: 'Worker', identifier: 'worker', parentIdentifier: 'nobody' };
    expect((await sdk.post('/v1/agents', input)).status).toBe(201);
    expect((await sdk.post('/v1/agents', input)).status).toBe(409);
    const identifiers = (await sdk.get('/v1/agents')).body.map(
      ({ identifier }: { identifier: string }) => identifier,
    );
    expect(identifiers).toContain('worker');
  });

  it('the gateway URL is public, tolerates any bearer and is a bare origin', async () => {
    const answer = await api(server)
      .with({ authorization: 'Bearer ', 'x-project-id': 'anything' })
      .get('/v1/gateway-url');
    expect(answer.status).toBe(200);
    expect(answer.body.url).toBe(new URL(answer.body.url).origin);
  });

  it('an approval poll with an empty bearer is 401, not a hang', async () => {
    const answer = await api({ apiUrl: server.gatewayUrl })
      .with({ authorization: 'Bearer ' })
      .get('/v1/approvals/pending');
    expect(answer.status).toBe(401);
  });
});
