import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { askThrough, createAgent } from '../../harness/clients/agent.js';
import { api, type ApiClient } from '../../harness/clients/client.js';
import { setPlan, signInOnCloud } from '../../harness/people/cloud.js';
import { administrationOf, trailOf } from '../../harness/sign-on/directory.js';
import { joinAs, type Member } from '../../harness/people/members.js';
import { addGroup, addMember, bind, setMembership } from '../../harness/people/people.js';
import { network } from '../../harness/policy/rules.js';
import { startReplica, type TestServer } from '../../harness/server/server.js';
import type { SessionIssuer } from '../../harness/people/session-issuer.js';
import { withCloud, withUpstream } from '../../harness/server/stands.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';

let server: TestServer;
let upstream: Upstream;
let owner: Owner;
let admin: ApiClient;
let access: string;

withUpstream((stand) => ({ server, upstream } = stand), {
  ENTERPRISE_ENABLED: 'true',
  REGISTRATION: 'open',
});

beforeEach(async () => {
  owner = await signUpOwner(server);
  admin = administrationOf(server, owner).session;
  access = `/v1/workspaces/${owner.workspaceId}/access`;
});

const self = () => ({ userId: owner.userId, role: 'owner' });
const read = async () => (await admin.get(access)).body;

async function mintedKey(person: Member): Promise<ApiClient> {
  const minted = await person.session.inWorkspace(owner.workspaceId).get('/v1/user/api-key');
  expect(minted.status).toBe(200);
  return api(server).as(minted.body.apiKey);
}

describe('who may share', () => {
  it('05-16 not who may only use it, not a stranger, but a plain member who owns it', async () => {
    const [user, holder, stranger] = [
      await joinAs(server, owner),
      await joinAs(server, owner),
      await joinAs(server, owner),
    ];
    await bind(server, owner.workspaceId, { userId: user.userId });
    const groupId = await addGroup(server, owner.organizationId, [stranger.userId]);
    const owned = [self(), { userId: holder.userId, role: 'owner' }, { userId: user.userId, role: 'member' }];
    const given = await admin.put(access, { users: owned, groupIds: [] });
    expect([given.status, given.body]).toEqual([200, { added: 1, removed: 0, roleChanged: 0 }]);
    for (const body of [{ users: owned, groupIds: [] }, {}]) {
      const refused = await user.session.put(access, body);
      expect([refused.status, refused.body.error.message]).toEqual([403, 'Insufficient permissions']);
    }
    expect((await user.session.get(access)).status).toBe(403);
    for (const unseen of [await stranger.session.get(access), await stranger.session.put(access, {})])
      expect([unseen.status, unseen.body.error.type]).toEqual([404, 'not_found_error']);
    const shared = await holder.session.put(access, { users: owned, groupIds: [groupId] });
    expect(shared.body).toEqual({ added: 1, removed: 0, roleChanged: 0 });
    const byGroup = await stranger.session.put(access, { users: owned, groupIds: [] });
    expect(byGroup.status).toBe(403);
    const suspended = await addMember(server, owner.organizationId);
    await setMembership(server, owner.organizationId, suspended, 'suspended');
    const foreign = await signUpOwner(server);
    for (const userId of [suspended, foreign.userId, randomUUID(), 'nobody']) {
      const refused = await holder.session.put(access, {
        users: [...owned, { userId, role: 'member' }],
        groupIds: [],
      });
      expect([userId, refused.status, refused.body.error.type]).toEqual([
        userId,
        400,
        'invalid_request_error',
      ]);
    }
    const foreignGroup = await addGroup(server, foreign.organizationId, []);
    expect((await admin.put(access, { users: owned, groupIds: [foreignGroup] })).status).toBe(400);
    expect((await read()).groups).toMatchObject([{ groupId }]);
    await setMembership(server, owner.organizationId, user.userId, 'suspended');
    const resent = await holder.session.put(access, { users: owned, groupIds: [groupId] });
    expect([resent.status, resent.body]).toEqual([200, { added: 0, removed: 0, roleChanged: 0 }]);
  });

  it('05-17 left out, the key of the owner is dead at once, an administrator still comes in, and it revives', async () => {
    const holder = await joinAs(server, owner);
    await admin.put(access, { users: [self(), { userId: holder.userId, role: 'owner' }], groupIds: [] });
    const key = await mintedKey(holder);
    expect((await key.get('/v1/agents')).status).toBe(200);
    const left = await holder.session.put(access, { users: [], groupIds: [] });
    expect([left.status, left.body]).toEqual([200, { added: 0, removed: 2, roleChanged: 0 }]);
    expect((await key.get('/v1/agents')).status).toBe(401);
    expect((await holder.session.get(access)).status).toBe(404);
    expect((await admin.get(`/v1/workspaces/${owner.workspaceId}`)).status).toBe(200);
    expect(await read()).toEqual({ users: [], groups: [] });
    await admin.put(access, { users: [{ userId: holder.userId, role: 'member' }], groupIds: [] });
    expect((await key.get('/v1/agents')).status).toBe(200);
  });

  it('05 §5.2 a workspace key shares its own workspace only, and the old name of the path is deprecated', async () => {
    const other = (await admin.post('/v1/workspaces', { name: 'Other place' })).body;
    expect((await owner.api.get(`/v1/workspaces/${other.id}/access`)).status).toBe(404);
    expect((await owner.api.put(`/v1/workspaces/${other.id}/access`, {})).status).toBe(404);
    const alias = await owner.api.get(access.replace('workspaces', 'projects'));
    expect([alias.status, alias.headers['deprecation']]).toEqual([200, 'true']);
    const foreign = await signUpOwner(server);
    expect((await admin.get(`/v1/workspaces/${foreign.workspaceId}/access`)).status).toBe(404);
  });
});

