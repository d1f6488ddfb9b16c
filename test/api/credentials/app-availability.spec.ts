/** Which apps the people of an organization may use (03 §9). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { api, type ApiClient } from '../../harness/clients/client.js';
import { joinAs, memberOf } from '../../harness/people/members.js';
import { addGroup, addMember, bind, setMembership } from '../../harness/people/people.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';

const PATH = '/v1/org/app-availability';
const FLAT = { error: expect.any(String) };

let server: TestServer;
let owner: Owner;
let admin: ApiClient;

beforeAll(async () => {
  server = await startServer({ ENTERPRISE_ENABLED: 'true', SLACK_CLIENT_ID: 'c', SLACK_CLIENT_SECRET: 's' });
});

afterAll(() => server.close());

beforeEach(async () => {
  owner = await signUpOwner(server);
  admin = api(server).as(owner.cookie).with({ 'x-organization-id': owner.organizationId });
});

const restricted = (...rules: object[]) => admin.put(PATH, { mode: 'restricted', rules });
const rule = (over: object) => ({ userIds: [], groupIds: [], providers: ['slack'], ...over });

describe('app availability', () => {
  it('03 §9.1 is open until somebody says something, for administrators to read', async () => {
    expect(await admin.get(PATH)).toMatchObject({ status: 200, body: { mode: 'open', rules: [] } });
    const member = await joinAs(server, owner);
    expect((await member.session.get(PATH)).status).toBe(403);
    expect((await member.session.put(PATH, { mode: 'open', rules: [] })).status).toBe(403);
  });

  it('03-31 takes people, groups and apps that there are, and rules that grant something', async () => {
    const userId = await addMember(server, owner.organizationId);
    const groupId = await addGroup(server, owner.organizationId, [userId]);
    const stranger = await signUpOwner(server);
    for (const body of [
      { mode: 'closed', rules: [] },
      { mode: 'open' },
      { mode: 'restricted', rules: [rule({ id: 'a' }), rule({ id: 'a' })] },
      { mode: 'restricted', rules: [{ userIds: [], groupIds: [] }] },
      { mode: 'restricted', rules: [rule({ name: 'x'.repeat(201) })] },
      { mode: 'restricted', rules: [rule({ userIds: [''] })] },
    ])
      expect(await admin.put(PATH, body)).toMatchObject({ status: 400, body: FLAT });
    const unknown = await restricted(rule({ userIds: [userId], providers: ['nope'] }));
    expect(unknown).toMatchObject({ status: 400, body: { error: { type: 'invalid_request_error' } } });
    await setMembership(server, owner.organizationId, userId, 'suspended');
    const theirGroup = await addGroup(server, stranger.organizationId, []);
    const refused = { status: 422, body: { error: { type: 'validation_error' } } };
    for (const over of [
      { userIds: [userId] },
      { userIds: [stranger.userId] },
      { userIds: [randomUUID()] },
      { userIds: ['no-uuid'] },
      { groupIds: [theirGroup] },
    ])
      expect(await restricted(rule(over))).toMatchObject(refused);
    const stored = await restricted(
      rule({ id: randomUUID(), groupIds: [groupId, groupId], name: ' Support ' }),
      rule({ groupIds: [groupId], providers: [] }),
      rule({}),
    );
    expect(stored).toMatchObject({ status: 200, body: { mode: 'restricted' } });
    expect(stored.body.rules).toEqual([
      { id: expect.any(String), name: 'Support', userIds: [], groupIds: [groupId], providers: ['slack'] },
    ]);
    const [{ id }] = stored.body.rules;
    const changed = await restricted(rule({ id, groupIds: [groupId], providers: ['gmail'] }));
    expect(changed.body.rules).toMatchObject([{ id, name: null, providers: ['gmail'] }]);
    expect((await admin.get(PATH)).body).toEqual(changed.body);
    const trail = await server.db.query(
      `SELECT action, metadata FROM audit_log WHERE organization_id = $1 AND service = 'app-availability'
       ORDER BY created_at`,
      [owner.organizationId],
    );
    expect(trail.at(-1)).toEqual({ action: 'update', metadata: { mode: 'restricted', rules: 1 } });
  });

  it('03 §9.3 binds who connects in a workspace, and nothing that the organization connects', async () => {
    const insider = await addMember(server, owner.organizationId);
    const groupId = await addGroup(server, owner.organizationId, [insider]);
    await restricted(rule({ groupIds: [groupId] }));
    const member = await memberOf(server, owner);
    const available = async () => (await member.get('/v1/apps/available')).body;
    expect(await available()).toEqual({ restricted: true, providers: [] });
    const refused = (provider: string) => ({
      status: 400,
      body: { error: `Provider "${provider}" is not available` },
    });

    expect(await owner.api.get('/v1/apps/slack/authorize')).toMatchObject(refused('slack'));
    const granola = { fields: { apiKey: 'k' } };
    expect(await owner.api.post('/v1/apps/granola/connect', granola)).toMatchObject(refused('granola'));
    expect((await admin.post('/v1/org/apps/granola/connect', granola)).status).toBe(200);
    await bind(server, owner.workspaceId, { groupId });
    expect(await available()).toEqual({ restricted: true, providers: ['slack'] });
    expect((await owner.api.get('/v1/apps/slack/authorize')).status).toBe(302);
    await setMembership(server, owner.organizationId, insider, 'suspended');
    expect((await owner.api.get('/v1/apps')).body[0].available).toBe(true);
    expect((await admin.put(PATH, { mode: 'open', rules: [] })).status).toBe(200);
    expect(await available()).toEqual({ restricted: false, providers: [] });
  });

  it('03 §9.3.1 stays in force when the licence ends, and cannot be written or read then', async () => {
    await restricted();
    const lapsed = await startReplica(server, {});
    const there = api(lapsed).as(owner.apiKey);
    expect((await there.get('/v1/apps/available')).body).toEqual({ restricted: true, providers: [] });
    expect(await there.post('/v1/apps/granola/connect', { fields: { apiKey: 'k' } })).toMatchObject({
      status: 400,
    });
    for (const answer of [
      await api(lapsed).as(owner.cookie).get(PATH),
      await api(lapsed).as(owner.cookie).put(PATH, { mode: 'open', rules: [] }),
    ])
      expect(answer).toMatchObject({ status: 403, body: { error: { type: 'enterprise_license_required' } } });
    await lapsed.close();
  });
});
