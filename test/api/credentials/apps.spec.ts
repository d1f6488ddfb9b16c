/** Apps, direct connections, own clients and blocklists through the API (contract 03). */
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { SecretBox } from '../../../src/kernel/crypto/secret-box.js';
import { type Owner, organizationKey, signUpOwner } from '../../harness/people/accounts.js';
import { createAgent } from '../../harness/clients/agent.js';
import { type Answer, api, type ApiClient } from '../../harness/clients/client.js';
import { connect as connectRow } from '../../harness/upstreams/connections.js';
import { MADE_UP_APP } from '../../harness/upstreams/made-up-app.js';
import { joinAs, memberOf } from '../../harness/people/members.js';
import type { StandInProviders } from '../../harness/upstreams/providers.js';
import type { TestServer } from '../../harness/server/server.js';
import { withProviders } from '../../harness/server/stands.js';

const NPM = 'registry.npm.test';
const PYPI = 'index.pypi.test';
const FLAT = { error: expect.any(String) };

let server: TestServer;
let providers: StandInProviders;
let owner: Owner;

withProviders((stand) => ({ server, providers } = stand), {
  ENTERPRISE_ENABLED: 'true',
  BLOCKLIST_NPM_HOST: NPM,
  BLOCKLIST_PYPI_HOST: PYPI,
  SLACK_CLIENT_ID: 'operator-slack',
  SLACK_CLIENT_SECRET: 'operator-slack-secret',
});

beforeEach(async () => {
  providers.reset();
  owner = await signUpOwner(server);
});

const session = (of: Pick<Owner, 'cookie' | 'workspaceId'> = owner): ApiClient =>
  api(server).as(of.cookie).inWorkspace(of.workspaceId);
const inOrganization = (): ApiClient =>
  api(server).as(owner.cookie).with({ 'x-organization-id': owner.organizationId });

function connect(
  provider: string,
  fields: object,
  more: object = {},
  as: ApiClient = owner.api,
): Promise<Answer> {
  return as.post(`/v1/apps/${provider}/connect`, { fields, ...more });
}

/** Everything stored of a connection, opened. */
async function stored(id: string): Promise<any> {
  const [row] = await server.db.query<any>('SELECT * FROM connections WHERE id = $1', [id]);
  const sealed = row.credentials_ciphertext;
  const values = JSON.parse(server.app.get(SecretBox, { strict: false }).open(sealed, `connections:${id}`));
  return { ...row, values };
}

function audited(): Promise<any[]> {
  return server.db.query(
    `SELECT service, action, metadata FROM audit_log WHERE organization_id = $1
       AND service IN ('app-connection', 'app-config', 'policy') ORDER BY created_at, id`,
    [owner.organizationId],
  );
}

const resendTells = (name: string) => providers.tells('api.resend.com/domains', { data: [{ name }] });

