import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, PASSWORD, signUpOwner } from '../../harness/people/accounts.js';
import { api, type Answer, type ApiClient } from '../../harness/clients/client.js';
import { whileHeld } from '../../harness/database/contention.js';
import { administrationOf, trailOf } from '../../harness/sign-on/directory.js';
import { joinAs, type Member } from '../../harness/people/members.js';
import { someEmail, stranger } from '../../harness/people/newcomers.js';
import { bind } from '../../harness/people/people.js';
import { connectDirectory, type Directory, operations, refusalOf } from '../../harness/sign-on/scim.js';
import type { TestServer } from '../../harness/server/server.js';
import { withReplica } from '../../harness/server/stands.js';

const USERS = '/scim/v2/Users';
const ENTERPRISE_USER = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
/** Long enough for every other test of this file on a busy machine. */
const SEARCH_TIMEOUT_MS = 1_500;

let server: TestServer;
let replica: TestServer;
let owner: Owner;
let directory: Directory;

withReplica((stand) => ({ server, replica } = stand), {
  ENTERPRISE_ENABLED: 'true',
  REGISTRATION: 'open',
  SCIM_SEARCH_TIMEOUT_MS: String(SEARCH_TIMEOUT_MS),
});

beforeEach(async () => {
  owner = await signUpOwner(server);
  directory = await connectDirectory(server, owner);
});

async function create(body: object = {}): Promise<any> {
  const answer = await directory.api.post(USERS, { userName: someEmail(), ...body });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body;
}

const patch = (id: string, ...written: unknown[]): Promise<Answer> =>
  directory.api.patch(`${USERS}/${id}`, operations(...written));

/** Somebody who is also in an organization of their own, with a key for the owner's workspace. */
async function keyHolder(): Promise<Member & { key: ApiClient }> {
  const person = await joinAs(server, owner);
  await bind(server, owner.workspaceId, { userId: person.userId });
  const { body } = await person.session.inWorkspace(owner.workspaceId).get('/v1/user/api-key');
  return { ...person, key: api(server).as(body.apiKey as string) };
}

const statusOf = async (userId: string): Promise<unknown> => {
  const { session } = administrationOf(server, owner);
  return (await session.get(`/v1/org/members/${userId}`)).body.status;
};

