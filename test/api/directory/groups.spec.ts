import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, createAgent } from '../../harness/clients/agent.js';
import { api, type ApiClient } from '../../harness/clients/client.js';
import { setPlan, signInOnCloud } from '../../harness/people/cloud.js';
import {
  administrationOf,
  everyPage,
  trailOf,
  withOrganizationKey,
} from '../../harness/sign-on/directory.js';
import { joinAs } from '../../harness/people/members.js';
import { orphans } from '../../harness/database/orphans.js';
import { addGroup, addMember, bind, setMembership } from '../../harness/people/people.js';
import { network } from '../../harness/policy/rules.js';
import { startReplica, type TestServer } from '../../harness/server/server.js';
import type { SessionIssuer } from '../../harness/people/session-issuer.js';
import { withCloud, withUpstream } from '../../harness/server/stands.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';

const GROUPS = '/v1/org/groups';
const MAPPINGS = '/v1/org/role-mappings';
const TOKENS = '/v1/org/scim/tokens';

let server: TestServer;
let upstream: Upstream;
let owner: Owner;
let admin: ApiClient;

withUpstream((stand) => ({ server, upstream } = stand), { ENTERPRISE_ENABLED: 'true', REGISTRATION: 'open' });

beforeEach(async () => {
  owner = await signUpOwner(server);
  admin = administrationOf(server, owner).session;
});

let made = 0;

async function createGroup(name = `Group ${++made}`, userIds: string[] = []): Promise<string> {
  const created = await admin.post(GROUPS, { name });
  expect(created.status).toBe(201);
  if (userIds.length > 0) await put(created.body.id, userIds);
  return created.body.id;
}

const put = (groupId: string, userIds: string[]) => admin.put(`${GROUPS}/${groupId}/members`, { userIds });
const member = (organization: Owner = owner) => addMember(server, organization.organizationId);
const trail = (...services: string[]) => trailOf(server, owner.organizationId, ...services);
const provisioned = (groupId: string) =>
  server.db.query(`UPDATE user_groups SET source = 'scim', external_id = 'x' WHERE id = $1`, [groupId]);

