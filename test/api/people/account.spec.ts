import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, PASSWORD, signUpOwner } from '../../harness/people/accounts.js';
import { createAgent } from '../../harness/clients/agent.js';
import { type Answer, api, type ApiClient, gateway } from '../../harness/clients/client.js';
import { signInOnCloud } from '../../harness/people/cloud.js';
import { inTurn, whileHeld } from '../../harness/database/contention.js';
import { joinAs, type Member } from '../../harness/people/members.js';
import { orphans } from '../../harness/database/orphans.js';
import { addMember, bind, setMembership } from '../../harness/people/people.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import type { SessionIssuer } from '../../harness/people/session-issuer.js';
import { withCloud, withUpstream } from '../../harness/server/stands.js';

let server: TestServer;
let owner: Owner;
let session: ApiClient;

withUpstream((stand) => ({ server } = stand), { API_URL: 'https://cg.example.test' });

beforeEach(async () => {
  owner = await signUpOwner(server);
  session = api(server).as(owner.cookie);
});

const impactOf = async (of: ApiClient): Promise<any> => {
  const { status, body } = await of.get('/v1/user/deletion-impact');
  expect(status).toBe(200);
  return body;
};

const transfer = (from: Owner, to: string): Promise<Answer> =>
  api(server)
    .as(from.cookie)
    .with({ 'x-organization-id': from.organizationId })
    .post('/v1/org/transfer-ownership', { userId: to });

async function invite(by: ApiClient, email: string): Promise<string> {
  const { status, body } = await by.post('/v1/org/invitations', { email, role: 'member' });
  expect(status).toBe(201);
  return new URL(body.joinUrl).searchParams.get('token')!;
}

async function exists(table: 'organizations' | 'users', id: string): Promise<boolean> {
  return (await server.db.query(`SELECT 1 FROM ${table} WHERE id = $1`, [id])).length === 1;
}

describe('the preview', () => {
  it('names what goes with an account that is alone', async () => {
    const second = await session.post('/v1/workspaces', { name: 'Second' });
    await invite(session, 'guest@example.test');
    const placeholder = await addMember(server, owner.organizationId);
    await server.db.query(`UPDATE users SET email = $2 WHERE id = $1`, [
      placeholder,
      `provision-${placeholder}@placeholder.invalid`,
    ]);
    expect(await impactOf(session)).toEqual({
      canDelete: true,
      blockers: [],
      organizationsDeleted: [
        {
          id: owner.organizationId,
          name: 'Test Person',
          workspaces: [
            { id: owner.workspaceId, name: 'Test Person', channelApps: [] },
            { id: second.body.id, name: 'Second', channelApps: [] },
          ],
          pendingInvitations: 1,
          unclaimedProvisions: 1,
        },
      ],
      organizationsLeft: [],
      apiKeysRevoked: 2,
      sessionsRevoked: 1,
    });
  });

  it('names what is left behind elsewhere, and who blocks', async () => {
    const member = await joinAs(server, owner);
    const own = (await member.session.post('/v1/workspaces', { name: 'Own' })).body;
    await setMembership(server, owner.organizationId, member.userId, 'suspended');
    const theirs = await impactOf(api(server).as(member.cookie));
    expect(theirs.organizationsLeft).toEqual([
      {
        id: owner.organizationId,
        name: 'Test Person',
        role: 'member',
        workspacesDeleted: [{ id: own.id, name: 'Own', channelApps: [] }],
        workspacesKept: 1,
      },
    ]);
    expect(await impactOf(session)).toMatchObject({
      canDelete: false,
      blockers: [
        {
          organizationId: owner.organizationId,
          organizationName: 'Test Person',
          reason: 'owner_with_members',
          otherMembers: 1,
        },
      ],
      organizationsDeleted: [],
      organizationsLeft: [],
    });
  });
});

