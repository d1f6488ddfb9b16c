import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database } from '../../../src/kernel/database/database.js';
import { DeviceLoginService } from '../../../src/modules/people/device-login/device-login.service.js';
import { type Owner, signUpOwner, someAddress } from '../../harness/people/accounts.js';
import { type Answer, api, type ApiClient } from '../../harness/clients/client.js';
import { signInOnCloud } from '../../harness/people/cloud.js';
import { memberOf } from '../../harness/people/members.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { startSessionIssuer, type SessionIssuer } from '../../harness/people/session-issuer.js';
import { roomInThrottleWindow } from '../../harness/time/throttle-window.js';
import { until } from '../../harness/time/until.js';

const START = '/v1/auth/cli/session';
const POLL = '/v1/auth/cli/poll';
const OPTIONS = '/v1/auth/cli/options';
const CONFIRM = '/v1/auth/cli/confirm';
const UNKNOWN = '0'.repeat(32);
const FLAT = { error: expect.any(String) };
const NOBODY = { error: { message: 'Invalid API key or token.', type: 'authentication_error' } };

let server: TestServer;
let replica: TestServer;
let owner: Owner;

beforeAll(async () => {
  server = await startServer();
  replica = await startReplica(server);
});

// Each test confirms as somebody else: a person may do so twenty times a minute.
beforeEach(async () => {
  owner = await signUpOwner(server);
});

afterAll(async () => {
  await replica?.close();
  await server?.close();
});

/** A client that waits at a machine of its own: throttles by address stay out of the way. */
function machine(at: TestServer = server): ApiClient {
  return api(at).with({ 'x-forwarded-for': someAddress() });
}

async function start(at: TestServer = server): Promise<string> {
  const answer = await machine(at).post(START);
  expect(answer.status).toBe(200);
  return answer.body.code;
}