describe('who may speak SCIM', () => {
  it('05-30 a random userName finds nobody; no token, a revoked one and any key are told the same', async () => {
    const found = await directory.api.get(
      `${USERS}?filter=${encodeURIComponent(`userName eq "${randomUUID()}"`)}`,
    );
    expect([found.status, found.body]).toEqual([
      200,
      {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
        totalResults: 0,
        startIndex: 1,
        itemsPerPage: 0,
        Resources: [],
      },
    ]);
    const { session } = administrationOf(server, owner);
    const revoked = await connectDirectory(server, owner);
    expect((await session.delete(`/v1/org/scim/tokens/${revoked.tokenId}`)).status).toBe(204);
    const bearers = [
      stranger(server),
      revoked.api,
      owner.api,
      api(server).as(owner.cookie),
      api(server).as(`oc_scim_${'0'.repeat(48)}`),
    ];
    const answers = await Promise.all(bearers.map((bearer) => bearer.get(USERS)));
    expect(answers.map(refusalOf)).toEqual(answers.map(() => [401, undefined]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.map(({ headers }) => headers['www-authenticate'])).toEqual(
      answers.map(() => 'Bearer realm="scim"'),
    );
  });

  it('05-39 the rest of the path and of RFC 7644 answers in SCIM, and a token is worth nothing elsewhere', async () => {
    const at = (path: string) => directory.api.get(`/scim/v2/${path}`);
    expect(refusalOf(await at('Schemas?filter=id%20pr'))).toEqual([403, undefined]);
    expect(refusalOf(await at('Me'))).toEqual([501, undefined]);
    expect(refusalOf(await directory.api.patch('/scim/v2/Me', {}))).toEqual([501, undefined]);
    expect(refusalOf(await directory.api.post('/scim/v2/Bulk', {}))).toEqual([501, undefined]);
    expect(refusalOf(await at('nope'))).toEqual([404, undefined]);
    expect(refusalOf(await directory.api.post('/scim/v2/Schemas', {}))).toEqual([404, undefined]);
    expect(refusalOf(await stranger(server).get('/scim/v2/nope'))).toEqual([401, undefined]);
    const elsewhere = await directory.api.get('/v1/user');
    expect([elsewhere.status, elsewhere.body.error.message]).toEqual([401, 'Invalid API key or token.']);
  });

  it('05-39 the 601st request of a minute is refused, by token', async () => {
    const burst = async (): Promise<Answer[]> => {
      const answers: Answer[] = [];
      for (let round = 0; round < 13; round++)
        answers.push(
          ...(await Promise.all(Array.from({ length: 50 }, () => directory.api.get('/scim/v2/Schemas')))),
        );
      return answers;
    };
    const minute = (): number => Math.floor(Date.now() / 60_000);
    let answers: Answer[];
    let begun: number;
    do {
      begun = minute();
      answers = await burst();
    } while (minute() !== begun);
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(600);
    expect(refused.length).toBeGreaterThan(0);
    expect(refusalOf(refused[0]!)).toEqual([429, undefined]);
    expect(refused[0]!.body.error.type).toBe('rate_limit_error');
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0);
    expect((await (await connectDirectory(server, owner)).api.get('/scim/v2/Schemas')).status).toBe(200);
  });

  it('notes when a token was used', async () => {
    const { session } = administrationOf(server, owner);
    expect((await session.get('/v1/org/scim/tokens')).body).toMatchObject([{ lastUsedAt: null }]);
    await directory.api.get(USERS);
    const used = async () => (await session.get('/v1/org/scim/tokens')).body[0].lastUsedAt as string | null;
    for (let tries = 0; tries < 50 && (await used()) === null; tries++);
    expect(Date.parse((await used())!)).toBeGreaterThan(0);
  });

  it('people of other organizations, placeholders and strangers are nobody', async () => {
    const other = await signUpOwner(server);
    const theirs = await connectDirectory(server, other);
    const { id } = await create();
    expect(refusalOf(await theirs.api.get(`${USERS}/${id}`))).toEqual([404, undefined]);
    expect(
      refusalOf(await theirs.api.patch(`${USERS}/${id}`, operations({ path: 'active', value: false }))),
    ).toEqual([404, undefined]);
    expect(refusalOf(await theirs.api.delete(`${USERS}/${id}`))).toEqual([404, undefined]);
    expect(refusalOf(await directory.api.get(`${USERS}/not-an-id`))).toEqual([404, undefined]);
    expect((await theirs.api.get(USERS)).body.totalResults).toBe(1);
  });
});

