import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { api, type ApiClient } from '../../harness/clients/client.js';
import { startServer, type TestServer } from '../../harness/server/server.js';

const NOT_FOUND = { error: { message: 'Secret not found', type: 'not_found_error' } };
const REFUSED_REFERENCE = '1Password is only available for project-scoped secrets';

const generic = (over: object = {}) => ({
  name: 'Shared',
  type: 'generic',
  value: 'sk_org_canary_value',
  hostPattern: 'api.example.com',
  injectionConfig: { headerName: 'x-key' },
  ...over,
});

async function memberOf(server: TestServer, organization: Owner): Promise<ApiClient> {
  const member = await signUpOwner(server);
  await server.db.query(
    `INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'member')`,
    [organization.organizationId, member.userId],
  );
  return api(server).as(member.cookie).with({ 'x-organization-id': organization.organizationId });
}

describe('organization secrets', () => {
  let server: TestServer;
  let owner: Owner;

  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    owner = await signUpOwner(server);
  });

  async function create(over: object = {}): Promise<any> {
    const answer = await owner.api.post('/v1/org/secrets', generic(over));
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.body;
  }
  const list = async (): Promise<any[]> => (await owner.api.get('/v1/org/secrets')).body;

  it('are created, listed newest first, changed and deleted without ever showing the value', async () => {
    const first = await create();
    const second = await create({ name: 'Second', pathPattern: '/v1/*' });
    const texts = [JSON.stringify(first), (await owner.api.get('/v1/org/secrets')).text];
    expect((await list()).map(({ id, scope }) => [id, scope])).toEqual([
      [second.id, 'organization'],
      [first.id, 'organization'],
    ]);
    const patch = await owner.api.patch(`/v1/org/secrets/${first.id}`, {
      name: 'Renamed',
      value: 'sk_org_canary_2',
    });
    expect([patch.status, patch.body]).toEqual([200, { success: true }]);
    expect((await owner.api.delete(`/v1/org/secrets/${second.id}`)).status).toBe(204);
    expect(await list()).toMatchObject([{ id: first.id, name: 'Renamed' }]);
    for (const text of texts) expect(text).not.toContain('canary');
  });

  it('02-15 refuse a 1Password reference, on creation and on change', async () => {
    const reference = { valueSource: 'onepassword', opRef: 'op://vault/item/field' };
    const creation = await owner.api.post('/v1/org/secrets', generic({ ...reference, value: undefined }));
    expect([creation.status, creation.body]).toEqual([400, { error: REFUSED_REFERENCE }]);
    const { id } = await create();
    const change = await owner.api.patch(`/v1/org/secrets/${id}`, reference);
    expect([change.status, change.body]).toEqual([400, { error: REFUSED_REFERENCE }]);
  });

  it('02-8 an LLM key of the organization is attached to no agent', async () => {
    const body = { name: 'GPT', type: 'openai', value: 'sk-org-canary', hostPattern: 'api.openai.com' };
    const answer = await owner.api.post('/v1/org/secrets', body);
    expect(answer.body).toMatchObject({ attachedAgents: [], preview: 'sk-o••••••••nary' });
    const [agent] = (await owner.api.get('/v1/agents')).body;
    expect((await owner.api.get(`/v1/agents/${agent.id}/secrets`)).body).toEqual([]);
  });

  it('are granted in a workspace, and a deletion takes the grants along', async () => {
    const { id } = await create();
    const [agent] = (await owner.api.get('/v1/agents')).body;
    const grants = async () => (await owner.api.get(`/v1/agents/${agent.id}/secrets`)).body;
    await owner.api.put(`/v1/agents/${agent.id}/secrets`, { secretIds: [id] });
    expect(await grants()).toEqual([id]);
    await owner.api.delete(`/v1/org/secrets/${id}`);
    expect(await grants()).toEqual([]);
  });

  it('the organization path does not show or reach secrets of a workspace', async () => {
    const { id } = (await owner.api.post('/v1/secrets', generic())).body;
    expect(await list()).toEqual([]);
    const patch = await owner.api.patch(`/v1/org/secrets/${id}`, { name: 'x' });
    expect([patch.status, patch.body]).toEqual([404, NOT_FOUND]);
    expect((await owner.api.delete(`/v1/org/secrets/${id}`)).status).toBe(404);
  });

  it('secrets of another organization are not there', async () => {
    const { id } = await create();
    const stranger = await signUpOwner(server);
    const patch = await stranger.api.patch(`/v1/org/secrets/${id}`, { name: 'stolen' });
    expect([patch.status, patch.body]).toEqual([404, NOT_FOUND]);
    expect((await stranger.api.delete(`/v1/org/secrets/${id}`)).status).toBe(404);
    expect((await stranger.api.get('/v1/org/secrets')).body).toEqual([]);
    expect(await list()).toHaveLength(1);
  });

  it('a plain member manages them on Community', async () => {
    const member = await memberOf(server, owner);
    expect((await member.post('/v1/org/secrets', generic())).status).toBe(201);
    expect((await member.get('/v1/org/secrets')).status).toBe(200);
    expect(await list()).toHaveLength(1);
  });

  it('need a credential', async () => {
    const answer = await api(server).get('/v1/org/secrets');
    expect([answer.status, answer.body.error.message]).toEqual([401, 'Invalid API key or token.']);
  });
});

describe('organization secrets on Enterprise', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startServer({ ENTERPRISE_ENABLED: 'true' });
  });
  afterAll(() => server.close());

  it('a plain member is refused on every endpoint, before the body is looked at', async () => {
    const owner = await signUpOwner(server);
    const { id } = (await owner.api.post('/v1/org/secrets', generic())).body;
    const member = await memberOf(server, owner);
    const refusals = [
      await member.get('/v1/org/secrets'),
      await member.post('/v1/org/secrets', {}),
      await member.patch(`/v1/org/secrets/${id}`, {}),
      await member.delete(`/v1/org/secrets/${id}`),
    ];
    for (const { status, body } of refusals) {
      expect([status, body]).toEqual([
        403,
        { error: { message: 'Insufficient permissions', type: 'authentication_error' } },
      ]);
    }
    expect((await owner.api.get('/v1/org/secrets')).body).toHaveLength(1);
  });
});
