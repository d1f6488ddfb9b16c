import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, createAgent, createSecret, grant, revoke } from '../../harness/clients/agent.js';
import { api, type Answer } from '../../harness/clients/client.js';
import type { TestServer } from '../../harness/server/server.js';
import { withUpstream } from '../../harness/server/stands.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';

const AGENT_NOT_FOUND = { error: { message: 'Agent not found', type: 'not_found_error' } };
const SECRET_NOT_FOUND = { error: { message: 'Secret not found', type: 'not_found_error' } };
const HOST = 'api.example.test';

let server: TestServer;
let upstream: Upstream;
let owner: Owner;
let agent: Agent;

withUpstream((stand) => ({ upstream, server } = stand));
beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
});

const grantPath = (secretId: string, agentId = agent.id) =>
  `/v1/agents/${agentId}/grants/secrets/${secretId}`;
const attach = (secretId: string): Promise<Answer> => owner.api.put(grantPath(secretId));
const detach = (secretId: string): Promise<Answer> => owner.api.delete(grantPath(secretId));
const secretsOf = async (agentId = agent.id): Promise<string[]> => {
  const { body } = await owner.api.get(`/v1/agents/${agentId}/grants`);
  return body.secrets.map(({ secretId }: { secretId: string }) => secretId);
};
const workspaceSecret = (fields: object = {}) => createSecret(owner, { hostPattern: HOST, ...fields });
const organizationSecret = (fields: object = {}) =>
  createSecret(owner, { hostPattern: HOST, ...fields }, '/v1/org/secrets');

async function generation(): Promise<number> {
  const [set] = await server.db.query<{ live_generation: number }>(
    'SELECT live_generation FROM policy_sets WHERE workspace_id = $1',
    [owner.workspaceId],
  );
  return set!.live_generation;
}

async function grantRules(): Promise<any[]> {
  return server.db.query(
    `SELECT r.name, r.action, r.enabled, r.identities, r.targets FROM policy_rules r
     JOIN policy_sets s ON s.id = r.set_id
     WHERE s.workspace_id = $1 AND r.source = 'grant' ORDER BY r.priority`,
    [owner.workspaceId],
  );
}

/** The credential the upstream sees on the agent's next request. */
async function injected(path = '/'): Promise<string | undefined> {
  expect((await agent.ask(`http://${HOST}${path}`)).status).toBe(200);
  return upstream.only().headers['x-test-key'] as string | undefined;
}

describe('the grants of an agent', () => {
  it('are empty in the beginning', async () => {
    const answer = await owner.api.get(`/v1/agents/${agent.id}/grants`);
    expect([answer.status, answer.body]).toEqual([
      200,
      { agentId: agent.id, mode: 'grants', connections: [], secrets: [] },
    ]);
  });

  it('02-13 name secrets of both levels in the order they were granted, never a value', async () => {
    const own = await workspaceSecret({ name: 'Own', value: 'canary-own' });
    const shared = await organizationSecret({ name: 'Shared', value: 'canary-shared' });
    expect((await attach(shared)).status).toBe(200);
    const answer = await attach(own);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        agentId: agent.id,
        mode: 'grants',
        connections: [],
        secrets: [
          { secretId: shared, name: 'Shared', type: 'generic', scope: 'organization' },
          { secretId: own, name: 'Own', type: 'generic', scope: 'workspace' },
        ],
      },
    ]);
    const read = await owner.api.get(`/v1/agents/${agent.id}/grants`);
    expect(read.body).toEqual(answer.body);
    expect(answer.text + read.text).not.toContain('canary');
  });

  it('02-18 decide the very next request', async () => {
    const secretId = await workspaceSecret({ value: 'the-key' });
    expect(await injected()).toBeUndefined();
    await grant(owner, agent.id, secretId);
    expect(await injected()).toBe('the-key');
    await revoke(owner, agent.id, secretId);
    expect(await injected()).toBeUndefined();
    await grant(owner, agent.id, secretId);
    expect(await injected()).toBe('the-key');
  });

  it('02-18 of an organization secret decide the very next request, for that agent only', async () => {
    const secretId = await organizationSecret({ value: 'shared-key' });
    const other = await createAgent(server, owner);
    await grant(owner, other.id, secretId);
    expect(await injected()).toBeUndefined();
    await grant(owner, agent.id, secretId);
    expect(await injected()).toBe('shared-key');
    await revoke(owner, other.id, secretId);
    expect(await injected()).toBe('shared-key');
  });

  it('02-18 through the list form decide the very next request too', async () => {
    const secretId = await workspaceSecret({ value: 'the-key' });
    await owner.api.put(`/v1/agents/${agent.id}/secrets`, { secretIds: [secretId] });
    expect(await injected()).toBe('the-key');
    await owner.api.put(`/v1/agents/${agent.id}/secrets`, { secretIds: [] });
    expect(await injected()).toBeUndefined();
  });

  it('are rules for exactly that agent and that secret', async () => {
    const secretId = await workspaceSecret({ name: 'Key' });
    await attach(secretId);
    expect(await grantRules()).toEqual([
      {
        name: `${agent.name} → Key`,
        action: 'allow',
        enabled: true,
        identities: [{ type: 'agent', id: agent.id }],
        targets: [{ kind: 'secret', secretId, secretScope: null }],
      },
    ]);
  });
});

