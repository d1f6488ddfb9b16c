import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { api, type Answer, type ApiClient } from '../../harness/clients/client.js';
import { administrationOf, trailOf } from '../../harness/sign-on/directory.js';
import { someEmail } from '../../harness/people/newcomers.js';
import { connectDirectory, type Directory, operations, refusalOf } from '../../harness/sign-on/scim.js';
import { startReplica, type TestServer } from '../../harness/server/server.js';
import { withServer } from '../../harness/server/stands.js';

const GROUPS = '/scim/v2/Groups';
const USERS = '/scim/v2/Users';
const ADSCIM_GROUP = 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group';

let server: TestServer;
let owner: Owner;
let directory: Directory;
let admin: ApiClient;

withServer((started) => (server = started), { ENTERPRISE_ENABLED: 'true', REGISTRATION: 'open' });

beforeEach(async () => {
  owner = await signUpOwner(server);
  directory = await connectDirectory(server, owner);
  admin = administrationOf(server, owner).session;
});

const named = (stem: string): string => `${stem} ${randomUUID().slice(0, 8)}`;

async function person(): Promise<string> {
  const { status, body, text } = await directory.api.post(USERS, { userName: someEmail() });
  expect([status, text]).toEqual([201, expect.any(String)]);
  return body.id as string;
}

async function group(body: object = {}): Promise<any> {
  const answer = await directory.api.post(GROUPS, { displayName: named('Eng'), ...body });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body;
}

const patch = (id: string, ...written: unknown[]): Promise<Answer> =>
  directory.api.patch(`${GROUPS}/${id}`, operations(...written));

const membersIn = ({ body }: Answer): string[] => body.members.map(({ value }: { value: string }) => value);

