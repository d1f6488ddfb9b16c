import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { api, type ApiClient } from '../../harness/clients/client.js';
import { joinAs, type Member } from '../../harness/people/members.js';
import { startServer, type TestServer } from '../../harness/server/server.js';

const INSUFFICIENT = { error: { message: 'Insufficient permissions', type: 'authentication_error' } };

describe.each([
  ['Community', {}],
  ['Enterprise', { ENTERPRISE_ENABLED: 'true' }],
])('POST /v1/org/transfer-ownership in %s', (_edition, settings) => {
  let server: TestServer;
  let owner: Owner;
  let session: ApiClient;
  let member: Member;

  beforeAll(async () => {
    server = await startServer(settings);
  });
  afterAll(() => server.close());

  beforeEach(async () => {
    owner = await signUpOwner(server);
    session = api(server).as(owner.cookie).with({ 'x-organization-id': owner.organizationId });
    member = await joinAs(server, owner);
  });

  const transfer = (by: ApiClient, userId?: unknown) => by.post('/v1/org/transfer-ownership', { userId });
  const roles = async () => {
    const rows = await server.db.query<{ id: string; role: string }>(
      `SELECT user_id AS id, role FROM memberships WHERE organization_id = $1`,
      [owner.organizationId],
    );
    return Object.fromEntries(rows.map(({ id, role }) => [id, role]));
  };

  it('makes the member the owner and the caller an administrator, at once and audited', async () => {
    const moved = await transfer(session, member.userId);
    expect([moved.status, moved.body]).toEqual([
      200,
      { organizationId: owner.organizationId, ownerId: member.userId },
    ]);
    expect(await roles()).toEqual({ [member.userId]: 'owner', [owner.userId]: 'admin' });
    expect((await session.get('/v1/org')).body.role).toBe('admin');
    expect(await session.patch('/v1/org', { name: 'Still mine' })).toMatchObject({
      status: 403,
      body: INSUFFICIENT,
    });
    expect((await member.session.patch('/v1/org', { name: 'Mine now' })).status).toBe(200);
    const audited = await server.db.query(
      `SELECT action, source, status, user_id, metadata FROM audit_log
       WHERE organization_id = $1 AND service = 'organization' AND metadata ? 'to'`,
      [owner.organizationId],
    );
    expect(audited).toEqual([
      {
        action: 'update',
        source: 'app',
        status: 'success',
        user_id: owner.userId,
        metadata: { from: owner.userId, to: member.userId },
      },
    ]);
  });

  it('the old owner keeps their keys as an administrator, and can be given the organization back', async () => {
    const { apiKey } = (await session.get('/v1/org/api-key')).body;
    expect((await transfer(session, member.userId)).status).toBe(200);
    expect((await api(server).as(apiKey).get('/v1/org')).body.role).toBe('admin');
    expect((await transfer(member.session, owner.userId)).status).toBe(200);
    expect(await roles()).toEqual({ [owner.userId]: 'owner', [member.userId]: 'admin' });
  });

  it.each([
    ['nobody', undefined],
    ['a number', 12],
    ['an empty text', ''],
    ['null', null],
    ['a list', [randomUUID()]],
    ['a character no text can hold', 'a\0b'],
  ])('to %s is 400 flat', async (_who, userId) => {
    const refused = await transfer(session, userId);
    expect([refused.status, refused.body]).toEqual([400, { error: expect.any(String) }]);
  });

  it('to oneself is 400 flat, to a stranger 404, to one suspended or deactivated 409; nothing changes', async () => {
    const self = await transfer(session, owner.userId);
    expect([self.status, self.body]).toEqual([400, { error: expect.any(String) }]);
    const stranger = await signUpOwner(server);
    for (const userId of [stranger.userId, randomUUID(), 'no-uuid']) {
      const absent = await transfer(session, userId);
      expect([absent.status, absent.body.error.type]).toEqual([404, 'not_found_error']);
    }
    const placeholder = await joinAs(server, owner);
    await server.db.query(`UPDATE users SET email = $2 WHERE id = $1`, [
      placeholder.userId,
      `provision-${placeholder.userId}@placeholder.invalid`,
    ]);
    expect((await transfer(session, placeholder.userId)).status).toBe(404);
    const gone = await joinAs(server, owner, 'admin');
    await server.db.query(`UPDATE users SET deactivated_at = now() WHERE id = $1`, [gone.userId]);
    expect((await transfer(session, gone.userId)).status).toBe(409);
    const away = await joinAs(server, owner, 'admin', 'suspended');
    const suspended = await transfer(session, away.userId);
    expect([suspended.status, suspended.body.error.type]).toEqual([409, 'invalid_request_error']);
    expect(await roles()).toMatchObject({ [owner.userId]: 'owner', [member.userId]: 'member' });
  });

  it('by anybody but the owner is 403 before the body is looked at', async () => {
    const admin = await joinAs(server, owner, 'admin');
    for (const by of [member.session, admin.session])
      for (const userId of [member.userId, owner.userId, undefined])
        expect(await transfer(by, userId)).toMatchObject({ status: 403, body: INSUFFICIENT });
    expect(await roles()).toMatchObject({ [owner.userId]: 'owner' });
  });

  it('of several at once exactly one wins, and there is one owner', async () => {
    const others = [member, await joinAs(server, owner), await joinAs(server, owner)];
    const answers = await Promise.all(others.map(({ userId }) => transfer(session, userId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    const winner = answers.find(({ status }) => status === 200)!.body.ownerId;
    const owners = Object.entries(await roles()).filter(([, role]) => role === 'owner');
    expect(owners).toEqual([[winner, 'owner']]);
  });

  it('beside a deletion: either the member owns an organization that lives, or it is gone', async () => {
    for (let round = 0; round < 3; round++) {
      const founder = await signUpOwner(server);
      const heir = await joinAs(server, founder);
      const theirs = api(server).as(founder.cookie).with({ 'x-organization-id': founder.organizationId });
      const [moved, deleted] = await Promise.all([transfer(theirs, heir.userId), theirs.delete('/v1/org')]);
      const alive = await heir.session.get('/v1/org');
      if (deleted.status === 204) {
        expect([401, 403]).toContain(moved.status);
        expect(alive.status).toBe(401);
      } else {
        expect([moved.status, deleted.status]).toEqual([200, 403]);
        expect([alive.status, alive.body.role]).toEqual([200, 'owner']);
      }
    }
  });
});