describe('creating', () => {
  it('05-31 makes a member once, suspended when told so in words, and only with an address', async () => {
    const userName = someEmail();
    const body = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', ENTERPRISE_USER],
      externalId: '00a1',
      userName: userName.toUpperCase(),
      name: { givenName: 'Ada', familyName: 'L' },
      emails: [{ primary: true, value: 'other@example.test', type: 'work' }],
      locale: 'en',
      groups: [],
      roles: [],
      password: 'irrelevant',
      active: true,
      [ENTERPRISE_USER]: { department: 'R&D' },
    };
    const created = await directory.api.post(USERS, body);
    const { id } = created.body;
    const location = `${server.apiUrl}${USERS}/${id}`;
    expect([created.status, created.headers['content-type'], created.body]).toEqual([
      201,
      'application/scim+json',
      {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        id: expect.any(String),
        externalId: '00a1',
        userName,
        displayName: 'Ada L',
        name: { givenName: 'Ada', familyName: 'L' },
        emails: [{ value: userName, type: 'work', primary: true }],
        active: true,
        meta: {
          resourceType: 'User',
          created: expect.any(String),
          lastModified: expect.any(String),
          location,
        },
      },
    ]);
    expect([created.headers['location'], created.headers['content-location']]).toEqual([location, location]);
    expect(refusalOf(await directory.api.post(USERS, body))).toEqual([409, 'uniqueness']);
    expect((await create({ active: 'False' })).active).toBe(false);
    expect(refusalOf(await directory.api.post(USERS, {}))).toEqual([400, 'invalidValue']);
    expect(refusalOf(await directory.api.post(USERS, { userName: 'jdoe' }))).toEqual([400, 'invalidValue']);
    expect(await trailOf(server, owner.organizationId, 'member')).toMatchObject([
      { action: 'create', source: 'scim', metadata: { targetUserId: id } },
      { action: 'create' },
    ]);
  });

  it('refuses what is not an object, and what no column holds', async () => {
    for (const body of ['', '[]', '"x"', 'null', '{', '5'])
      expect(refusalOf(await directory.api.post(USERS, body))).toEqual([400, 'invalidSyntax']);
    const userName = someEmail();
    expect(refusalOf(await directory.api.post(USERS, { userName, displayName: 'a\u0000b' }))).toEqual([
      400,
      'invalidValue',
    ]);
    expect(refusalOf(await directory.api.post(USERS, { userName, externalId: 'x'.repeat(256) }))).toEqual([
      400,
      'invalidValue',
    ]);
    expect(refusalOf(await directory.api.post(USERS, { userName: `x@placeholder.invalid` }))).toEqual([
      400,
      'invalidValue',
    ]);
    expect((await directory.api.get(`${USERS}?count=0`)).body.totalResults).toBe(1);
  });

  it('takes bodies of up to 2 MiB', async () => {
    const wide = (bytes: number) => ({ userName: someEmail(), nickName: 'x'.repeat(bytes) });
    expect((await directory.api.post(USERS, wide(1_500_000))).status).toBe(201);
    expect(refusalOf(await directory.api.post(USERS, wide(2_100_000)))).toEqual([413, undefined]);
  });

  it('joins an account that exists, and never names it', async () => {
    const colleague = await signUpOwner(server, { name: 'Own Name' });
    const { body } = await api(server).as(colleague.cookie).get('/v1/user');
    const joined = await create({ userName: body.email, displayName: 'Directory Name' });
    expect(joined).toMatchObject({ id: colleague.userId, displayName: 'Directory Name' });
    expect((await api(server).as(colleague.cookie).get('/v1/user')).body.name).toBe('Own Name');
  });

  it('of twenty at once one succeeds', async () => {
    const userName = someEmail();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => directory.api.post(USERS, { userName })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
  });

  it('keeps external ids apart within the organization', async () => {
    await create({ externalId: 'e1' });
    expect(refusalOf(await directory.api.post(USERS, { userName: someEmail(), externalId: 'e1' }))).toEqual([
      409,
      'uniqueness',
    ]);
    const other = await connectDirectory(server, await signUpOwner(server));
    expect((await other.api.post(USERS, { userName: someEmail(), externalId: 'e1' })).status).toBe(201);
  });
});

