import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, askThrough, createAgent, createSecret, grant } from '../../harness/clients/agent.js';
import { api, type ApiClient } from '../../harness/clients/client.js';
import type { TestServer } from '../../harness/server/server.js';
import { publishRules, type RuleInput } from '../../harness/policy/rules.js';
import { withUpstream } from '../../harness/server/stands.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';

const TOKEN = /^aoc_[0-9a-f]{64}$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const IDENTIFIER_TEXT =
  'Identifier must be 1-50 characters, start with a letter or number, contain only lowercase letters, numbers and hyphens';
const NOT_FOUND = { error: { message: 'Agent not found', type: 'not_found_error' } };
const TAKEN = {
  error: { message: 'An agent with this identifier already exists', type: 'invalid_request_error' },
};
const EMPTY_PATCH = { error: 'At least one field must be provided' };

let server: TestServer;
let upstream: Upstream;
let owner: Owner;

withUpstream((stand) => ({ upstream, server } = stand));
beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
});

const list = async (of: ApiClient = owner.api): Promise<any[]> => (await of.get('/v1/agents')).body;
const listed = async (id: string): Promise<any> => (await list()).find((agent) => agent.id === id);
const theDefault = async (): Promise<any> => (await owner.api.get('/v1/agents/default')).body;

async function create(body: object): Promise<any> {
  const answer = await owner.api.post('/v1/agents', body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body;
}

async function generation(of: Owner = owner): Promise<number> {
  const [set] = await server.db.query<{ live_generation: number }>(
    'SELECT live_generation FROM policy_sets WHERE workspace_id = $1',
    [of.workspaceId],
  );
  return set!.live_generation;
}

async function auditRows(service: string): Promise<any[]> {
  return server.db.query(
    `SELECT workspace_id, user_id, user_email, action, status, source, metadata FROM audit_log
     WHERE organization_id = $1 AND service = $2 ORDER BY created_at, id`,
    [owner.organizationId, service],
  );
}

/** Metadata of their audit rows, in any order: the rows of one transaction have one time. */
function automaticGrants(agentId: string, secretIds: string[]): unknown {
  const rows = secretIds.map((secretId) => ({ agentId, secretId, changed: true, auto: true }));
  return expect.arrayContaining(rows);
}

/** The workspace as data from before default agents existed. */
async function withoutAgents(): Promise<void> {
  await server.db.query('DELETE FROM agents WHERE workspace_id = $1', [owner.workspaceId]);
}

describe('a new workspace', () => {
  it('02-1 has one agent, which is the default and has a token', async () => {
    expect(await list()).toEqual([
      {
        id: expect.any(String),
        name: 'Default Agent',
        identifier: 'default',
        accessToken: expect.stringMatching(TOKEN),
        isDefault: true,
        kind: 'byo',
        imageUrl: null,
        channels: [],
        lastSeenAt: null,
        workingInBackground: false,
        createdAt: expect.stringMatching(TIMESTAMP),
      },
    ]);
    expect([await theDefault()]).toEqual(await list());
  });

  it('gives its default agent the organization LLM keys there are, oldest first, and audits it', async () => {
    const first = await createSecret(owner, anthropic('One'), '/v1/org/secrets');
    const second = await createSecret(owner, openai('Two'), '/v1/org/secrets');
    await createSecret(owner, { hostPattern: 'a.example.com' }, '/v1/org/secrets');
    const { body: workspace } = await api(server).as(owner.cookie).post('/v1/workspaces', { name: 'Second' });
    const born = api(server).as(workspace.apiKey);
    const [agent] = await list(born);
    expect((await born.get(`/v1/agents/${agent.id}/secrets`)).body).toEqual([first, second]);
    const audited = await auditRows('grant');
    expect(audited.map(({ source }) => source)).toEqual(['system', 'system']);
    expect(audited.map(({ metadata }) => metadata)).toEqual(automaticGrants(agent.id, [first, second]));
  });
});

describe('the default agent', () => {
  it('02-2 cannot be deleted until another one is the default', async () => {
    const { id } = await theDefault();
    const refused = await owner.api.delete(`/v1/agents/${id}`);
    expect([refused.status, refused.body]).toEqual([
      400,
      { error: { message: 'Cannot delete the default agent', type: 'invalid_request_error' } },
    ]);
    const other = await create({ name: 'Other', identifier: 'other' });
    const moved = await owner.api.post(`/v1/agents/${other.id}/set-default`);
    expect([moved.status, moved.body]).toEqual([200, { success: true }]);
    const deleted = await owner.api.delete(`/v1/agents/${id}`);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await list()).map((agent) => [agent.id, agent.isDefault])).toEqual([[other.id, true]]);
  });

  it('02-3 cannot be made the default again', async () => {
    const { id } = await theDefault();
    const answer = await owner.api.post(`/v1/agents/${id}/set-default`);
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: { message: 'Agent is already the default', type: 'invalid_request_error' } },
    ]);
  });

  it('stays exactly one while the flag is moved and agents are deleted concurrently', async () => {
    const agents = [];
    for (const identifier of ['a', 'b', 'c', 'd']) agents.push(await create({ name: 'A', identifier }));
    const answers = await Promise.all(
      agents.flatMap(({ id }) => [
        owner.api.post(`/v1/agents/${id}/set-default`),
        owner.api.delete(`/v1/agents/${id}`),
      ]),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => ![200, 204, 400, 404].includes(status))).toEqual([]);
    expect((await list()).filter((agent) => agent.isDefault)).toHaveLength(1);
  });

  it('of a migrated workspace is the first agent created, also when several are at once', async () => {
    await withoutAgents();
    const missing = await owner.api.get('/v1/agents/default');
    expect([missing.status, missing.body.error.type]).toEqual([404, 'not_found_error']);
    const identifiers = ['a', 'b', 'c', 'd'];
    const created = await Promise.all(
      identifiers.map((identifier) => owner.api.post('/v1/agents', { name: 'A', identifier })),
    );
    expect(created.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect((await list()).filter((agent) => agent.isDefault)).toHaveLength(1);
    expect((await theDefault()).isDefault).toBe(true);
  });
});