describe('groups', () => {
  it('05 §3.2 are made, read, renamed, listed by name and found by a part of it', async () => {
    const names = ['beta', 'Alpha', 'alpha 50%', 'gamma_1'];
    const ids = new Map<string, string>();
    for (const name of names) ids.set(name, await createGroup(` ${name} `));
    const listed = (await everyPage(admin, GROUPS, 3)).map((page) => page.map((row) => row.name));
    expect(listed.map((page) => page.length)).toEqual([3, 1]);
    expect(new Set(listed.flat())).toEqual(new Set(names));
    const found = async (query: string) =>
      (await admin.get(`${GROUPS}?${query}`)).body.data.map((row: any) => row.name);
    expect((await found('q=ALPHA')).sort()).toEqual(['Alpha', 'alpha 50%']);
    expect(await found('q=50%25')).toEqual(['alpha 50%']);
    expect(await found('source=scim')).toEqual([]);
    const renamed = await admin.patch(`${GROUPS}/${ids.get('beta')}`, { name: 'Delta' });
    expect(renamed.body).toEqual({
      id: ids.get('beta'),
      name: 'Delta',
      source: 'manual',
      externalId: null,
      memberCount: 0,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const taken = [
      await admin.post(GROUPS, { name: 'Alpha' }),
      await admin.patch(`${GROUPS}/${ids.get('beta')}`, { name: 'Alpha' }),
    ];
    expect(taken.map(({ status, body }) => [status, body.error.type])).toEqual([
      [409, 'invalid_request_error'],
      [409, 'invalid_request_error'],
    ]);
    for (const [answer, status] of [
      [await admin.post(GROUPS, { name: ' ' }), 400],
      [await admin.post(GROUPS, { name: 'x'.repeat(101) }), 400],
      [await admin.post(GROUPS, { name: 'With more', color: 'red' }), 201],
      [await admin.patch(`${GROUPS}/${ids.get('Alpha')}`, { name: 'A', color: 'red' }), 400],
      [await admin.get(`${GROUPS}?cursor=xx`), 400],
      [await admin.get(`${GROUPS}?source=other`), 400],
      [await admin.get(`${GROUPS}/${randomUUID()}`), 404],
      [await admin.get(`${GROUPS}/nothing`), 404],
    ] as const)
      expect(answer.status).toBe(status);
    const entries = await trail('group');
    expect(entries.map(({ action }) => action)).toEqual([...names.map(() => 'create'), 'update', 'create']);
  });

  it('05-12 a provisioned group is its provider’s, one foreign id changes nothing, a present member stays', async () => {
    const [one, other, foreign] = [await member(), await member(), await member(await signUpOwner(server))];
    const groupId = await createGroup('Crew', [one]);
    const refused = await put(groupId, [other, foreign]);
    expect([refused.status, refused.body.error.type]).toEqual([400, 'invalid_request_error']);
    expect((await admin.put(`${GROUPS}/${groupId}/members/${foreign}`)).status).toBe(400);
    expect((await admin.put(`${GROUPS}/${groupId}/members/nobody`)).status).toBe(400);
    expect((await admin.get(`${GROUPS}/${groupId}/members`)).body.data).toEqual([
      { userId: one, email: expect.any(String), name: null, addedAt: expect.any(String) },
    ]);
    expect((await admin.put(`${GROUPS}/${groupId}/members/${one}`)).status).toBe(204);
    expect((await put(groupId, [other, other.toUpperCase()])).body).toEqual({ added: 1, removed: 1 });
    expect((await put(groupId, [other])).body).toEqual({ added: 0, removed: 0 });
    expect((await admin.delete(`${GROUPS}/${groupId}/members/${other}`)).status).toBe(204);
    expect((await admin.delete(`${GROUPS}/${groupId}/members/${other}`)).status).toBe(204);
    expect((await trail('group')).map(({ metadata }) => metadata)).toEqual([
      { groupId, name: 'Crew' },
      { groupId, added: 1, removed: 0 },
      { groupId, added: 1, removed: 1 },
      { groupId, added: 0, removed: 1, targetUserId: other },
    ]);
    await provisioned(groupId);
    for (const answer of [
      await admin.patch(`${GROUPS}/${groupId}`, { name: 'Mine' }),
      await admin.delete(`${GROUPS}/${groupId}`),
      await put(groupId, []),
      await admin.put(`${GROUPS}/${groupId}/members/${one}`),
      await admin.delete(`${GROUPS}/${groupId}/members/${one}`),
    ])
      expect([answer.status, answer.body.error.type]).toEqual([409, 'invalid_request_error']);
    expect(
      (
        await put(
          groupId,
          Array.from({ length: 1001 }, () => randomUUID()),
        )
      ).status,
    ).toBe(400);
  });

  it('05 §3.2 members come in the order they were added, suspended ones too, page by page', async () => {
    const people: string[] = [];
    const groupId = await createGroup();
    for (let index = 0; index < 5; index++) {
      people.push(await member());
      await admin.put(`${GROUPS}/${groupId}/members/${people.at(-1)!}`);
    }
    await setMembership(server, owner.organizationId, people[1]!, 'suspended');
    const pages = await everyPage(admin, `${GROUPS}/${groupId}/members`, 2);
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(pages.flat().map(({ userId }) => userId)).toEqual(people);
    const [{ email }] = (await server.db.query<{ email: string }>(`SELECT email FROM users WHERE id = $1`, [
      people[3],
    ])) as [{ email: string }];
    const found = await admin.get(`${GROUPS}/${groupId}/members?q=${email.toUpperCase()}`);
    expect(found.body.data).toHaveLength(1);
  });

  it('05 §3.2 detaching takes that no token is left and makes it a manual group', async () => {
    const groupId = await createGroup();
    expect((await admin.post(`${GROUPS}/${groupId}/detach`)).status).toBe(409);
    await provisioned(groupId);
    const token = (await admin.post(TOKENS, { label: 'Okta' })).body;
    expect((await admin.post(`${GROUPS}/${groupId}/detach`)).status).toBe(409);
    await admin.delete(`${TOKENS}/${token.id}`);
    const detached = await admin.post(`${GROUPS}/${groupId}/detach`);
    expect(detached.body).toMatchObject({ id: groupId, source: 'manual', externalId: null });
    expect((await admin.post(`${GROUPS}/${randomUUID()}/detach`)).status).toBe(404);
  });

  it('05-11 deleting the only group of a rule switches the rule off and lists it', async () => {
    const person = await joinAs(server, owner);
    const groupId = await createGroup('Doomed', [person.userId]);
    const others = await createGroup('Others');
    const rule = async (name: string, ids: string[]) =>
      (
        await admin.post('/v1/org/policy/rules', {
          name,
          action: 'block',
          identities: ids.map((id) => ({ type: 'group', id })),
          targets: [network('blocked.test')],
        })
      ).body;
    const only = await rule('Only', [groupId]);
    await rule('Shared', [groupId, others]);
    const everywhere = {
      mode: 'restricted',
      rules: [
        { userIds: [], groupIds: [groupId], providers: ['slack'] },
        { userIds: [], groupIds: [groupId, others], providers: ['gmail'] },
      ],
    };
    expect((await admin.put('/v1/org/app-availability', everywhere)).status).toBe(200);
    await bind(server, owner.workspaceId, { groupId });
    expect((await person.session.get(`/v1/workspaces/${owner.workspaceId}`)).status).toBe(200);
    expect((await admin.delete(`${GROUPS}/${groupId}`)).status).toBe(204);
    expect((await person.session.get(`/v1/workspaces/${owner.workspaceId}`)).status).toBe(404);
    const rules = (await admin.get('/v1/org/policy/rules')).body as any[];
    expect(rules.find(({ name }) => name === 'Only')).toMatchObject({ enabled: false });
    expect(rules.find(({ name }) => name === 'Shared')).toMatchObject({
      enabled: true,
      identities: [{ type: 'group', id: others }],
    });
    expect((await admin.get('/v1/org/app-availability')).body.rules).toMatchObject([{ groupIds: [others] }]);
    expect((await trail('group')).at(-1)).toMatchObject({
      action: 'delete',
      metadata: { groupId, name: 'Doomed', disabledRules: [only.logicalId] },
    });
    expect((await admin.delete(`${GROUPS}/${groupId}`)).status).toBe(404);
  });

  it('05 §3.4 who joins or leaves a group is judged by its rules from the next request on', async () => {
    const groupId = await createGroup();
    const agent: Agent = await createAgent(server, owner);
    await admin.post('/v1/org/policy/rules', {
      name: 'Not for the crew',
      action: 'block',
      identities: [{ type: 'group', id: groupId }],
      targets: [network('api.u.test')],
    });
    const status = async () => (await agent.ask('http://api.u.test/')).status;
    expect(await status()).toBe(200);
    await put(groupId, [owner.userId]);
    expect(await status()).toBe(403);
    await admin.delete(`${GROUPS}/${groupId}/members/${owner.userId}`);
    expect(await status()).toBe(200);
    await put(groupId, [owner.userId]);
    expect(await status()).toBe(403);
    await admin.delete(`${GROUPS}/${groupId}`);
    expect(await status()).toBe(200);
  });

  it('twenty writes of one group at once end as a serial order would', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => member()));
    const groupId = await createGroup();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const one = people[index % 4]!;
        return [
          () => put(groupId, [one]),
          () => admin.put(`${GROUPS}/${groupId}/members/${one}`),
          () => admin.delete(`${GROUPS}/${groupId}/members/${one}`),
          () => admin.patch(`${GROUPS}/${groupId}`, { name: `Name ${index}` }),
          () => admin.delete(`/v1/org/members/${one}`),
        ][index % 5]!();
      }),
    );
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    const { body } = await admin.get(`${GROUPS}/${groupId}`);
    const left = (await trail('group')).reduce(
      (count, { metadata: { added = 0, removed = 0 } }) => count + Number(added) - Number(removed),
      0,
    );
    const gone = answers.filter((_, index) => index % 5 === 4).filter(({ status }) => status === 204).length;
    expect(gone).toBe(4);
    expect(body.memberCount).toBe(0);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(await orphans(server.db)).toEqual([]);
  });
});

