import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../harness/accounts.js';
import { type Agent, createAgent, createSecret, grant } from '../harness/agent.js';
import { api, type ApiClient } from '../harness/client.js';
import { memberOf } from '../harness/members.js';
import { addGroup } from '../harness/people.js';
import { network, publishRules, type RuleInput, type RuleSetInput } from '../harness/rules.js';
import { startServer, type TestServer } from '../harness/server.js';

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
  const rules = Array.isArray(input) ? { rules: input } : input;
  return publishRules(server, { organizationId: owner.organizationId }, rules);
}

function workspace(rules: RuleInput[]): Promise<void> {
  const { organizationId, workspaceId } = owner;
  return publishRules(server, { organizationId, workspaceId }, { rules });
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