describe('creating an agent', () => {
  it('answers what was made, without the token', async () => {
    const answer = await owner.api.post('/v1/agents', {
      name: '  Bot ',
      identifier: 'bot',
      parentIdentifier: 'default',
      unknown: 1,
    });
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        id: expect.any(String),
        name: 'Bot',
        identifier: 'bot',
        kind: 'byo',
        harness: null,
        model: null,
        instructions: null,
        createdAt: expect.stringMatching(TIMESTAMP),
        llmKeys: [],
      },
    ]);
    expect(await listed(answer.body.id)).toMatchObject({ isDefault: false, name: 'Bot' });
  });

  it('lists the newest first', async () => {
    await create({ name: 'One', identifier: 'one' });
    await create({ name: 'Two', identifier: 'two' });
    expect((await list()).map((agent) => agent.identifier)).toEqual(['two', 'one', 'default']);
  });

  it.each([['My_Bot'], ['-bot'], [''], ['bot\n'], ['bot '], ['a'.repeat(51)], ['bön']])(
    '02-4 the identifier %j is refused with the text',
    async (identifier) => {
      const answer = await owner.api.post('/v1/agents', { name: 'Bot', identifier });
      expect([answer.status, answer.body]).toEqual([400, { error: IDENTIFIER_TEXT }]);
    },
  );

  it('02-4 an identifier is unique in its workspace only', async () => {
    const body = { name: 'Bot', identifier: 'bot' };
    expect((await owner.api.post('/v1/agents', body)).status).toBe(201);
    const second = await owner.api.post('/v1/agents', body);
    expect([second.status, second.body]).toEqual([409, TAKEN]);
    const stranger = await signUpOwner(server);
    expect((await stranger.api.post('/v1/agents', body)).status).toBe(201);
  });

  it.each(['0', 'a'.repeat(50), 'a-b-'])('02-4 the identifier %p is accepted', async (identifier) => {
    expect(await create({ name: 'Bot', identifier })).toMatchObject({ identifier });
  });

  it('02-4 of two concurrent creates of one identifier one succeeds', async () => {
    const body = { name: 'Bot', identifier: 'bot' };
    const answers = await Promise.all([1, 2, 3].map(() => owner.api.post('/v1/agents', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    for (const { body: refusal } of answers.filter(({ status }) => status === 409)) {
      expect(refusal).toEqual(TAKEN);
    }
  });

  it.each<[string, object, string]>([
    ['no name', { identifier: 'bot' }, 'name is required'],
    ['an empty name', { name: '  ', identifier: 'bot' }, 'name must not be empty'],
    ['a long name', { name: 'n'.repeat(256), identifier: 'bot' }, 'name must be at most 255 characters'],
    ['a name that is no text', { name: 1, identifier: 'bot' }, 'name must be a string'],
    ['no identifier', { name: 'Bot' }, 'identifier is required'],
    ['an unknown kind', { kind: 'cloud' }, 'kind must be one of byo, hosted'],
    ['a harness on byo', { harness: 'default' }, 'harness and instructions are for hosted agents only'],
    ['instructions on byo', { instructions: '' }, 'harness and instructions are for hosted agents only'],
    ['an empty harness', { kind: 'hosted', harness: '' }, 'harness must not be empty'],
    [
      'a long harness',
      { kind: 'hosted', harness: 'h'.repeat(101) },
      'harness must be at most 100 characters',
    ],
    [
      'long instructions',
      { kind: 'hosted', instructions: 'i'.repeat(20_001) },
      'instructions must be at most 20000 characters',
    ],
    ['a bad parent', { parentIdentifier: 'No!' }, IDENTIFIER_TEXT],
  ])('%s is refused flat', async (_what, fields, error) => {
    const complete = 'name' in fields || 'identifier' in fields;
    const body = complete ? fields : { name: 'Bot', identifier: 'bot', ...fields };
    const answer = await owner.api.post('/v1/agents', body);
    expect([answer.status, answer.body]).toEqual([400, { error }]);
    expect(await list()).toHaveLength(1);
  });

  it('a name of 255 characters is accepted', async () => {
    expect(await create({ name: 'n'.repeat(255), identifier: 'bot' })).toMatchObject({
      name: 'n'.repeat(255),
    });
  });

  it('a hosted agent has a brief and a harness, and is refused under a taken identifier', async () => {
    const hosted = {
      name: 'Bot',
      identifier: 'bot',
      kind: 'hosted',
      harness: 'x',
      instructions: ' Be kind ',
    };
    const told = { kind: 'hosted', harness: 'x', instructions: 'Be kind', model: null };
    const made = await create(hosted);
    expect(made).toMatchObject(told);
    expect((await owner.api.get(`/v1/agents/${made.id}`)).body).toMatchObject({
      ...told,
      effort: null,
      workingInBackground: false,
    });
    const plain = await create({ name: 'Plain', identifier: 'plain', kind: 'hosted', instructions: ' ' });
    expect(plain).toMatchObject({ harness: 'default', instructions: null });
    const taken = await owner.api.post('/v1/agents', { ...hosted, identifier: 'default' });
    expect([taken.status, taken.body]).toEqual([409, TAKEN]);
    const invalid = await owner.api.post('/v1/agents', { ...hosted, identifier: 'default', name: '' });
    expect(invalid.status).toBe(400);
  });

  it('needs a credential of the workspace', async () => {
    expect((await api(server).post('/v1/agents', { name: 'Bot', identifier: 'bot' })).status).toBe(401);
  });
});

describe('an agent token', () => {
  let agent: Agent;
  beforeEach(async () => {
    agent = await createAgent(server, owner);
  });

  const proxied = async (token: string): Promise<number> =>
    (await askThrough(server, token, `http://localhost:${upstream.port}/`)).status;

  it('02-6 is in neither create nor detail; a new one replaces the old one at once', async () => {
    const created = await create({ name: 'Bot', identifier: 'bot' });
    const detail = await owner.api.get(`/v1/agents/${created.id}`);
    for (const shown of [created, detail.body]) expect(shown).not.toHaveProperty('accessToken');
    expect(detail.text).not.toContain('aoc_');

    expect(await proxied(agent.token)).toBe(200);
    const answer = await owner.api.post(`/v1/agents/${agent.id}/regenerate-token`);
    expect([answer.status, answer.body]).toEqual([200, { accessToken: expect.stringMatching(TOKEN) }]);
    expect(answer.body.accessToken).not.toBe(agent.token);
    expect(await proxied(agent.token)).toBe(407);
    expect(await proxied(answer.body.accessToken)).toBe(200);
    expect((await listed(agent.id)).accessToken).toBe(answer.body.accessToken);
  });

  it('is dead with its agent, and with the workspace of its agent', async () => {
    const session = api(server).as(owner.cookie);
    const { body: second } = await session.post('/v1/workspaces', { name: 'Second' });
    const [orphan] = await list(api(server).as(second.apiKey));
    expect([await proxied(agent.token), await proxied(orphan.accessToken)]).toEqual([200, 200]);
    expect((await owner.api.delete(`/v1/agents/${agent.id}`)).status).toBe(204);
    expect((await session.delete(`/v1/workspaces/${second.id}`)).status).toBe(204);
    expect([await proxied(agent.token), await proxied(orphan.accessToken)]).toEqual([407, 407]);
  });

  it('is stored sealed and found by its hash only', async () => {
    const rows = await server.db.query('SELECT * FROM agents WHERE workspace_id = $1', [owner.workspaceId]);
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(agent.token);
    expect(stored).not.toContain(Buffer.from(agent.token).toString('base64'));
    expect(stored).not.toContain(Buffer.from(agent.token).toString('hex'));
  });

  it('is never kept by caches of the answers that show it', async () => {
    const answers = await Promise.all([
      owner.api.get('/v1/agents'),
      owner.api.get('/v1/agents/default'),
      owner.api.post(`/v1/agents/${agent.id}/regenerate-token`),
    ]);
    for (const { headers } of answers) {
      expect([headers['cache-control'], headers['pragma']]).toEqual(['no-store', 'no-cache']);
    }
  });

  it('is refused while everybody who holds the workspace is suspended', async () => {
    await server.db.query(`UPDATE memberships SET status = 'suspended' WHERE user_id = $1`, [owner.userId]);
    expect(await proxied(agent.token)).toBe(407);
  });

  it('of an agent deleted while it is being replaced is not handed out', async () => {
    const [deleted, replaced] = await Promise.all([
      owner.api.delete(`/v1/agents/${agent.id}`),
      owner.api.post(`/v1/agents/${agent.id}/regenerate-token`),
    ]);
    expect(deleted.status).toBe(204);
    if (replaced.status === 200) expect(await proxied(replaced.body.accessToken)).toBe(407);
    else expect([replaced.status, replaced.body]).toEqual([404, NOT_FOUND]);
  });
});

function anthropic(name: string, value = 'sk-ant-api03-canary') {
  return { name, type: 'anthropic', value, hostPattern: 'api.anthropic.com' };
}
function openai(name: string, value = 'sk-canary-openai') {
  return { name, type: 'openai', value, hostPattern: 'api.openai.com' };
}

describe('LLM keys attached by themselves', () => {
  it('02-7 a new agent gets the Anthropic key of the workspace, and its calls carry it', async () => {
    const key = await createSecret(owner, anthropic('Claude', 'sk-ant-api03-of-the-workspace'));
    const { id, llmKeys } = await create({ name: 'Bot', identifier: 'bot' });
    expect(llmKeys).toEqual([key]);
    const { accessToken } = await listed(id);
    const answer = await askThrough(server, accessToken, 'http://api.anthropic.com/v1/messages', {
      method: 'POST',
      headers: { 'x-api-key': 'placeholder', authorization: 'Bearer placeholder' },
      body: '{}',
    });
    expect(answer.status).toBe(200);
    const seen = upstream.only();
    expect([seen.host, seen.url]).toEqual(['api.anthropic.com', '/v1/messages']);
    expect(seen.headers['x-api-key']).toBe('sk-ant-api03-of-the-workspace');
    expect(seen.headers).not.toHaveProperty('authorization');
  });

  it('02-7 a new agent gets every LLM key of both levels, oldest first, and no generic secret', async () => {
    const shared = await createSecret(owner, openai('Shared'), '/v1/org/secrets');
    await createSecret(owner, { hostPattern: 'a.example.com' });
    const own = await createSecret(owner, anthropic('Own'));
    const { id, llmKeys } = await create({ name: 'Bot', identifier: 'bot' });
    expect(llmKeys).toEqual([shared, own]);
    expect((await owner.api.get(`/v1/agents/${id}/secrets`)).body).toEqual([shared, own]);
    const granted = (await auditRows('grant')).filter(({ metadata }) => metadata.agentId === id);
    expect(granted.map(({ metadata }) => metadata)).toEqual(automaticGrants(id, [shared, own]));
  });

  it('02-8 a new OpenAI key goes to the agents without any key, and to no other', async () => {
    const before = await theDefault();
    const bot = await create({ name: 'Bot', identifier: 'bot' });
    const first = await owner.api.post('/v1/secrets', openai('GPT'));
    expect(first.body.attachedAgents).toEqual([before.id, bot.id]);
    const second = await owner.api.post('/v1/secrets', anthropic('Claude'));
    expect(second.body.attachedAgents).toEqual([]);
  });

  it('02-8 an organization key is attached to no agent that exists', async () => {
    const answer = await owner.api.post('/v1/org/secrets', openai('Shared'));
    expect(answer.body.attachedAgents).toEqual([]);
    expect((await owner.api.get(`/v1/agents/${(await theDefault()).id}/secrets`)).body).toEqual([]);
  });

  it('that cannot be attached do not keep the agent from being created', async () => {
    await createSecret(owner, anthropic('Claude'));
    await server.db.query('DELETE FROM policy_sets WHERE workspace_id = $1', [owner.workspaceId]);
    expect(await create({ name: 'Bot', identifier: 'bot' })).toMatchObject({ llmKeys: [] });
  });

  it('an agent and a key created at the same moment find each other', async () => {
    for (let round = 0; round < 6; round++) {
      const [agent, secret] = await Promise.all([
        create({ name: 'Bot', identifier: `bot-${round}` }),
        owner.api.post('/v1/secrets', anthropic(`Claude ${round}`)),
      ]);
      expect(secret.status).toBe(201);
      const { body: granted } = await owner.api.get(`/v1/agents/${agent.id}/secrets`);
      expect(granted.length).toBeGreaterThan(0);
      await Promise.all((await owner.api.get('/v1/secrets')).body.map(removeSecret));
    }
  });

  const removeSecret = ({ id }: { id: string }) => owner.api.delete(`/v1/secrets/${id}`);
});

describe('one agent', () => {
  let bot: any;
  beforeEach(async () => {
    bot = await create({ name: 'Bot', identifier: 'bot' });
  });

  it('is shown in detail', async () => {
    const answer = await owner.api.get(`/v1/agents/${bot.id}`);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        id: bot.id,
        name: 'Bot',
        identifier: 'bot',
        isDefault: false,
        kind: 'byo',
        harness: null,
        model: null,
        effort: null,
        instructions: null,
        imageUrl: null,
        channels: [],
        recentRequestAt: null,
        workingInBackground: false,
        createdAt: bot.createdAt,
      },
    ]);
  });

  it('shows its newest request of 30 days in lists and of 7 days in detail', async () => {
    const requested = (daysAgo: number) =>
      server.db.query(
        `INSERT INTO request_log (organization_id, workspace_id, agent_id, method, host, path, provider, status,
           latency_ms, injection_count, llm_host, created_at)
         VALUES ($1, $2, $3, 'GET', 'h', '/', '', 200, 1, 0, false, now() - $4 * interval '1 day')`,
        [owner.organizationId, owner.workspaceId, bot.id, daysAgo],
      );
    const seen = async () => [
      (await listed(bot.id)).lastSeenAt,
      (await owner.api.get(`/v1/agents/${bot.id}`)).body.recentRequestAt,
    ];
    await requested(31);
    expect(await seen()).toEqual([null, null]);
    await requested(8);
    expect(await seen()).toEqual([expect.stringMatching(TIMESTAMP), null]);
    await requested(1);
    expect(await seen()).toEqual([expect.stringMatching(TIMESTAMP), expect.stringMatching(TIMESTAMP)]);
  });

  it('of anybody else, in another spelling or with no such id is not there', async () => {
    const stranger = await signUpOwner(server);
    const [foreign] = await list(stranger.api);
    const { body: second } = await api(server).as(owner.cookie).post('/v1/workspaces', { name: 'Second' });
    const [sibling] = await list(api(server).as(second.apiKey));
    const ids = [foreign.id, sibling.id, bot.id.toUpperCase(), randomUUID(), 'bot', 'a%00b', '%F0%9F%98%80'];
    const calls = ids.flatMap((id): [string, string, object?][] => [
      ['GET', `/v1/agents/${id}`],
      ['PATCH', `/v1/agents/${id}`, { name: 'Taken over' }],
      ['DELETE', `/v1/agents/${id}`],
      ['POST', `/v1/agents/${id}/set-default`],
      ['POST', `/v1/agents/${id}/regenerate-token`],
      ['GET', `/v1/agents/${id}/secrets`],
      ['PUT', `/v1/agents/${id}/secrets`, { secretIds: [] }],
      ['GET', `/v1/agents/${id}/grants`],
    ]);
    for (const [method, path, body] of calls) {
      const answer = await owner.api.send(method, path, body);
      expect([method, path, answer.status, answer.body]).toEqual([method, path, 404, NOT_FOUND]);
    }
    expect(await list(stranger.api)).toEqual([foreign]);
    expect(await listed(bot.id)).toMatchObject({ name: 'Bot' });
  });

  it('is renamed, and its grants with it', async () => {
    const secretId = await createSecret(owner, { name: 'Key', hostPattern: 'a.example.com' });
    await grant(owner, bot.id, secretId);
    const answer = await owner.api.patch(`/v1/agents/${bot.id}`, { name: ' Robot ' });
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    expect(await listed(bot.id)).toMatchObject({ name: 'Robot', identifier: 'bot' });
    const rules = await server.db.query(
      `SELECT r.name FROM policy_rules r JOIN policy_sets s ON s.id = r.set_id
       WHERE s.workspace_id = $1 AND r.source = 'grant'`,
      [owner.workspaceId],
    );
    expect(rules).toEqual([{ name: 'Robot → Key' }]);
  });

  it('renamed and granted to at once, never keeps a grant under the old name', async () => {
    const secretId = await createSecret(owner, { name: 'Key', hostPattern: 'a.example.com' });
    for (let round = 0; round < 5; round++) {
      await Promise.all([
        owner.api.patch(`/v1/agents/${bot.id}`, { name: `Name ${round}` }),
        grant(owner, bot.id, secretId),
      ]);
      const [rule] = await server.db.query<{ name: string }>(
        `SELECT r.name FROM policy_rules r JOIN policy_sets s ON s.id = r.set_id
         WHERE s.workspace_id = $1 AND r.source = 'grant'`,
        [owner.workspaceId],
      );
      expect(rule!.name).toBe(`Name ${round} → Key`);
      await owner.api.delete(`/v1/agents/${bot.id}/grants/secrets/${secretId}`);
    }
  });

  it.each<[string, unknown, object]>([
    ['nothing', {}, EMPTY_PATCH],
    ['no body', undefined, EMPTY_PATCH],
    ['only what cannot change', { identifier: 'x', kind: 'hosted', isDefault: true }, EMPTY_PATCH],
    ['an empty name', { name: ' ' }, { error: 'name must not be empty' }],
    ['a long name', { name: 'n'.repeat(256) }, { error: 'name must be at most 255 characters' }],
    ['null as name', { name: null }, { error: 'name must be a string' }],
    ['an unknown effort', { effort: 'huge' }, { error: 'effort must be one of low, medium, high, max' }],
    ['a long model', { model: 'm'.repeat(201) }, { error: 'model must be at most 200 characters' }],
    ['an empty model', { model: '' }, { error: 'model must not be empty' }],
    [
      'a long brief',
      { instructions: 'i'.repeat(20_001) },
      { error: 'instructions must be at most 20000 characters' },
    ],
    ['a list', [], { error: 'The body must be a JSON object' }],
  ])('a patch of %s is refused flat, before the agent is looked for', async (_what, body, refusal) => {
    for (const id of [bot.id, randomUUID()]) {
      const answer = await owner.api.patch(`/v1/agents/${id}`, body);
      expect([answer.status, answer.body]).toEqual([400, refusal]);
    }
  });

  it.each([
    { instructions: 'Be kind' },
    { instructions: null },
    { model: 'claude-sonnet-5' },
    { model: null },
    { effort: 'low' },
    { effort: null },
    { name: 'Renamed', effort: 'low' },
  ])('%j is refused for an agent that is not hosted, and nothing changes', async (body) => {
    const answer = await owner.api.patch(`/v1/agents/${bot.id}`, body);
    expect([answer.status, answer.body.error.type]).toEqual([400, 'invalid_request_error']);
    expect(await listed(bot.id)).toMatchObject({ name: 'Bot' });
  });

  it('takes its grants along when it is deleted', async () => {
    const secretId = await createSecret(owner, { hostPattern: 'a.example.com' });
    await grant(owner, bot.id, secretId);
    expect((await owner.api.delete(`/v1/agents/${bot.id}`)).status).toBe(204);
    expect((await owner.api.get(`/v1/agents/${bot.id}`)).status).toBe(404);
    expect((await owner.api.delete(`/v1/agents/${bot.id}`)).status).toBe(404);
    const [left] = await server.db.query<{ draft: string; live: string }>(
      `SELECT (SELECT count(*) FROM policy_rules r WHERE r.set_id = p.id AND r.source = 'grant') AS draft,
         s.rules::text AS live
       FROM policy_sets p JOIN policy_snapshots s ON s.set_id = p.id AND s.generation = p.live_generation
       WHERE p.workspace_id = $1`,
      [owner.workspaceId],
    );
    expect(left!.draft).toBe('0');
    expect(left!.live).not.toContain(bot.id);
  });

  it('deleted while it is granted a secret leaves no grant behind', async () => {
    const secretId = await createSecret(owner, { hostPattern: 'a.example.com' });
    for (let round = 0; round < 5; round++) {
      const { id } = await create({ name: 'Bot', identifier: `bot-${round}` });
      const [granted, listedForm, deleted] = await Promise.all([
        owner.api.put(`/v1/agents/${id}/grants/secrets/${secretId}`, {}),
        owner.api.put(`/v1/agents/${id}/secrets`, { secretIds: [secretId] }),
        owner.api.delete(`/v1/agents/${id}`),
      ]);
      expect(deleted.status).toBe(204);
      for (const { status } of [granted, listedForm]) expect([200, 404]).toContain(status);
    }
    const left = await server.db.query(
      `SELECT r.name FROM policy_rules r JOIN policy_sets s ON s.id = r.set_id
       WHERE s.workspace_id = $1 AND r.source = 'grant'`,
      [owner.workspaceId],
    );
    expect(left).toEqual([]);
  });
});