describe('role mappings', () => {
  const map = async (groupId: string, role: string, priority?: number): Promise<string> => {
    const created = await admin.post(MAPPINGS, { groupId, role, priority });
    expect([created.status, created.text]).toEqual([201, expect.any(String)]);
    return created.body.id;
  };
  const roleOf = async (userId: string) => (await admin.get(`/v1/org/members/${userId}`)).body.role;

  it('05-13 the highest priority decides, a new order demotes with the keys, and no mapping changes nothing', async () => {
    const person = await joinAs(server, owner);
    const [admins, members] = [
      await createGroup('A', [person.userId]),
      await createGroup('M', [person.userId]),
    ];
    const toAdmin = await map(admins, 'admin', 2);
    const toMember = await map(members, 'member', 1);
    expect(await roleOf(person.userId)).toBe('admin');
    const key = await withOrganizationKey(server, person, owner);
    expect((await key.get(GROUPS)).status).toBe(200);
    const order = await admin.put(`${MAPPINGS}/order`, { orderedIds: [toMember, toAdmin] });
    expect(order.body).toMatchObject([
      { id: toMember, priority: 2, role: 'member', groupName: 'M', memberCount: 1 },
      { id: toAdmin, priority: 1 },
    ]);
    expect(await roleOf(person.userId)).toBe('member');
    expect((await key.get(GROUPS)).status).toBe(401);
    expect((await admin.delete(`${MAPPINGS}/${toMember}`)).status).toBe(204);
    expect(await roleOf(person.userId)).toBe('admin');
    expect((await key.get(GROUPS)).status).toBe(401);
    expect((await admin.delete(`${MAPPINGS}/${toAdmin}`)).status).toBe(204);
    expect(await roleOf(person.userId)).toBe('admin');
    const changes = (await trail('member', 'api-key')).filter(({ action }) => action !== 'create');
    expect(changes).toMatchObject([
      {
        userId: person.userId,
        source: 'app',
        metadata: { from: 'member', to: 'admin', trigger: 'role-mapping' },
      },
      { metadata: { from: 'admin', to: 'member', trigger: 'role-mapping' } },
      { service: 'api-key', metadata: { reason: 'role_change', revokedCount: 1 } },
      { metadata: { from: 'member', to: 'admin', trigger: 'role-mapping' } },
    ]);
    expect((await trail('role-mapping')).map(({ action, metadata }) => [action, metadata])).toEqual([
      ['create', { roleMappingId: toAdmin, groupId: admins, role: 'admin', priority: 2 }],
      ['create', { roleMappingId: toMember, groupId: members, role: 'member', priority: 1 }],
      ['update', { reordered: 2 }],
      ['delete', { roleMappingId: toMember, groupId: members, role: 'member', priority: 2 }],
      ['delete', { roleMappingId: toAdmin, groupId: admins, role: 'admin', priority: 1 }],
    ]);
  });

  it('05-14 of equals the administrator wins, the owner stays, and a mapped role is not changed by hand', async () => {
    const person = await joinAs(server, owner);
    const both = [person.userId, owner.userId];
    const [admins, members] = [await createGroup(undefined, both), await createGroup(undefined, both)];
    await map(members, 'member', 5);
    await map(admins, 'admin', 5);
    expect(await roleOf(person.userId)).toBe('admin');
    expect(await roleOf(owner.userId)).toBe('owner');
    const byHand = await admin.patch(`/v1/org/members/${person.userId}`, { role: 'member' });
    expect([byHand.status, byHand.body.error.type]).toEqual([409, 'invalid_request_error']);
    const team = (await admin.get('/v1/org/team')).body as any[];
    expect(team.map(({ role, roleManagedByIdp }) => [role, roleManagedByIdp])).toEqual([
      ['owner', false],
      ['admin', true],
    ]);
  });

  it('05-15 an order names every mapping once, and a preview counts what saving changes', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => member()));
    await setMembership(server, owner.organizationId, people[2]!, 'suspended');
    const groupId = await createGroup('All', [...people, owner.userId]);
    const other = await createGroup('Some', [people[0]!]);
    const strongest = await map(other, 'member', 10);
    const preview = async (of: string, role: string) =>
      (await admin.post(`${MAPPINGS}/preview`, { groupId: of, role })).body;
    expect(await preview(groupId, 'admin')).toEqual({ affectedCount: 1 });
    expect(await preview(groupId, 'member')).toEqual({ affectedCount: 0 });
    expect(await preview(other, 'admin')).toEqual({ affectedCount: 1 });
    expect(await preview(randomUUID(), 'admin')).toEqual({ affectedCount: 0 });
    expect(await preview('nothing', 'admin')).toEqual({ affectedCount: 0 });
    const id = await map(groupId, 'admin');
    expect((await admin.get(MAPPINGS)).body.map((row: any) => row.priority)).toEqual([10, 9]);
    expect(await Promise.all(people.map(roleOf))).toEqual(['member', 'admin', 'member']);
    for (const orderedIds of [[id], [id, id], [id, strongest, randomUUID()], [id, 'nothing']]) {
      const refused = await admin.put(`${MAPPINGS}/order`, { orderedIds });
      expect([refused.status, refused.body.error.type]).toEqual([400, 'invalid_request_error']);
    }
    expect((await admin.put(`${MAPPINGS}/order`, { orderedIds: [] })).status).toBe(400);
  });

  it('05 §4.2 one mapping a group, of the organization, within bounds', async () => {
    const groupId = await createGroup();
    const foreign = await addGroup(server, (await signUpOwner(server)).organizationId, []);
    const id = await map(groupId, 'member');
    expect((await admin.get(MAPPINGS)).body).toMatchObject([{ id, priority: 0 }]);
    for (const [body, status] of [
      [{ groupId, role: 'admin' }, 409],
      [{ groupId: foreign, role: 'admin' }, 404],
      [{ groupId: 'nothing', role: 'admin' }, 404],
      [{ groupId, role: 'owner' }, 400],
      [{ groupId, role: 'admin', priority: 1_000_001 }, 400],
      [{ groupId, role: 'admin', priority: 1.5 }, 400],
      [{ groupId: '', role: 'admin' }, 400],
    ] as const)
      expect([body, (await admin.post(MAPPINGS, body)).status]).toEqual([body, status]);
    expect((await admin.patch(`${MAPPINGS}/${id}`, { priority: 4 })).status).toBe(400);
    const updated = await admin.patch(`${MAPPINGS}/${id}`, { role: 'admin', priority: -1_000_000 });
    expect(updated.body).toMatchObject({ role: 'admin', priority: -1_000_000 });
    const next = await map(await createGroup(), 'member');
    expect((await admin.get(MAPPINGS)).body.map((row: any) => row.priority)).toEqual([
      -1_000_000, -1_000_000,
    ]);
    expect((await admin.delete(`${MAPPINGS}/${next}`)).status).toBe(204);
    for (const answer of [
      await admin.delete(`${MAPPINGS}/${next}`),
      await admin.patch(`${MAPPINGS}/${randomUUID()}`, { role: 'admin' }),
      await admin.delete(`${MAPPINGS}/nothing`),
    ])
      expect(answer.status).toBe(404);
  });

  it('05 §4.3.5 groups, their end, reinstatement, invitations and a transfer resolve roles anew', async () => {
    const person = await joinAs(server, owner);
    const groupId = await createGroup();
    await map(groupId, 'admin');
    await admin.put(`${GROUPS}/${groupId}/members/${person.userId}`);
    expect(await roleOf(person.userId)).toBe('admin');
    await admin.patch(`/v1/org/members/${person.userId}`, { status: 'suspended' });
    const members = await createGroup(undefined, [person.userId]);
    const lower = await map(members, 'member', 100);
    expect(await roleOf(person.userId)).toBe('admin');
    await admin.patch(`/v1/org/members/${person.userId}`, { status: 'active' });
    expect(await roleOf(person.userId)).toBe('member');
    await admin.delete(`${GROUPS}/${members}`);
    expect((await admin.get(MAPPINGS)).body.map((row: any) => row.id)).not.toContain(lower);
    expect(await roleOf(person.userId)).toBe('admin');
    const forOwner = await createGroup(undefined, [owner.userId]);
    await map(forOwner, 'member', 50);
    await admin.post('/v1/org/transfer-ownership', { userId: person.userId });
    const heir = await person.session.get('/v1/org/members');
    expect(heir.body.data.map((row: any) => row.role)).toEqual(['member', 'owner']);
  });

  it('05 §1.1.4 without the licence mappings are not applied', async () => {
    const heir = await joinAs(server, owner, 'admin');
    const groupId = await createGroup(undefined, [owner.userId]);
    await map(groupId, 'member');
    const community = await startReplica(server, upstream.settings);
    try {
      const there = administrationOf(community, owner).session;
      expect((await there.post('/v1/org/transfer-ownership', { userId: heir.userId })).status).toBe(200);
    } finally {
      await community.close();
    }
    expect(await roleOf(owner.userId)).toBe('admin');
  });
});

