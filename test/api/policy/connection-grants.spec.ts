import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database } from '../../../src/kernel/database/database.js';
import { PolicySetsService } from '../../../src/modules/foundation/policy-sets/policy-sets.service.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, createAgent, createSecret, grant } from '../../harness/clients/agent.js';
import { type Answer, api, type ApiClient } from '../../harness/clients/client.js';
import { signInOnCloud, setPlan } from '../../harness/people/cloud.js';
import { connect, type ConnectionInput, disconnect, setStatus } from '../../harness/upstreams/connections.js';
import { publishRules } from '../../harness/policy/rules.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { startSessionIssuer } from '../../harness/people/session-issuer.js';

const AGENT_NOT_FOUND = { error: { message: 'Agent not found', type: 'not_found_error' } };
const CONNECTION_NOT_FOUND = { error: { message: 'Connection not found', type: 'not_found_error' } };
const FULL = { access: 'full' };
const MAIL = { access: 'custom', allow: ['search_messages', 'get_message'], ask: ['send_email'] };
const INSTALLATION: ConnectionInput = {
  provider: 'github-app',
  label: 'acme',
  metadata: { repos: ['acme/api', 'acme/Web', 'acme/docs'] },
};

let server: TestServer;
let owner: Owner;
let agent: Agent;

beforeAll(async () => {
  server = await startServer({ ENTERPRISE_ENABLED: 'true' });
});

afterAll(() => server.close());

beforeEach(async () => {
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
});

const workspaceConnection = (input: ConnectionInput = {}) =>
  connect(server, { organizationId: owner.organizationId, workspaceId: owner.workspaceId }, input);
const sharedConnection = (input: ConnectionInput = {}) =>
  connect(server, { organizationId: owner.organizationId }, input);
const pathOf = (connectionId: string, agentId = agent.id) =>
  `/v1/agents/${agentId}/grants/connections/${connectionId}`;
const twinOf = (connectionId: string, agentId = agent.id) =>
  `/v1/connections/${connectionId}/grants/agents/${agentId}`;
const put = (connectionId: string, body: unknown): Promise<Answer> =>
  owner.api.put(pathOf(connectionId), body);
const read = async (agentId = agent.id): Promise<any> =>
  (await owner.api.get(`/v1/agents/${agentId}/grants`)).body;

async function attach(connectionId: string, body: unknown = FULL, agentId = agent.id): Promise<any> {
  const answer = await owner.api.put(pathOf(connectionId, agentId), body);
  if (answer.status !== 200) throw new Error(`Granting: ${answer.status} ${answer.text}`);
  return answer.body;
}

async function grantOn(connectionId: string): Promise<any> {
  return (await read()).connections.find((entry: any) => entry.connectionId === connectionId);
}

async function generation(workspaceId = owner.workspaceId): Promise<number> {
  const [set] = await server.db.query<{ live_generation: number }>(
    'SELECT live_generation FROM policy_sets WHERE workspace_id = $1',
    [workspaceId],
  );
  return set!.live_generation;
}

/** The grant rules of the workspace in first-match order, as the draft holds them. */
async function rules(): Promise<any[]> {
  return server.db.query(
    `SELECT r.name, r.action, r.require_approval AS approval, r.conditions, r.identities, r.targets
     FROM policy_rules r JOIN policy_sets s ON s.id = r.set_id
     WHERE s.workspace_id = $1 AND r.source = 'grant' ORDER BY r.priority`,
    [owner.workspaceId],
  );
}

function expectEnvelope(answer: Answer, status: number, message: unknown, type: string): void {
  expect([answer.status, answer.body]).toEqual([status, { error: { message, type } }]);
}