describe('groups of a directory', () => {
  it('are made with their members, and read with and without them', async () => {
    const [one, other] = [await person(), await person()].sort();
    const displayName = named('Eng');
    const created = await directory.api.post(GROUPS, {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group', ADSCIM_GROUP],
      externalId: 'g1',
      displayName,
      members: [
        { value: other },
        { $ref: `https://elsewhere.test/Users/${one}`, value: null },
        { value: one },
      ],
      meta: { resourceType: 'Group' },
    });
    const { id } = created.body;
    expect([created.status, created.body]).toEqual([
      201,
      {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
        id: expect.any(String),
        displayName,
        externalId: 'g1',
        members: [one, other].map((value) => ({
          value,
          display: expect.stringContaining('@'),
          type: 'User',
          $ref: `${server.apiUrl}${USERS}/${value}`,
        })),
        meta: expect.objectContaining({ resourceType: 'Group', location: `${server.apiUrl}${GROUPS}/${id}` }),
      },
    ]);
    expect((await directory.api.get(`${GROUPS}/${id}?excludedAttributes=members`)).body).not.toHaveProperty(
      'members',
    );
    const listed = await directory.api.get(
      `${GROUPS}?filter=${encodeURIComponent(`displayName eq "${displayName}"`)}`,
    );
    expect(listed.body).toMatchObject({ totalResults: 1, Resources: [{ id }] });
  });

  it('05-37 both ways to remove a member; nothing of a write that names a stranger; manual groups are not theirs', async () => {
    const [one, other] = [await person(), await person()];
    const { id } = await group({ members: [{ value: one }, { value: other }] });
    expect(membersIn(await patch(id, { op: 'remove', path: `members[value eq "${one}"]` }))).toEqual([other]);
    const gone = await patch(id, { op: 'Remove', path: 'members', value: [{ $ref: null, value: other }] });
    expect(membersIn(gone)).toEqual([]);
    const stranger = (await signUpOwner(server)).userId;
    const refused = await patch(id, {
      op: 'add',
      path: 'members',
      value: [{ value: one }, { value: stranger }],
    });
    expect(refusalOf(refused)).toEqual([400, 'invalidValue']);
    expect(membersIn(await directory.api.get(`${GROUPS}/${id}`))).toEqual([]);
    const name = named('Manual');
    const manual = await admin.post('/v1/org/groups', { name });
    expect(refusalOf(await directory.api.post(GROUPS, { displayName: name }))).toEqual([409, 'uniqueness']);
    expect(refusalOf(await directory.api.get(`${GROUPS}/${manual.body.id}`))).toEqual([404, undefined]);
    expect(refusalOf(await patch(manual.body.id, { path: 'displayName', value: 'x' }))).toEqual([
      404,
      undefined,
    ]);
    expect(refusalOf(await directory.api.delete(`${GROUPS}/${manual.body.id}`))).toEqual([404, undefined]);
  });

  it('change as PUT and PATCH say', async () => {
    const [one, other] = [await person(), await person()].sort() as [string, string];
    const { id, displayName } = await group({ members: [{ value: one }] });
    const path = `${GROUPS}/${id}`;
    expect(membersIn(await directory.api.put(path, { displayName }))).toEqual([one]);
    expect(membersIn(await directory.api.put(path, { displayName, members: [{ value: other }] }))).toEqual([
      other,
    ]);
    expect(membersIn(await patch(id, { op: 'add', path: 'members', value: { value: one } }))).toEqual([
      one,
      other,
    ]);
    expect(membersIn(await patch(id, { op: 'replace', path: 'members', value: [{ value: one }] }))).toEqual([
      one,
    ]);
    expect(membersIn(await patch(id, { op: 'remove', path: 'members' }))).toEqual([]);
    const renamed = named('Platform');
    expect((await patch(id, { op: 'replace', value: { id: 'x', displayName: renamed } })).body).toMatchObject(
      { id, displayName: renamed },
    );
    expect(refusalOf(await patch(id, { op: 'replace', path: 'displayName', value: ' ' }))).toEqual([
      400,
      'invalidValue',
    ]);
    expect(refusalOf(await patch(id, { op: 'remove', path: 'members[display eq "x"]' }))).toEqual([
      400,
      'invalidPath',
    ]);
    expect((await directory.api.delete(path)).status).toBe(204);
    expect(refusalOf(await directory.api.delete(path))).toEqual([404, undefined]);
  });

  it('are audited once a request, and not when nothing changes', async () => {
    const one = await person();
    const { id } = await group();
    await patch(id, { op: 'add', path: 'members', value: [{ value: one }] });
    await patch(id, { op: 'add', path: 'members', value: [{ value: one }] });
    await patch(id, { op: 'remove', path: `members[value eq "${randomUUID()}"]` });
    expect(await trailOf(server, owner.organizationId, 'group')).toMatchObject([
      { action: 'create', source: 'scim', userId: owner.userId },
      { action: 'update', source: 'scim', metadata: { groupId: id, added: 1, removed: 0 } },
    ]);
  });

  it('give the roles of their mapping, and take them with the membership', async () => {
    const one = await person();
    const { id } = await group();
    const mapping = await admin.post('/v1/org/role-mappings', { groupId: id, role: 'admin' });
    expect([mapping.status, mapping.text]).toEqual([201, expect.any(String)]);
    const roleOf = async () => (await admin.get(`/v1/org/members/${one}`)).body.role as string;
    await patch(id, { op: 'add', path: 'members', value: [{ value: one }] });
    expect(await roleOf()).toBe('admin');
    await directory.api.delete(`${GROUPS}/${id}`);
    expect((await admin.get(`/v1/org/members/${one}`)).body.roleManagedByIdp).toBe(false);
  });

  it('belong to one organization', async () => {
    const theirs = await connectDirectory(server, await signUpOwner(server));
    const { id } = await group({ externalId: 'g1' });
    expect(refusalOf(await theirs.api.get(`${GROUPS}/${id}`))).toEqual([404, undefined]);
    expect(refusalOf(await theirs.api.delete(`${GROUPS}/${id}`))).toEqual([404, undefined]);
    expect((await theirs.api.post(GROUPS, { displayName: 'x', externalId: 'g1' })).status).toBe(201);
    expect(
      refusalOf(await directory.api.post(GROUPS, { displayName: named('y'), externalId: 'g1' })),
    ).toEqual([409, 'uniqueness']);
  });

  it('hear 50 conflicting writes at once as if one came after the other', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => person()));
    const { id } = await group();
    const writes = Array.from({ length: 50 }, (_, n) => {
      const value = people[n % people.length]!;
      return n % 2 === 0
        ? patch(id, { op: 'add', path: 'members', value: [{ value }] })
        : patch(id, { op: 'remove', path: `members[value eq "${value}"]` });
    });
    const answers = await Promise.all(writes);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const trail = (await trailOf(server, owner.organizationId, 'group')).slice(1);
    const told = trail.reduce(
      (sum, { metadata }) => sum + Number(metadata['added']) - Number(metadata['removed']),
      0,
    );
    expect(membersIn(await directory.api.get(`${GROUPS}/${id}`))).toHaveLength(told);
  });
});