async function poll(code: string, at: TestServer = server): Promise<Answer['body']> {
  const answer = await api(at).get(`${POLL}?code=${code}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

function session(of: Owner = owner, at: TestServer = server): ApiClient {
  return api(at).as(of.cookie).inWorkspace(of.workspaceId);
}

function confirm(code: string, by: ApiClient = session()): Promise<Answer> {
  return by.post(CONFIRM, { code });
}

async function age(code: string, minutes: number): Promise<void> {
  await server.db.query(
    `UPDATE device_logins SET expires_at = expires_at - make_interval(mins => $2)
     WHERE code_hash = sha256($1::bytea)`,
    [Buffer.from(code), minutes],
  );
}

describe('the login of a command-line client (01 §14)', () => {
  it('01-25 waits, gets the key once when confirmed, and then reads as expired', async () => {
    const started = await machine().post(START);
    expect(started).toMatchObject({ status: 200, headers: { pragma: 'no-cache' } });
    expect(started.body).toEqual({
      code: expect.stringMatching(/^[0-9a-f]{32}$/),
      auth_url: `${server.apiUrl}/auth/cli?code=${started.body.code}`,
    });
    const { code } = started.body;
    expect(await poll(code)).toEqual({ status: 'pending' });
    expect(await poll(code)).toEqual({ status: 'pending' });

    expect(await confirm(code)).toMatchObject({ status: 200, body: { status: 'ok' } });

    const handed = await api(server).get(`${POLL}?code=${code}`);
    expect(handed.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
    expect(handed.body).toEqual({ status: 'ok', api_key: owner.apiKey, workspace_id: owner.workspaceId });
    expect((await api(server).as(handed.body.api_key).get('/v1/user')).body.id).toBe(owner.userId);
    expect(await poll(code)).toEqual({ status: 'expired' });
    expect(await poll(code)).toEqual({ status: 'expired' });
  });

  it('01-25 an unknown code reads as expired, whatever it looks like', async () => {
    for (const code of [UNKNOWN, 'x', 'a'.repeat(4_000), '%F0%9F%98%80', "'--"])
      expect(await poll(code)).toEqual({ status: 'expired' });
  });

  it.each(['', '?code=', '?code=a&code=b', '?code[x]=1', '?code=%00'])(
    '14 polling with %j is 400 flat',
    async (query) => {
      expect(await api(server).get(POLL + query)).toMatchObject({ status: 400, body: FLAT });
    },
  );

  it('01-25 a second confirmation is 409 flat, before the key was read and after', async () => {
    const code = await start();
    expect((await confirm(code)).status).toBe(200);
    expect(await confirm(code)).toMatchObject({ status: 409, body: FLAT });
    expect((await poll(code)).status).toBe('ok');
    expect(await confirm(code)).toMatchObject({ status: 409, body: FLAT });
  });

  it('01-25 a late confirmation is 400 flat, and the code reads as expired', async () => {
    const code = await start();
    await age(code, 6);
    expect(await confirm(code)).toMatchObject({ status: 400, body: FLAT });
    expect(await poll(code)).toEqual({ status: 'expired' });
  });

  it('14 confirming an unknown code is 404 flat, none at all 400 flat', async () => {
    expect(await confirm(UNKNOWN)).toMatchObject({ status: 404, body: FLAT });
    for (const body of [undefined, {}, { code: '' }, { code: 7 }, { code: null }, '{not json'])
      expect(await session().post(CONFIRM, body)).toMatchObject({ status: 400, body: FLAT });
  });

  it('14 a key that was confirmed in time is handed over after the five minutes, not after the hour', async () => {
    const [slow, lost] = [await start(), await start()];
    for (const code of [slow, lost]) expect((await confirm(code)).status).toBe(200);
    await age(slow, 10);
    await age(lost, 66);
    expect((await poll(slow)).status).toBe('ok');
    expect(await poll(lost)).toEqual({ status: 'expired' });
  });

  it('14 the key is the confirming person`s own, minted when they had none, and audited', async () => {
    const member = await memberOf(server, owner);
    const { id: userId } = (await member.get('/v1/user')).body;
    const code = await start();
    expect((await confirm(code, member)).status).toBe(200);
    const { api_key: key } = await poll(code);
    expect(key).not.toBe(owner.apiKey);
    expect((await api(server).as(key).get('/v1/user')).body.id).toBe(userId);
    expect((await member.get('/v1/user/api-key')).body.apiKey).toBe(key);
    const rows = await server.db.query(
      `SELECT action, service, source, metadata FROM audit_log WHERE user_id = $1 AND workspace_id = $2
       ORDER BY action DESC`,
      [userId, owner.workspaceId],
    );
    expect(rows).toEqual([
      { action: 'create', service: 'api-key', source: 'app', metadata: { autoProvisioned: true } },
      { action: 'approve', service: 'auth', source: 'app', metadata: { deviceLogin: true } },
    ]);
  });

  it('14 confirming marks onboarding complete', async () => {
    const person = await signUpOwner(server);
    const completed = async () => {
      const [row] = await server.db.query<{ at: Date | null }>(
        `SELECT onboarding_completed_at AS at FROM users WHERE id = $1`,
        [person.userId],
      );
      return row!.at;
    };
    expect(await completed()).toBeNull();
    expect((await confirm(await start(), session(person))).status).toBe(200);
    expect(await completed()).toBeInstanceOf(Date);
  });

  it('14 neither the code nor a key stands readable in the database, and the key is wiped when read', async () => {
    const code = await start();
    await confirm(code);
    const stored = async () => {
      const [row] = await server.db.query<{ row: string; sealed: string | null }>(
        `SELECT to_jsonb(l)::text AS row, key_ciphertext AS sealed FROM device_logins l
         WHERE code_hash = sha256($1::bytea)`,
        [Buffer.from(code)],
      );
      return row!;
    };
    const before = await stored();
    expect(before.sealed).toMatch(/^v1\./);
    for (const secret of [code, owner.apiKey, owner.apiKey.slice(3)])
      expect(before.row).not.toContain(secret);
    await poll(code);
    expect((await stored()).sealed).toBeNull();
  });

  it('28 rows go an hour after their expiry, and no earlier', async () => {
    const [recent, old] = [await start(), await start()];
    await age(recent, 64);
    await age(old, 66);
    const remaining = async () => {
      const rows = await server.db.query(`SELECT 1 FROM device_logins WHERE code_hash = ANY($1::bytea[])`, [
        await Promise.all([recent, old].map(hashOf)),
      ]);
      return rows.length;
    };
    await server.app.get(DeviceLoginService).removeEnded();
    expect(await remaining()).toBe(1);
    expect(await confirm(old)).toMatchObject({ status: 404 });
  });
});

