import { beforeEach, describe, expect, it } from '@jest/globals';
import { signUpOwner } from '../../harness/people/accounts.js';
import type { Answer } from '../../harness/clients/client.js';
import { type CloudPerson, setPlan, signInOnCloud } from '../../harness/people/cloud.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import type { SessionIssuer } from '../../harness/people/session-issuer.js';
import { withCloud } from '../../harness/server/stands.js';

let issuer: SessionIssuer;
let cloud: TestServer;
let person: CloudPerson;

withCloud((stand) => ({ issuer, cloud } = stand));

beforeEach(async () => {
  person = await signInOnCloud(cloud, issuer);
});

function expectExhausted(answer: Answer, ...words: string[]): void {
  expect([answer.status, answer.body.error?.type]).toEqual([403, 'authentication_error']);
  for (const word of words) expect(answer.body.error.message).toContain(word);
}

const agent = (identifier: string) =>
  person.api.post('/v1/agents', { name: `Agent ${identifier}`, identifier });
const workspace = (name: string) => person.api.post('/v1/workspaces', { name });
const secret = (path = '/v1/secrets') =>
  person.api.post(path, {
    name: 'A secret',
    type: 'generic',
    value: 'v',
    hostPattern: 'api.example.com',
    injectionConfig: { headerName: 'x-key' },
  });

describe('quotas of a Cloud plan (01 §7.3)', () => {
  it('02-5 agents: an existing identifier is 409 at the quota too, a new one 403 naming the plan', async () => {
    expect((await agent('one')).status).toBe(201);
    expect((await agent('one')).status).toBe(409);
    expectExhausted(await agent('two'), 'Free', '2 agents');
    await setPlan(cloud, person.organizationId, 'pro');
    expect((await agent('two')).status).toBe(201);
    expectExhausted(await agent('three'), 'Pro', '3 agents');
    await setPlan(cloud, person.organizationId, 'free');
    expect((await person.api.get('/v1/agents')).body).toHaveLength(3);
  });

  it("the operator's own limit wins in both directions", async () => {
    const limit = (agents: number) =>
      cloud.db.query('UPDATE organizations SET max_agents = $2 WHERE id = $1', [
        person.organizationId,
        agents,
      ]);
    await limit(1);
    expectExhausted(await agent('one'), '1 agents');
    await limit(3);
    expect([(await agent('one')).status, (await agent('two')).status]).toEqual([201, 201]);
    expectExhausted(await agent('three'));
  });

  it('creations at once cannot share the last place', async () => {
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(agent));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403]);
  });

  it('01 §16.3 workspaces: a taken name is answered first', async () => {
    const [first] = (await person.api.get('/v1/workspaces')).body;
    expect((await workspace(first.name)).status).toBe(409);
    expectExhausted(await workspace('Second'), 'Free', '1 workspaces');
    expect((await person.api.get('/v1/workspaces')).body).toHaveLength(1);
    await setPlan(cloud, person.organizationId, 'team');
    expect((await workspace('Second')).status).toBe(201);
  });

  it("02 §3.8 workspace secrets: the organization's own do not count", async () => {
    await setPlan(cloud, person.organizationId, 'unheard-of');
    for (let made = 0; made < 10; made++) expect((await secret()).status).toBe(201);
    expectExhausted(await secret(), 'Free', '10 workspace secrets');
    expect((await secret('/v1/org/secrets')).status).toBe(201);
    await setPlan(cloud, person.organizationId, 'pro');
    expect((await secret()).status).toBe(201);
  });

  it('self-hosted deployments have none', async () => {
    const server = await startServer();
    try {
      const owner = await signUpOwner(server);
      for (const identifier of ['a', 'b', 'c']) {
        const answer = await owner.api.post('/v1/agents', { name: identifier, identifier });
        expect(answer.status).toBe(201);
      }
      expect((await owner.api.post('/v1/workspaces', { name: 'Second' })).status).toBe(201);
    } finally {
      await server.close();
    }
  });
});