describe('changing', () => {
  it('05-32 active in words ends access here and elsewhere, once; true gives it back', async () => {
    const person = await keyHolder();
    const { key } = person;
    const elsewhere = api(replica).as(person.cookie).with({ 'x-organization-id': owner.organizationId });
    expect((await key.get('/v1/agents')).status).toBe(200);
    const disabled = await patch(person.userId, { op: 'Replace', path: 'active', value: 'False' });
    expect([disabled.status, disabled.body.active]).toEqual([200, false]);
    expect((await key.get('/v1/agents')).status).toBe(401);
    expect((await elsewhere.get('/v1/workspaces')).status).toBe(401);
    const before = await trailOf(server, owner.organizationId, 'member');
    expect((await patch(person.userId, { op: 'Replace', path: 'active', value: 'False' })).status).toBe(200);
    expect(await trailOf(server, owner.organizationId, 'member')).toEqual(before);
    const enabled = await patch(person.userId, { op: 'replace', value: { active: true } });
    expect([enabled.status, enabled.body.active]).toEqual([200, true]);
    expect((await key.get('/v1/agents')).status).toBe(200);
  });

  it('05-33 never deactivates the owner, by no method', async () => {
    const path = `${USERS}/${owner.userId}`;
    const { userName } = (await directory.api.get(path)).body;
    expect(refusalOf(await patch(owner.userId, { path: 'active', value: false }))).toEqual([
      400,
      'invalidValue',
    ]);
    expect(refusalOf(await directory.api.put(path, { userName, active: false }))).toEqual([
      400,
      'invalidValue',
    ]);
    expect(refusalOf(await directory.api.delete(path))).toEqual([400, 'invalidValue']);
    expect(await statusOf(owner.userId)).toBe('active');
  });

  it('05-34 applies all operations or none, and ignores extensions', async () => {
    const { id } = await create({ displayName: 'Ada' });
    const half = await patch(id, { path: 'displayName', value: 'Changed' }, { op: 'remove' });
    expect(refusalOf(half)).toEqual([400, 'noTarget']);
    expect((await directory.api.get(`${USERS}/${id}`)).body.displayName).toBe('Ada');
    expect((await patch(id, { op: 'Add', path: `${ENTERPRISE_USER}:department`, value: 'R&D' })).status).toBe(
      200,
    );
    const bare = await directory.api.patch(`${USERS}/${id}`, {
      Operations: [{ path: 'active', value: false }],
    });
    expect(refusalOf(bare)).toEqual([400, 'invalidSyntax']);
  });

  it('05-35 renames who is only here, to addresses that are free and near', async () => {
    const { id, userName } = await create();
    const rename = (value: string) => patch(id, { op: 'Replace', path: 'userName', value });
    const renamed = someEmail();
    expect((await rename(renamed)).body.userName).toBe(renamed);
    expect(refusalOf(await rename((await create()).userName))).toEqual([409, 'uniqueness']);
    await signUpOwner(server);
    const both = await signUpOwner(server);
    const { body } = await api(server).as(both.cookie).get('/v1/user');
    await create({ userName: body.email });
    const foreign = await directory.api.patch(
      `${USERS}/${both.userId}`,
      operations({ path: 'userName', value: someEmail() }),
    );
    expect(refusalOf(foreign)).toEqual([400, 'mutability']);
    expect(userName).not.toBe(renamed);
  });

  it('05-35 somebody who has signed in moves to a verified domain only', async () => {
    const { id } = await create();
    await server.db.query(`UPDATE users SET last_login_at = now() WHERE id = $1`, [id]);
    const domain = `${randomUUID()}.test`;
    const rename = () => patch(id, { path: 'userName', value: `ada@${domain}` });
    expect(refusalOf(await rename())).toEqual([400, 'mutability']);
    await server.db.query(
      `INSERT INTO domains (organization_id, domain, verification_token, verified_at) VALUES ($1, $2, 'x', now())`,
      [owner.organizationId, domain],
    );
    expect((await rename()).body.userName).toBe(`ada@${domain}`);
  });

  it('05-36 deletes by suspending: a second time reads as gone, and nothing of theirs goes', async () => {
    const person = await keyHolder();
    const path = `${USERS}/${person.userId}`;
    expect((await directory.api.delete(path)).status).toBe(204);
    expect(refusalOf(await directory.api.delete(path))).toEqual([404, undefined]);
    expect((await directory.api.get(path)).body.active).toBe(false);
    const [kept] = await server.db.query(
      `SELECT (SELECT count(*) FROM workspace_bindings WHERE user_id = $1 AND workspace_id = $3)::int AS bindings,
         (SELECT count(*) FROM api_keys WHERE user_id = $1 AND organization_id = $2)::int AS keys`,
      [person.userId, owner.organizationId, owner.workspaceId],
    );
    expect(kept).toEqual({ bindings: 1, keys: 1 });
    expect((await patch(person.userId, { value: { active: true } })).body.active).toBe(true);
  });

  it('keeps by a PUT what it leaves out', async () => {
    const { id, userName } = await create({
      displayName: 'Ada',
      externalId: 'e1',
      name: { givenName: 'Ada' },
    });
    const replaced = await directory.api.put(`${USERS}/${id}`, { userName });
    expect(replaced.body).toMatchObject({ displayName: 'Ada', externalId: 'e1', name: { givenName: 'Ada' } });
    const cleared = await directory.api.put(`${USERS}/${id}`, { userName, externalId: null });
    expect(cleared.body.externalId).toBeUndefined();
  });

  it('keeps a display name of its own for people who are elsewhere too', async () => {
    const colleague = await signUpOwner(server, { name: 'Own Name' });
    const { body } = await api(server).as(colleague.cookie).get('/v1/user');
    await create({ userName: body.email });
    expect((await directory.api.get(`${USERS}/${colleague.userId}`)).body.displayName).toBeUndefined();
    expect((await patch(colleague.userId, { path: 'displayName', value: 'Here' })).body.displayName).toBe(
      'Here',
    );
    expect((await api(server).as(colleague.cookie).get('/v1/user')).body.name).toBe('Own Name');
  });

  it('gives nobody a way in', async () => {
    const { userName } = await create({ password: PASSWORD });
    const signIn = await stranger(server).post('/auth/sign-in/email', {
      email: userName,
      password: PASSWORD,
    });
    expect(signIn.status).toBe(401);
  });
});

