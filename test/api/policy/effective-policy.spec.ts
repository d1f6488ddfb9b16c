import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import type { RuleTarget } from '../../../src/domain/decision/policy/model.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, createAgent, createSecret, grant } from '../../harness/clients/agent.js';
import { api, type ApiClient } from '../../harness/clients/client.js';
import { connect, setStatus } from '../../harness/upstreams/connections.js';
import { memberOf } from '../../harness/people/members.js';
import { addGroup } from '../../harness/people/people.js';
import {
  network,
  organizationRules,
  publishRules,
  type RuleInput,
  type RuleSetInput,
  workspaceRules,
} from '../../harness/policy/rules.js';
import { startServer, type TestServer } from '../../harness/server/server.js';

const BLOCK = { action: 'block' } as const;
const RULES = '/v1/policy/effective-rules';

let community: TestServer;
let enterprise: TestServer;
let server: TestServer;
let owner: Owner;
let agent: Agent;

beforeAll(async () => {
  [community, enterprise] = await Promise.all([startServer(), startServer({ ENTERPRISE_ENABLED: 'true' })]);
});

afterAll(() => Promise.all([community.close(), enterprise.close()]));

beforeEach(() => useServer(community));

async function useServer(chosen: TestServer): Promise<void> {
  server = chosen;
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
}

function organization(input: RuleSetInput | RuleInput[]): Promise<void> {
  return organizationRules(server, owner, input);
}

function workspace(input: RuleSetInput | RuleInput[]): Promise<void> {
  return workspaceRules(server, owner, input);
}