describe('what is shared', () => {
  it('05 §5.2 is shown in the order it was given, with roles, and audited only where it changes', async () => {
    const person = await joinAs(server, owner);
    const groupId = await addGroup(server, owner.organizationId, [person.userId, owner.userId]);
    const users = [self(), { userId: person.userId, role: 'member' }];
    await admin.put(access, { users, groupIds: [groupId, groupId.toUpperCase()] });
    expect(await read()).toEqual({
      users: [
        {
          id: expect.any(String),
          userId: owner.userId,
          name: 'Test Person',
          email: owner.email,
          role: 'owner',
          isOwner: true,
          createdAt: expect.any(String),
        },
        {
          id: expect.any(String),
          userId: person.userId,
          name: 'Test Person',
          email: person.email,
          role: 'member',
          isOwner: false,
          createdAt: expect.any(String),
        },
      ],
      groups: [
        {
          id: expect.any(String),
          groupId,
          name: `Group ${groupId}`,
          memberCount: 2,
          createdAt: expect.any(String),
        },
      ],
    });
    expect((await admin.put(access, { users, groupIds: [groupId] })).body).toEqual({
      added: 0,
      removed: 0,
      roleChanged: 0,
    });
    const changed = await admin.put(access, {
      users: [...users, { userId: person.userId, role: 'owner' }],
      groupIds: [],
    });
    expect(changed.body).toEqual({ added: 0, removed: 1, roleChanged: 1 });
    const trail = (await trailOf(server, owner.organizationId, 'workspace')).filter(
      ({ action }) => action === 'update',
    );
    expect(trail.map(({ metadata }) => metadata)).toEqual([
      { added: 2, removed: 0, roleChanged: 0 },
      { added: 0, removed: 1, roleChanged: 1 },
    ]);
    for (const body of [
      {},
      { users: [] },
      { users: [{ userId: '', role: 'member' }], groupIds: [] },
      { users: [{ userId: 'x', role: 'admin' }], groupIds: [] },
      { users: Array.from({ length: 1001 }, () => self()), groupIds: [] },
    ])
      expect((await admin.put(access, body)).status).toBe(400);
  });

  it('05 §5.2.3 the binding of a placeholder is neither shown nor taken away', async () => {
    const ghost = await addMember(server, owner.organizationId);
    await server.db.query(`UPDATE users SET email = $2 WHERE id = $1`, [
      ghost,
      `ghost-${ghost}@placeholder.invalid`,
    ]);
    await bind(server, owner.workspaceId, { userId: ghost });
    expect((await read()).users).toHaveLength(1);
    await admin.put(access, { users: [], groupIds: [] });
    expect(
      await server.db.query(`SELECT user_id FROM workspace_bindings WHERE workspace_id = $1`, [
        owner.workspaceId,
      ]),
    ).toEqual([{ user_id: ghost }]);
    const named = await admin.put(access, { users: [{ userId: ghost, role: 'member' }], groupIds: [] });
    expect(named.status).toBe(400);
  });

  it('05 §5.1.6 is whom its agents act for, from the next request on', async () => {
    const person = await joinAs(server, owner);
    const agent = await createAgent(server, owner);
    await admin.post('/v1/org/policy/rules', {
      name: 'Not for them',
      action: 'block',
      identities: [{ type: 'user', id: person.userId }],
      targets: [network('api.u.test')],
    });
    const status = async () => (await agent.ask('http://api.u.test/')).status;
    expect(await status()).toBe(200);
    await admin.put(access, { users: [self(), { userId: person.userId, role: 'member' }], groupIds: [] });
    expect(await status()).toBe(403);
    const groupId = await addGroup(server, owner.organizationId, [person.userId]);
    await admin.put(access, { users: [self()], groupIds: [groupId] });
    expect(await status()).toBe(403);
    await admin.put(access, { users: [self()], groupIds: [] });
    expect(await status()).toBe(200);
  });

  it('twenty lists at once end as one of them says', async () => {
    const people = await Promise.all(
      Array.from({ length: 4 }, () => addMember(server, owner.organizationId)),
    );
    const lists = Array.from({ length: 20 }, (_, index) =>
      people.filter((_id, at) => (index >> at) & 1).map((userId) => ({ userId, role: 'member' })),
    );
    const answers = await Promise.all(
      lists.map((users) => admin.put(access, { users: [self(), ...users], groupIds: [] })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const ids = ((await read()).users as { userId: string }[])
      .map(({ userId }) => userId)
      .slice(1)
      .sort();
    expect(
      lists.map((users) =>
        users
          .map(({ userId }) => userId)
          .sort()
          .join(),
      ),
    ).toContain(ids.join());
  });
});

describe('elsewhere', () => {
  let cloud: TestServer;
  let issuer: SessionIssuer;

  withCloud((stand) => ({ cloud, issuer } = stand));

  it('05 §1.2 on Cloud only additions take a plan', async () => {
    const person = await signInOnCloud(cloud, issuer);
    const path = `/v1/workspaces/${person.workspaceId}/access`;
    const member = await addMember(cloud, person.organizationId);
    const groupId = await addGroup(cloud, person.organizationId, []);
    const share = (users: string[], groupIds: string[] = []) =>
      person.api.put(path, { users: users.map((userId) => ({ userId, role: 'member' })), groupIds });
    const refused = await share([person.userId, member]);
    expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining('Team')]);
    expect((await share([person.userId])).status).toBe(200);
    await setPlan(cloud, person.organizationId, 'team');
    expect((await share([person.userId, member])).body.added).toBe(1);
    const group = await share([person.userId, member], [groupId]);
    expect([group.status, group.body.error.message]).toEqual([403, expect.stringContaining('Enterprise')]);
    await setPlan(cloud, person.organizationId, 'enterprise');
    expect((await share([person.userId, member], [groupId])).body.added).toBe(1);
    await setPlan(cloud, person.organizationId, 'free');
    expect((await share([person.userId])).body.removed).toBe(2);
  });

  it('05-1, 05-3 without the licence: refused before anything else, while what it stored stays in force', async () => {
    const person = await joinAs(server, owner);
    const agent = await createAgent(server, owner);
    const groupId = await addGroup(server, owner.organizationId, [person.userId]);
    await admin.put(access, { users: [self()], groupIds: [groupId] });
    await admin.post('/v1/org/policy/rules', {
      name: 'Not for the crew',
      action: 'block',
      identities: [{ type: 'group', id: groupId }],
      targets: [network('blocked.u.test')],
    });
    await admin.put('/v1/org/app-availability', {
      mode: 'restricted',
      rules: [{ userIds: [], groupIds: [groupId], providers: ['gmail'] }],
    });
    const community = await startReplica(server, upstream.settings);
    try {
      const nobody = api(community);
      const gated = [
        'members',
        'domains',
        'scim/tokens',
        'groups',
        'role-mappings',
        'sso/nothing',
        'members/a/b',
      ];
      const others = [access, `${access}/x`, '/v1/team/provisions', '/v1/provisions/x', '/v1/auth/sso/a/b/c'];
      for (const path of [...gated.map((name) => `/v1/org/${name}`), ...others]) {
        const refused = await nobody.get(path);
        expect([path, refused.status, refused.body]).toEqual([
          path,
          403,
          { error: { message: expect.any(String), type: 'enterprise_license_required' } },
        ]);
      }
      expect((await nobody.post('/v1/auth/sso/lookup', {})).status).toBe(403);
      expect((await nobody.delete('/v1/org/groups/a/b/c')).status).toBe(403);
      // The SDK reads 404 as "only on the hosted product" (07 §C2).
      expect((await api(community).as(owner.apiKey).post('/v1/team/provisions', {})).status).toBe(403);
      const entitled = await admin.get('/v1/org/members/a/b');
      expect([entitled.status, entitled.body.error.type]).toEqual([404, 'invalid_request_error']);
      const flat = api(community).as(person.cookie).with({ 'x-organization-id': owner.organizationId });
      expect((await flat.get('/v1/org/team')).status).toBe(200);
      const asked = async (host: string) =>
        (await askThrough(community, agent.token, `http://${host}/`)).status;
      expect([await asked('blocked.u.test'), await asked('api.u.test')]).toEqual([403, 200]);
      const available = await api(community).as(owner.apiKey).get('/v1/apps/available');
      expect(available.body).toEqual({ restricted: true, providers: ['gmail'] });
      const going = await joinAs(server, owner, 'admin');
      const mine = (await going.session.post('/v1/workspaces', { name: `Mine ${randomUUID()}` })).body;
      expect((await flat.delete(`/v1/org/team/${going.userId}`)).status).toBe(204);
      expect((await api(community).as(mine.apiKey).get('/v1/agents')).status).toBe(401);
    } finally {
      await community.close();
    }
  });
});