describe('who may confirm (01 §14)', () => {
  it('14 nobody without a session, and not for a workspace that is not theirs', async () => {
    const code = await start();
    const stranger = await signUpOwner(server);
    expect(await api(server).post(CONFIRM, { code })).toMatchObject({ status: 401, body: NOBODY });
    const foreign = session().inWorkspace(stranger.workspaceId);
    expect(await confirm(code, foreign)).toMatchObject({ status: 401, body: NOBODY });
    expect(await poll(code)).toEqual({ status: 'pending' });
  });

  it('14 no API key, also beside a good cookie', async () => {
    const code = await start();
    for (const key of [owner.apiKey, `oc_${'0'.repeat(64)}`]) {
      expect(await confirm(code, session().as(key))).toMatchObject({ status: 403, body: FLAT });
      expect(await session().as(key).get(OPTIONS)).toMatchObject({ status: 403, body: FLAT });
    }
    expect(await poll(code)).toEqual({ status: 'pending' });
  });

  it.each([{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])(
    'R24.1 no page of another site: %j is 403 flat',
    async (headers) => {
      const code = await start();
      const page = session().with(headers as unknown as Record<string, string>);
      expect(await confirm(code, page)).toMatchObject({ status: 403, body: FLAT });
      expect(await poll(code)).toEqual({ status: 'pending' });
    },
  );

  it('R24.1 the page of this server may', async () => {
    const page = session().with({ origin: server.apiUrl, 'sec-fetch-site': 'same-origin' });
    expect((await confirm(await start(), page)).status).toBe(200);
  });

  it('14 with APP_URL the link leads to that dashboard, and its pages may confirm', async () => {
    const app = 'https://app.cg.example.com';
    const configured = await startReplica(server, {
      APP_URL: `${app}/`,
      API_URL: 'https://api.cg.example.com',
    });
    try {
      const { code, auth_url: link } = (await machine(configured).post(START)).body;
      expect(link).toBe(`${app}/auth/cli?code=${code}`);
      const credentials = { email: owner.email, password: owner.password };
      const signIn = await machine(configured).post('/auth/sign-in/email', credentials);
      const dashboard = api(configured).as(signIn.cookies[0]!).inWorkspace(owner.workspaceId);
      expect((await confirm(code, dashboard.with({ origin: 'https://evil.example' }))).status).toBe(403);
      expect((await confirm(code, dashboard.with({ origin: app }))).status).toBe(200);
    } finally {
      await configured.close();
    }
  });
});

describe('what a person may choose from (01 §14)', () => {
  it('14 their organizations by membership age with the workspaces they may use, oldest first', async () => {
    const person = await signUpOwner(server);
    const second = (await session(person).post('/v1/workspaces', { name: 'Second' })).body;
    const other = await signUpOwner(server);
    await server.db.query(
      `INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'member')`,
      [other.organizationId, person.userId],
    );
    const { status, body } = await session(person).get(OPTIONS);
    expect(status).toBe(200);
    const [own, joined] = body.organizations;
    expect(body.organizations).toHaveLength(2);
    expect(own).toMatchObject({ id: person.organizationId, name: 'Test Person' });
    expect(own.workspaces).toEqual([
      { id: person.workspaceId, name: 'Test Person' },
      { id: second.id, name: 'Second' },
    ]);
    expect(joined.workspaces).toEqual([{ id: other.workspaceId, name: 'Test Person' }]);
    for (const organization of body.organizations)
      expect(organization.projects).toEqual(organization.workspaces);
  });

  it('14 not what they are suspended from', async () => {
    const person = await signUpOwner(server);
    await server.db.query(
      `INSERT INTO memberships (organization_id, user_id, role, status) VALUES ($1, $2, 'member', 'suspended')`,
      [owner.organizationId, person.userId],
    );
    const { body } = await session(person).get(OPTIONS);
    expect(body.organizations.map(({ id }: { id: string }) => id)).toEqual([person.organizationId]);
  });

  it('14 without a session the refusal is flat', async () => {
    expect(await api(server).get(OPTIONS)).toMatchObject({ status: 401, body: FLAT });
  });

  it('14 where roles bind, only workspaces that were shared with the person', async () => {
    const enterprise = await startReplica(server, { ENTERPRISE_ENABLED: 'true' });
    try {
      const person = await signUpOwner(server);
      await server.db.query(
        `INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'member')`,
        [owner.organizationId, person.userId],
      );
      const { body } = await session(person, enterprise).get(OPTIONS);
      expect(body.organizations[1]).toMatchObject({ id: owner.organizationId, workspaces: [], projects: [] });
      const code = await start();
      const unshared = session(person, enterprise).inWorkspace(owner.workspaceId);
      expect(await confirm(code, unshared)).toMatchObject({ status: 401, body: NOBODY });
    } finally {
      await enterprise.close();
    }
  });
});

describe('at the same moment (01 §14.3)', () => {
  it('14 of many confirmations on two replicas one wins', async () => {
    const other = await signUpOwner(server);
    for (let round = 0; round < 3; round++) {
      const code = await start();
      const answers = await Promise.all([
        confirm(code),
        confirm(code, session(owner, replica)),
        confirm(code, session(other)),
        confirm(code, session(other, replica)),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      const winner = answers.findIndex(({ status }) => status === 200) < 2 ? owner : other;
      expect(await poll(code)).toEqual({
        status: 'ok',
        api_key: winner.apiKey,
        workspace_id: winner.workspaceId,
      });
    }
  });

  it('14 of many polls on two replicas exactly one gets the key', async () => {
    for (let round = 0; round < 5; round++) {
      const code = await start();
      await confirm(code);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, at) => poll(code, at % 2 ? server : replica)),
      );
      expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 'expired')).toHaveLength(7);
    }
  });

  it('14 a confirmation that waits for the end of the membership hands over nothing', async () => {
    const { code, member, remove } = await departing();
    const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
    const departure = server.app.get(Database).tx(async (tx) => {
      await remove(tx);
      await gone;
    });
    await until(async () => (await locksOn(owner.organizationId)) > 0);
    const confirming = confirm(code, member);
    await until(async () => (await waiters()) > 0);
    leave();
    await departure;
    expect(await confirming).toMatchObject({ status: 401, body: NOBODY });
    expect(await poll(code)).toEqual({ status: 'pending' });
  });

  it('14 a membership that ends after the confirmation takes the unread key with it', async () => {
    const { code, member, remove } = await departing();
    expect((await confirm(code, member)).status).toBe(200);
    await server.app.get(Database).tx(remove);
    expect(await poll(code)).toEqual({ status: 'expired' });
  });

  it('14 whoever is removed in the same moment leaves no key behind, whoever was first', async () => {
    for (let round = 0; round < 8; round++) {
      const member = await memberOf(server, owner);
      const { id: userId } = (await member.get('/v1/user')).body;
      const code = await start();
      const removing = () => session().delete(`/v1/org/team/${userId}`);
      const racing: Promise<Answer>[] =
        round % 2 ? [confirm(code, member), removing()] : [removing(), confirm(code, member)].reverse();
      const [confirmed, removed] = await Promise.all(racing);
      expect(removed!.status).toBe(204);
      expect([200, 401]).toContain(confirmed!.status);
      expect((await poll(code)).status).toBe(confirmed!.status === 401 ? 'pending' : 'expired');
      const keys = await server.db.query(
        `SELECT 1 FROM api_keys WHERE user_id = $1 AND organization_id = $2`,
        [userId, owner.organizationId],
      );
      expect(keys).toEqual([]);
    }
  });

  it('14 so does the deletion of the workspace', async () => {
    const { id } = (await session().post('/v1/workspaces', { name: 'Short-lived' })).body;
    const code = await start();
    expect((await confirm(code, session().inWorkspace(id))).status).toBe(200);
    expect((await session().delete(`/v1/workspaces/${id}`)).status).toBe(204);
    expect(await poll(code)).toEqual({ status: 'expired' });
  });
});

