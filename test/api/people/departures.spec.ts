import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database } from '../../../src/kernel/database/database.js';
import { ApiKeysService } from '../../../src/modules/foundation/api-keys/api-keys.service.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { createAgent } from '../../harness/clients/agent.js';
import { api, gateway } from '../../harness/clients/client.js';
import { inTurn, whileHeld } from '../../harness/database/contention.js';
import { joinAs, type Member } from '../../harness/people/members.js';
import { orphans } from '../../harness/database/orphans.js';
import { addGroup, addMember, bind, setMembership } from '../../harness/people/people.js';
import { network, publishRules } from '../../harness/policy/rules.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { withUpstream } from '../../harness/server/stands.js';

let server: TestServer;
let owner: Owner;
let member: Member;

withUpstream((stand) => ({ server } = stand));

beforeEach(async () => {
  owner = await signUpOwner(server);
  member = await joinAs(server, owner);
});

const ownersSession = () => api(server).as(owner.cookie).with({ 'x-organization-id': owner.organizationId });
const remove = (userId: string) => ownersSession().delete(`/v1/org/team/${userId}`);

async function organizationKeyOf(userId: string): Promise<string> {
  const keys = server.app.get<ApiKeysService>(ApiKeysService);
  const holder = { userId, organizationId: owner.organizationId };
  return (await server.app.get(Database).tx((tx) => keys.ensureOrganizationKey(tx, holder))).value;
}

interface OwnWorkspace {
  id: string;
  name: string;
  /** The creator's key. */
  apiKey: string;
}

let made = 0;

async function workspaceOf(person: Member): Promise<OwnWorkspace> {
  const created = await person.session.post('/v1/workspaces', { name: `Workspace ${++made}` });
  expect(created.status).toBe(201);
  return created.body;
}

/** Rows of the organization's trail about people and their keys, oldest first. */
function trail(organizationId: string): Promise<{ service: string }[]> {
  return server.db.query(
    `SELECT user_id, user_email, action, service, source, metadata FROM audit_log
     WHERE organization_id = $1 AND action = 'delete' AND service IN ('member', 'api-key', 'workspace')
     ORDER BY created_at, service = 'member'`,
    [organizationId],
  );
}

describe('team', () => {
  it('lists every member, oldest membership first, suspended ones too, to any credential that may ask', async () => {
    await setMembership(server, owner.organizationId, member.userId, 'suspended');
    const nameless = await addMember(server, owner.organizationId);
    const list = await ownersSession().get('/v1/org/team');
    expect(list.status).toBe(200);
    const common = {
      ssoExempt: false,
      roleManagedByIdp: false,
      joinedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    };
    const { userId, email } = owner;
    expect(list.body).toEqual([
      { userId, email, name: 'Test Person', role: 'owner', status: 'active', ...common },
      {
        userId: member.userId,
        email: member.email,
        name: 'Test Person',
        role: 'member',
        status: 'suspended',
        ...common,
      },
      {
        userId: nameless,
        email: expect.any(String),
        name: null,
        role: 'member',
        status: 'active',
        ...common,
      },
    ]);
    const byKey = await api(server)
      .as(await organizationKeyOf(owner.userId))
      .get('/v1/org/team');
    expect(byKey.text).toBe(list.text);
    const byWorkspaceKey = await owner.api.get('/v1/org/team');
    expect([byWorkspaceKey.status, byWorkspaceKey.body.error.message]).toEqual([
      403,
      'Insufficient permissions',
    ]);
  });

  it('leaves out unclaimed placeholders, who cannot be removed either', async () => {
    const placeholder = await addMember(server, owner.organizationId);
    await server.db.query(`UPDATE users SET email = $2 WHERE id = $1`, [
      placeholder,
      `partner-${randomUUID()}@placeholder.invalid`,
    ]);
    const list = await ownersSession().get('/v1/org/team');
    expect(list.body.map((item: { userId: string }) => item.userId)).toEqual([owner.userId, member.userId]);
    expect((await remove(placeholder)).status).toBe(404);
  });

  it('nobody can sign up with an address of placeholders', async () => {
    const email = `partner-${randomUUID()}@placeholder.invalid`;
    const signUp = await api(server).post('/auth/sign-up/email', {
      name: 'Ghost',
      email,
      password: owner.password,
    });
    expect([signUp.status, signUp.body.code]).toEqual([400, 'INVALID_EMAIL']);
  });
});