describe('the catalogue (03 §4)', () => {
  it('03-1 lists every app in list order, none of them connected', async () => {
    const { status, body } = await owner.api.get('/v1/apps');
    expect([status, body.length]).toEqual([200, 56]);
    for (const app of body)
      expect(app).toMatchObject({ available: true, config: null, connection: null, connections: [] });
    expect(body[0].id).toBe('gmail');
    expect(body.find(({ id }: any) => id === 'vertex-ai').credentialStubs).toEqual([
      { path: expect.stringContaining('application_default_credentials'), content: expect.any(Object) },
    ]);
  });

  it('03-2 needs a workspace for the list and none for the tools, which tell no hosts', async () => {
    const key = api(server).as(await organizationKey(server, owner));
    expect((await key.get('/v1/apps')).status).toBe(401);
    const definitions = await key.get('/v1/apps/permission-definitions');
    expect([definitions.status, definitions.body.length]).toEqual([200, 55]);
    expect(definitions.text).not.toMatch(/"(?:host|path|method|matches)"/);
    expect((await key.get('/v1/apps/gmail/permission-definition')).body).toEqual(
      definitions.body.find(({ provider }: any) => provider === 'gmail'),
    );
    const none = await key.get('/v1/apps/jfrog-artifactory/permission-definition');
    expect(none).toMatchObject({ status: 404, body: FLAT });
  });

  it('03-3 refuses an unknown app in the words of each door', async () => {
    const unknown = { status: 404, body: { error: 'Unknown provider: nope' } };
    for (const path of [
      '',
      '/config',
      '/blocklist',
      '/permission-definition',
      '/connection?connectionId=x',
    ]) {
      const method = path.startsWith('/connection') ? 'DELETE' : 'GET';
      expect(await owner.api.send(method, `/v1/apps/nope${path}`)).toMatchObject(unknown);
    }
    const unavailable = { status: 400, body: { error: 'Provider "nope" is not available' } };
    expect(await owner.api.post('/v1/apps/nope/connect', {})).toMatchObject(unavailable);
    expect(await owner.api.get('/v1/apps/nope/authorize')).toMatchObject(unavailable);
    expect(await owner.api.post('/v1/apps/nope/config', {})).toMatchObject({ status: 400, body: FLAT });
    expect(await inOrganization().post('/v1/org/apps/nope/connect', {})).toMatchObject(unavailable);
  });

  it('03 §3.2 hints where to connect an app, and says when it can be used', async () => {
    const before = (await owner.api.get('/v1/apps/vertex-ai')).body;
    expect(before.hint).toContain(`/w/${owner.workspaceId}/connections?connect=vertex-ai`);
    await connectRow(server, owner, { provider: 'vertex-ai' });
    const after = (await owner.api.get('/v1/apps/vertex-ai')).body;
    expect(after.hint).toContain('application_default_credentials.json');
    expect(after.connection).toMatchObject({ status: 'connected', scopes: [] });
    await owner.api.post('/v1/apps/gmail/config', { clientId: 'id', clientSecret: 'secret' });
    const client = (await owner.api.get('/v1/apps/gmail')).body;
    expect([client.config.hasCredentials, client.hint]).toEqual([
      true,
      expect.stringMatching(/^No account of Gmail is connected in this workspace yet\. Connect one at http/),
    ]);
    await connectRow(server, owner, { provider: 'gmail' });
    expect((await owner.api.get('/v1/apps/gmail')).body.hint).toContain('Gmail can be used');
    expect((await owner.api.get('/v1/apps/env-defaults')).body).toEqual(['slack']);
    expect((await owner.api.get('/v1/apps/available')).body).toEqual({ restricted: false, providers: [] });
  });
});