describe('granting a secret', () => {
  it.each([undefined, {}, { access: 'full', anything: [1] }, []])('ignores the body %j', async (body) => {
    const secretId = await workspaceSecret();
    const answer = await owner.api.put(grantPath(secretId), body);
    expect([answer.status, answer.body.secrets]).toEqual([200, [expect.objectContaining({ secretId })]]);
  });

  it('again stores and publishes nothing and gets the same answer', async () => {
    const secretId = await workspaceSecret();
    const first = await attach(secretId);
    const published = await generation();
    const second = await attach(secretId);
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(await generation()).toBe(published);
    expect(await grantRules()).toHaveLength(1);
  });

  it('from many callers at once publishes it once', async () => {
    const secretId = await workspaceSecret();
    const before = await generation();
    const answers = await Promise.all([1, 2, 3, 4].map(() => attach(secretId)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await generation()).toBe(before + 1);
    expect(await grantRules()).toHaveLength(1);
  });

  it('beside other grants at once loses none of them', async () => {
    const ids = [];
    for (let index = 0; index < 5; index++) ids.push(await workspaceSecret({ name: `Key ${index}` }));
    const before = await generation();
    await Promise.all(ids.map(attach));
    expect((await secretsOf()).sort()).toEqual([...ids].sort());
    expect(await generation()).toBe(before + ids.length);
  });

  it('that was detached puts it at the end of the order', async () => {
    const [first, second] = [await workspaceSecret(), await workspaceSecret()];
    await attach(first);
    await attach(second);
    await detach(first);
    await attach(first);
    expect(await secretsOf()).toEqual([second, first]);
  });

  it('outside the attach pool is 404 and changes nothing', async () => {
    const stranger = await signUpOwner(server);
    const foreign = await createSecret(stranger, { hostPattern: HOST });
    const foreignShared = await createSecret(stranger, { hostPattern: HOST }, '/v1/org/secrets');
    const { body: second } = await api(server).as(owner.cookie).post('/v1/workspaces', { name: 'Second' });
    const sibling = await createSecret({ api: api(server).as(second.apiKey) }, { hostPattern: HOST });
    const own = await workspaceSecret();
    const before = await generation();
    const ids = [foreign, foreignShared, sibling, own.toUpperCase(), randomUUID(), 'x', 'a%00b'];
    for (const id of ids) {
      const answer = await attach(id);
      expect([id, answer.status, answer.body]).toEqual([id, 404, SECRET_NOT_FOUND]);
    }
    expect(await generation()).toBe(before);
  });

  it('to an agent of anybody else is 404, whatever the secret', async () => {
    const stranger = await signUpOwner(server);
    const theirs = await createAgent(server, stranger);
    const own = await workspaceSecret();
    for (const agentId of [theirs.id, agent.id.toUpperCase(), randomUUID(), 'x']) {
      for (const secretId of [own, randomUUID()]) {
        for (const answer of [
          await owner.api.put(grantPath(secretId, agentId)),
          await owner.api.delete(grantPath(secretId, agentId)),
        ]) {
          expect([answer.status, answer.body]).toEqual([404, AGENT_NOT_FOUND]);
        }
      }
    }
    expect((await stranger.api.get(`/v1/agents/${theirs.id}/grants`)).body.secrets).toEqual([]);
  });

  it('needs a credential of the workspace', async () => {
    const secretId = await workspaceSecret();
    expect((await api(server).put(grantPath(secretId))).status).toBe(401);
    const session = api(server).as(owner.cookie).inWorkspace(owner.workspaceId);
    expect((await session.put(grantPath(secretId))).status).toBe(200);
  });
});

describe('detaching a secret', () => {
  it('answers 204 whether it was attached, was not, or never existed', async () => {
    const secretId = await workspaceSecret();
    await attach(secretId);
    const published = await generation();
    for (const id of [secretId, secretId, randomUUID(), 'x']) {
      const answer = await detach(id);
      expect([answer.status, answer.text]).toEqual([204, '']);
    }
    expect(await secretsOf()).toEqual([]);
    expect(await generation()).toBe(published + 1);
  });

  it('leaves the grants of other agents and secrets', async () => {
    const [first, second] = [await workspaceSecret(), await workspaceSecret()];
    const other = await createAgent(server, owner);
    for (const id of [first, second]) {
      await grant(owner, agent.id, id);
      await grant(owner, other.id, id);
    }
    await detach(first);
    expect([await secretsOf(), await secretsOf(other.id)]).toEqual([[second], [first, second]]);
  });
});

describe('deleting a granted secret', () => {
  it.each(['/v1/secrets', '/v1/org/secrets'])('%s takes its grants along', async (path) => {
    const secretId = await createSecret(owner, { hostPattern: HOST }, path);
    await attach(secretId);
    expect(await injected()).toBe('the-value');
    expect((await owner.api.delete(`${path}/${secretId}`)).status).toBe(204);
    expect(await injected()).toBeUndefined();
    expect([await secretsOf(), await grantRules()]).toEqual([[], []]);
    expect((await detach(secretId)).status).toBe(204);
    expect((await attach(secretId)).body).toEqual(SECRET_NOT_FOUND);
  });

  it('while it is being granted leaves no grant behind', async () => {
    for (let round = 0; round < 5; round++) {
      const secretId = await workspaceSecret();
      const [granted, listed, deleted] = await Promise.all([
        attach(secretId),
        owner.api.put(`/v1/agents/${agent.id}/secrets`, { secretIds: [secretId] }),
        owner.api.delete(`/v1/secrets/${secretId}`),
      ]);
      expect(deleted.status).toBe(204);
      expect([200, 404]).toContain(granted.status);
      expect([200, 400]).toContain(listed.status);
      expect(await grantRules()).toEqual([]);
    }
  });
});

describe('the audit log', () => {
  it('says who granted and took away what, and whether that changed anything', async () => {
    const secretId = await workspaceSecret({ value: 'canary-value' });
    await attach(secretId);
    await attach(secretId);
    await detach(secretId);
    await detach(secretId);
    const rows = await server.db.query<any>(
      `SELECT user_id, workspace_id, action, status, source, metadata FROM audit_log
       WHERE organization_id = $1 AND service = 'grant' ORDER BY created_at`,
      [owner.organizationId],
    );
    const common = {
      user_id: owner.userId,
      workspace_id: owner.workspaceId,
      status: 'success',
      source: 'api',
    };
    const ids = { agentId: agent.id, secretId };
    expect(rows).toEqual([
      { ...common, action: 'update', metadata: { ...ids, changed: true } },
      { ...common, action: 'update', metadata: { ...ids, changed: false } },
      { ...common, action: 'delete', metadata: ids },
    ]);
  });
});