describe('granting a connection', () => {
  it('whole answers what the agent has', async () => {
    const connectionId = await workspaceConnection({ label: 'Mail' });
    const answer = await put(connectionId, FULL);
    const granted = {
      agentId: agent.id,
      mode: 'grants',
      connections: [
        {
          connectionId,
          provider: 'gmail',
          label: 'Mail',
          scope: 'workspace',
          access: 'full',
          allow: [],
          ask: [],
          resources: null,
        },
      ],
      secrets: [],
    };
    expect([answer.status, answer.body]).toEqual([200, granted]);
    expect(await read()).toEqual(granted);
  });

  it('is one allow of the whole app', async () => {
    const connectionId = await workspaceConnection({ label: 'Mail' });
    await attach(connectionId);
    expect(await rules()).toEqual([
      {
        name: `${agent.name} → Mail`,
        action: 'allow',
        approval: false,
        conditions: null,
        identities: [{ type: 'agent', id: agent.id }],
        targets: [{ kind: 'connection', connectionId, tools: [] }],
      },
    ]);
  });

  it('tool by tool is a stack: allow, ask, block the other tools, block the rest', async () => {
    const connectionId = await sharedConnection();
    const answer = await put(connectionId, {
      ...MAIL,
      allow: ['search_messages', 'get_message', 'get_message'],
    });
    expect(answer.body.connections).toEqual([
      {
        connectionId,
        provider: 'gmail',
        label: null,
        scope: 'organization',
        access: 'custom',
        allow: ['get_message', 'search_messages'],
        ask: ['send_email'],
        resources: null,
      },
    ]);
    const stack = await rules();
    const name = `${agent.name} → Gmail`;
    expect(stack.map((rule) => [rule.name, rule.action, rule.approval])).toEqual([
      [`${name} (allowed tools)`, 'allow', false],
      [`${name} (tools to ask for)`, 'allow', true],
      [`${name} (other tools)`, 'block', false],
      [`${name} (everything else)`, 'block', false],
    ]);
    const tools = stack.map((rule) => rule.targets.flatMap((target: any) => target.tools));
    expect([tools[0], tools[1], tools[3]]).toEqual([['get_message', 'search_messages'], ['send_email'], []]);
    expect(tools[2]).toContain('delete_message');
    expect(tools[2]).not.toContain('read_all');
    expect(tools[2].filter((tool: string) => [...tools[0], ...tools[1]].includes(tool))).toEqual([]);
    expect(stack.every((rule) => rule.identities[0].id === agent.id)).toBe(true);
  });

  it('leaves out the steps that have no tools, never the last', async () => {
    const connectionId = await workspaceConnection();
    const { body } = await owner.api.get('/v1/agents');
    expect(body.length).toBeGreaterThan(0);
    await attach(connectionId, { access: 'custom', allow: [], ask: ['send_email'] });
    expect((await rules()).map(({ action, approval }) => [action, approval])).toEqual([
      ['allow', true],
      ['block', false],
      ['block', false],
    ]);
    const every = (await rules())[1].targets.flatMap((target: any) => target.tools);
    await attach(connectionId, { access: 'custom', allow: [...every, 'send_email'], ask: [] });
    expect((await rules()).map(({ action }) => action)).toEqual(['allow', 'block']);
  });

  it('02-19 again with the tools in another order publishes nothing', async () => {
    const connectionId = await workspaceConnection();
    const first = await put(connectionId, MAIL);
    const before = [await generation(), await rules()];
    const again = await put(connectionId, {
      access: 'custom',
      allow: ['get_message', 'search_messages', 'get_message'],
      ask: ['send_email', 'send_email'],
    });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect([await generation(), await rules()]).toEqual(before);
    const secretId = await createSecret(owner, { hostPattern: 'a.test' });
    await grant(owner, agent.id, secretId);
    const published = await generation();
    await put(connectionId, MAIL);
    expect(await generation()).toBe(published);
  });

  it('02 §5.4.2 with other content replaces it whole and moves it to the end', async () => {
    const [first, second] = [await workspaceConnection(), await workspaceConnection({ provider: 'slack' })];
    await attach(first, MAIL);
    await attach(second);
    const before = await generation();
    const { connections } = await attach(first);
    expect(connections.map((entry: any) => [entry.connectionId, entry.access])).toEqual([
      [second, 'full'],
      [first, 'full'],
    ]);
    expect(await rules()).toHaveLength(2);
    expect(await generation()).toBe(before + 1);
    await attach(second);
    expect((await read()).connections[0].connectionId).toBe(second);
  });

  it('keeps the connections of one agent from another and secrets apart', async () => {
    const other = await createAgent(server, owner);
    const connectionId = await workspaceConnection();
    const secretId = await createSecret(owner, { hostPattern: 'a.test', name: 'Key' });
    await attach(connectionId, MAIL);
    await attach(connectionId, FULL, other.id);
    await grant(owner, agent.id, secretId);
    expect(await read()).toMatchObject({
      connections: [{ connectionId, access: 'custom' }],
      secrets: [{ secretId, name: 'Key' }],
    });
    expect(await read(other.id)).toMatchObject({
      connections: [{ connectionId, access: 'full' }],
      secrets: [],
    });
  });

  it('of any status is a grant, also of an app without tools', async () => {
    const connectionId = await workspaceConnection({ provider: 'jfrog-artifactory', status: 'expired' });
    expect((await attach(connectionId)).connections).toMatchObject([
      { connectionId, provider: 'jfrog-artifactory', access: 'full' },
    ]);
  });

  it('needs a credential of the workspace', async () => {
    const connectionId = await workspaceConnection();
    const paths = [pathOf(connectionId), twinOf(connectionId)];
    for (const path of paths) {
      expect((await api(server).put(path, FULL)).status).toBe(401);
      expect((await api(server).delete(path)).status).toBe(401);
      const session = api(server).as(owner.cookie).inWorkspace(owner.workspaceId);
      expect((await session.put(path, FULL)).status).toBe(200);
    }
    expect((await api(server).get(`/v1/connections/${connectionId}/grants`)).status).toBe(401);
  });
});