describe('conversations of directories (05 §10.9)', () => {
  const query = (filter: string): string => `?filter=${encodeURIComponent(filter)}`;

  it('Okta imports, creates, updates, deactivates and pushes groups', async () => {
    const { api } = directory;
    expect((await api.get(`${USERS}?startIndex=1&count=100`)).body.totalResults).toBe(1);
    expect((await api.get(`${GROUPS}?startIndex=1&count=100`)).body.totalResults).toBe(0);
    const userName = someEmail();
    expect(
      (await api.get(`${USERS}${query(`userName eq "${userName}"`)}&startIndex=1&count=100`)).body
        .totalResults,
    ).toBe(0);
    const profile = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName,
      name: { givenName: 'Ada', familyName: 'L' },
      emails: [{ primary: true, value: userName, type: 'work' }],
      displayName: 'Ada L',
      locale: 'en-US',
      externalId: '00u1',
      groups: [],
      password: 'x',
      active: true,
    };
    const { status, body } = await api.post(USERS, profile);
    expect(status).toBe(201);
    const whole = (await api.get(`${USERS}/${body.id}`)).body;
    expect((await api.put(`${USERS}/${body.id}`, { ...whole, displayName: 'Ada K' })).body.displayName).toBe(
      'Ada K',
    );
    expect((await api.put(`${USERS}/${body.id}`, { ...whole, active: false })).body.active).toBe(false);
    const reactivated = await api.patch(
      `${USERS}/${body.id}`,
      operations({ op: 'replace', value: { active: true } }),
    );
    expect(reactivated.body.active).toBe(true);
    const displayName = named('Eng');
    expect((await api.get(`${GROUPS}${query(`displayName eq "${displayName}"`)}`)).body.totalResults).toBe(0);
    const pushed = (await api.post(GROUPS, { displayName, members: [] })).body;
    const members = [{ value: body.id, display: userName }];
    expect(membersIn(await patch(pushed.id, { op: 'add', path: 'members', value: members }))).toEqual([
      body.id,
    ]);
    expect(membersIn(await patch(pushed.id, { op: 'replace', path: 'members', value: members }))).toEqual([
      body.id,
    ]);
    const renamed = await patch(pushed.id, {
      op: 'replace',
      value: { id: pushed.id, displayName: named('Platform') },
    });
    expect([renamed.status, renamed.body.id]).toEqual([200, pushed.id]);
    expect((await api.delete(`${GROUPS}/${pushed.id}`)).status).toBe(204);
  });

  it('Entra ID tests, matches, creates, updates, disables and deletes', async () => {
    const { api } = directory;
    expect((await api.get(`${USERS}${query(`userName eq "${randomUUID()}"`)}`)).body).toMatchObject({
      totalResults: 0,
      Resources: [],
    });
    const userName = someEmail();
    const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
    const created = await api.post(USERS, {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', enterprise],
      externalId: 'e1',
      userName,
      active: true,
      displayName: 'Ada',
      emails: [{ primary: true, type: 'work', value: userName }],
      name: { formatted: 'Ada', familyName: 'L', givenName: 'Ada' },
      roles: [],
      [enterprise]: { department: 'R&D' },
    });
    const { id } = created.body;
    for (const filter of [
      `userName eq "${userName}"`,
      'externalId eq "e1"',
      `emails[type eq "work"].value eq "${userName}"`,
    ])
      expect((await api.get(`${USERS}${query(filter)}`)).body).toMatchObject({
        totalResults: 1,
        Resources: [{ id }],
      });
    const updated = await api.patch(
      `${USERS}/${id}`,
      operations(
        { op: 'Replace', path: 'displayName', value: 'Ada L' },
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'x@y.test' },
        { op: 'Add', path: `${enterprise}:department`, value: 'R&D' },
      ),
    );
    expect([updated.status, updated.body.displayName, updated.body.emails[0].value]).toEqual([
      200,
      'Ada L',
      userName,
    ]);
    const pathless = operations({
      op: 'Replace',
      value: { displayName: 'Ada K', 'name.givenName': 'Augusta' },
    });
    expect((await api.patch(`${USERS}/${id}`, pathless)).body).toMatchObject({
      displayName: 'Ada K',
      name: { givenName: 'Augusta', familyName: 'L' },
    });
    const displayName = named('Eng');
    const made = await api.post(GROUPS, {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group', ADSCIM_GROUP],
      externalId: 'eg1',
      displayName,
      meta: { resourceType: 'Group' },
    });
    const found = await api.get(
      `${GROUPS}?excludedAttributes=members&filter=${encodeURIComponent(`displayName eq "${displayName}"`)}`,
    );
    expect(found.body.Resources).toEqual([expect.not.objectContaining({ members: expect.anything() })]);
    const added = await api.patch(
      `${GROUPS}/${made.body.id}?excludedAttributes=members`,
      operations({ op: 'Add', path: 'members', value: [{ $ref: null, value: id }] }),
    );
    expect([added.status, 'members' in added.body]).toEqual([200, false]);
    expect(membersIn(await api.get(`${GROUPS}/${made.body.id}`))).toEqual([id]);
    const disabled = await api.patch(
      `${USERS}/${id}`,
      operations({ op: 'Replace', path: 'active', value: 'False' }),
    );
    expect(disabled.body.active).toBe(false);
    await api.patch(`${USERS}/${id}`, operations({ op: 'Replace', path: 'active', value: 'True' }));
    expect([
      (await api.delete(`${USERS}/${id}`)).status,
      (await api.delete(`${USERS}/${id}`)).status,
    ]).toEqual([204, 404]);
  });
});

