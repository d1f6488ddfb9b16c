/** 01 §17.7, §18.9, §24: reading the audit trail, on every edition. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Answer, api, type ApiClient } from '../../harness/clients/client.js';
import { setPlan, signInOnCloud } from '../../harness/people/cloud.js';
import { memberOf } from '../../harness/people/members.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { type SessionIssuer, startSessionIssuer } from '../../harness/people/session-issuer.js';

const ORG = '/v1/org/audit-logs';
const OWN = '/v1/user/audit-logs';

const EDITIONS: Readonly<Record<string, Record<string, string>>> = {
  Community: {},
  Enterprise: { ENTERPRISE_ENABLED: 'true' },
};

interface Entry {
  id: string;
  action: string;
  service: string;
  workspaceId: string | null;
  metadata: Record<string, unknown> | null;
  createdAt: string;
  [field: string]: unknown;
}

describe.each(Object.keys(EDITIONS))('the audit log on %s', (edition) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startServer(EDITIONS[edition]);
  });

  afterAll(async () => {
    await server?.close();
  });

  const session = (owner: Owner): ApiClient =>
    api(server).as(owner.cookie).with({ 'x-organization-id': owner.organizationId });

  it('says who did what, where and through what', async () => {
    const owner = await signUpOwner(server);
    const { body: secret } = await owner.api.post('/v1/secrets', secretNamed('Deploy key'));
    const { status, body } = await session(owner).get(ORG);
    expect(status).toBe(200);
    expect(body.nextCursor).toBeNull();
    expect(body.items[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      action: 'create',
      service: 'secret',
      status: 'success',
      source: 'api',
      userId: owner.userId,
      userEmail: owner.email,
      workspaceId: owner.workspaceId,
      workspaceName: await workspaceName(owner),
      organizationName: await organizationName(owner),
      scope: 'workspace',
      metadata: { secretId: secret.id, name: 'Deploy key', scope: 'workspace' },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    await session(owner).post('/v1/org/secrets', secretNamed('Shared'));
    expect((await session(owner).get(ORG)).body.items[0]).toMatchObject({
      source: 'app',
      scope: 'organization',
      workspaceId: null,
      workspaceName: null,
    });
  });

  it('is for administrators where roles bind, and for every member of a flat team', async () => {
    const owner = await signUpOwner(server);
    const member = await memberOf(server, owner);
    const answer = await member.get(ORG);
    if (edition === 'Community') return void expect(answer.status).toBe(200);
    expect(answer.status).toBe(403);
    expect(answer.body.error).toEqual({ type: 'authentication_error', message: 'Insufficient permissions' });
  });

  it('takes no workspace key, and nobody without a credential', async () => {
    const owner = await signUpOwner(server);
    expect((await owner.api.get(ORG)).status).toBe(403);
    expect((await owner.api.get(OWN)).status).toBe(403);
    for (const path of [ORG, OWN]) {
      const { status, body } = await api(server).get(path);
      expect({ status, message: body.error.message }).toEqual({
        status: 401,
        message: 'Invalid API key or token.',
      });
    }
  });

  it('shows nothing of another organization, whatever the filters name', async () => {
    const [owner, stranger] = [await signUpOwner(server), await signUpOwner(server)];
    const marker = randomUUID();
    await stranger.api.post('/v1/secrets', secretNamed(marker));
    for (const filter of [
      '',
      `workspaceId=${stranger.workspaceId}`,
      `userId=${stranger.userId}`,
      'service=secret',
    ]) {
      for (const path of [ORG, OWN]) {
        const { status, text } = await session(owner).get(`${path}?limit=200&${filter}`);
        expect([status, text.includes(marker), text.includes(stranger.organizationId)]).toEqual([
          200,
          false,
          false,
        ]);
      }
    }
    const foreign = api(server).as(owner.cookie).with({ 'x-organization-id': stranger.organizationId });
    expect((await foreign.get(ORG)).status).toBe(401);
  });

  describe('as a page', () => {
    it('gives every entry once, newest first, however many share a microsecond', async () => {
      const owner = await signUpOwner(server);
      await plant(owner, 25, { at: `now() - interval '1 hour'` });
      const all = await everyEntry(session(owner), ORG, 'limit=200');
      const paged = await everyEntry(session(owner), ORG, 'limit=7');
      expect(paged).toEqual(all);
      expect(all.length).toBeGreaterThan(25);
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      const order = await server.db.query<{ id: string }>(
        `SELECT id FROM audit_log WHERE organization_id = $1 ORDER BY created_at DESC, id DESC`,
        [owner.organizationId],
      );
      expect(all.map(({ id }) => id)).toEqual(order.map(({ id }) => id));
    });

    it('is not shifted by entries that are written meanwhile', async () => {
      const owner = await signUpOwner(server);
      await plant(owner, 40, { at: `now() - n * interval '1 microsecond'` });
      const before = await everyEntry(session(owner), ORG, 'limit=200');
      const seen: Entry[] = [];
      let cursor = '';
      for (let page = 0; page < 50; page++) {
        const [answer] = await Promise.all([
          session(owner).get(`${ORG}?limit=5${cursor}`),
          owner.api.post('/v1/secrets', secretNamed(`meanwhile ${page}`)),
        ]);
        seen.push(...answer.body.items);
        if (answer.body.nextCursor === null) break;
        cursor = `&cursor=${answer.body.nextCursor}`;
      }
      const known = new Set(before.map(({ id }) => id));
      expect(seen.filter(({ id }) => known.has(id))).toEqual(before);
      expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    });

    it('has 50 entries unless asked for 1 to 200', async () => {
      const owner = await signUpOwner(server);
      await plant(owner, 210, {});
      const sizeOf = async (query: string) => (await session(owner).get(`${ORG}${query}`)).body.items.length;
      expect([await sizeOf(''), await sizeOf('?limit=1'), await sizeOf('?limit=200')]).toEqual([50, 1, 200]);
    });

    it('keeps its filters over the pages', async () => {
      const owner = await signUpOwner(server);
      await plant(owner, 9, { service: 'vault', action: 'update' });
      await plant(owner, 9, { service: 'vault', action: 'delete' });
      await plant(owner, 9, { service: 'member', action: 'delete' });
      const kinds = (entries: Entry[]) =>
        new Set(entries.map(({ service, action }) => `${service} ${action}`));
      for (const path of [ORG, OWN]) {
        const of = (filter: string) => everyEntry(session(owner), path, `limit=4&${filter}`);
        expect(await of('service=vault')).toHaveLength(18);
        expect(kinds(await of('service=vault'))).toEqual(new Set(['vault update', 'vault delete']));
        expect(await of('action=delete')).toHaveLength(18);
        expect(await of('service=vault&action=delete')).toHaveLength(9);
        expect(await of('service=group')).toEqual([]);
      }
    });
  });

  it('is filtered by workspace, person and time', async () => {
    const owner = await signUpOwner(server);
    const from = '2025-03-01T00:00:00Z';
    await plant(owner, 3, { at: `timestamptz '2025-02-28T23:59:59.999999Z'` });
    await plant(owner, 4, { at: `timestamptz '2025-03-01T00:00:00Z'` });
    await plant(owner, 5, { at: `timestamptz '2025-03-02T00:00:00Z'`, workspace: true });
    const count = async (query: string) =>
      (await session(owner).get(`${ORG}?limit=200&${query}`)).body.items.length;
    expect(await count(`to=${from}`)).toBe(3);
    expect(await count(`from=${from}&to=2025-03-02T00:00:00Z`)).toBe(4);
    expect(await count(`from=${from}&to=2025-03-02T01:00:00.001%2B01:00`)).toBe(9);
    expect(await count(`to=2025-04-01T00:00:00Z&workspaceId=${owner.workspaceId}`)).toBe(5);
    expect(await count(`to=2025-04-01T00:00:00Z&userId=${owner.userId}`)).toBe(12);
    expect(await count(`userId=${randomUUID()}`)).toBe(0);
    expect(await count('userId=somebody')).toBe(0);
    expect(await count('workspaceId=nowhere')).toBe(0);
    expect(await count(`from=2025-03-02T00:00:00Z&to=${from}`)).toBe(0);
  });

  it.each([
    ['limit=0', 'limit must be at least 1'],
    ['limit=201', 'limit must be at most 200'],
    ['limit=many', 'limit must be an integer'],
    ['cursor=nonsense', 'cursor is not valid'],
    [`cursor=${cursorOf('2026-02-30T00:00:00.000000Z')}`, 'cursor is not valid'],
    [`cursor=${cursorOf('0000-01-01T00:00:00.000000Z')}`, 'cursor is not valid'],
    [`cursor=${cursorOf('2026-01-01T24:00:00.000000Z')}`, 'cursor is not valid'],
    ['from=yesterday', 'from must be a date and time'],
    ['from=2026-02-30T00:00:00Z', 'from must be a date and time'],
    ['to=2026-01-01T00:00:00%2B99:00', 'to must be a date and time'],
    ['service=nonsense', /^service must be one of agent, /],
    ['action=destroy', /^action must be one of create, /],
    ['service=secret&service=agent', /^service must be one of /],
    ['limit=0&action=destroy', 'limit must be at least 1'],
  ])('refuses %s', async (query, message) => {
    const owner = await signUpOwner(server);
    for (const path of [ORG, OWN]) {
      const { status, body } = await session(owner).get(`${path}?${query}`);
      expect({ status, body }).toEqual({
        status: 400,
        body: { error: typeof message === 'string' ? message : expect.stringMatching(message) },
      });
    }
  });

  it('takes or refuses any year a date can name, without a fault', async () => {
    const owner = await signUpOwner(server);
    for (const date of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00%2B23:59', '9999-12-31T23:59:59-23:59']) {
      for (const field of ['from', 'to']) {
        expect([200, 400]).toContain((await session(owner).get(`${ORG}?${field}=${date}`)).status);
      }
    }
  });

  describe("a person's own", () => {
    it('spans the organizations they belong to, and only what they did themselves', async () => {
      const [owner, colleague] = [
        await signUpOwner(server),
        await signUpOwner(server, { name: 'Colleague' }),
      ];
      await join(colleague, owner);
      await plant(owner, 2, { by: colleague.userId, service: 'budget' });
      await plant(owner, 2, { by: owner.userId, service: 'budget' });
      await plant(colleague, 2, { service: 'budget' });
      const entries = await everyEntry(api(server).as(colleague.cookie), OWN, 'service=budget');
      expect(entries.map(({ userId }) => userId)).toEqual(Array(4).fill(colleague.userId));
      expect(new Set(entries.map((entry) => entry['organizationName'])).size).toBe(2);
      const byOthers = await everyEntry(api(server).as(colleague.cookie), OWN, `userId=${owner.userId}`);
      expect(byOthers).toEqual([]);
    });

    it('leaves out an organization they do not belong to any more', async () => {
      const [owner, colleague] = [await signUpOwner(server), await signUpOwner(server)];
      await join(colleague, owner);
      await plant(owner, 2, { by: colleague.userId, service: 'budget' });
      const own = () => everyEntry(api(server).as(colleague.cookie), OWN, 'service=budget');
      expect(await own()).toHaveLength(2);
      for (const change of [`UPDATE memberships SET status = 'suspended'`, 'DELETE FROM memberships']) {
        await server.db.query(`${change} WHERE organization_id = $1 AND user_id = $2`, [
          owner.organizationId,
          colleague.userId,
        ]);
        expect(await own()).toEqual([]);
      }
    });
  });

  /** Entries as writers leave them, many at once; `n` counts them in `at`. */
  async function plant(
    owner: Owner,
    count: number,
    { at = 'now()', service = 'agent', action = 'update', by = owner.userId, workspace = false }: Planted,
  ): Promise<void> {
    await server.db.query(
      `INSERT INTO audit_log (organization_id, workspace_id, user_id, user_email, action, service, status, source,
         metadata, created_at)
       SELECT $1, $2, $3, 'somebody@example.test', $4, $5, 'success', 'app', jsonb_build_object('n', n), ${at}
       FROM generate_series(1, $6) n`,
      [owner.organizationId, workspace ? owner.workspaceId : null, by, action, service, count],
    );
  }

  async function join(person: Owner, { organizationId }: Owner): Promise<void> {
    await server.db.query(
      `INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'member')`,
      [organizationId, person.userId],
    );
  }

  async function workspaceName({ workspaceId }: Owner): Promise<string> {
    const [row] = await server.db.query<{ name: string }>('SELECT name FROM workspaces WHERE id = $1', [
      workspaceId,
    ]);
    return row!.name;
  }

  async function organizationName({ organizationId }: Owner): Promise<string> {
    const [row] = await server.db.query<{ name: string }>('SELECT name FROM organizations WHERE id = $1', [
      organizationId,
    ]);
    return row!.name;
  }
});