describe('02-20 a body that is wrong by itself is refused flat', () => {
  const tools = (count: number) => Array.from({ length: count }, (_, index) => `tool_${index}`);
  const ONE_AXIS = 'A resource scope has exactly one of repositories, folders, driveFolders';
  const custom = (allow: unknown, ask: unknown = []) => ({ access: 'custom', allow, ask });
  const scoped = (resources: unknown) => ({ access: 'full', resources });

  it.each<[string, unknown]>([
    ['access is required', {}],
    ['access is required', undefined],
    ['access is required', '[]'],
    ['access must be one of full, custom', { access: 'none' }],
    ['allow is required', { access: 'custom', ask: [] }],
    ['ask is required', { access: 'custom', allow: ['send_email'] }],
    ['allow must be an array', custom('send_email')],
    ['allow must be an array', custom(null)],
    ['allow must be an array of strings', custom([1])],
    ['allow must have entries of at least 1 characters', custom([''])],
    ['allow must have entries of at most 255 characters', custom(['a'.repeat(256)])],
    ['ask must have at most 200 entries', custom([], tools(201))],
    ['allow must have at most 200 entries', { access: 'full', allow: tools(201) }],
    ['A custom grant needs at least one tool in allow or ask', custom([])],
    ['A tool cannot be in both allow and ask: send_email', custom(['x', 'send_email'], ['send_email'])],
    ['resources must be an object', scoped('all')],
    [ONE_AXIS, scoped([])],
    [ONE_AXIS, scoped({})],
    [ONE_AXIS, scoped({ repositories: ['a/b'], folders: ['/a'] })],
    [ONE_AXIS, scoped({ repos: ['a/b'] })],
    ['repositories must be an array', scoped({ repositories: 'a/b' })],
    ['repositories must be non-empty strings', scoped({ repositories: [1] })],
    ['repositories must be non-empty strings', scoped({ repositories: [''] })],
    ['folders must be absolute paths', scoped({ folders: ['clients'] })],
    ['driveFolders must be at most 100 folder ids joined by /', scoped({ driveFolders: ['a b'] })],
  ])('%s', async (error, body) => {
    const connectionId = await workspaceConnection(INSTALLATION);
    const before = await generation();
    for (const path of [pathOf(connectionId), twinOf(connectionId), pathOf(randomUUID(), randomUUID())]) {
      const answer = await owner.api.with({ 'content-type': 'application/json' }).put(path, body);
      expect([answer.status, answer.body]).toEqual([400, { error }]);
    }
    expect(await generation()).toBe(before);
  });

  it('02-22 an empty list of resources is one', async () => {
    const connectionId = await workspaceConnection(INSTALLATION);
    const answer = await put(connectionId, { ...FULL, resources: { repositories: [] } });
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: 'repositories must have at least 1 entries' },
    ]);
  });
});