describe('who may go', () => {
  it('the owner neither leaves nor is removed, by whomever', async () => {
    const leaving = await ownersSession().post('/v1/org/leave');
    expect(leaving.status).toBe(409);
    expect(leaving.body.error).toEqual({ message: expect.any(String), type: 'invalid_request_error' });
    const byMember = await member.session.delete(`/v1/org/team/${owner.userId}`);
    const byThemselves = await remove(owner.userId);
    expect([byMember, byThemselves].map(({ status }) => status)).toEqual([409, 409]);
    expect((await ownersSession().get('/v1/org/team')).body).toHaveLength(2);
  });

  it('removing yourself is 400 and points to leaving', async () => {
    const answer = await member.session.delete(`/v1/org/team/${member.userId}`);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toEqual({ message: expect.any(String), type: 'invalid_request_error' });
  });

  it('the previews answer for everybody, the owner and oneself too', async () => {
    const expected = {
      workspacesDeleted: [{ id: owner.workspaceId, name: expect.any(String), channelApps: [] }],
    };
    for (const answer of [
      await ownersSession().get('/v1/org/leave-impact'),
      await ownersSession().get(`/v1/org/team/${owner.userId}/removal-impact`),
      await member.session.get(`/v1/org/team/${owner.userId}/removal-impact`),
    ]) {
      expect([answer.status, answer.body]).toEqual([200, expected]);
    }
  });

  it('an unknown member is 404, whatever the id looks like and wherever the person is', async () => {
    const stranger = await signUpOwner(server);
    for (const id of [randomUUID(), stranger.userId, 'nobody', 'a%00b', member.userId.toUpperCase()]) {
      for (const answer of [
        await remove(id),
        await ownersSession().get(`/v1/org/team/${id}/removal-impact`),
      ]) {
        expect([id, answer.status, answer.body.error?.type]).toEqual([id, 404, 'not_found_error']);
      }
    }
  });

  it('leaving needs a session: a key is 403 flat, nobody 401', async () => {
    const { apiKey } = await workspaceOf(member);
    for (const path of ['/v1/org/leave', '/v1/org/leave-impact']) {
      const method = path.endsWith('impact') ? 'GET' : 'POST';
      for (const key of [apiKey, await organizationKeyOf(member.userId)]) {
        const answer = await api(server).as(key).send(method, path);
        expect([answer.status, answer.body]).toEqual([403, { error: expect.any(String) }]);
      }
      expect((await api(server).send(method, path)).status).toBe(401);
    }
  });

  it('a suspended member cannot leave but can be removed', async () => {
    await setMembership(server, owner.organizationId, member.userId, 'suspended');
    expect((await member.session.post('/v1/org/leave')).status).toBe(401);
    expect((await remove(member.userId)).status).toBe(204);
  });

  it('05-3 in Community any member removes another, and the key of the removed is dead', async () => {
    const other = await joinAs(server, owner);
    const { apiKey } = await workspaceOf(other);
    expect((await member.session.delete(`/v1/org/team/${other.userId}`)).status).toBe(204);
    expect((await api(server).as(apiKey).get('/v1/user')).status).toBe(401);
  });
});