async function read(path: string, by: ApiClient = owner.api): Promise<any> {
  const answer = await by.get(path);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

function names(rules: { name: string }[]): string[] {
  return rules.map(({ name }) => name);
}

describe('GET /policy/effective-rules (02 §8.5)', () => {
  it('a new workspace has its two defaults and nothing else', async () => {
    const body = await read(RULES);
    expect(body).toMatchObject({ workspace: [], organization: [] });
    for (const scope of ['workspace', 'organization']) {
      expect(body[`${scope}Default`]).toMatchObject({
        scope,
        status: 'published',
        isDefault: true,
        source: 'default',
        action: 'allow',
        coverage: 'credentialed',
      });
    }
  });

  it('shows live rules of both sets in first match order, grants included, switched off ones not', async () => {
    await organization({
      defaultAction: 'block',
      rules: [
        { name: 'first', targets: [network('a.test')], rateLimit: 5, rateLimitWindow: 'minute' },
        { name: 'off', enabled: false, targets: [network('b.test')] },
        { ...BLOCK, name: 'last', targets: [network('c.test', '/x', 'GET')] },
      ],
    });
    const secretId = await createSecret(owner, { hostPattern: 'api.test', name: 'Key' });
    await grant(owner, agent.id, secretId);
    const { workspace: own, organization: rules, organizationDefault } = await read(RULES);
    expect(names(rules)).toEqual(['first', 'last']);
    expect(rules[0]).toMatchObject({
      scope: 'organization',
      status: 'published',
      generation: 2,
      rateLimit: 5,
      rateLimitWindow: 'minute',
      targets: [{ kind: 'network', hostPattern: 'a.test', pathPattern: null, method: null }],
    });
    expect(rules[0]).not.toHaveProperty('coverage');
    expect(organizationDefault).toMatchObject({ action: 'block', generation: 2 });
    expect(own).toHaveLength(1);
    expect(own[0]).toMatchObject({
      scope: 'workspace',
      source: 'grant',
      identities: [{ type: 'agent', id: agent.id }],
      targets: [{ kind: 'secret', secretId, secretScope: null }],
    });
  });

  it('leaves out organization rules about people who have nothing to do with the workspace', async () => {
    const inside = await addGroup(server, owner.organizationId, [owner.userId]);
    const outside = await addGroup(server, owner.organizationId, []);
    await organization([
      { name: 'ours', identities: [{ type: 'group', id: inside }], targets: [network('a.test')] },
      { name: 'theirs', identities: [{ type: 'group', id: outside }], targets: [network('a.test')] },
    ]);
    expect(names((await read(RULES)).organization)).toEqual(['ours']);
  });

  it('agentId leaves out the rules of other agents; a foreign agent is not found', async () => {
    const other = await createAgent(server, owner);
    const secretId = await createSecret(owner, { hostPattern: 'api.test' });
    await grant(owner, agent.id, secretId);
    await grant(owner, other.id, secretId);
    await workspace([{ name: 'for all', targets: [network('a.test')] }]);
    const { workspace: rules } = await read(`${RULES}?agentId=${agent.id}`);
    expect(rules.map(({ identities }: { identities: object[] }) => identities)).toEqual([
      [{ type: 'agent', id: agent.id }],
      [],
    ]);
    const stranger = await signUpOwner(server);
    for (const id of [(await createAgent(server, stranger)).id, 'nobody']) {
      const answer = await owner.api.get(`${RULES}?agentId=${id}`);
      expect([answer.status, answer.body.error.message]).toEqual([404, 'Agent not found']);
    }
  });

  it('hides the organization from members on Enterprise, from nobody on Community', async () => {
    await organization([{ name: 'everyone', targets: [network('a.test')] }]);
    expect(names((await read(RULES, await memberOf(server, owner))).organization)).toEqual(['everyone']);
    await useServer(enterprise);
    await organization([{ name: 'admins only', targets: [network('a.test')] }]);
    const answer = await (await memberOf(server, owner)).get(RULES);
    expect(answer.body).toMatchObject({ organization: null, organizationDefault: null, workspace: [] });
    expect(answer.text).not.toContain('admins only');
    expect(names((await read(RULES)).organization)).toEqual(['admins only']);
  });

  it('needs credentials', async () => {
    expect((await api(server).get(RULES)).status).toBe(401);
  });
});

const PERMISSIONS = '/v1/policy/effective-app-permissions';
const GMAIL = 'gmail.googleapis.com';
const app = (provider: string, ...tools: string[]): RuleTarget => ({
  kind: 'app',
  provider,
  tools,
  connectionScope: null,
});
const account = (connectionId: string, ...tools: string[]): RuleTarget => ({
  kind: 'connection',
  connectionId,
  tools,
});
const me = (): Pick<RuleInput, 'identities' | 'source'> => ({
  identities: [{ type: 'agent', id: agent.id }],
  source: 'grant',
});

/** A custom grant in rules (02 §5.5): `search_messages` allowed, `send_email` to be asked for, the rest blocked. */
function customGrant(connectionId: string): RuleInput[] {
  return [
    { ...me(), name: 'allowed', targets: [account(connectionId, 'search_messages')] },
    { ...me(), name: 'asked', requireApproval: true, targets: [account(connectionId, 'send_email')] },
    { ...me(), ...BLOCK, name: 'rest', targets: [account(connectionId)] },
  ];
}

function connectHere(label: string | null = null, provider = 'gmail'): Promise<string> {
  const { organizationId, workspaceId } = owner;
  return connect(server, { organizationId, workspaceId }, { provider, label });
}

function toolOf(body: any, toolId: string): any {
  return body.groups.flatMap(({ tools }: any) => tools).find((tool: any) => tool.toolId === toolId);
}

describe('GET /policy/effective-app-permissions (02 §8.1)', () => {
  it('without rules and credentials nothing is managed', async () => {
    const body = await read(`${PERMISSIONS}?provider=gmail`);
    expect(body).toMatchObject({
      provider: 'gmail',
      basis: { agentId: null, credentialAttached: false, scope: 'workspace' },
      variesByIdentity: 0,
      orgResources: null,
      effectiveResources: null,
    });
    expect(body.groups.map(({ category, verdict }: any) => [category, verdict])).toEqual([
      ['read', 'unmanaged'],
      ['write', 'unmanaged'],
    ]);
    expect(toolOf(body, 'send_email')).toEqual({
      toolId: 'send_email',
      verdict: 'unmanaged',
      rateLimit: null,
      rateLimitWindow: null,
      decidedBy: null,
      orgCeiling: null,
    });
  });

  it('02-33 a block on one tool: a member sees that, an admin which rule', async () => {
    await useServer(enterprise);
    await organization([{ ...BLOCK, name: 'No mail', targets: [app('gmail', 'send_email')] }]);
    const member = await memberOf(server, owner);
    const path = `${PERMISSIONS}?provider=gmail&agentId=${agent.id}`;
    const seen = await member.get(path);
    expect(toolOf(seen.body, 'send_email')).toMatchObject({
      verdict: 'block',
      orgCeiling: 'block',
      decidedBy: { kind: 'rule', scope: 'organization', redacted: true },
    });
    expect(seen.text).not.toContain('No mail');
    expect(toolOf(await read(path), 'send_email').decidedBy).toEqual({
      kind: 'rule',
      scope: 'organization',
      rule: {
        logicalId: expect.any(String),
        name: 'No mail',
        source: 'custom',
        action: 'block',
        requireApproval: false,
        rateLimit: null,
        rateLimitWindow: null,
      },
    });
    expect(toolOf(seen.body, 'search_messages').verdict).toBe('unmanaged');
    const writes = seen.body.groups.find(({ category }: any) => category === 'write');
    expect(writes.verdict).toBe('mixed');
  });

  it('02-33 on Community a member sees the rule as well', async () => {
    await organization([{ ...BLOCK, name: 'No mail', targets: [app('gmail', 'send_email')] }]);
    const body = await read(`${PERMISSIONS}?provider=gmail`, await memberOf(server, owner));
    expect(toolOf(body, 'send_email').decidedBy.rule.name).toBe('No mail');
  });

  it('02-34 definite verdicts with one account, mixed over all', async () => {
    const [c1, c2] = [await connectHere('one'), await connectHere('two')];
    const granted = await owner.api.put(`/v1/agents/${agent.id}/grants/connections/${c1}`, {
      access: 'custom',
      allow: ['search_messages'],
      ask: ['send_email'],
    });
    expect(granted.status).toBe(200);
    const verdictsWith = async (query: string) => {
      const body = await read(`${PERMISSIONS}?provider=gmail&agentId=${agent.id}${query}`);
      return ['search_messages', 'send_email', 'delete_message'].map((id) => toolOf(body, id)?.verdict);
    };
    expect(await verdictsWith(`&connectionId=${c1}`)).toEqual(['allow', 'approval', 'block']);
    expect(await verdictsWith('')).toEqual(['allow', 'mixed', 'mixed']);
    expect(await verdictsWith(`&connectionId=${c2}`)).toEqual(['allow', 'allow', 'allow']);
    const agentless = await read(`${PERMISSIONS}?provider=gmail&connectionId=${c1}`);
    expect(agentless.variesByIdentity).toBe(4);
    expect(toolOf(agentless, 'send_email').verdict).toBe('allow');
  });

  it('shows limits and approval together, the organization first, and what the organization alone says', async () => {
    const c1 = await connectHere();
    await organization([{ targets: [app('gmail')], rateLimit: 10, rateLimitWindow: 'minute' }]);
    await workspace(customGrant(c1));
    const body = await read(`${PERMISSIONS}?provider=gmail&agentId=${agent.id}&connectionId=${c1}`);
    expect(body.basis).toEqual({ agentId: agent.id, credentialAttached: true, scope: 'workspace' });
    expect(toolOf(body, 'send_email')).toMatchObject({
      verdict: 'approval',
      rateLimit: 10,
      rateLimitWindow: 'minute',
      orgCeiling: 'allow',
      decidedBy: { kind: 'rule', scope: 'workspace', rule: { name: 'asked', source: 'grant' } },
    });
  });

  it('an armed default block is a default; an agent without the credential is not armed', async () => {
    const c1 = await connectHere();
    await organization({ defaultAction: 'block' });
    await workspace([{ ...me(), targets: [account(c1)] }]);
    const armed = await read(`${PERMISSIONS}?provider=gmail&agentId=${agent.id}`);
    expect(toolOf(armed, 'send_email')).toMatchObject({
      verdict: 'block',
      orgCeiling: 'block',
      decidedBy: { kind: 'default', scope: 'organization' },
    });
    const other = await createAgent(server, owner);
    const unarmed = await read(`${PERMISSIONS}?provider=gmail&agentId=${other.id}`);
    expect(toolOf(unarmed, 'send_email').verdict).toBe('unmanaged');
    const pool = await read(`${PERMISSIONS}?provider=gmail`);
    expect([pool.basis.credentialAttached, toolOf(pool, 'send_email').verdict]).toEqual([true, 'block']);
  });

  it('a rule about one method of one path makes a tool mixed only where it has others', async () => {
    await organization([{ ...BLOCK, targets: [network(GMAIL, '/gmail/v1/users/*/messages/send', 'POST')] }]);
    const gmail = await read(`${PERMISSIONS}?provider=gmail`);
    expect(toolOf(gmail, 'search_messages').verdict).toBe('unmanaged');
    expect(toolOf(gmail, 'send_email').verdict).toBe('block');
    await organization([{ ...BLOCK, targets: [network('slack.com', null, 'POST')] }]);
    const slack = toolOf(await read(`${PERMISSIONS}?provider=slack`), 'list_users');
    expect(slack).toMatchObject({ verdict: 'mixed', decidedBy: null, orgCeiling: 'block' });
  });

  it('shows boundary and selection of an account; an overlap of nothing reaches nothing', async () => {
    const { organizationId, workspaceId } = owner;
    const shared = await connect(server, { organizationId }, { provider: 'dropbox' });
    await organization([{ targets: [account(shared)], conditions: { folders: ['/a', '/b'] } }]);
    await publishRules(
      server,
      { organizationId, workspaceId },
      {
        rules: [{ ...me(), targets: [account(shared)], conditions: { folders: ['/a/x'] } }],
      },
    );
    const path = `${PERMISSIONS}?provider=dropbox&agentId=${agent.id}&connectionId=${shared}`;
    expect(await read(path)).toMatchObject({
      orgResources: { folders: ['/a', '/b'] },
      effectiveResources: { folders: ['/a/x'] },
    });
    await workspace([{ ...me(), targets: [account(shared)], conditions: { folders: ['/z'] } }]);
    expect((await read(path)).effectiveResources).toEqual({ folders: [] });
    const [connection] = (await read(`/v1/agents/${agent.id}/effective-credentials`)).connections;
    expect(connection).toMatchObject({ id: shared, status: 'blocked', orgBlocked: false });
  });

  it('refuses what is missing, unknown or foreign', async () => {
    const stranger = await signUpOwner(server);
    const foreignAgent = await createAgent(server, stranger);
    const foreign = await connect(server, {
      organizationId: stranger.organizationId,
      workspaceId: stranger.workspaceId,
    });
    const slack = await connectHere(null, 'slack');
    const cases: [string, number, string][] = [
      ['', 400, 'provider is required'],
      ['?provider=%20', 400, 'provider must not be empty'],
      [`?provider=${'p'.repeat(101)}`, 400, 'provider must be at most 100 characters'],
      ['?provider=nope', 404, 'Unknown provider: nope'],
      [`?provider=gmail&agentId=${foreignAgent.id}`, 404, 'Agent not found'],
      [`?provider=gmail&connectionId=${foreign}`, 404, 'Connection not found'],
      [`?provider=gmail&connectionId=${slack}`, 404, 'Connection not found'],
    ];
    for (const [query, status, message] of cases) {
      const { status: answered, body } = await owner.api.get(`${PERMISSIONS}${query}`);
      expect([query, answered, status === 400 ? body.error : body.error.message]).toEqual([
        query,
        status,
        message,
      ]);
    }
  });

  it('never tells hosts, paths or methods of tools', async () => {
    for (const provider of ['gmail', 'aws', 'github-app']) {
      const { text } = await owner.api.get(`${PERMISSIONS}?provider=${provider}`);
      expect(text).not.toMatch(/googleapis|amazonaws|github\.com|"(GET|POST)"|\/v1\//);
    }
  });
});

describe('GET /org/policy/effective-app-permissions (02 §8.2)', () => {
  const PATH = '/v1/org/policy/effective-app-permissions';

  it('is the organization alone, about nobody in particular', async () => {
    const c1 = await connectHere();
    await organization([
      { ...BLOCK, name: 'No sending', targets: [app('gmail', 'send_email')] },
      { targets: [app('gmail')], identities: [{ type: 'user', id: owner.userId }] },
    ]);
    await workspace([{ ...BLOCK, targets: [account(c1)] }]);
    const body = await read(`${PATH}?provider=gmail`);
    expect(body).toMatchObject({
      basis: { agentId: null, credentialAttached: false, scope: 'organization' },
      variesByIdentity: 1,
      orgResources: null,
      effectiveResources: null,
    });
    expect(toolOf(body, 'send_email')).toMatchObject({
      verdict: 'block',
      decidedBy: { rule: { name: 'No sending' } },
    });
    expect(toolOf(body, 'search_messages').verdict).toBe('unmanaged');
  });

  it('is for administrators where roles are enforced', async () => {
    expect((await (await memberOf(server, owner)).get(`${PATH}?provider=gmail`)).status).toBe(200);
    await useServer(enterprise);
    const refused = await (await memberOf(server, owner)).get(`${PATH}?provider=gmail`);
    expect([refused.status, refused.body.error.message]).toEqual([403, 'Insufficient permissions']);
    expect((await owner.api.get(PATH)).status).toBe(400);
    expect((await owner.api.get(`${PATH}?provider=nope`)).status).toBe(404);
  });
});

describe('GET /agents/{agentId}/effective-credentials (02 §8.3)', () => {
  const credentials = (id = agent.id) => `/v1/agents/${id}/effective-credentials`;

  it('lists what would be injected, with how much of it is left and why it is there', async () => {
    const secretId = await createSecret(owner, {
      hostPattern: '*.stripe.test',
      name: 'Stripe',
      value: 'sk-canary-1',
    });
    await createSecret(owner, { hostPattern: 'other.test', name: 'Not granted' });
    await grant(owner, agent.id, secretId);
    const [c1, c2] = [await connectHere('one'), await connectHere('two')];
    await workspace([...customGrant(c1), { ...me(), name: 'full', targets: [account(c2)] }]);
    const answer = await owner.api.get(credentials());
    expect(answer.body).toMatchObject({
      agentId: agent.id,
      mode: 'selective',
      connections: [
        { kind: 'connection', id: c2, label: 'two', provider: 'gmail', status: 'usable', orgBlocked: false },
        { kind: 'connection', id: c1, label: 'one', status: 'limited', orgBlocked: false },
      ],
    });
    expect(answer.body.connections[1].provenance.map(({ rule }: any) => rule.name)).toEqual([
      'allowed',
      'asked',
    ]);
    expect(answer.body.secrets).toEqual([
      {
        kind: 'secret',
        id: secretId,
        name: 'Stripe',
        host: '*.stripe.test',
        status: 'usable',
        provenance: [
          {
            kind: 'rule',
            scope: 'workspace',
            rule: { logicalId: expect.any(String), name: expect.any(String) },
          },
        ],
      },
    ]);
    expect(answer.text).not.toMatch(/sk-canary-1|token-of-/);
  });

  it('02-35 an organization block of the app blocks its connections', async () => {
    const c1 = await connectHere();
    await organization([{ ...BLOCK, targets: [app('gmail')] }]);
    await workspace([{ ...me(), targets: [account(c1)] }]);
    expect((await read(credentials())).connections).toMatchObject([
      { id: c1, status: 'blocked', orgBlocked: true },
    ]);
  });

  it('a blocking default blocks what no organization rule opens, secrets too', async () => {
    const open = await createSecret(owner, { hostPattern: 'open.test' });
    const closed = await createSecret(owner, { hostPattern: 'closed.test' });
    for (const id of [open, closed]) await grant(owner, agent.id, id);
    await organization({ defaultAction: 'block', rules: [{ targets: [network('open.test')] }] });
    const { secrets } = await read(credentials());
    expect(secrets.map(({ id, status }: any) => [id, status])).toEqual([
      [closed, 'blocked'],
      [open, 'usable'],
    ]);
  });

  it('expands rules about a whole level; an app without tools is unknown', async () => {
    const { organizationId } = owner;
    const shared = await connect(server, { organizationId }, { label: 'Shared' });
    const toolless = await appWithoutTools();
    const bare = await connect(server, { organizationId }, { provider: toolless });
    const identities: RuleInput['identities'] = [{ type: 'user', id: owner.userId }];
    const level = (provider: string): RuleTarget => ({
      kind: 'app',
      provider,
      tools: [],
      connectionScope: 'organization',
    });
    await organization([{ name: 'Level', identities, targets: [level('gmail'), level(toolless)] }]);
    const { connections } = await read(credentials());
    expect(connections.map(({ id, status }: any) => [id, status])).toEqual([
      [bare, 'unknown'],
      [shared, 'usable'],
    ]);
    expect(connections[1].provenance).toMatchObject([{ scope: 'organization', rule: { name: 'Level' } }]);
  });

  it('members see one marker for all organization rules that grant', async () => {
    await useServer(enterprise);
    const shared = await connect(server, { organizationId: owner.organizationId });
    const identities: RuleInput['identities'] = [{ type: 'user', id: owner.userId }];
    await organization(
      ['secret name 1', 'secret name 2'].map((name) => ({ name, identities, targets: [account(shared)] })),
    );
    await workspace([{ ...me(), name: 'own', targets: [account(shared)] }]);
    const answer = await (await memberOf(server, owner)).get(credentials());
    expect(answer.body.connections[0].provenance).toEqual([
      { kind: 'rule', scope: 'organization', redacted: true },
      { kind: 'rule', scope: 'workspace', rule: { logicalId: expect.any(String), name: 'own' } },
    ]);
    expect(answer.text).not.toContain('secret name');
    expect((await read(credentials())).connections[0].provenance).toHaveLength(3);
  });

  it('an unknown or foreign agent is not found', async () => {
    const stranger = await signUpOwner(server);
    for (const id of ['nobody', (await createAgent(server, stranger)).id]) {
      const answer = await owner.api.get(credentials(id));
      expect([answer.status, answer.body.error.message]).toEqual([404, 'Agent not found']);
    }
  });
});

describe('GET /connections/{connectionId}/effective-agents (02 §8.4)', () => {
  const agentsOf = (id: string) => `/v1/connections/${id}/effective-agents`;

  it('says of every agent, newest first, whether it gets the account and what it may do with it', async () => {
    const c1 = await connectHere();
    const newer = await createAgent(server, owner);
    await workspace(customGrant(c1));
    const { agents, ...rest } = await read(agentsOf(c1));
    expect(rest).toEqual({ connectionId: c1, provider: 'gmail', catalog: true });
    expect(agents.map(({ agentId, access }: any) => [agentId, access]).slice(0, 2)).toEqual([
      [newer.id, 'none'],
      [agent.id, 'limited'],
    ]);
    expect(agents).toHaveLength(3);
    expect(agents[0].credential).toEqual({ status: 'none' });
    expect(agents[1]).toMatchObject({
      name: agent.name,
      credential: { status: 'viaRule', provenance: [{ scope: 'workspace' }, { scope: 'workspace' }] },
      decisions: { allowedTools: 2, anyApproval: true, anyRateLimit: false },
    });
    expect(agents[1].decisions.totalTools).toBeGreaterThan(2);
  });

  it('knows apps without tools, and connections that are not connected', async () => {
    const bare = await connectHere(null, await appWithoutTools());
    await workspace([{ ...me(), targets: [account(bare)] }]);
    const body = await read(agentsOf(bare));
    expect(body.catalog).toBe(false);
    expect(body.agents[0]).toMatchObject({ agentId: agent.id, access: 'unknown', decisions: null });
    await setStatus(server, { ...owner }, bare, 'expired');
    expect((await read(agentsOf(bare))).agents[0]).toMatchObject({
      access: 'none',
      credential: { status: 'none' },
    });
  });

  it('a foreign connection is not found', async () => {
    const stranger = await signUpOwner(server);
    const foreign = await connect(server, { organizationId: stranger.organizationId });
    for (const id of [foreign, 'nothing']) {
      const answer = await owner.api.get(agentsOf(id));
      expect([answer.status, answer.body.error.message]).toEqual([404, 'Connection not found']);
    }
  });
});

async function appWithoutTools(): Promise<string> {
  const folder = new URL('../../../config/apps/', import.meta.url);
  for (const file of await readdir(folder)) {
    const { id, tools } = JSON.parse(await readFile(new URL(file, folder), 'utf8')) as {
      id: string;
      tools: unknown[];
    };
    if (tools.length === 0) return id;
  }
  throw new Error('every app has tools');
}
