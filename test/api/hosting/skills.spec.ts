/** 04 §5: instruction packs of agents, workspaces and organizations. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AgentSkills } from '../../../src/modules/hosting/skills/agent-skills.js';
import { type Owner, organizationKey, signUpOwner } from '../../harness/people/accounts.js';
import { type Answer, api, type ApiClient } from '../../harness/clients/client.js';
import { hostedAgent } from '../../harness/hosting/hosted-agent.js';
import { joinAs, memberOf } from '../../harness/people/members.js';
import { bind } from '../../harness/people/people.js';
import { startServer, type TestServer } from '../../harness/server/server.js';

const ABSENT = '00000000-0000-4000-8000-000000000000';
const RELEASE = { name: 'release', description: 'How to release', content: '# Release\n\nOn Mondays.' };

let server: TestServer;
let owner: Owner;
let organization: ApiClient;
let agentId: string;

beforeAll(async () => {
  server = await startServer({ ENTERPRISE_ENABLED: 'true' });
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await signUpOwner(server);
  organization = api(server).as(owner.cookie).with({ 'x-organization-id': owner.organizationId });
  agentId = await hostedAgent(server, owner);
});

const create = (body: object): Promise<Answer> => owner.api.post('/v1/skills', body);
const createShared = (body: object): Promise<Answer> => organization.post('/v1/org/skills', body);
const change = (id: string, body: object): Promise<Answer> => owner.api.patch(`/v1/skills/${id}`, body);
const file = (path: string, length = 1) => ({ path, content: 'x'.repeat(length) });

async function made(answer: Promise<Answer>): Promise<any> {
  const { status, body } = await answer;
  expect([status, body]).toEqual([201, expect.any(Object)]);
  return body;
}

async function listed(of: ApiClient = owner.api, path = '/v1/skills'): Promise<any[]> {
  return (await of.get(path)).body.skills;
}

const entries = (): Promise<any[]> =>
  server.db.query(
    `SELECT action, workspace_id AS "workspaceId", metadata FROM audit_log
     WHERE service = 'skill' AND organization_id = $1 ORDER BY created_at`,
    [owner.organizationId],
  );

describe('a skill', () => {
  it('belongs to exactly one: the workspace, an agent or the organization', async () => {
    const own = await made(create({ ...RELEASE, files: [file('b'), file('a/z.md')] }));
    expect(own).toEqual({
      ...RELEASE,
      id: expect.any(String),
      scope: 'workspace',
      agentId: null,
      workspaceId: owner.workspaceId,
      organizationId: null,
      enabled: true,
      createdByEmail: owner.email,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      files: [file('a/z.md'), file('b')],
    });
    const ofAgent = await made(create({ ...RELEASE, agentId, enabled: false }));
    expect(ofAgent).toMatchObject({
      scope: 'agent',
      agentId,
      workspaceId: null,
      organizationId: null,
      enabled: false,
    });
    const shared = await made(createShared(RELEASE));
    expect(shared).toMatchObject({
      scope: 'organization',
      agentId: null,
      workspaceId: null,
      organizationId: owner.organizationId,
      files: [],
    });
    for (const skill of [own, ofAgent, shared]) {
      const { status, body } = await owner.api.get(`/v1/skills/${skill.id}`);
      expect([status, body]).toEqual([200, skill]);
    }
    const { content: _content, files: _files, ...row } = own;
    const rows = await listed();
    expect(rows.map(({ scope, name }) => `${scope} ${name}`)).toEqual([
      'agent release',
      'organization release',
      'workspace release',
    ]);
    expect(rows[2]).toEqual({ ...row, fileCount: 2 });
    expect((await listed(organization, '/v1/org/skills')).map(({ id }) => id)).toEqual([shared.id]);
    expect((await entries()).map(({ action, workspaceId }) => [action, workspaceId])).toEqual([
      ['create', owner.workspaceId],
      ['create', owner.workspaceId],
      ['create', null],
    ]);
  });

  it('changes in the fields that are given, files all together, and not for equal values', async () => {
    const { id, updatedAt } = await made(create({ ...RELEASE, files: [file('a'), file('b')] }));
    const same = { description: ` ${RELEASE.description}`, content: `${RELEASE.content}\n`, enabled: true };
    const unchanged = await change(id, { ...same, files: [file('b'), file('a')] });
    expect([unchanged.status, unchanged.body.updatedAt]).toEqual([200, updatedAt]);
    expect(await entries()).toHaveLength(1);
    const changed = await change(id, { enabled: false, files: [file('c')] });
    expect(changed.body).toMatchObject({ ...RELEASE, enabled: false, files: [file('c')] });
    expect((await entries()).at(-1)).toMatchObject({
      action: 'update',
      metadata: { skillId: id, name: 'release', scope: 'workspace', fields: ['enabled', 'files'] },
    });
    expect((await change(id, { files: [] })).body.files).toEqual([]);
    expect((await owner.api.delete(`/v1/skills/${id}`)).text).toBe('');
    expect((await owner.api.get(`/v1/skills/${id}`)).status).toBe(404);
  });

  it('has a name of its own in its tier', async () => {
    await made(create(RELEASE));
    await made(create({ ...RELEASE, agentId }));
    await made(create({ ...RELEASE, agentId: await hostedAgent(server, owner, 'second') }));
    await made(createShared(RELEASE));
    for (const again of [
      await create(RELEASE),
      await create({ ...RELEASE, agentId }),
      await createShared(RELEASE),
    ]) {
      expect([again.status, again.body.error.type]).toEqual([409, 'invalid_request_error']);
    }
  });

  it('R49 has its description on one line, however it was written, when it is made and when it is changed', async () => {
    const written = ' How to\r\nrelease\n\n---\nname: other\u2028on\u0085Mondays\tat\u00079 ';
    const line = 'How to release --- name: other on Mondays at9';
    const own = await made(create({ ...RELEASE, description: written }));
    expect(own.description).toBe(line);
    const changed = await change(own.id, { description: written });
    expect([changed.status, changed.body.description]).toEqual([200, line]);
  });

  it.each<[string, object]>([
    ['a name in capitals', { name: 'Release' }],
    ['a name with two dashes', { name: 'a--b' }],
    ['a name with a break', { name: 'a\n' }],
    ['a name that is too long', { name: 'a'.repeat(65) }],
    ['the name of the built-in skill', { name: 'credential-gateway' }],
    ['the name that installed command lines use', { name: 'onecli-gateway' }],
    ['no description', { description: undefined }],
    ['a blank description', { description: '\n\u0007 ' }],
    ['a description that is too long', { description: 'x'.repeat(501) }],
    ['blank content', { content: ' ' }],
    ['content that is too long', { content: 'x'.repeat(24_001) }],
    ['U+0000', { content: 'x\u0000' }],
    ['U+0000 in a file', { files: [{ path: 'a', content: 'x\u0000' }] }],
    ['half a character in a file', { files: [{ path: 'a', content: '\udc00' }] }],
    ['enabled that is text', { enabled: 'true' }],
    ['six files', { files: 'abcdef'.split('').map((path) => file(path)) }],
    ['two files of one path', { files: [file('a'), file('a')] }],
    ['a file that is a folder', { files: [file('a/b'), file('a')] }],
    ['an empty file', { files: [{ path: 'a', content: '' }] }],
    ['a file of the skill itself', { files: [file('skill.md')] }],
    ['a file of the skill itself in capitals', { files: [file('SKILL.md')] }],
    ['a path upwards', { files: [file('../a')] }],
    ['a path upwards in a folder', { files: [file('a/..')] }],
    ['a path from the root', { files: [file('/etc')] }],
    ['a path of another system', { files: [file('a\\b')] }],
    ['a hidden path', { files: [file('.env')] }],
    ['folders in folders', { files: [file('a/b/c')] }],
    ['a path that is too long', { files: [file('a'.repeat(129))] }],
    ['a file that is too long', { files: [file('a', 24_001)] }],
    ['an unknown field of a file', { files: [{ ...file('a'), mode: 511 }] }],
    ['too much together', { content: 'x'.repeat(24_000), files: [file('a', 8_001)] }],
    ['an unknown field', { scope: 'organization' }],
    ['an owner from outside', { organizationId: 'x' }],
  ])('is refused with %s, at both doors', async (_name, fields) => {
    for (const { status, body } of [
      await create({ ...RELEASE, ...fields }),
      await createShared({ ...RELEASE, ...fields }),
    ]) {
      expect([status, body]).toEqual([400, { error: expect.any(String) }]);
    }
  });

  it('is taken at its largest', async () => {
    const files = [
      file(`${'a'.repeat(63)}/${'b'.repeat(64)}`, 7_996),
      ...'abcd'.split('').map((path) => file(path)),
    ];
    const { id } = await made(
      create({ name: 'a'.repeat(64), description: '𝒳'.repeat(250), content: 'x'.repeat(24_000), files }),
    );
    const over = await change(id, { files: [...files.slice(1), file('e', 7_997)] });
    expect([over.status, over.body.error.type]).toEqual([422, 'validation_error']);
    expect((await change(id, { content: 'x'.repeat(8_000), files: [file('a', 24_000)] })).status).toBe(200);
    expect((await change(id, { content: 'x'.repeat(8_001) })).status).toBe(422);
    expect((await change(id, { content: 'x'.repeat(8_001), files: [file('a', 24_000)] })).status).toBe(400);
    expect((await change(id, {})).body).toEqual({ error: 'At least one field must be provided' });
    expect((await change(id, { name: 'other' })).body).toEqual({ error: 'name is not a known field' });
  });
});

describe('caps', () => {
  it.each<[string, number, (body: object) => Promise<Answer>]>([
    ['an agent', 10, (body) => create({ ...body, agentId })],
    ['a workspace', 20, create],
    ['an organization', 20, createShared],
  ])('of %s hold when many are made at once', async (_tier, cap, make) => {
    const answers = await Promise.all(
      Array.from({ length: cap + 5 }, (_, at) => make({ ...RELEASE, name: `skill-${at}` })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(cap);
    expect(statuses.filter((status) => status === 422)).toHaveLength(5);
    expect(await listed()).toHaveLength(cap);
    const full = await make({ ...RELEASE, name: 'one-more' });
    expect([full.status, full.body.error.type]).toEqual([422, 'validation_error']);
  });

  it('let one of many equal names through', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => createShared(RELEASE)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });
});

describe('the skills of an agent', () => {
  const loaded = async (): Promise<string[]> => {
    const { organizationId, workspaceId } = owner;
    const skills = await server.app.get(AgentSkills).of(server.db, { organizationId, workspaceId }, agentId);
    return skills.map(({ name, content }) => `${name}: ${content.split('\n')[0]}`);
  };

  it('04-30 are its own before the workspace’s before the organization’s; one switched off hides none', async () => {
    const builtIn = expect.stringMatching(/^credential-gateway: ./);
    await made(createShared({ ...RELEASE, content: 'of the organization' }));
    const ofWorkspace = await made(create({ ...RELEASE, content: 'of the workspace' }));
    const own = await made(create({ ...RELEASE, content: 'its own', agentId }));
    expect(await loaded()).toEqual([builtIn, 'release: its own']);
    await change(own.id, { enabled: false });
    expect(await loaded()).toEqual([builtIn, 'release: of the workspace']);
    await owner.api.delete(`/v1/skills/${ofWorkspace.id}`);
    expect(await loaded()).toEqual([builtIn, 'release: of the organization']);
    await change(own.id, { enabled: true });
    expect(await loaded()).toEqual([builtIn, 'release: its own']);
  });

  it('are not those of other agents, workspaces or organizations', async () => {
    const other = await signUpOwner(server);
    await made(other.api.post('/v1/skills', RELEASE));
    await made(create({ ...RELEASE, agentId: await hostedAgent(server, owner, 'second') }));
    const [second] = await server.db.query<{ id: string }>(
      `INSERT INTO workspaces (id, organization_id, name, slug, created_by_user_id)
       SELECT gen_random_uuid()::text, organization_id, 'Second', 'second', created_by_user_id
       FROM workspaces WHERE id = $1 RETURNING id`,
      [owner.workspaceId],
    );
    await server.db.query(
      `INSERT INTO skills (organization_id, workspace_id, name, description, content) VALUES ($1, $2, 'x', 'x', 'x')`,
      [owner.organizationId, second!.id],
    );
    expect(await loaded()).toHaveLength(1);
    expect((await listed()).map(({ scope }) => scope)).toEqual(['agent']);
  });
});

describe('doors', () => {
  it('04-31 of the workspace read the organization’s skills and never change them', async () => {
    const { id } = await made(createShared(RELEASE));
    const patched = await change(id, { enabled: false });
    expect([patched.status, patched.body.error.type]).toEqual([403, 'authentication_error']);
    const deleted = await owner.api.delete(`/v1/skills/${id}`);
    expect([deleted.status, deleted.body]).toEqual([
      403,
      { error: expect.stringContaining('/v1/org/skills') },
    ]);
    const other = await signUpOwner(server);
    for (const skill of [id, ABSENT, 'nonsense']) {
      const at = `/v1/skills/${skill}`;
      for (const answer of [await other.api.get(at), await other.api.patch(at, { enabled: false })]) {
        expect([answer.status, answer.body.error.type]).toEqual([404, 'not_found_error']);
      }
      const gone = await other.api.delete(at);
      expect([gone.status, gone.body]).toEqual([404, { error: 'Skill not found' }]);
    }
    expect((await owner.api.get(`/v1/skills/${id}`)).body.enabled).toBe(true);
  });

  it('of the organization see nothing of its workspaces', async () => {
    const { id } = await made(create(RELEASE));
    const at = `/v1/org/skills/${id}`;
    for (const answer of [
      await organization.get(at),
      await organization.patch(at, { enabled: false }),
      await organization.delete(at),
    ]) {
      expect([answer.status, answer.body.error.type]).toEqual([404, 'not_found_error']);
    }
    expect(await listed(organization, '/v1/org/skills')).toEqual([]);
    expect((await createShared({ ...RELEASE, agentId })).body).toEqual({
      error: 'agentId is not a known field',
    });
  });

  it('of the organization are for administrators, whatever the key', async () => {
    const { id } = await made(createShared(RELEASE));
    const workspaceMember = await memberOf(server, owner);
    const { session } = await joinAs(server, owner);
    for (const person of [workspaceMember, session]) {
      const answers = [
        await person.get('/v1/org/skills'),
        await person.post('/v1/org/skills', { ...RELEASE, name: 'mine' }),
        await person.get(`/v1/org/skills/${id}`),
        await person.patch(`/v1/org/skills/${id}`, { enabled: false }),
        await person.delete(`/v1/org/skills/${id}`),
      ];
      expect(answers.map(({ status, body }) => [status, body.error.message])).toEqual(
        Array.from({ length: 5 }, () => [403, 'Insufficient permissions']),
      );
    }
    expect((await workspaceMember.get(`/v1/skills/${id}`)).status).toBe(200);
    expect((await workspaceMember.patch(`/v1/skills/${id}`, { enabled: false })).status).toBe(403);
    const key = api(server).as(await organizationKey(server, owner));
    expect((await key.patch(`/v1/org/skills/${id}`, { enabled: false })).status).toBe(200);
    expect((await owner.api.delete(`/v1/org/skills/${id}`)).status).toBe(204);
  });

  it('of the workspace are for those who can use it', async () => {
    const { id } = await made(create(RELEASE));
    const colleague = await joinAs(server, owner);
    const inside = colleague.session.inWorkspace(owner.workspaceId);
    expect((await inside.get(`/v1/skills/${id}`)).status).toBe(401);
    await bind(server, owner.workspaceId, { userId: colleague.userId });
    const changed = await inside.patch(`/v1/skills/${id}`, { enabled: false });
    expect([changed.status, changed.body.createdByEmail]).toEqual([200, owner.email]);
  });

  it('refuse agents that are not hosted, and those of others', async () => {
    const byo = (await owner.api.get('/v1/agents/default')).body.id;
    const refused = await create({ ...RELEASE, agentId: byo });
    expect([refused.status, refused.body.error.type]).toEqual([422, 'validation_error']);
    const theirs = await hostedAgent(server, await signUpOwner(server));
    for (const other of [theirs, ABSENT, 'nonsense']) {
      const { status, body } = await create({ ...RELEASE, agentId: other });
      expect([status, body.error.message]).toEqual([404, 'Agent not found']);
    }
    expect((await create({ ...RELEASE, agentId: 'x'.repeat(101) })).status).toBe(400);
  });

  it('lose the skills of an agent that is deleted', async () => {
    await made(create({ ...RELEASE, agentId }));
    expect((await owner.api.delete(`/v1/agents/${agentId}`)).status).toBe(204);
    expect(await listed()).toEqual([]);
  });
});