describe('02-20 tools are judged by the stored connection', () => {
  it('the first unknown one is named, group wildcards are unknown', async () => {
    const connectionId = await workspaceConnection();
    const before = await generation();
    const cases: [string[], string[], string][] = [
      [['search_messages', 'nope', 'neither'], [], 'nope'],
      [['search_messages'], ['zzz', 'aaa'], 'zzz'],
      [['read_all'], [], 'read_all'],
      [['list_files'], [], 'list_files'],
    ];
    for (const [allow, ask, tool] of cases) {
      const answer = await put(connectionId, { access: 'custom', allow, ask });
      expectEnvelope(answer, 400, `Unknown tool: ${tool}`, 'invalid_request_error');
    }
    expect(await generation()).toBe(before);
  });

  it('an app without tools takes full only', async () => {
    const connectionId = await workspaceConnection({ provider: 'jfrog-artifactory' });
    const answer = await put(connectionId, { access: 'custom', allow: ['any'], ask: [] });
    expectEnvelope(answer, 422, expect.stringContaining('full access'), 'validation_error');
  });

  it('full ignores the lists, as older clients send them', async () => {
    const connectionId = await workspaceConnection();
    const { connections } = await attach(connectionId, { access: 'full', allow: ['nope'], ask: ['nope'] });
    expect(connections).toMatchObject([{ access: 'full', allow: [], ask: [] }]);
  });
});

describe('what is not in the attach pool', () => {
  it('is 404, the agent first', async () => {
    const stranger = await signUpOwner(server);
    const theirs = await createAgent(server, stranger);
    const foreign = await connect(server, { ...stranger });
    const foreignShared = await connect(server, { organizationId: stranger.organizationId });
    const { body: sibling } = await api(server).as(owner.cookie).post('/v1/workspaces', { name: 'Second' });
    const siblings = await connect(server, {
      organizationId: owner.organizationId,
      workspaceId: sibling.id,
    });
    const own = await workspaceConnection();
    const before = await generation();
    for (const id of [foreign, foreignShared, siblings, own.toUpperCase(), randomUUID(), 'x', 'a%00b']) {
      for (const path of [pathOf(id), twinOf(id)]) {
        const answer = await owner.api.put(path, FULL);
        expect([path, answer.status, answer.body]).toEqual([path, 404, CONNECTION_NOT_FOUND]);
      }
      expect((await owner.api.get(`/v1/connections/${id}/grants`)).body).toEqual(CONNECTION_NOT_FOUND);
      expect((await owner.api.delete(pathOf(id))).status).toBe(204);
      expect((await owner.api.delete(twinOf(id))).status).toBe(204);
    }
    for (const agentId of [theirs.id, agent.id.toUpperCase(), randomUUID(), 'x']) {
      for (const path of [pathOf(own, agentId), twinOf(randomUUID(), agentId)]) {
        expect((await owner.api.put(path, FULL)).body).toEqual(AGENT_NOT_FOUND);
        expect((await owner.api.delete(path)).body).toEqual(AGENT_NOT_FOUND);
      }
    }
    expect(await generation()).toBe(before);
  });
});