describe('direct credentials (03 §5.1)', () => {
  it('03-4 asks for every field in its own words', async () => {
    const refused = async (body: unknown) => (await owner.api.post('/v1/apps/resend/connect', body)).body;
    expect(await refused({})).toEqual({ error: 'Missing fields in request body' });
    expect(await refused({ fields: 'x' })).toEqual({ error: 'Missing fields in request body' });
    expect(await refused({ fields: { apiKey: ' ' } })).toEqual({ error: 'API Key is required' });
    expect(await refused({ fields: { apiKey: 7 } })).toEqual(FLAT);
    expect(await refused({ fields: { apiKey: 'x'.repeat(16_385) } })).toEqual(FLAT);
    expect(await refused({ fields: { apiKey: 'k' }, label: 'x'.repeat(256) })).toEqual(FLAT);
    expect(await refused({ fields: { __proto__: { apiKey: 'k' } } })).toEqual({
      error: 'API Key is required',
    });
    expect((await owner.api.get('/v1/connections')).body).toEqual([]);
    expect(providers.calls()).toEqual([]);
  });

  it('03-5 takes no fields for an app that is connected by consent, and no way it does not have', async () => {
    expect(await connect('gmail', { apiKey: 'k' })).toMatchObject({ status: 400, body: FLAT });
    expect(await connect('attio', { apiKey: 'k' }, { method: 'pigeon' })).toMatchObject({
      status: 400,
      body: FLAT,
    });
    expect(await connect('attio', { apiKey: 'k' }, { method: 'oauth' })).toMatchObject({ status: 400 });
    expect((await owner.api.get('/v1/connections')).body).toEqual([]);
  });

  it('03 §5.4 names the account after what the provider says, and takes it up again with another key', async () => {
    resendTells('acme.test');
    const first = await connect('resend', { apiKey: 're_canary_1', unknown: 'dropped' });
    expect(first).toMatchObject({ status: 200, body: { success: true, connection: { label: 'acme.test' } } });
    const { id } = first.body.connection;
    expect(providers.upstream.only().headers.authorization).toBe('Bearer re_canary_1');
    const [before] = (await owner.api.get('/v1/connections?provider=resend')).body;
    expect(before).toMatchObject({
      id,
      provider: 'resend',
      status: 'connected',
      scopes: [],
      scope: 'workspace',
      metadata: { name: 'acme.test', username: 'acme.test' },
    });
    resendTells(' ACME.test ');
    expect((await connect('resend', { apiKey: 're_canary_2' })).body).toEqual({ success: true });
    const [after] = (await owner.api.get('/v1/connections?provider=resend')).body;
    expect(after).toMatchObject({ id, connectedAt: before.connectedAt });
    expect((await stored(id)).values).toEqual({ apiKey: 're_canary_2', access_token: 're_canary_2' });
    expect((await audited()).map(({ service, action }) => `${service} ${action}`)).toEqual([
      'app-connection create',
      'app-connection update',
    ]);
    expect(JSON.stringify([await audited(), before, after])).not.toContain('canary');
  });

  it('03-7 tells accounts of an app without identity apart by their labels', async () => {
    const made = async (more: object) =>
      (await connect('granola', { apiKey: 'k' }, more)).body.connection?.id;
    const [a, b] = [await made({ label: 'a' }), await made({ label: ' B ' })];
    const third = await made({});
    expect(new Set([a, b, third]).size).toBe(3);
    expect(await made({})).toBeUndefined();
    expect(await made({ label: 'b' })).toBeUndefined();
    expect((await owner.api.get('/v1/connections')).body).toHaveLength(3);
  });

  it('03-8 puts no credentials into an account of another workspace', async () => {
    const stranger = await signUpOwner(server);
    resendTells('acme.test');
    const { id } = (await connect('resend', { apiKey: 're_theirs' })).body.connection;
    const other = await session().post('/v1/workspaces', { name: 'Other' });
    expect(other.status).toBe(201);
    const sibling = api(server).as(owner.cookie).inWorkspace(other.body.id);
    for (const as of [stranger.api, sibling, inOrganization()]) {
      const refused = await connect('resend', { apiKey: 're_mine' }, { connectionId: id }, as);
      expect(refused).toMatchObject({ status: 404, body: { error: { type: 'not_found_error' } } });
    }
    expect((await stored(id)).values.apiKey).toBe('re_theirs');
    const wrongApp = await connect('granola', { apiKey: 'k' }, { connectionId: id });
    expect(wrongApp).toMatchObject({ status: 404, body: { error: { type: 'not_found_error' } } });
  });

  it('03 §5.1 two connects of one account at once give one connection', async () => {
    resendTells('acme.test');
    const answers = await Promise.all([1, 2, 3, 4].map((n) => connect('resend', { apiKey: `re_${n}` })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.filter(({ body }) => body.connection !== undefined)).toHaveLength(1);
    expect((await owner.api.get('/v1/connections')).body).toHaveLength(1);
  });

  it('03 §5.1 connects without an identity when the provider does not answer, and not when it says no', async () => {
    providers.tells('api.resend.com/domains', 'nonsense', 500);
    expect((await connect('resend', { apiKey: 'k' })).body.connection.label).toBe('API Key');
    providers.tells('api.attio.com/v2/self', {}, 403);
    const refused = await connect('attio', { apiKey: 'k' }, { method: 'api_key' });
    expect(refused).toMatchObject({ status: 400, body: FLAT });
    providers.tells('api.attio.com/v2/self', { workspace_name: 'Sales' });
    const taken = await connect('attio', { apiKey: 'k' }, { method: 'api_key' });
    expect(taken.body.connection.label).toBe('Sales');
  });

  it('03 §5.1 judges fields by their patterns, before anything is sent anywhere', async () => {
    const site = await connect('datadog', { appKey: 'a', apiKey: 'b', site: 'evil.example/' });
    expect(site).toMatchObject({ status: 400, body: { error: 'Datadog Site is not valid' } });
    expect(providers.calls()).toEqual([]);
    providers.tells('api.us5.datadoghq.com/api/v1/org', { orgs: [{ name: 'Acme' }] });
    const made = await connect('datadog', { appKey: 'a', apiKey: 'b', site: 'us5' });
    expect(made.body.connection.label).toBe('Acme (US5)');
    const { metadata } = await stored(made.body.connection.id);
    expect(metadata).toEqual({ name: 'Acme (US5)', url: 'https://us5.datadoghq.com', tags: ['US5'] });
    const [asked] = providers.upstream.seen;
    expect(asked!.headers).toMatchObject({ 'dd-api-key': 'b', 'dd-application-key': 'a' });
    const line = await connect('resend', { apiKey: 'k\r\nx-injected: 1' });
    expect(line).toMatchObject({ status: 400, body: FLAT });
  });

  it('03 §17.1 trades credentials of imports for tokens', async () => {
    const exp = Math.floor(Date.now() / 1000) + 7_200;
    const token = `h.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.s`;
    providers.tells('hub.docker.com/v2/users/login', { token });
    const docker = await connect('docker', { username: 'ann', apiToken: 'dckr_pat' });
    expect(docker.body.connection.label).toBe('ann');
    const row = await stored(docker.body.connection.id);
    expect(row.values).toEqual({
      type: 'docker_hub',
      access_token: token,
      username: 'ann',
      password: 'dckr_pat',
    });
    expect(row.expires_at.getTime()).toBe((exp - 60) * 1000);
    expect(row.credential_kind).toBe('import');
    providers.tells('hub.docker.com/v2/users/login', {}, 401);
    expect(await connect('docker', { username: 'ann', apiToken: 'x' })).toMatchObject({
      status: 400,
      body: FLAT,
    });
    providers.tells('cloud.mongodb.com/api/oauth/token', { access_token: 't', expires_in: -1 });
    expect(await connect('mongodb-atlas', { clientId: 'c', clientSecret: 's' })).toMatchObject({
      status: 400,
    });
    const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
    for (const [privateKey, error] of [
      ['no key', 'The private key is not an RSA key in PEM.'],
      [short.export({ type: 'pkcs8', format: 'pem' }), 'The private key has fewer than 2048 bits.'],
    ])
      expect(
        await connect('vertex-ai', { clientEmail: 'a@b.test', projectId: 'p', privateKey }),
      ).toMatchObject({ status: 400, body: { error } });
  });

  it('03-46, 03 §8.3, R56 an AWS role trusts the external id of its own workspace, whatever was sent', async () => {
    const { externalId } = (await owner.api.get('/v1/apps/aws-external-id')).body;
    expect(externalId).toMatch(/^cg-[0-9a-f-]{36}$/);
    const role = {
      roleArn: 'arn:aws:iam::123456789012:role/path/agent',
      region: 'eu-west-1',
      externalId: 'mine',
    };
    const made = await connect('aws-role', role);
    expect(made.body.connection.label).toBe('agent');
    const { values, metadata, scopes } = await stored(made.body.connection.id);
    expect(values).toMatchObject({ externalId, roleArn: role.roleArn });
    expect(metadata).toMatchObject({ accountId: '123456789012', name: 'AWS 123456789012 (eu-west-1)' });
    expect(scopes).toEqual(['AWS STS AssumeRole']);
    expect((await owner.api.get('/v1/apps/aws-external-id')).body).toEqual({ externalId });

    const shared = (await inOrganization().get('/v1/org/apps/aws-external-id')).body;
    const { id, apiKey } = (await owner.api.post('/v1/workspaces', { name: 'Another' })).body;
    const another = (await api(server).as(apiKey).get('/v1/apps/aws-external-id')).body;
    expect(new Set([externalId, shared.externalId, another.externalId]).size).toBe(3);
    expect((await inOrganization().post('/v1/org/apps/aws-role/connect', { fields: role })).status).toBe(200);
    const [sharedRole] = (await inOrganization().get('/v1/org/connections?provider=aws-role')).body;
    expect((await stored(sharedRole.id)).values).toMatchObject(shared);
    expect((await api(server).as(owner.cookie).delete(`/v1/workspaces/${id}`)).status).toBe(204);
    expect(
      await connect('aws', { accessKeyId: 'x', secretAccessKey: 's', region: 'eu-west-1' }),
    ).toMatchObject({
      status: 400,
      body: { error: 'Access Key ID is not valid' },
    });
    expect(providers.calls()).toEqual([]);
  });

  it('03 §6.5 user credentials of Vertex AI bring their client along, and disconnect nothing', async () => {
    providers.tells('oauth2.googleapis.com/token', { access_token: 'ya29', expires_in: 3599 });
    providers.tells('www.googleapis.com/oauth2/v2/userinfo', { email: 'ann@acme.test' });
    const fields = { refreshToken: 'r', clientId: 'c', clientSecret: 'canary-s', quotaProjectId: 'p' };
    const made = await connect('vertex-ai', fields);
    expect(made.body.connection.label).toBe('ann@acme.test');
    const { app_config_id, values } = await stored(made.body.connection.id);
    expect(app_config_id).not.toBeNull();
    expect(values).toEqual({ access_token: 'ya29', refresh_token: 'r', token_type: 'Bearer' });
    expect((await connect('vertex-ai', fields, { label: 'second' })).body.connection.label).toBe('second');
    expect((await owner.api.get('/v1/connections')).body).toHaveLength(2);
  });

  it('03 §5.1 X-Organization-Id is the door of the organization, for its administrators', async () => {
    resendTells('shared.test');
    expect((await connect('resend', { apiKey: 'k' }, {}, inOrganization())).body).toEqual({ success: true });
    const [shared] = (await inOrganization().get('/v1/org/connections')).body;
    expect(shared).toMatchObject({ scope: 'organization', label: 'shared.test' });
    const member = await joinAs(server, owner);
    const refused = await connect('resend', { apiKey: 'k' }, {}, member.session);
    expect(refused).toMatchObject({ status: 403, body: FLAT });
    expect(
      await member.session.post('/v1/org/apps/resend/connect', { fields: { apiKey: 'k' } }),
    ).toMatchObject({
      status: 403,
      body: FLAT,
    });
    const key = owner.api.with({ 'x-organization-id': owner.organizationId });
    expect((await connect('resend', { apiKey: 'k' }, {}, key)).body.connection.label).toBe('shared.test');
    const both = session().with({ 'x-organization-id': owner.organizationId });
    expect((await connect('granola', { apiKey: 'k' }, {}, both)).body.connection.label).toBe('API Key');
    const foreign = await signUpOwner(server);
    const there = api(server).as(owner.cookie).with({ 'x-organization-id': foreign.organizationId });
    expect([401, 403]).toContain((await connect('resend', { apiKey: 'k' }, {}, there)).status);
  });
});

describe('connections (03 §7, §8)', () => {
  it('03-22 those of the organization are changed by its administrators alone', async () => {
    const id = await connectRow(server, { organizationId: owner.organizationId }, { label: 'Shared' });
    const member = await memberOf(server, owner);
    for (const as of [owner.api, member]) {
      expect(await as.delete(`/v1/connections/${id}`)).toMatchObject({
        status: 404,
        body: { error: 'Connection not found' },
      });
      expect((await as.patch(`/v1/connections/${id}`, { label: 'x' })).status).toBe(404);
      expect((await as.get('/v1/connections')).body).toMatchObject([{ id, scope: 'organization' }]);
    }
    expect(await session().patch(`/v1/connections/${id}`, { label: 'Ours' })).toMatchObject({
      status: 200,
      body: { id, provider: 'gmail', status: 'connected', label: 'Ours' },
    });
    expect((await session().delete(`/v1/connections/${id}`)).status).toBe(204);
    expect((await owner.api.get('/v1/connections')).body).toEqual([]);
  });

  it('03-23 a name is a text, trimmed', async () => {
    const id = await connectRow(server, owner);
    const rename = (label: unknown) => owner.api.patch(`/v1/connections/${id}`, { label });
    for (const label of [' ', 7, null, undefined])
      expect(await rename(label)).toMatchObject({ status: 400, body: { error: 'Label is required' } });
    expect(await owner.api.send('PATCH', `/v1/connections/${id}`, '{')).toMatchObject({
      status: 400,
      body: { error: 'Request body is not valid JSON' },
    });
    expect(await rename('x'.repeat(256))).toMatchObject({ status: 400, body: FLAT });
    expect((await rename(' Work ')).body).toMatchObject({ label: 'Work' });
    expect((await owner.api.get('/v1/connections?provider=nope')).body).toEqual([]);
  });

  it('03-24 an account is disconnected through its own app, with the grants on it', async () => {
    const slack = await connectRow(server, owner, { provider: 'slack' });
    const gmail = await connectRow(server, owner);
    const agent = await createAgent(server, owner);
    const granted = `/v1/agents/${agent.id}/grants/connections/${gmail}`;
    expect((await owner.api.put(granted, { access: 'full' })).status).toBe(200);
    const gone = (query: string) => owner.api.delete(`/v1/apps/gmail/connection${query}`);
    for (const query of ['', '?connectionId=', '?connectionId=%20'])
      expect(await gone(query)).toMatchObject({ status: 400, body: FLAT });
    for (const id of [slack, randomUUID(), 'x'])
      expect(await gone(`?connectionId=${id}`)).toMatchObject({
        status: 404,
        body: { error: 'Connection not found' },
      });
    expect(await gone(`?connectionId=${gmail}`)).toMatchObject({ status: 200, body: { success: true } });
    const rules = await server.db.query(`SELECT 1 FROM policy_rules WHERE targets::text LIKE $1`, [
      `%${gmail}%`,
    ]);
    expect(rules).toEqual([]);
    expect((await audited()).at(-1)).toMatchObject({
      service: 'app-connection',
      action: 'disconnect',
      metadata: { provider: 'gmail', connectionId: gmail },
    });
  });

  it('03-25 every alias answers what its path answers', async () => {
    const ids = await Promise.all(
      ['gmail', 'slack'].map((provider) => connectRow(server, owner, { provider })),
    );
    const shared = await connectRow(server, { organizationId: owner.organizationId });
    const same = async (as: ApiClient, one: string, other: string) => {
      const [a, b] = [await as.get(one), await as.get(other)];
      expect([b.status, b.body, b.headers['deprecation']]).toEqual([a.status, a.body, undefined]);
      expect(a.status).toBe(200);
    };
    await same(owner.api, '/v1/connections', '/v1/apps/connections');
    await same(owner.api, '/v1/connections?provider=slack', '/v1/apps/connections/slack');
    const org = inOrganization();
    for (const alias of ['/v1/org/apps/connections', '/v1/org/connections']) {
      await same(org, '/v1/org/connections', alias);
      await same(org, '/v1/org/connections?provider=gmail', `${alias}/gmail`);
    }
    await same(org, '/v1/org/apps/configured', '/v1/org/app-config/configured');
    await same(org, '/v1/org/apps/gmail/config', '/v1/org/app-config/gmail');
    expect((await owner.api.patch(`/v1/apps/connections/${ids[0]}`, { label: 'A' })).body.label).toBe('A');
    expect((await owner.api.delete(`/v1/apps/connections/${ids[1]}`)).status).toBe(204);
    expect((await org.patch(`/v1/org/apps/connections/${shared}`, { label: 'B' })).body.label).toBe('B');
    expect((await org.delete(`/v1/org/apps/connections/${shared}`)).status).toBe(204);
    const client = { clientId: 'c', clientSecret: 's' };
    expect((await org.post('/v1/org/app-config/gmail', client)).status).toBe(201);
    expect((await org.patch('/v1/org/app-config/gmail/toggle', { enabled: false })).status).toBe(200);
    expect((await org.delete('/v1/org/app-config/gmail')).status).toBe(204);
    const missing = await org.delete(`/v1/org/connections/${randomUUID()}`);
    expect(missing).toMatchObject({ status: 404, body: { error: { type: 'not_found_error' } } });
  });
});

describe('own OAuth clients (03 §6)', () => {
  const client = { clientId: 'id-1', clientSecret: 'canary-secret' };

  it('03-18 has to be complete, and keeps what is left out', async () => {
    const save = (body: unknown) => owner.api.post('/v1/apps/gmail/config', body);
    for (const body of [
      { clientId: 'x' },
      { ...client, clientSecret: 7 },
      [],
      '"x"',
      { clientId: ' ', clientSecret: 's' },
    ])
      expect(await save(body)).toMatchObject({ status: 400, body: { error: 'Invalid request body' } });
    expect(await save({ ...client, extra: 'dropped' })).toMatchObject({
      status: 201,
      body: { success: true },
    });
    expect((await save({ clientId: 'id-2' })).status).toBe(201);
    const status = await owner.api.get('/v1/apps/gmail/config');
    expect(status.body).toEqual({ settings: { clientId: 'id-2' }, hasCredentials: true, enabled: true });
    expect((await owner.api.get('/v1/apps/configured')).body).toEqual(['gmail']);
    expect(await owner.api.post('/v1/apps/resend/config', client)).toMatchObject({ status: 400, body: FLAT });
    const location = (await owner.api.get('/v1/apps/gmail/authorize')).headers['location'] as string;
    expect(new URL(location).searchParams.get('client_id')).toBe('id-2');
    const dump = await server.db.query('SELECT app_configs::text FROM app_configs');
    expect(JSON.stringify([dump, await audited(), status.body])).not.toContain('canary');
  });

  it('03-19 takes along what it made, everywhere', async () => {
    const org = inOrganization();
    expect((await org.post('/v1/org/apps/gmail/config', client)).status).toBe(201);
    const other = (await session().post('/v1/workspaces', { name: 'Other' })).body.id;
    const places = [
      { organizationId: owner.organizationId },
      { organizationId: owner.organizationId, workspaceId: owner.workspaceId },
      { organizationId: owner.organizationId, workspaceId: other },
    ];
    const ids = await Promise.all(places.map((place) => connectRow(server, place)));
    const stays = await connectRow(server, owner, { label: 'made with another client' });
    await server.db.query(
      `UPDATE connections SET app_config_id = (SELECT id FROM app_configs WHERE organization_id = $1)
       WHERE id = ANY($2::uuid[])`,
      [owner.organizationId, ids],
    );
    const status = (await org.get('/v1/org/apps/gmail/config')).body;
    expect(status).toMatchObject({ dependents: { orgConnections: 1, workspaceConnections: 2 } });
    expect((await org.delete('/v1/org/apps/gmail/config')).status).toBe(204);
    const left = await server.db.query<{ id: string }>(
      'SELECT id FROM connections WHERE organization_id = $1',
      [owner.organizationId],
    );
    expect(left).toEqual([{ id: stays }]);
    expect((await org.delete('/v1/org/apps/gmail/config')).body).toMatchObject({
      error: { type: 'not_found_error' },
    });
  });

  it("03-20 the organization's client takes the place of one that is switched off", async () => {
    await owner.api.post('/v1/apps/gmail/config', client);
    await owner.api.patch('/v1/apps/gmail/config/toggle', { enabled: false });
    const own = { settings: { clientId: 'id-1' }, hasCredentials: true, enabled: false };
    expect((await owner.api.get('/v1/apps/gmail/config')).body).toEqual(own);
    await inOrganization().post('/v1/org/apps/gmail/config', { ...client, clientId: 'org' });
    expect((await owner.api.get('/v1/apps/gmail/config')).body).toEqual({
      hasCredentials: true,
      enabled: true,
      source: 'organization',
    });
    const stranger = await signUpOwner(server);
    expect((await stranger.api.get('/v1/apps/gmail/config')).body).toEqual({
      hasCredentials: false,
      enabled: false,
    });
  });

  it('03-21 is switched on and off in so many words', async () => {
    const toggle = (app: string, enabled: unknown) =>
      owner.api.patch(`/v1/apps/${app}/config/toggle`, { enabled });
    expect(await toggle('gmail', 'yes')).toMatchObject({ status: 400, body: FLAT });
    expect(await toggle('gmail', true)).toMatchObject({
      status: 404,
      body: { error: { type: 'not_found_error' } },
    });
    await owner.api.post('/v1/apps/gmail/config', client);
    const id = await connectRow(server, owner);
    expect(await toggle('gmail', false)).toMatchObject({ status: 200, body: { success: true } });
    const gone = await server.db.query('SELECT 1 FROM connections WHERE id = $1', [id]);
    expect(gone).toEqual([]);
  });
});

describe('blocklists (03 §10)', () => {
  const hosts = async (as: ApiClient = owner.api, org = false): Promise<any[]> =>
    (await as.get(`/v1/${org ? 'org/' : ''}apps/jfrog-artifactory/blocklist`)).body;
  const jfrog = (as: ApiClient = owner.api) =>
    connect('jfrog-artifactory', { token: 'eyJ', subdomain: 'acme.jfrog.io' }, {}, as);

  it('03 §10 connecting closes hosts, people open them again, disconnecting forgets them', async () => {
    expect(await hosts()).toMatchObject([{ ruleId: null, enabled: false, scope: null }, { enabled: false }]);
    const { id } = (await jfrog()).body.connection;
    const [npm, pypi] = await hosts();
    expect(npm).toEqual({
      hostId: 'npm',
      ruleId: expect.any(String),
      enabled: true,
      custom: false,
      name: 'npm Registry',
      hostPattern: NPM,
      scope: 'workspace',
    });
    const path = `/v1/apps/jfrog-artifactory/blocklist/${npm.ruleId}`;
    expect((await owner.api.patch(path, { enabled: false })).status).toBe(200);
    await jfrog();
    expect(await hosts()).toMatchObject([{ ruleId: npm.ruleId, enabled: false }, { enabled: true }]);
    expect((await owner.api.delete(`/v1/apps/jfrog-artifactory/blocklist/${pypi.ruleId}`)).status).toBe(204);
    const posted = await owner.api.post('/v1/apps/jfrog-artifactory/blocklist', { hostId: 'npm' });
    expect(posted).toMatchObject({ status: 201, body: { ruleId: npm.ruleId, enabled: true } });
    for (const body of [undefined, {}, { hostId: 7 }])
      expect(await owner.api.post('/v1/apps/jfrog-artifactory/blocklist', body)).toMatchObject({
        status: 400,
        body: FLAT,
      });
    expect(await owner.api.post('/v1/apps/jfrog-artifactory/blocklist', { hostId: 'apt' })).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request_error' } },
    });
    expect((await owner.api.delete(`/v1/connections/${id}`)).status).toBe(204);
    expect(await hosts()).toMatchObject([{ ruleId: null }, { ruleId: null }]);
    expect((await owner.api.get('/v1/apps/gmail/blocklist')).body).toEqual([]);
  });

  it("03-27 the organization's rule takes the place of the workspace's, which cannot touch it", async () => {
    await jfrog();
    const [own] = await hosts();
    const org = inOrganization();
    const closed = await org.post('/v1/org/apps/jfrog-artifactory/blocklist', { hostId: 'npm' });
    expect(closed).toMatchObject({ status: 201, body: { scope: 'organization', enabled: true } });
    const [shown] = await hosts();
    expect(shown).toMatchObject({ scope: 'organization', ruleId: closed.body.ruleId });
    expect(shown.ruleId).not.toBe(own.ruleId);
    const path = `/v1/apps/jfrog-artifactory/blocklist/${shown.ruleId}`;
    for (const refused of [await owner.api.patch(path, { enabled: false }), await owner.api.delete(path)])
      expect(refused).toMatchObject({ status: 404, body: { error: { type: 'not_found_error' } } });
    const orgPath = path.replace('/v1/apps', '/v1/org/apps');
    expect((await org.patch(orgPath, { enabled: false })).status).toBe(200);
    expect((await hosts(org, true))[0]).toMatchObject({ enabled: false });
    expect((await org.delete(orgPath)).status).toBe(204);
  });
});