describe('the audit log (05 §13)', () => {
  it('names the owner and the token in every entry that a directory brings about', async () => {
    const { session } = administrationOf(server, owner);
    const invited = someEmail();
    expect((await session.post('/v1/org/invitations', { email: invited, role: 'member' })).status).toBe(201);
    const { id } = await create({ userName: invited });
    const renamed = someEmail();
    await patch(id, { path: 'displayName', value: 'Ada' }, { path: 'userName', value: renamed });
    expect((await directory.api.delete(`${USERS}/${id}`)).status).toBe(204);
    const group = await directory.api.post('/scim/v2/Groups', { displayName: randomUUID(), externalId: 'e' });
    const path = `/scim/v2/Groups/${group.body.id}`;
    await directory.api.patch(path, operations({ path: 'displayName', value: 'Renamed' }));
    expect((await directory.api.delete(path)).status).toBe(204);
    const told = { scimTokenId: directory.tokenId, scimTokenLabel: 'directory' };
    const by = { source: 'scim', userId: owner.userId };
    const entry = (action: string, metadata: object) => ({
      ...by,
      action,
      metadata: expect.objectContaining({ ...metadata, ...told }),
    });
    const trail = await trailOf(server, owner.organizationId, 'member', 'group', 'invitation');
    expect(trail.filter(({ source }) => source === 'scim')).toEqual(
      [
        entry('accept', { via: 'scim' }),
        entry('create', { targetUserId: id, email: invited, userCreated: true }),
        entry('update', {
          targetUserId: id,
          email: invited,
          fields: ['displayName'],
          userNameChanged: true,
          newEmail: renamed,
        }),
        entry('update', { targetUserId: id, activeChanged: true, status: 'suspended', via: 'delete' }),
        entry('create', { externalId: 'e' }),
        entry('update', { renamed: true, name: 'Renamed' }),
        entry('delete', { name: 'Renamed' }),
      ].map((each) => expect.objectContaining(each)),
    );
  });
});