describe('without a licence', () => {
  it('05-2 a token that was made with one is told so, in both shapes', async () => {
    const community = await startReplica(server, { ENTERPRISE_ENABLED: 'false' });
    try {
      const { status, headers, body } = await api(community).as(directory.token).get(USERS);
      expect([status, headers['content-type'], body]).toEqual([
        403,
        'application/scim+json',
        {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
          status: '403',
          detail: expect.any(String),
          error: { message: body.detail, type: 'enterprise_license_required' },
        },
      ]);
      expect((await api(community).get('/scim/v2/anything')).status).toBe(403);
    } finally {
      await community.close();
    }
  });
});

describe('discovery', () => {
  it('says what is there, and nothing that is not', async () => {
    const at = async (path: string) => (await directory.api.get(`/scim/v2/${path}`)).body;
    expect(await at('ServiceProviderConfig')).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 500 },
      changePassword: { supported: false },
      sort: { supported: true },
      etag: { supported: false },
      meta: { location: `${server.apiUrl}/scim/v2/ServiceProviderConfig` },
    });
    expect((await at('ResourceTypes')).Resources.map(({ id }: { id: string }) => id)).toEqual([
      'User',
      'Group',
    ]);
    const schemas = (await at('Schemas')).Resources as { id: string; attributes: { name: string }[] }[];
    expect(
      schemas.map(({ id, attributes }) => [id.split(':').at(-1), attributes.map(({ name }) => name)]),
    ).toEqual([
      ['User', ['userName', 'externalId', 'displayName', 'name', 'emails', 'active']],
      ['Group', ['displayName', 'externalId', 'members']],
    ]);
    for (const { id } of schemas) expect(await at(`Schemas/${id}`)).toMatchObject({ id });
    expect(refusalOf(await directory.api.get('/scim/v2/Schemas/urn:nothing'))).toEqual([404, undefined]);
  });
});