describe('SCIM tokens', () => {
  it('05 §7 are shown once, listed without their value, and dead with their revocation', async () => {
    const created = await admin.post(TOKENS, { label: ' Okta ' });
    expect(created.status).toBe(201);
    const { id, token } = created.body;
    expect(created.body).toEqual({
      id,
      label: 'Okta',
      token: expect.stringMatching(/^oc_scim_[0-9a-f]{48}$/),
      lastUsedAt: null,
      createdAt: expect.any(String),
      createdByEmail: owner.email,
    });
    const { token: _, ...row } = created.body;
    expect((await owner.api.get(TOKENS)).body).toEqual([row]);
    const onTheApi = await api(server).as(token).with({ cookie: owner.cookie }).get('/v1/user');
    expect([onTheApi.status, onTheApi.body.error.message]).toEqual([401, 'Invalid API key or token.']);
    const stored = await server.db.query(`SELECT token_ciphertext FROM api_keys WHERE id = $1`, [id]);
    expect(stored).toEqual([{ token_ciphertext: null }]);
    expect((await admin.delete(`${TOKENS}/${id}`)).status).toBe(204);
    expect((await admin.delete(`${TOKENS}/${id}`)).status).toBe(204);
    expect((await admin.get(TOKENS)).body).toEqual([]);
    expect(await server.db.query(`SELECT 1 FROM api_keys WHERE id = $1`, [id])).toEqual([]);
    expect((await admin.delete(`${TOKENS}/${randomUUID()}`)).status).toBe(404);
    const entries = await trail('scim-token');
    expect(entries.map(({ action, metadata }) => [action, metadata])).toEqual([
      ['create', { tokenId: id, label: 'Okta' }],
      ['delete', { tokenId: id, label: 'Okta' }],
    ]);
  });

  it('05 §7 at most twenty at a time, also of twenty-five at once, and no key of one workspace makes any', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => admin.post(TOKENS, { label: 'One' })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 409)).toHaveLength(5);
    const byWorkspace = await owner.api.post(TOKENS, { label: 'One' });
    expect([byWorkspace.status, byWorkspace.body.error.message]).toEqual([403, 'Insufficient permissions']);
    for (const body of [{}, { label: ' ' }, { label: 'x'.repeat(65) }, { label: 'x', more: 1 }])
      expect((await admin.post(TOKENS, body)).status).toBe(400);
  });

  it('05 §7 outlive the one who made them', async () => {
    const person = await joinAs(server, owner, 'admin');
    const { id } = (await person.session.post(TOKENS, { label: 'Entra' })).body;
    await admin.delete(`/v1/org/members/${person.userId}`);
    expect((await admin.get(TOKENS)).body).toMatchObject([{ id, createdByEmail: person.email }]);
    const foreign = administrationOf(server, await signUpOwner(server)).session;
    expect((await foreign.delete(`${TOKENS}/${id}`)).status).toBe(404);
  });
});