describe('the list with its grants', () => {
  it('02-13 names what would be injected for each agent, never a value', async () => {
    const bot = await create({ name: 'Bot', identifier: 'bot' });
    const generic = await createSecret(owner, {
      name: 'Key',
      value: 'canary-1',
      hostPattern: 'a.example.com',
    });
    const shared = await createSecret(
      owner,
      { name: 'Shared', value: 'canary-2', hostPattern: 'b.example.com' },
      '/v1/org/secrets',
    );
    const llm = await createSecret(owner, anthropic('Claude', 'canary-3'));
    await grant(owner, bot.id, generic);
    await grant(owner, bot.id, shared);
    const answer = await owner.api.get('/v1/agents?include=grants-summary');
    expect(answer.status).toBe(200);
    const [ofBot, ofDefault] = answer.body.map((agent: any) => agent.grantsSummary);
    expect(ofBot).toEqual({
      mode: 'grants',
      total: 3,
      entries: [
        { kind: 'secret', id: generic, name: 'Key' },
        { kind: 'secret', id: shared, name: 'Shared' },
        { kind: 'llm', id: llm, name: 'Claude' },
      ],
    });
    expect(ofDefault).toEqual({
      mode: 'grants',
      total: 1,
      entries: [{ kind: 'llm', id: llm, name: 'Claude' }],
    });
    expect(answer.text).not.toContain('canary');
    const plain = await list();
    expect(plain.some((agent) => 'grantsSummary' in agent)).toBe(false);
  });

  it('names what an organization rule gives the people and groups of the workspace, as the gateway does', async () => {
    const bot = await createAgent(server, owner);
    const [toUser, toGroup, toOthers] = [
      await createSecret(owner, headerSecret('x-user'), '/v1/org/secrets'),
      await createSecret(owner, headerSecret('x-group'), '/v1/org/secrets'),
      await createSecret(owner, headerSecret('x-others'), '/v1/org/secrets'),
    ];
    const gives = (secretId: string, type: 'user' | 'group', id: string): RuleInput => ({
      identities: [{ type, id }],
      targets: [{ kind: 'secret', secretId, secretScope: null }],
    });
    const rules = [
      gives(toUser, 'user', owner.userId),
      gives(toGroup, 'group', await groupOf(owner)),
      gives(toOthers, 'user', (await signUpOwner(server)).userId),
    ];
    await publishRules(server, { organizationId: owner.organizationId }, { rules });
    const answer = await owner.api.get('/v1/agents?include=grants-summary');
    const { grantsSummary } = answer.body.find((agent: any) => agent.id === bot.id);
    expect(grantsSummary.entries.map(({ id }: { id: string }) => id)).toEqual([toUser, toGroup]);
    await bot.ask('http://c.example.test/');
    const { headers } = upstream.only();
    expect([headers['x-user'], headers['x-group'], headers['x-others']]).toEqual(['v', 'v', undefined]);
  });

  const headerSecret = (headerName: string) => ({
    value: 'v',
    hostPattern: 'c.example.test',
    injectionConfig: { headerName },
  });

  /** A group of the organization with the person in it; groups have no endpoints in this edition. */
  async function groupOf({ organizationId, userId }: Owner): Promise<string> {
    const [group] = await server.db.query<{ id: string }>(
      `WITH made AS (INSERT INTO user_groups (organization_id, name) VALUES ($1, 'Team') RETURNING id)
       INSERT INTO user_group_members (group_id, user_id) SELECT id, $2 FROM made RETURNING group_id AS id`,
      [organizationId, userId],
    );
    return group!.id;
  }

  it.each(['include=secrets', 'include=', 'include=grants-summary&include=grants-summary'])(
    '%p is refused flat',
    async (query) => {
      const answer = await owner.api.get(`/v1/agents?${query}`);
      expect([answer.status, answer.body]).toEqual([400, { error: 'include must be one of grants-summary' }]);
    },
  );
});