describe('how far back it can be read', () => {
  it('self-hosted keeps everything unless AUDIT_RETENTION_DAYS is set', async () => {
    const server = await startServer();
    const limited = await startServer({ AUDIT_RETENTION_DAYS: '10' });
    try {
      expect(await daysVisible(server, await signedUp(server))).toEqual([0, 5, 20, 60, 100, 4000]);
      expect(await daysVisible(limited, await signedUp(limited))).toEqual([0, 5]);
    } finally {
      await server.close();
      await limited.close();
    }
  });

  describe('on Cloud', () => {
    let server: TestServer;
    let issuer: SessionIssuer;

    beforeAll(async () => {
      issuer = await startSessionIssuer();
      server = await startServer({ ...issuer.settings, AUDIT_RETENTION_DAYS: '3000' });
    });

    afterAll(async () => {
      await server?.close();
      await issuer?.close();
    });

    it.each([
      ['free', [0]],
      ['pro', [0, 5]],
      ['team', [0, 5, 20]],
      ['scale', [0, 5, 20, 60]],
      ['enterprise', [0, 5, 20, 60]],
      ['unheard-of', [0]],
    ])('the plan decides: %s', async (plan, days) => {
      const person = await signInOnCloud(server, issuer);
      await setPlan(server, person.organizationId, plan);
      expect(await daysVisible(server, person)).toEqual(days);
    });

    it('names a workspace that exists and leaves one that is gone to the entry about it', async () => {
      const person = await signInOnCloud(server, issuer);
      await setPlan(server, person.organizationId, 'pro');
      const { body } = await person.api.post('/v1/workspaces', { name: 'Short-lived' });
      expect((await person.api.delete(`/v1/workspaces/${body.id}`)).status).toBe(204);
      const { items } = (await person.api.get(`${ORG}?service=workspace&action=delete`)).body;
      expect(items).toEqual([
        expect.objectContaining({
          scope: 'organization',
          metadata: { workspaceId: body.id, name: 'Short-lived' },
        }),
      ]);
    });
  });

  async function signedUp(server: TestServer): Promise<Visitor> {
    const { cookie, organizationId, userId } = await signUpOwner(server);
    return { api: api(server).as(cookie), organizationId, userId };
  }

  /** Ages in days of the planted entries that both lists show. */
  async function daysVisible(
    server: TestServer,
    { api: person, organizationId, userId }: Visitor,
  ): Promise<number[]> {
    await server.db.query(
      `INSERT INTO audit_log (organization_id, user_id, action, service, status, source, metadata, created_at)
       SELECT $1, $2, 'update', 'skill', 'success', 'app', jsonb_build_object('days', days), now() - make_interval(days => days)
       FROM unnest(ARRAY[0, 5, 20, 60, 100, 4000]) days`,
      [organizationId, userId],
    );
    const daysOf = async (path: string) =>
      (await everyEntry(person, path, 'service=skill')).map(({ metadata }) => metadata?.['days'] as number);
    const visible = await daysOf(ORG);
    expect(await daysOf(OWN)).toEqual(visible);
    expect(
      (await everyEntry(person, ORG, 'limit=3')).filter(({ service }) => service === 'skill'),
    ).toHaveLength(visible.length);
    return visible;
  }
});

interface Visitor {
  api: ApiClient;
  organizationId: string;
  userId: string;
}

interface Planted {
  /** SQL of the moment. */
  at?: string;
  service?: string;
  action?: string;
  by?: string;
  workspace?: boolean;
}

function secretNamed(name: string): object {
  return {
    name,
    type: 'generic',
    value: 'shh',
    hostPattern: 'api.example.com',
    injectionConfig: { headerName: 'x' },
  };
}

function cursorOf(moment: string): string {
  return Buffer.from(`${moment} ${randomUUID()}`).toString('base64url');
}

async function everyEntry(client: ApiClient, path: string, query: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  let cursor = '';
  for (let page = 0; page < 100; page++) {
    const answer: Answer = await client.get(`${path}?${query}${cursor}`);
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    entries.push(...answer.body.items);
    if (answer.body.nextCursor === null) return entries;
    cursor = `&cursor=${answer.body.nextCursor}`;
  }
  throw new Error('The pages never end');
}