describe('a departure', () => {
  it('05-10 deletes what only the person held, exactly what the previews name', async () => {
    const own = await workspaceOf(member);
    const [shared, grouped, givenAway] = [
      await workspaceOf(member),
      await workspaceOf(member),
      await workspaceOf(member),
    ];
    await bind(server, shared.id, { userId: owner.userId });
    await bind(server, grouped.id, { groupId: await addGroup(server, owner.organizationId, []) });
    await server.db.query(`DELETE FROM workspace_bindings WHERE workspace_id = $1`, [givenAway.id]);
    await bind(server, owner.workspaceId, { userId: member.userId });
    const expected = { workspacesDeleted: [{ id: own.id, name: own.name, channelApps: [] }] };
    expect((await member.session.get('/v1/org/leave-impact')).body).toEqual(expected);
    const preview = await ownersSession().get(`/v1/org/team/${member.userId}/removal-impact`);
    expect([preview.status, preview.body]).toEqual([200, expected]);
    expect((await remove(member.userId)).status).toBe(204);
    const left = await ownersSession().get('/v1/workspaces');
    const ids = left.body.map((workspace: { id: string }) => workspace.id);
    expect(ids).toEqual([owner.workspaceId, shared.id, grouped.id, givenAway.id]);
    expect(await orphans(server.db)).toEqual([]);
  });

  it('ends every key at once on both origins and on every process, and the sign-in stays', async () => {
    const replica = await startReplica(server);
    try {
      const { apiKey } = await workspaceOf(member);
      const keys = [apiKey, await organizationKeyOf(member.userId)];
      const asked = async (): Promise<number[]> => {
        const answers = [server, replica].flatMap((process) => [
          api(process).as(keys[0]!).get('/v1/agents'),
          api(process).as(keys[1]!).get('/v1/org/team'),
          ...keys.map((key) => {
            const client = gateway(process).as(key).inWorkspace(owner.workspaceId);
            return client.post('/v1/cache/invalidate');
          }),
        ]);
        return (await Promise.all(answers)).map(({ status }) => status);
      };
      expect(await asked()).not.toContain(401);
      expect((await member.session.post('/v1/org/leave')).status).toBe(204);
      expect(await asked()).toEqual(Array(8).fill(401));
      expect((await member.session.get('/v1/org/team')).status).toBe(401);
      const home = api(server).as(member.cookie);
      expect((await home.get('/v1/user')).status).toBe(200);
      expect((await home.get('/v1/auth/session')).body.organizationId).toBe(member.organizationId);
      expect((await member.api.get('/v1/agents')).status).toBe(200);
    } finally {
      await replica.close();
    }
  });

  it('ends the agents of deleted workspaces with the answer; those of the others keep working', async () => {
    const [own, shared] = [await workspaceOf(member), await workspaceOf(member)];
    await bind(server, shared.id, { userId: owner.userId });
    const agents = await Promise.all(
      [own, shared].map(({ apiKey }) => createAgent(server, { api: api(server).as(apiKey) })),
    );
    const statuses = async (): Promise<number[]> =>
      Promise.all(agents.map(async (agent) => (await agent.ask('http://x.test/')).status));
    expect(await statuses()).toEqual([200, 200]);
    expect((await remove(member.userId)).status).toBe(204);
    expect(await statuses()).toEqual([407, 200]);
  });

  it('R13 leaves a workspace that only suspended people hold then without its agents', async () => {
    const suspended = await addMember(server, owner.organizationId);
    await server.db.query(`DELETE FROM workspace_bindings WHERE workspace_id = $1`, [owner.workspaceId]);
    for (const userId of [suspended, member.userId]) await bind(server, owner.workspaceId, { userId });
    await setMembership(server, owner.organizationId, suspended, 'suspended');
    const agent = await createAgent(server, owner);
    expect((await agent.ask('http://x.test/')).status).toBe(200);
    expect((await member.session.post('/v1/org/leave')).status).toBe(204);
    expect((await agent.ask('http://x.test/')).status).toBe(407);
    await setMembership(server, owner.organizationId, suspended, 'active');
    expect((await agent.ask('http://x.test/')).status).toBe(200);
  });

  it('05 §2.7.3 coming back restores nothing', async () => {
    const shared = await workspaceOf(member);
    await bind(server, shared.id, { userId: owner.userId });
    const groupId = await addGroup(server, owner.organizationId, [member.userId]);
    expect((await remove(member.userId)).status).toBe(204);
    await server.db.query(
      `INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'member')`,
      [owner.organizationId, member.userId],
    );
    expect((await api(server).as(shared.apiKey).get('/v1/user')).status).toBe(401);
    const rows = await server.db.query(
      `SELECT 1 FROM workspace_bindings WHERE user_id = $1 AND workspace_id = $2
       UNION ALL SELECT 1 FROM user_group_members WHERE user_id = $1 AND group_id = $3`,
      [member.userId, shared.id, groupId],
    );
    expect(rows).toEqual([]);
    const again = await member.session.inWorkspace(shared.id).get('/v1/user/api-key');
    expect(again.body.apiKey).not.toBe(shared.apiKey);
  });

  it('switches off rules for nobody else instead of widening them, and says which', async () => {
    const colleague = await addMember(server, owner.organizationId);
    const user = (id: string) => ({ type: 'user' as const, id });
    const targets = [network('blocked.test')];
    await publishRules(server, owner, {
      rules: [
        { name: 'Only them', action: 'block', targets, identities: [user(member.userId)] },
        { name: 'Them too', action: 'block', targets, identities: [user(member.userId), user(colleague)] },
      ],
    });
    await publishRules(
      server,
      { organizationId: owner.organizationId },
      {
        rules: [{ name: 'Level above', action: 'block', targets, identities: [user(member.userId)] }],
      },
    );
    expect((await remove(member.userId)).status).toBe(204);
    const rules = await server.db.query<{ logicalId: string }>(
      `SELECT logical_id AS "logicalId", name, enabled, identities FROM policy_rules r
       JOIN policy_sets s ON s.id = r.set_id WHERE s.organization_id = $1 AND NOT is_default ORDER BY name`,
      [owner.organizationId],
    );
    expect(rules).toEqual([
      { logicalId: expect.any(String), name: 'Level above', enabled: false, identities: [] },
      { logicalId: expect.any(String), name: 'Only them', enabled: false, identities: [] },
      { logicalId: expect.any(String), name: 'Them too', enabled: true, identities: [user(colleague)] },
    ]);
    expect((await trail(owner.organizationId)).at(-1)).toMatchObject({
      service: 'member',
      metadata: {
        removedUserId: member.userId,
        disabledRules: rules.slice(0, 2).map(({ logicalId }) => logicalId),
      },
    });
  });

  it('is audited with who did it and what went along', async () => {
    const other = await joinAs(server, owner);
    const own = await workspaceOf(other);
    await member.session.inWorkspace(owner.workspaceId).get('/v1/user/api-key');
    const key = api(server).as(await organizationKeyOf(owner.userId));
    expect((await key.delete(`/v1/org/team/${other.userId}`)).status).toBe(204);
    expect((await member.session.post('/v1/org/leave')).status).toBe(204);
    const byOwner = { user_id: owner.userId, user_email: owner.email, action: 'delete', source: 'api' };
    const byMember = { user_id: member.userId, user_email: member.email, action: 'delete', source: 'app' };
    expect(await trail(owner.organizationId)).toEqual([
      { ...byOwner, service: 'workspace', metadata: { workspaceId: own.id, name: own.name } },
      { ...byOwner, service: 'member', metadata: { removedUserId: other.userId } },
      { ...byMember, service: 'api-key', metadata: { reason: 'member_removed', revokedCount: 1 } },
      { ...byMember, service: 'member', metadata: { leftOrganization: true } },
    ]);
  });

  it('leaves service keys to their feature, and content in workspaces that stay to the others', async () => {
    const shared = await workspaceOf(member);
    await bind(server, shared.id, { userId: owner.userId });
    const [service] = await server.db.query<{ id: string }>(
      `INSERT INTO api_keys (family, token_hash, user_id, organization_id, workspace_id)
       VALUES ('service', $1, $2, $3, $4) RETURNING id`,
      [Buffer.from(randomUUID()), member.userId, owner.organizationId, shared.id],
    );
    const agent = await createAgent(server, { api: api(server).as(shared.apiKey) });
    expect((await member.session.post('/v1/org/leave')).status).toBe(204);
    expect(await server.db.query(`SELECT 1 FROM api_keys WHERE id = $1`, [service!.id])).toHaveLength(1);
    const seen = await ownersSession().inWorkspace(shared.id).get(`/v1/agents/${agent.id}`);
    expect(seen.status).toBe(200);
  });
});