describe('the secrets of an agent as a list', () => {
  let bot: any;
  let first: string;
  let second: string;
  const path = () => `/v1/agents/${bot.id}/secrets`;
  const granted = async (): Promise<string[]> => (await owner.api.get(path())).body;

  beforeEach(async () => {
    bot = await create({ name: 'Bot', identifier: 'bot' });
    first = await createSecret(owner, { name: 'First', value: 'canary-value', hostPattern: 'a.example.com' });
    second = await createSecret(owner, { hostPattern: 'b.example.com' }, '/v1/org/secrets');
  });

  it('02-9 becomes exactly what is sent, in one publish', async () => {
    const before = await generation();
    const answer = await owner.api.put(path(), { secretIds: [first, second, first] });
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    expect((await granted()).sort()).toEqual([first, second].sort());
    expect(await generation()).toBe(before + 1);
    await owner.api.put(path(), { secretIds: [second] });
    expect(await granted()).toEqual([second]);
    expect((await owner.api.put(path(), { secretIds: [second] })).status).toBe(200);
    expect(await generation()).toBe(before + 2);
  });

  it('02-9 stays as it was when one id is foreign', async () => {
    await owner.api.put(path(), { secretIds: [first] });
    const stranger = await signUpOwner(server);
    const foreign = await createSecret(stranger, { hostPattern: 'a.example.com' });
    const { body: sibling } = await api(server).as(owner.cookie).post('/v1/workspaces', { name: 'Second' });
    const elsewhere = await createSecret(
      { api: api(server).as(sibling.apiKey) },
      { hostPattern: 'a.example.com' },
    );
    const before = await generation();
    for (const id of [foreign, elsewhere, randomUUID(), first.toUpperCase(), 'x', '']) {
      const answer = await owner.api.put(path(), { secretIds: [second, id] });
      expect([answer.status, answer.body]).toEqual([
        400,
        { error: { message: 'One or more secrets not found', type: 'invalid_request_error' } },
      ]);
    }
    expect(await granted()).toEqual([first]);
    expect(await generation()).toBe(before);
  });

  it('02-9 emptied loses the secrets and leaves the agent other grants', async () => {
    await owner.api.put(path(), { secretIds: [first, second] });
    await grantConnection(bot.id);
    expect((await owner.api.put(path(), { secretIds: [] })).status).toBe(200);
    expect(await granted()).toEqual([]);
    const rules = await server.db.query(
      `SELECT r.targets FROM policy_rules r JOIN policy_sets s ON s.id = r.set_id
       WHERE s.workspace_id = $1 AND r.source = 'grant'`,
      [owner.workspaceId],
    );
    expect(rules).toEqual([{ targets: [expect.objectContaining({ kind: 'connection' })] }]);
  });

  /** Connections cannot be granted through the API yet; this is the rule such a grant is. */
  async function grantConnection(agentId: string): Promise<void> {
    await server.db.query(
      `INSERT INTO policy_rules (set_id, logical_id, priority, source, name, action, identities, targets)
       SELECT id, gen_random_uuid(), 99, 'grant', 'Bot → Gmail', 'allow', $2, $3
       FROM policy_sets WHERE workspace_id = $1`,
      [
        owner.workspaceId,
        JSON.stringify([{ type: 'agent', id: agentId }]),
        JSON.stringify([{ kind: 'connection', connectionId: randomUUID(), tools: null }]),
      ],
    );
  }

  it.each<[unknown, string]>([
    [{}, 'secretIds is required'],
    [undefined, 'secretIds is required'],
    [{ secretIds: 'x' }, 'secretIds must be an array'],
    [{ secretIds: null }, 'secretIds must be an array'],
    [{ secretIds: [1] }, 'secretIds must be an array of strings'],
  ])('%j is refused flat', async (body, error) => {
    const answer = await owner.api.put(path(), body);
    expect([answer.status, answer.body]).toEqual([400, { error }]);
  });
});