describe('deleting the account', () => {
  it('01-22 is refused to any API key with 403 flat, with or without a session beside it', async () => {
    for (const client of [
      owner.api,
      owner.api.with({ cookie: owner.cookie }),
      api(server).as('oc_nothing'),
    ]) {
      for (const answer of [await client.delete('/v1/user'), await client.get('/v1/user/deletion-impact')]) {
        expect([answer.status, answer.body]).toEqual([403, { error: expect.any(String) }]);
      }
    }
    const anonymous = await api(server).delete('/v1/user');
    expect([anonymous.status, anonymous.body.error.type]).toEqual([401, 'authentication_error']);
    expect(await exists('users', owner.userId)).toBe(true);
  });

  it('takes the account and its own organizations, and clears the cookie as it was set', async () => {
    const elsewhere = await api(server).post('/auth/sign-in/email', {
      email: owner.email,
      password: PASSWORD,
    });
    const agent = await createAgent(server, owner);
    expect((await agent.ask('http://x.test/')).status).toBe(200);
    const deleted = await session.delete('/v1/user');
    expect([deleted.status, deleted.body]).toEqual([
      200,
      { success: true, deletedOrganizationIds: [owner.organizationId] },
    ]);
    expect(deleted.headers['set-cookie']).toBe(
      '__Secure-cg_session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
    for (const client of [session, api(server).as(elsewhere.cookies.join('; ')), owner.api]) {
      expect((await client.get('/v1/user')).status).toBe(401);
      expect((await client.get('/v1/auth/session')).status).toBe(401);
    }
    expect((await gateway(server).as(owner.apiKey).post('/v1/cache/invalidate')).status).toBe(401);
    expect((await agent.ask('http://x.test/')).status).toBe(407);
    const signIn = await api(server).post('/auth/sign-in/email', { email: owner.email, password: PASSWORD });
    expect([signIn.status, signIn.body.code]).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD']);
    expect(await exists('organizations', owner.organizationId)).toBe(false);
    expect(await orphans(server.db)).toEqual([]);
    expect((await signUpOwner(server, { email: owner.email })).userId).not.toBe(owner.userId);
  });

  it('leaves shared organizations by the rules of leaving, with its trail and what it made for others', async () => {
    const member = await joinAs(server, owner);
    const [own, shared] = [
      (await member.session.post('/v1/workspaces', { name: 'Own' })).body,
      (await member.session.post('/v1/workspaces', { name: 'Shared' })).body,
    ];
    await bind(server, shared.id, { userId: owner.userId });
    const token = await invite(member.session, 'guest@example.test');
    expect((await api(server).as(member.cookie).delete('/v1/user')).body).toEqual({
      success: true,
      deletedOrganizationIds: [member.organizationId],
    });
    const workspaces = (await session.get('/v1/workspaces')).body;
    expect(workspaces.map((workspace: { id: string }) => workspace.id)).toEqual([
      owner.workspaceId,
      shared.id,
    ]);
    expect(workspaces[1].owner).toBeNull();
    expect(own.id).not.toBe(shared.id);
    expect((await session.get('/v1/org/team')).body).toHaveLength(1);
    const looked = await api(server).post('/v1/invitations/lookup', { token });
    expect(looked.status).toBe(200);
    expect((await session.get('/v1/org/invitations')).body).toMatchObject([{ invitedByEmail: member.email }]);
    const trail = await server.db.query<{ user_id: string | null; service: string; metadata: unknown }>(
      `SELECT user_id, service, metadata FROM audit_log
       WHERE organization_id = $1 AND user_email = $2 ORDER BY created_at, service`,
      [owner.organizationId, member.email],
    );
    expect(trail.every(({ user_id }) => user_id === null)).toBe(true);
    expect(trail.map(({ service }) => service)).toEqual(
      expect.arrayContaining(['workspace', 'invitation', 'api-key', 'member']),
    );
    expect(trail.find(({ service }) => service === 'member')?.metadata).toEqual({
      leftOrganization: true,
      accountDeleted: true,
    });
    expect(await orphans(server.db)).toEqual([]);
  });

  it('suspended members count as other members, unclaimed placeholders do not and go along', async () => {
    const other = await addMember(server, owner.organizationId);
    await setMembership(server, owner.organizationId, other, 'suspended');
    const refused = await session.delete('/v1/user');
    expect([refused.status, refused.body]).toEqual([409, { error: expect.any(String) }]);
    await server.db.query(`UPDATE users SET email = $2 WHERE id = $1`, [
      other,
      `partner-${randomUUID()}@placeholder.invalid`,
    ]);
    expect((await session.delete('/v1/user')).status).toBe(200);
    expect(await exists('users', other)).toBe(false);
  });

  it('a foreign page cannot do it', async () => {
    const answer = await session.with({ origin: 'https://evil.example' }).delete('/v1/user');
    expect([answer.status, answer.body.error.type]).toEqual([403, 'authentication_error']);
    expect(await exists('users', owner.userId)).toBe(true);
  });

  it('nothing of it happens when the last step fails', async () => {
    const member = await joinAs(server, owner);
    const own = (await member.session.post('/v1/workspaces', { name: 'Own' })).body;
    await server.db.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF OLD.id = '${member.userId}' THEN RAISE EXCEPTION 'no'; END IF; RETURN OLD; END $$`);
    await server.db.query(
      `CREATE TRIGGER refuse BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION refuse()`,
    );
    try {
      expect((await api(server).as(member.cookie).delete('/v1/user')).status).toBe(500);
    } finally {
      await server.db.query('DROP TRIGGER refuse ON users');
    }
    expect((await api(server).as(own.apiKey).get('/v1/agents')).status).toBe(200);
    expect((await member.api.get('/v1/agents')).status).toBe(200);
    expect((await session.get('/v1/org/team')).body).toHaveLength(2);
    expect((await api(server).as(member.cookie).delete('/v1/user')).status).toBe(200);
  });
});

it('every row that refers to a person goes with them or forgets them, and is found by an index', async () => {
  const references = await server.db.query<{ name: string; onDelete: string; indexed: boolean }>(
    `SELECT c.conname AS name, c.confdeltype AS "onDelete",
       EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indkey[0] = c.conkey[1]) AS indexed
     FROM pg_constraint c WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass`,
  );
  expect(references.length).toBeGreaterThan(8);
  const kept = references.filter(({ onDelete }) => !['c', 'n'].includes(onDelete));
  const unindexed = references.filter(({ indexed }) => !indexed);
  // Members of an organization are found through it, and there are few of one person.
  expect([kept, unindexed.map(({ name }) => name)]).toEqual([[], []]);
});

describe.each([
  ['Community', {}],
  ['Enterprise', { ENTERPRISE_ENABLED: 'true' }],
])('01-23 on %s', (_edition, settings: Record<string, string>) => {
  let deployment: TestServer;

  beforeAll(async () => {
    deployment = await startServer(settings);
  });
  afterAll(() => deployment.close());

  it('the owner of a shared organization stays until the ownership has moved; then only the solo one goes', async () => {
    const boss = await signUpOwner(deployment);
    const heir = await joinAs(deployment, boss);
    const shared = boss.organizationId;
    const solo = await soloOrganizationOf(deployment, boss);
    const bosses = api(deployment).as(boss.cookie);
    await expectMoves(bosses, { shared, solo, heir: heir.userId });
    const kept = await heir.session.get('/v1/org');
    expect(kept.body).toMatchObject({ id: shared, role: 'owner', memberCount: 1 });
    expect(await deployment.db.query(`SELECT 1 FROM organizations WHERE id = $1`, [solo])).toEqual([]);
    expect(await orphans(deployment.db)).toEqual([]);
  });
});

describe('01-23 on Cloud', () => {
  let issuer: SessionIssuer;
  let cloud: TestServer;

  withCloud((stand) => ({ issuer, cloud } = stand), { OAUTH_STATE_SECRET: 'x'.repeat(32) });

  it('the same with session tokens, and no cookie is spoken of', async () => {
    const [boss, heir] = [await signInOnCloud(cloud, issuer), await signInOnCloud(cloud, issuer)];
    await cloud.db.query(
      `INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'admin')`,
      [boss.organizationId, heir.userId],
    );
    const solo = await soloOrganizationOf(cloud, boss);
    const shared = boss.organizationId;
    const answer = await expectMoves(boss.api, { shared, solo, heir: heir.userId });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await boss.api.get('/v1/user')).status).toBe(401);
    const kept = await heir.api.with({ 'x-workspace-id': '', 'x-organization-id': shared }).get('/v1/org');
    expect(kept.body).toMatchObject({ id: shared, role: 'owner', memberCount: 1 });
    expect(await orphans(cloud.db)).toEqual([]);
  });
});

/** A second organization of the person, which only operators and partners can make on every edition. */
async function soloOrganizationOf(at: TestServer, person: { userId: string }): Promise<string> {
  const [organization] = await at.db.query<{ id: string }>(
    `INSERT INTO organizations (id, name, slug) VALUES (translate($1, '-0123456789', 'zghijklmnop'), 'Solo', $1)
     RETURNING id`,
    [randomUUID().slice(0, 16)],
  );
  await at.db.query(`INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'owner')`, [
    organization!.id,
    person.userId,
  ]);
  await at.db.query(`INSERT INTO policy_sets (organization_id) VALUES ($1)`, [organization!.id]);
  return organization!.id;
}

async function expectMoves(
  boss: ApiClient,
  { shared, solo, heir }: { shared: string; solo: string; heir: string },
): Promise<Answer> {
  const preview = await impactOf(boss);
  expect(preview.canDelete).toBe(false);
  expect(preview.blockers).toEqual([
    {
      organizationId: shared,
      organizationName: expect.any(String),
      reason: 'owner_with_members',
      otherMembers: 1,
    },
  ]);
  const refused = await boss.delete('/v1/user');
  expect([refused.status, refused.body]).toEqual([409, { error: expect.any(String) }]);
  expect(await impactOf(boss)).toEqual(preview);
  const inShared = boss.with({ 'x-workspace-id': '', 'x-organization-id': shared });
  expect((await inShared.post('/v1/org/transfer-ownership', { userId: heir })).status).toBe(200);
  const deleted = await boss.delete('/v1/user');
  expect([deleted.status, deleted.body]).toEqual([200, { success: true, deletedOrganizationIds: [solo] }]);
  return deleted;
}

describe('at the same moment', () => {
  const statusesOf = async (requests: readonly Promise<{ status: number }>[]): Promise<number[]> =>
    (await Promise.all(requests)).map(({ status }) => status);
  let member: Member;

  beforeEach(async () => {
    member = await joinAs(server, owner);
  });

  const deletion = (of: { cookie: string }): Promise<Answer> => api(server).as(of.cookie).delete('/v1/user');

  it('three deletions of one account: one happens', async () => {
    const statuses = await statusesOf([1, 2, 3].map(() => deletion(member)));
    expect(statuses.sort()).toEqual([200, 401, 401]);
    expect(await orphans(server.db)).toEqual([]);
  });

  it('deleting it, then being handed an organization: there is nobody to hand it to', async () => {
    const answers = await inTurn(server, owner.organizationId, [
      () => deletion(member),
      () => transfer(owner, member.userId),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 404]);
    expect(await exists('users', member.userId)).toBe(false);
    expect(await orphans(server.db)).toEqual([]);
  });

  it('being handed an organization, then deleting it: the new owner stays', async () => {
    const colleague = await joinAs(server, owner);
    const answers = await inTurn(server, owner.organizationId, [
      () => transfer(owner, member.userId),
      () => deletion(member),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 409]);
    expect((await colleague.session.get('/v1/org/team')).body).toHaveLength(3);
    expect(await orphans(server.db)).toEqual([]);
  });

  it('deleting it and accepting an invitation, in either order: nobody is in, nothing is left', async () => {
    for (const first of ['accept', 'delete']) {
      const guest = await signUpOwner(server);
      const token = await invite(session, guest.email);
      const accept = () => api(server).as(guest.cookie).post('/v1/invitations/accept', { token });
      const order = first === 'accept' ? [accept, () => deletion(guest)] : [() => deletion(guest), accept];
      // Both begin with the person, so that is where they queue.
      const answers = await whileHeld(
        server,
        (query) =>
          query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`session-sync:${guest.email}`]),
        order,
      );
      expect(answers.map(({ status }) => status)).toEqual(first === 'accept' ? [200, 200] : [200, 401]);
      expect(await exists('users', guest.userId)).toBe(false);
      const workspaces = await server.db.query(`SELECT 1 FROM workspaces WHERE organization_id = $1`, [
        owner.organizationId,
      ]);
      expect(workspaces).toHaveLength(1);
      expect(await orphans(server.db)).toEqual([]);
    }
  });

  it('an organization the person comes to own meanwhile goes along', async () => {
    const id = `late${randomUUID().replaceAll(/[^a-f]/g, '')}`;
    const [deleted] = await whileHeld(
      server,
      async (query) => {
        await query(`INSERT INTO organizations (id, name, slug) VALUES ($1, 'Late', $1)`, [id]);
        await query(`INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'owner')`, [
          id,
          member.userId,
        ]);
      },
      [() => deletion(member)],
    );
    expect(deleted!.status).toBe(200);
    expect(deleted!.body.deletedOrganizationIds.sort()).toEqual([id, member.organizationId].sort());
    expect(await orphans(server.db)).toEqual([]);
  });

  it.each([1, 2])('with a transfer, an acceptance and a leaving all at once (%i)', async () => {
    const host = await signUpOwner(server);
    const token = await invite(api(server).as(host.cookie), member.email);
    const [moved, accepted, left, deleted] = await statusesOf([
      transfer(owner, member.userId),
      api(server).as(member.cookie).post('/v1/invitations/accept', { token }),
      member.session.post('/v1/org/leave'),
      deletion(member),
    ]);
    expect([200, 404]).toContain(moved);
    expect([200, 401]).toContain(accepted);
    expect([204, 401, 409]).toContain(left);
    expect([200, 409]).toContain(deleted);
    expect(await exists('users', member.userId)).toBe(deleted === 409);
    expect(await orphans(server.db)).toEqual([]);
  });

  it('the owner deletes theirs while the only other member deletes theirs: the organization never loses its owner', async () => {
    const [owners, members] = await statusesOf([deletion(owner), deletion(member)]);
    expect(members).toBe(200);
    expect([200, 409]).toContain(owners);
    expect(await exists('organizations', owner.organizationId)).toBe(owners === 409);
    expect(await orphans(server.db)).toEqual([]);
  });

  it('the owner deletes theirs while somebody accepts: they are let in or find nothing', async () => {
    expect((await member.session.post('/v1/org/leave')).status).toBe(204);
    const guest = await signUpOwner(server);
    const token = await invite(session, guest.email);
    const [accepted, deleted] = await statusesOf([
      api(server).as(guest.cookie).post('/v1/invitations/accept', { token }),
      deletion(owner),
    ]);
    expect([
      [200, 409],
      [400, 200],
    ]).toContainEqual([accepted, deleted]);
    expect(await orphans(server.db)).toEqual([]);
  });

  it('whatever else the person does meanwhile is finished and gone, or refused', async () => {
    const busy = api(server).as(member.cookie);
    const requests = [1, 2, 3, 4].flatMap((turn) => [
      busy.get('/v1/auth/session'),
      busy.post('/v1/workspaces', { name: `Late ${turn}` }),
      busy.post('/v1/user/api-key/regenerate'),
      member.session.inWorkspace(owner.workspaceId).get('/v1/user/api-key'),
      api(server).post('/auth/sign-in/email', { email: member.email, password: PASSWORD }),
      busy.post('/v1/agents', { name: `Agent ${turn}`, identifier: `agent-${turn}` }),
    ]);
    const [deleted, ...others] = await statusesOf([deletion(member), ...requests]);
    expect(deleted).toBe(200);
    expect(others.filter((status) => ![200, 201, 401].includes(status))).toEqual([]);
    const left = await server.db.query(
      `SELECT id FROM users WHERE email = $1 UNION ALL SELECT user_id FROM user_sessions WHERE user_id = $2`,
      [member.email, member.userId],
    );
    expect(left).toEqual([]);
    const homes = await server.db.query(`SELECT 1 FROM organizations WHERE id = $1`, [member.organizationId]);
    expect(homes).toEqual([]);
    expect(await orphans(server.db)).toEqual([]);
  });
});