describe('at the same moment', () => {
  const statusesOf = async (requests: readonly Promise<{ status: number }>[]): Promise<number[]> =>
    (await Promise.all(requests)).map(({ status }) => status);

  it('leaving and being removed: whichever comes first happens, the other finds nobody', async () => {
    for (const expected of [
      [204, 404],
      [204, 401],
    ]) {
      const person = await joinAs(server, owner);
      await workspaceOf(person);
      const both = [() => person.session.post('/v1/org/leave'), () => remove(person.userId)];
      if (expected[1] === 401) both.reverse();
      const answers = await inTurn(server, owner.organizationId, both);
      expect(answers.map(({ status }) => status)).toEqual(expected);
    }
    const members = (await trail(owner.organizationId)).filter(({ service }) => service === 'member');
    expect(members).toHaveLength(2);
    expect(await orphans(server.db)).toEqual([]);
  });

  it('two members who remove each other: the second is nobody any more', async () => {
    const other = await joinAs(server, owner);
    const answers = await inTurn(server, owner.organizationId, [
      () => member.session.delete(`/v1/org/team/${other.userId}`),
      () => other.session.delete(`/v1/org/team/${member.userId}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([204, 401]);
    expect((await ownersSession().get('/v1/org/team')).body).toHaveLength(2);
  });

  it('leaving and becoming the owner: the owner stays, or there is nobody to become it', async () => {
    const transfer = () => ownersSession().post('/v1/org/transfer-ownership', { userId: member.userId });
    const leave = () => member.session.post('/v1/org/leave');
    const stayed = await inTurn(server, owner.organizationId, [transfer, leave]);
    expect(stayed.map(({ status }) => status)).toEqual([200, 409]);
    const other = await joinAs(server, owner);
    const gone = await inTurn(server, owner.organizationId, [
      () => other.session.post('/v1/org/leave'),
      () => member.session.post('/v1/org/transfer-ownership', { userId: other.userId }),
    ]);
    expect(gone.map(({ status }) => status)).toEqual([204, 404]);
    expect(await orphans(server.db)).toEqual([]);
  });

  it('who is being removed gets neither a workspace nor a key any more', async () => {
    const own = await workspaceOf(member);
    await bind(server, owner.workspaceId, { userId: member.userId });
    const answers = await whileHeld(
      server,
      (query) => query('SELECT 1 FROM workspaces WHERE id = $1 FOR KEY SHARE', [own.id]),
      [
        () => remove(member.userId),
        () => member.session.post('/v1/workspaces', { name: 'Too late' }),
        () => member.session.inWorkspace(owner.workspaceId).get('/v1/user/api-key'),
      ],
    );
    expect(answers.map(({ status }) => status)).toEqual([204, 401, 401]);
    expect(await orphans(server.db)).toEqual([]);
  });

  it('session sync of who is being removed finds another place, with a key there and none here', async () => {
    await server.db.query(`DELETE FROM organizations WHERE id = $1`, [member.organizationId]);
    await bind(server, owner.workspaceId, { userId: member.userId });
    await organizationKeyOf(member.userId);
    const [removed, synced] = await whileHeld(
      server,
      // What the removal takes when the membership is gone already.
      (query) => query(`SELECT 1 FROM workspace_bindings WHERE user_id = $1 FOR KEY SHARE`, [member.userId]),
      [() => remove(member.userId), () => api(server).as(member.cookie).get('/v1/auth/session')],
    );
    expect([removed!.status, synced!.status]).toEqual([204, 200]);
    expect(synced!.body.organizationId).not.toBe(owner.organizationId);
    expect(await orphans(server.db)).toEqual([]);
  });

  it('three removals of one member: one succeeds', async () => {
    const statuses = await statusesOf([1, 2, 3].map(() => remove(member.userId)));
    expect(statuses.sort()).toEqual([204, 404, 404]);
  });

  it('nobody keeps themselves in by replacing their key again and again', async () => {
    const { apiKey } = await workspaceOf(member);
    const hold = async (key: string): Promise<void> => {
      for (let own: string | undefined = key; own !== undefined;) {
        const one = api(server).as(own);
        const late = await one.post('/v1/workspaces', { name: randomUUID() });
        expect([201, 401, 403]).toContain(late.status);
        const { status, body } = await one.post('/v1/user/api-key/regenerate');
        expect([200, 401]).toContain(status);
        own = status === 200 ? body.apiKey : undefined;
      }
    };
    const keys = [
      apiKey,
      ...(await Promise.all([1, 2, 3].map(() => workspaceOf(member)))).map((each) => each.apiKey),
    ];
    const held = keys.map(hold);
    const removed = await remove(member.userId);
    expect(removed.status).toBe(204);
    await Promise.all(held);
    expect(await orphans(server.db)).toEqual([]);
  });

  it('what the person makes meanwhile goes along or is refused', async () => {
    await bind(server, owner.workspaceId, { userId: member.userId });
    const busy = Array.from({ length: 6 }, (_, index) => [
      member.session.post('/v1/workspaces', { name: `Late ${index}` }),
      member.session.inWorkspace(owner.workspaceId).post('/v1/user/api-key/regenerate'),
    ]).flat();
    const [removed, ...others] = await statusesOf([remove(member.userId), ...busy]);
    expect(removed).toBe(204);
    expect(others.filter((status) => ![200, 201, 401].includes(status))).toEqual([]);
    const workspaces = await server.db.query<{ id: string }>(
      `SELECT id FROM workspaces WHERE organization_id = $1`,
      [owner.organizationId],
    );
    expect(workspaces.map(({ id }) => id)).toEqual([owner.workspaceId]);
    expect(await orphans(server.db)).toEqual([]);
  });
});

describe('in Enterprise', () => {
  let entitled: TestServer;

  beforeAll(async () => {
    entitled = await startServer({ ENTERPRISE_ENABLED: 'true' });
  });
  afterAll(() => entitled.close());

  it('the team is for administrators, leaving is for everybody', async () => {
    const boss = await signUpOwner(entitled);
    const [plain, admin] = [await joinAs(entitled, boss), await joinAs(entitled, boss, 'admin')];
    for (const answer of [
      await plain.session.get('/v1/org/team'),
      await plain.session.get(`/v1/org/team/${admin.userId}/removal-impact`),
      await plain.session.delete(`/v1/org/team/${admin.userId}`),
    ]) {
      expect([answer.status, answer.body.error.message]).toEqual([403, 'Insufficient permissions']);
    }
    expect((await plain.session.get('/v1/org/leave-impact')).body).toEqual({ workspacesDeleted: [] });
    expect((await plain.session.post('/v1/org/leave')).status).toBe(204);
    expect((await admin.session.get('/v1/org/team')).body).toHaveLength(2);
    expect((await admin.session.post('/v1/org/leave')).status).toBe(204);
    expect(await orphans(entitled.db)).toEqual([]);
  });
});