describe('the audit log', () => {
  it('has one row for each write, with ids and field names and nothing secret', async () => {
    const session = api(server).as(owner.cookie).inWorkspace(owner.workspaceId);
    const { body: bot } = await session.post('/v1/agents', { name: 'Bot', identifier: 'bot' });
    const secretId = await createSecret(owner, { value: 'canary-value', hostPattern: 'a.example.com' });
    await owner.api.patch(`/v1/agents/${bot.id}`, { name: 'Robot' });
    await owner.api.post(`/v1/agents/${bot.id}/set-default`);
    await owner.api.post(`/v1/agents/${bot.id}/regenerate-token`);
    await owner.api.put(`/v1/agents/${bot.id}/secrets`, { secretIds: [secretId] });
    const other = await create({ name: 'Other', identifier: 'other' });
    await owner.api.delete(`/v1/agents/${other.id}`);
    // Refused writes leave nothing.
    await owner.api.delete(`/v1/agents/${bot.id}`);
    await owner.api.post('/v1/agents', { name: 'Bot', identifier: 'bot' });

    const rows = await auditRows('agent');
    expect(rows.map(({ action, source, metadata }) => [action, source, metadata])).toEqual([
      ['create', 'app', { agentId: bot.id, name: 'Bot' }],
      ['update', 'api', { agentId: bot.id, fields: ['name'] }],
      ['update', 'api', { agentId: bot.id, fields: ['isDefault'] }],
      ['regenerate', 'api', { agentId: bot.id }],
      ['create', 'api', { agentId: other.id, name: 'Other' }],
      ['delete', 'api', { agentId: other.id, name: 'Other' }],
    ]);
    for (const row of rows) {
      expect(row).toMatchObject({
        workspace_id: owner.workspaceId,
        user_id: owner.userId,
        user_email: owner.email,
        status: 'success',
      });
    }
    const grants = await auditRows('grant');
    expect(grants.map(({ action, metadata }) => [action, metadata])).toEqual([
      ['update', { agentId: bot.id, secretIds: [secretId], changed: true }],
    ]);
    expect(JSON.stringify([rows, grants])).not.toMatch(/canary|aoc_/);
  });
});