describe('from the side of the connection', () => {
  const agentsOf = async (connectionId: string, by: ApiClient = owner.api): Promise<any> =>
    (await by.get(`/v1/connections/${connectionId}/grants`)).body;

  it('the same grants are written and read', async () => {
    const connectionId = await workspaceConnection();
    const twin = await owner.api.put(twinOf(connectionId), MAIL);
    expect([twin.status, twin.body]).toEqual([200, await read()]);
    const before = await generation();
    expect((await put(connectionId, MAIL)).body).toEqual(twin.body);
    expect(await generation()).toBe(before);
    expect(await agentsOf(connectionId)).toEqual({
      connectionId,
      agents: [
        {
          agentId: agent.id,
          access: 'custom',
          allow: ['get_message', 'search_messages'],
          ask: ['send_email'],
        },
      ],
    });
    const gone = await owner.api.delete(twinOf(connectionId));
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect([await agentsOf(connectionId), await rules()]).toEqual([{ connectionId, agents: [] }, []]);
    expect((await owner.api.delete(twinOf(connectionId))).status).toBe(204);
  });

  it('a shared connection shows each workspace its own agents', async () => {
    const connectionId = await sharedConnection({ label: 'Shared' });
    const { body: second } = await api(server).as(owner.cookie).post('/v1/workspaces', { name: 'Second' });
    const there = api(server).as(second.apiKey);
    const other = await createAgent(server, { api: there });
    await attach(connectionId);
    const answer = await there.put(pathOf(connectionId, other.id), MAIL);
    expect(answer.body.connections).toMatchObject([
      { connectionId, scope: 'organization', access: 'custom' },
    ]);
    expect((await agentsOf(connectionId)).agents).toMatchObject([{ agentId: agent.id, access: 'full' }]);
    expect((await agentsOf(connectionId, there)).agents).toMatchObject([
      { agentId: other.id, access: 'custom' },
    ]);
    expect((await there.delete(twinOf(connectionId))).body).toEqual(AGENT_NOT_FOUND);
    await disconnect(server, owner.organizationId, connectionId);
    expect((await there.get(`/v1/agents/${other.id}/grants`)).body.connections).toEqual([]);
    expect((await read()).connections).toEqual([]);
  });
});