describe('on Cloud', () => {
  let cloud: TestServer;
  let issuer: SessionIssuer;

  withCloud((stand) => ({ cloud, issuer } = stand));

  it('05 §1.2 writes take the plan before their body is looked at, reads and revocations never', async () => {
    const person = await signInOnCloud(cloud, issuer);
    for (const answer of [
      await person.api.post(GROUPS, {}),
      await person.api.patch(`${GROUPS}/x`, {}),
      await person.api.delete(`${GROUPS}/x`),
      await person.api.put(`${GROUPS}/x/members`, {}),
      await person.api.post(`${GROUPS}/x/detach`),
      await person.api.post(MAPPINGS, {}),
      await person.api.post(`${MAPPINGS}/preview`, {}),
      await person.api.put(`${MAPPINGS}/order`, {}),
      await person.api.post(TOKENS, {}),
    ]) {
      expect([answer.status, answer.body.error.type]).toEqual([403, 'authentication_error']);
      expect(answer.body.error.message).toContain('Enterprise');
    }
    for (const path of [GROUPS, MAPPINGS, TOKENS]) expect((await person.api.get(path)).status).toBe(200);
    expect((await person.api.delete(`${TOKENS}/${randomUUID()}`)).status).toBe(404);
    await setPlan(cloud, person.organizationId, 'enterprise');
    expect((await person.api.post(GROUPS, {})).status).toBe(400);
  });
});