describe('an app of the operator (docs/adding-an-app.md)', () => {
  let here: TestServer;
  let own: StandInProviders;
  const folder = mkdtempSync(join(tmpdir(), 'cg-own-apps-'));
  writeFileSync(join(folder, 'made-up.json'), JSON.stringify(MADE_UP_APP));
  writeFileSync(join(folder, 'typed-host.json'), JSON.stringify(typedHost()));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  withProviders((stand) => ({ server: here, providers: own } = stand), { APP_CATALOG_DIR: folder });

  it.each(['169.254.169.254', '10.0.0.5', 'metadata.google.internal', '[fd00:ec2::254]'])(
    '06 §11.4.6 does not lead the server to %s by what a person types',
    async (host) => {
      const person = await signUpOwner(here);
      own.reset();
      own.tells(`${host}/whoami`, { me: { email: 'stolen@made-up.test' } });
      const made = await connect('typed-host', { apiKey: 'k', host }, {}, person.api);
      expect([made.body.connection?.label ?? null, own.calls()]).toEqual(['API Key', []]);
      own.tells('ok.typed-host.test/whoami', { me: { email: 'ann@made-up.test' } });
      const fine = await connect('typed-host', { apiKey: 'k', host: 'ok.typed-host.test' }, {}, person.api);
      expect(fine.body.connection.label).toBe('ann@made-up.test');
    },
  );

  it('is listed, connected, granted tool by tool, recognised and used by an agent, without touching code', async () => {
    own.reset();
    const person = await signUpOwner(here);
    expect((await person.api.get('/v1/apps')).body.at(-2)).toMatchObject({ id: 'made-up', name: 'Made Up' });
    own.tells('api.made-up.test/whoami', { me: { email: 'ann@made-up.test' } });
    const made = await connect('made-up', { apiKey: 'k' }, {}, person.api);
    expect(made.body.connection.label).toBe('ann@made-up.test');
    expect(own.upstream.only().headers.authorization).toBe('Bearer k');
    own.tells('api.made-up.test/whoami', {}, 401);
    expect(await connect('made-up', { apiKey: 'x' }, {}, person.api)).toMatchObject({
      status: 400,
      body: FLAT,
    });
    const agent = await createAgent(here, person);
    const path = `/v1/agents/${agent.id}/grants/connections/${made.body.connection.id}`;
    const granted = await person.api.put(path, { access: 'custom', allow: ['read_thing'], ask: [] });
    expect(granted.status).toBe(200);
    const wrong = await person.api.put(path, { access: 'custom', allow: ['no_such'], ask: [] });
    expect(wrong.status).toBeGreaterThanOrEqual(400);
    const thing = 'https://api.made-up.test/v1/things/7';
    own.tells('api.made-up.test/v1/things/7', { thing: 7 });
    own.upstream.seen.length = 0;
    expect((await agent.ask(thing)).body).toEqual({ thing: 7 });
    expect(own.upstream.only().headers.authorization).toBe('Bearer k');
    const blocked = await agent.ask(thing, { method: 'PUT', body: '{}' });
    expect([blocked.status, blocked.body.error]).toEqual([403, 'blocked_by_policy']);
    expect(own.calls()).toEqual([]);
  });
});

/** An account of it is asked about at a host of its own. */
function typedHost(): object {
  const { connection, hosts, ...app } = MADE_UP_APP;
  const fields = [...connection.fields, { name: 'host', label: 'Host', required: true, secret: false }];
  const check = { ...connection.check, url: 'https://{host}/whoami' };
  return {
    ...app,
    id: 'typed-host',
    connection: { ...connection, fields, check },
    hosts: [{ ...hosts[0], host: 'api.typed-host.test' }],
    tools: [],
  };
}