describe('resources of a grant', () => {
  const repositories = async (connectionId: string): Promise<unknown> =>
    (await grantOn(connectionId)).resources;

  it('02-22 are kept when absent, cleared by null, stored sorted and once', async () => {
    const connectionId = await workspaceConnection(INSTALLATION);
    const { connections } = await attach(connectionId, {
      ...FULL,
      resources: { repositories: ['acme/web', 'acme/api', 'ACME/api'] },
    });
    expect(connections[0].resources).toEqual({ repositories: ['acme/api', 'acme/web'] });
    await attach(connectionId, { access: 'custom', allow: ['get_repo'], ask: ['git_push'] });
    expect(await repositories(connectionId)).toEqual({ repositories: ['acme/api', 'acme/web'] });
    expect((await rules()).map(({ action, conditions }) => [action, conditions])).toEqual([
      ['allow', { repositories: ['acme/api', 'acme/web'] }],
      ['allow', { repositories: ['acme/api', 'acme/web'] }],
      ['block', null],
      ['block', null],
    ]);
    const before = await generation();
    await attach(connectionId, { access: 'custom', allow: ['get_repo'], ask: ['git_push'] });
    expect(await generation()).toBe(before);
    await attach(connectionId, {
      access: 'custom',
      allow: ['get_repo'],
      ask: ['git_push'],
      resources: null,
    });
    expect([await repositories(connectionId), await generation()]).toEqual([null, before + 1]);
  });

  it.each([
    [INSTALLATION, { folders: ['/a'] }, 'GitHub App can only be limited by repositories'],
    [{ provider: 'gmail' }, { repositories: ['acme/api'] }, 'Gmail cannot be limited to resources'],
    [
      INSTALLATION,
      { repositories: ['acme/api', 'acme/other'] },
      'Not among the repositories of this installation: acme/other',
    ],
    [
      { provider: 'github-app' },
      { repositories: ['acme/api'] },
      'Not among the repositories of this installation: acme/api',
    ],
  ])('02 §14.1.3 of %j must fit it: %j', async (input, resources, message) => {
    const connectionId = await workspaceConnection(input);
    const answer = await put(connectionId, { ...FULL, resources });
    expectEnvelope(answer, 400, message, 'invalid_request_error');
    expect((await read()).connections).toEqual([]);
  });

  it('of every axis are stored where they fit', async () => {
    const dropbox = await workspaceConnection({ provider: 'dropbox' });
    const drive = await workspaceConnection({ provider: 'google-drive' });
    await attach(dropbox, { ...FULL, resources: { folders: ['/Clients/', '/clients'] } });
    await attach(drive, { ...FULL, resources: { driveFolders: ['0Aroot/1sub'] } });
    expect([await repositories(dropbox), await repositories(drive)]).toEqual([
      { folders: ['/Clients/'] },
      { driveFolders: ['0Aroot/1sub'] },
    ]);
  });

  it('02 §14.4 outside what the organization allows are refused by name', async () => {
    const connectionId = await sharedConnection(INSTALLATION);
    const boundary = (...names: string[]) =>
      publishRules(
        server,
        { organizationId: owner.organizationId },
        {
          rules: [
            {
              conditions: { repositories: names },
              targets: [{ kind: 'connection', connectionId, tools: [] }],
            },
          ],
        },
      );
    await boundary('acme/api', 'acme/docs');
    const before = await generation();
    const refused = await put(connectionId, {
      ...FULL,
      resources: { repositories: ['acme/api', 'acme/web'] },
    });
    expectEnvelope(refused, 422, expect.stringMatching(/: acme\/web$/), 'validation_error');
    expect(await generation()).toBe(before);
    const inside = { ...FULL, resources: { repositories: ['acme/api', 'ACME/docs'] } };
    await attach(connectionId, inside);
    await boundary('acme/docs');
    expect((await put(connectionId, inside)).status).toBe(200);
    expect((await put(connectionId, { access: 'custom', allow: ['get_repo'], ask: [] })).status).toBe(200);
    expect(await repositories(connectionId)).toEqual({ repositories: ['ACME/docs', 'acme/api'] });
    expect((await put(connectionId, inside)).status).toBe(422);
  });

  it('02-23 need the licence; clearing and keeping do not', async () => {
    const connectionId = await workspaceConnection(INSTALLATION);
    const scoped = { ...FULL, resources: { repositories: ['acme/api'] } };
    const community = await startReplica(server, { ENTERPRISE_ENABLED: 'false' });
    try {
      const lapsed = api(community).as(owner.apiKey);
      const refused = await lapsed.put(pathOf(connectionId), scoped);
      expectEnvelope(refused, 403, expect.any(String), 'enterprise_license_required');
      expect((await read()).connections).toEqual([]);
      expect((await lapsed.put(pathOf(connectionId), { ...FULL, resources: null })).status).toBe(200);
      await attach(connectionId, scoped);
      expect((await lapsed.put(pathOf(connectionId), scoped)).status).toBe(200);
      expect((await lapsed.put(pathOf(connectionId), FULL)).status).toBe(200);
      expect(await repositories(connectionId)).toEqual({ repositories: ['acme/api'] });
      const other = { ...FULL, resources: { repositories: ['acme/docs'] } };
      expect((await lapsed.put(twinOf(connectionId), other)).status).toBe(403);
      const unfit = { ...FULL, resources: { folders: ['/a'] } };
      expect((await lapsed.put(pathOf(connectionId), unfit)).status).toBe(400);
      expect((await lapsed.put(pathOf(connectionId), { ...FULL, resources: null })).status).toBe(200);
      expect(await repositories(connectionId)).toBeNull();
    } finally {
      await community.close();
    }
  });

  it('02 §17 need the Team plan on Cloud; approvals need none', async () => {
    const issuer = await startSessionIssuer();
    const cloud = await startServer(issuer.settings);
    try {
      const { organizationId, workspaceId, api: person } = await signInOnCloud(cloud, issuer);
      const [{ id }] = (await person.get('/v1/agents')).body;
      const connectionId = await connect(cloud, { organizationId, workspaceId }, INSTALLATION);
      const scoped = { ...FULL, resources: { repositories: ['acme/api'] } };
      await setPlan(cloud, organizationId, 'pro');
      const refused = await person.put(pathOf(connectionId, id), scoped);
      expectEnvelope(refused, 403, expect.stringContaining('Team'), 'authentication_error');
      const asking = { access: 'custom', allow: [], ask: ['git_push'] };
      expect((await person.put(pathOf(connectionId, id), asking)).status).toBe(200);
      await setPlan(cloud, organizationId, 'team');
      expect((await person.put(pathOf(connectionId, id), scoped)).status).toBe(200);
      await setPlan(cloud, organizationId, 'free');
      expect((await person.put(pathOf(connectionId, id), scoped)).status).toBe(200);
    } finally {
      await cloud.close();
      await issuer.close();
    }
  });
});