describe('lists', () => {
  it('05-38 page, clamp, filter and sort', async () => {
    const at = (query: string) => directory.api.get(`${USERS}?${query}`);
    await create({ userName: `zoe-${randomUUID()}@example.test`, externalId: 'B' });
    const { userName } = await create({ userName: `abe-${randomUUID()}@example.test` });
    expect((await at('count=0')).body).toMatchObject({ totalResults: 3, itemsPerPage: 0, Resources: [] });
    expect((await at('count=9999&startIndex=0')).body).toMatchObject({
      totalResults: 3,
      startIndex: 1,
      itemsPerPage: 3,
    });
    expect((await at('count=1&startIndex=2')).body).toMatchObject({
      totalResults: 3,
      startIndex: 2,
      itemsPerPage: 1,
    });
    expect((await at('startIndex=9')).body).toMatchObject({
      totalResults: 3,
      startIndex: 9,
      itemsPerPage: 0,
    });
    for (const startIndex of ['2147483648', '999999999999999'])
      expect((await at(`startIndex=${startIndex}`)).body).toMatchObject({
        totalResults: 3,
        startIndex: Number(startIndex),
        Resources: [],
      });
    expect(refusalOf(await at('count=abc'))).toEqual([400, 'invalidValue']);
    expect(refusalOf(await at(`filter=${encodeURIComponent('title eq "x"')}`))).toEqual([
      400,
      'invalidFilter',
    ]);
    const either = encodeURIComponent(`userName eq "${userName.toUpperCase()}" or externalId eq "B"`);
    expect((await at(`filter=${either}`)).body.totalResults).toBe(2);
    const sorted = (await at('sortBy=userName&sortOrder=descending')).body.Resources.map(
      (one: any) => one.userName,
    );
    expect(sorted).toEqual([...sorted].sort().reverse());
    expect(refusalOf(await at('sortBy=title'))).toEqual([400, 'invalidValue']);
    expect(refusalOf(await at('attributes=id&excludedAttributes=id'))).toEqual([400, 'invalidValue']);
    const some = (await at('attributes=userName,name.givenName')).body.Resources;
    expect(some.every((one: object) => !('meta' in one) && 'schemas' in one && 'id' in one)).toBe(true);
    const searched = await directory.api.post(`${USERS}/.search`, {
      FILTER: 'externalId eq "B"',
      attributes: ['externalId'],
    });
    expect(searched.body.Resources).toEqual([
      { schemas: expect.any(Array), id: expect.any(String), externalId: 'B' },
    ]);
  });

  it('are in the order of creation, page by page', async () => {
    const made: string[] = [owner.userId];
    for (let n = 0; n < 5; n++) made.push((await create()).id);
    const seen: string[] = [];
    for (let startIndex = 1; startIndex <= 6; startIndex += 2) {
      const { body } = await directory.api.get(`${USERS}?count=2&startIndex=${startIndex}`);
      seen.push(...body.Resources.map(({ id }: { id: string }) => id));
    }
    expect(seen).toEqual(made);
  });

  it('end with a refusal where a search takes too long, and keep no connection from others meanwhile', async () => {
    const searched = (query: string) => directory.api.get(`${USERS}?${query}`);
    const whileSearching = async () => {
      const slow = [
        ...Array.from({ length: 30 }, (_, n) => searched(`filter=displayName%20co%20%22${n}%22`)),
        searched('sortBy=userName'),
        searched('sortBy=id&filter=userName%20sw%20%22a%22'),
      ];
      const { session } = administrationOf(server, owner);
      for (let n = 0; n < 10; n++) expect((await session.get('/v1/org/members')).status).toBe(200);
      for (const answer of await Promise.all(slow)) expect(refusalOf(answer)).toEqual([400, 'tooMany']);
    };
    await whileHeld(
      server,
      (query) => query('LOCK TABLE scim_users IN ACCESS EXCLUSIVE MODE'),
      [],
      whileSearching,
    );
    expect((await searched('filter=displayName%20co%20%22a%22')).status).toBe(200);
  });

  it('of thousands have everybody once, wherever a page begins, and whoever came or went in between', async () => {
    const { organizationId } = owner;
    const join = (people: number, domain: string) =>
      server.db.query(
        `WITH made AS (
           INSERT INTO users (email, name, external_auth_id)
           SELECT gen_random_uuid() || $3, NULL, gen_random_uuid() FROM generate_series(1, $2::int) RETURNING id)
         INSERT INTO memberships (organization_id, user_id, role, created_at)
         SELECT $1, id, 'member', now() - (random() * 100)::int * interval '1 hour' FROM made`,
        [organizationId, people, domain],
      );
    const leave = (share: number) =>
      server.db.query(
        `DELETE FROM users u USING memberships m
         WHERE m.user_id = u.id AND m.organization_id = $1 AND m.role <> 'owner' AND random() < $2`,
        [organizationId, share],
      );
    await join(1_400, '@example.test');
    await join(60, '@placeholder.invalid');
    await leave(0.3);
    await Promise.all([
      join(300, '@example.test'),
      leave(0.2),
      ...Array.from({ length: 20 }, () => join(1, '@example.test')),
    ]);
    await leave(0.1);
    await server.db.query(
      `UPDATE users SET email = gen_random_uuid() || '@example.test' WHERE email LIKE '%@placeholder.invalid' AND random() < 0.5`,
    );
    const members = await server.db.query<{ id: string }>(
      `SELECT m.user_id AS id FROM memberships m JOIN users u ON u.id = m.user_id
       WHERE m.organization_id = $1 AND u.email NOT LIKE '%@placeholder.invalid' ORDER BY m.created_at, m.user_id`,
      [organizationId],
    );
    const everybody = members.map(({ id }) => id);
    expect(everybody.length).toBeGreaterThan(600);
    const at = async (startIndex: number, count: number) => {
      const { body } = await directory.api.get(
        `${USERS}?count=${count}&startIndex=${startIndex}&attributes=id`,
      );
      return { total: body.totalResults, ids: body.Resources.map(({ id }: { id: string }) => id) };
    };
    for (const startIndex of [
      1,
      2,
      128,
      129,
      130,
      256,
      257,
      258,
      500,
      everybody.length,
      everybody.length + 1,
    ])
      expect(await at(startIndex, 300)).toEqual({
        total: everybody.length,
        ids: everybody.slice(startIndex - 1, startIndex + 299),
      });
    const seen: string[] = [];
    for (let startIndex = 1; startIndex <= everybody.length; startIndex += 97)
      seen.push(...(await at(startIndex, 97)).ids);
    expect(seen).toEqual(everybody);
    await server.db.query(`DELETE FROM memberships WHERE organization_id = $1 AND role <> 'owner'`, [
      organizationId,
    ]);
    expect(await at(1, 10)).toEqual({ total: 1, ids: [owner.userId] });
  });
});