describe('throttles of device login (01 §21)', () => {
  it('21 twenty logins a minute from one address', async () => {
    await roomInThrottleWindow();
    const from = machine();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 21; attempt++) statuses.push((await from.post(START)).status);
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
    expect((await machine().post(START)).status).toBe(200);
  });

  it('21 sixty polls a minute with one code, wherever they come from', async () => {
    await roomInThrottleWindow(15);
    const code = await start();
    const path = `${POLL}?code=${code}`;
    const answers = await Promise.all(Array.from({ length: 61 }, () => machine().get(path)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused).toMatchObject({
      body: { error: { type: 'rate_limit_error' } },
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    });
    expect(await poll(await start())).toEqual({ status: 'pending' });
  });

  it('21 what cannot be a code is answered without a counter', async () => {
    await roomInThrottleWindow(15);
    const path = `${POLL}?code=${'not-a-code-'.repeat(3)}`;
    const answers = await Promise.all(Array.from({ length: 61 }, () => machine().get(path)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.status}`))).toEqual(
      new Set(['200 expired']),
    );
  });

  it('21 twenty confirmations a minute by one person', async () => {
    await roomInThrottleWindow();
    const person = await signUpOwner(server);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 21; attempt++)
      statuses.push((await confirm(UNKNOWN, session(person))).status);
    expect(statuses).toEqual([...Array<number>(20).fill(404), 429]);
  });
});

describe('device login on Cloud (01 §14)', () => {
  let issuer: SessionIssuer;
  let cloud: TestServer;

  beforeAll(async () => {
    issuer = await startSessionIssuer();
    cloud = await startServer({ ...issuer.settings, APP_URL: 'https://app.example.test' });
  });

  afterAll(async () => {
    await cloud?.close();
    await issuer?.close();
  });

  it('14 is confirmed by the bearer of a session that names the workspace', async () => {
    const person = await signInOnCloud(cloud, issuer);
    const code = await start(cloud);
    expect((await person.api.get(OPTIONS)).body.organizations).toEqual([
      expect.objectContaining({
        id: person.organizationId,
        workspaces: [expect.objectContaining({ id: person.workspaceId })],
      }),
    ]);
    expect(await confirm(code, person.api.inWorkspace(''))).toMatchObject({ status: 401, body: NOBODY });
    expect((await confirm(code, person.api)).status).toBe(200);
    const { api_key: key, workspace_id: workspaceId } = await poll(code, cloud);
    expect(workspaceId).toBe(person.workspaceId);
    expect((await api(cloud).as(key).get('/v1/user')).body.id).toBe(person.userId);
  });

  it('R24.1 a page of another site is refused although it holds the bearer itself', async () => {
    const person = await signInOnCloud(cloud, issuer);
    const code = await start(cloud);
    const evil = person.api.with({ origin: 'https://evil.example' });
    expect(await confirm(code, evil)).toMatchObject({ status: 403, body: FLAT });
    const dashboard = person.api.with({ origin: 'https://app.example.test' });
    expect((await confirm(code, dashboard)).status).toBe(200);
  });
});

async function hashOf(code: string): Promise<Buffer> {
  const [row] = await server.db.query<{ hash: Buffer }>(`SELECT sha256($1::bytea) AS hash`, [
    Buffer.from(code),
  ]);
  return row!.hash;
}

/** A member of the owner's organization, a waiting login, and what ends the membership, in its order of locks. */
async function departing() {
  const member = await memberOf(server, owner);
  const { id: userId } = (await member.get('/v1/user')).body;
  const remove = async (tx: { query(sql: string, params: unknown[]): Promise<unknown> }): Promise<void> => {
    const scope = [owner.organizationId, userId];
    await tx.query(`SELECT 1 FROM organizations WHERE id = $1 FOR UPDATE`, [owner.organizationId]);
    await tx.query(`DELETE FROM api_keys WHERE organization_id = $1 AND user_id = $2`, scope);
    await tx.query(`DELETE FROM memberships WHERE organization_id = $1 AND user_id = $2`, scope);
  };
  return { code: await start(), member, remove };
}

/** Whether somebody holds the row of the organization. */
async function locksOn(organizationId: string): Promise<number> {
  const free = await server.db.query(`SELECT 1 FROM organizations WHERE id = $1 FOR UPDATE SKIP LOCKED`, [
    organizationId,
  ]);
  return 1 - free.length;
}

/** How many statements wait for a lock somebody else holds. */
async function waiters(): Promise<number> {
  const rows = await server.db.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length;
}

describe('a code in what may be chosen', () => {
  const choices = (code: string): Promise<Answer> => session().get(`${OPTIONS}?code=${code}`);

  it('is refused as its confirmation would be, and handed to nobody', async () => {
    const code = await start();
    expect((await choices(code)).status).toBe(200);
    expect((await session().post(CONFIRM, { code })).status).toBe(200);
    const confirmed = await choices(code);
    expect([confirmed.status, confirmed.body]).toEqual([409, FLAT]);
    expect((await poll(code)).status).toBe('ok');
    expect((await choices(code)).status).toBe(409);
    const unknown = await choices(UNKNOWN);
    expect([unknown.status, unknown.body]).toEqual([404, FLAT]);
  });

  it('is refused when its time is over', async () => {
    const code = await start();
    await server.db.query(`UPDATE device_logins SET expires_at = now() WHERE code_hash = sha256($1::bytea)`, [
      Buffer.from(code),
    ]);
    const { status, body } = await choices(code);
    expect([status, body]).toEqual([400, FLAT]);
    expect((await api(server).get(`${OPTIONS}?code=${code}`)).status).toBe(401);
  });
});