describe('names of grants', () => {
  it('02 §5.5.2 follow the agent', async () => {
    const connectionId = await workspaceConnection({ label: 'Mail → 1' });
    await attach(connectionId, MAIL);
    await owner.api.patch(`/v1/agents/${agent.id}`, { name: 'Clerk' });
    expect((await rules()).map(({ name }) => name)).toEqual([
      'Clerk → Mail → 1 (allowed tools)',
      'Clerk → Mail → 1 (tools to ask for)',
      'Clerk → Mail → 1 (other tools)',
      'Clerk → Mail → 1 (everything else)',
    ]);
    const before = await generation();
    await attach(connectionId, MAIL);
    expect(await generation()).toBe(before);
  });

  it('02 §5.5.2 follow the connection in every workspace', async () => {
    const connectionId = await sharedConnection();
    const { body: second } = await api(server).as(owner.cookie).post('/v1/workspaces', { name: 'Second' });
    const there = api(server).as(second.apiKey);
    const other = await createAgent(server, { api: there }, 'Other');
    await attach(connectionId, MAIL);
    await there.put(pathOf(connectionId, other.id), FULL);
    const policySets = server.app.get(PolicySetsService, { strict: false });
    const renaming = { id: connectionId, from: 'Gmail', to: 'Inbox' };
    await server.app
      .get(Database)
      .tx((tx) => policySets.renameConnection(tx, owner.organizationId, renaming));
    const names = (await rules()).map(({ name }) => name);
    expect(names.every((name) => name.startsWith(`${agent.name} → Inbox (`))).toBe(true);
    const live = await policySets.liveRules(server.db, {
      organizationId: owner.organizationId,
      workspaceId: second.id,
    });
    expect(live.map(({ name }) => name)).toContain('Other → Inbox');
  });
});

describe('what is deleted', () => {
  it('02-38 a connection takes its grants along; detaching it afterwards is still 204', async () => {
    const [connectionId, other] = [await workspaceConnection(), await workspaceConnection()];
    await attach(connectionId, MAIL);
    await attach(other);
    await disconnect(server, owner.organizationId, connectionId);
    expect((await read()).connections.map((entry: any) => entry.connectionId)).toEqual([other]);
    expect(await rules()).toHaveLength(1);
    for (const path of [pathOf(connectionId), twinOf(connectionId)]) {
      expect((await owner.api.delete(path)).status).toBe(204);
    }
    expect((await put(connectionId, FULL)).body).toEqual(CONNECTION_NOT_FOUND);
  });

  it('an agent takes its grants along', async () => {
    const connectionId = await workspaceConnection();
    await attach(connectionId, MAIL);
    expect((await owner.api.delete(`/v1/agents/${agent.id}`)).status).toBe(204);
    expect((await owner.api.get(`/v1/connections/${connectionId}/grants`)).body.agents).toEqual([]);
    expect(await rules()).toEqual([]);
  });

  it('while it is being granted leaves no grant behind', async () => {
    for (let round = 0; round < 5; round++) {
      const connectionId = await workspaceConnection();
      const leaving = await createAgent(server, owner);
      const answers = await Promise.all([
        put(connectionId, MAIL),
        owner.api.put(twinOf(connectionId, leaving.id), FULL),
        disconnect(server, owner.organizationId, connectionId).then(() => ({ status: 200 })),
        owner.api.delete(`/v1/agents/${leaving.id}`),
      ]);
      expect(answers[3].status).toBe(204);
      for (const { status } of answers.slice(0, 2)) expect([200, 404]).toContain(status);
      expect(await rules()).toEqual([]);
    }
  });

  it('02-9 the list of secrets leaves connections alone', async () => {
    const connectionId = await workspaceConnection();
    const secretId = await createSecret(owner, { hostPattern: 'a.test' });
    await attach(connectionId, MAIL);
    await grant(owner, agent.id, secretId);
    const before = await grantOn(connectionId);
    const path = `/v1/agents/${agent.id}/secrets`;
    expect((await owner.api.put(path, { secretIds: [secretId, randomUUID()] })).status).toBe(400);
    expect((await owner.api.put(path, { secretIds: [] })).status).toBe(200);
    expect(await read()).toMatchObject({ connections: [before], secrets: [] });
    expect(await rules()).toHaveLength(4);
  });
});

describe('two writers at once', () => {
  it('leave one grant whole, never a mixture', async () => {
    const connectionId = await workspaceConnection();
    const one = { access: 'custom', allow: ['get_message'], ask: ['send_email'] };
    const two = { access: 'custom', allow: ['send_email'], ask: ['get_message', 'get_thread'] };
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all([
        put(connectionId, one),
        owner.api.put(twinOf(connectionId), two),
        put(connectionId, two),
        put(connectionId, one),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const { allow, ask } = await grantOn(connectionId);
      expect([one, two].some((each) => each.allow[0] === allow[0] && each.ask.length === ask.length)).toBe(
        true,
      );
      expect(await rules()).toHaveLength(4);
    }
  });

  it('of different grants lose none', async () => {
    const ids = [await workspaceConnection(), await sharedConnection(), await workspaceConnection()];
    const secretId = await createSecret(owner, { hostPattern: 'a.test' });
    const before = await generation();
    await Promise.all([...ids.map((id) => put(id, MAIL)), grant(owner, agent.id, secretId)]);
    const { connections, secrets } = await read();
    expect(connections.map((entry: any) => entry.connectionId).sort()).toEqual([...ids].sort());
    expect(secrets).toHaveLength(1);
    expect(await generation()).toBe(before + 4);
  });
});

describe('the summary of grants', () => {
  const summary = async (): Promise<any> => {
    const { body } = await owner.api.get('/v1/agents?include=grants-summary');
    return body.find((entry: any) => entry.id === agent.id).grantsSummary;
  };

  it('names the connections that would inject, before the secrets', async () => {
    const mail = await workspaceConnection({ label: 'Mail' });
    const shared = await sharedConnection({ provider: 'slack' });
    const secretId = await createSecret(owner, { hostPattern: 'a.test', name: 'Key' });
    await grant(owner, agent.id, secretId);
    await attach(mail, MAIL);
    await attach(shared);
    expect(await summary()).toEqual({
      mode: 'grants',
      total: 3,
      entries: [
        { kind: 'app', provider: 'slack', connectionId: shared, label: null },
        { kind: 'app', provider: 'gmail', connectionId: mail, label: 'Mail' },
        { kind: 'secret', id: secretId, name: 'Key' },
      ],
    });
    await setStatus(server, { organizationId: owner.organizationId }, shared, 'expired');
    expect((await summary()).entries.map((entry: any) => entry.connectionId ?? entry.id)).toEqual([
      mail,
      secretId,
    ]);
    await owner.api.delete(pathOf(mail));
    expect((await summary()).total).toBe(1);
  });
});

describe('the audit log', () => {
  it('says what was granted and what became of resources, never which', async () => {
    const connectionId = await workspaceConnection(INSTALLATION);
    const custom = { access: 'custom', allow: ['get_repo'], ask: [] };
    await attach(connectionId, { ...FULL, resources: { repositories: ['acme/api'] } });
    await attach(connectionId, custom);
    await attach(connectionId, custom);
    await attach(connectionId, { ...custom, resources: null });
    await owner.api.delete(pathOf(connectionId));
    await owner.api.delete(pathOf(connectionId));
    await put(connectionId, { ...custom, allow: ['nope'] });
    const rows = await server.db.query<any>(
      `SELECT user_id, workspace_id, action, status, source, metadata FROM audit_log
       WHERE organization_id = $1 AND service = 'grant' ORDER BY created_at`,
      [owner.organizationId],
    );
    const ids = { agentId: agent.id, connectionId };
    expect(rows.map(({ action, metadata }) => [action, metadata])).toEqual([
      ['update', { ...ids, access: 'full', resources: 'set', changed: true }],
      ['update', { ...ids, access: 'custom', resources: 'preserved', changed: true }],
      ['update', { ...ids, access: 'custom', resources: 'preserved', changed: false }],
      ['update', { ...ids, access: 'custom', resources: 'cleared', changed: true }],
      ['delete', ids],
    ]);
    expect(rows[0]).toMatchObject({
      user_id: owner.userId,
      workspace_id: owner.workspaceId,
      status: 'success',
      source: 'api',
    });
    expect(JSON.stringify(rows)).not.toMatch(/acme|get_repo/);
  });
});
