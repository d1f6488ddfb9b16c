/** What a fault shows to the client and to the operator, and what the log says of a request (01 §8.2.4, §23). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Answer, api } from '../../harness/clients/client.js';
import { rawRequest, sendRaw } from '../../harness/clients/raw-http.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { until } from '../../harness/time/until.js';

type Line = Record<string, any>;

const FAULT = { error: { message: expect.stringMatching(/^[\w ,.]+$/), type: 'api_error' } };

describe('faults and the log', () => {
  let server: TestServer;
  let owner: Owner;
  let lines: Line[] = [];
  let text = '';

  beforeAll(async () => {
    const sink = {
      write(line: string): void {
        text += line;
        lines.push(JSON.parse(line) as Line);
      },
    };
    server = await startServer({ LOG_LEVEL: 'debug', APP_VERSION: '7.7.7' }, sink);
    owner = await signUpOwner(server);
  });

  afterAll(async () => {
    await server?.close();
  });

  beforeEach(() => {
    lines = [];
  });

  /** The one line about the request of an answer; it is written after the answer has left. */
  async function lineOf({ headers }: Pick<Answer, 'headers'>): Promise<Line> {
    const isIt = (line: Line) =>
      line['requestId'] === headers['x-request-id'] && line['msg'] === 'request finished';
    await until(() => lines.some(isIt));
    expect(lines.filter(isIt)).toHaveLength(1);
    return lines.find(isIt)!;
  }

  /** Of requests: what works in the background meets a missing table as well. */
  function errors(): Line[] {
    return lines.filter(({ level, requestId }) => level === 'error' && requestId !== undefined);
  }

  describe('the line of a request', () => {
    it('23.2 says who asked for what, and how it went', async () => {
      const answer = await owner.api.get('/v1/agents?include=grants-summary');
      const [{ id }] = (await server.db.query(`SELECT id FROM api_keys WHERE workspace_id = $1`, [
        owner.workspaceId,
      ])) as [{ id: string }];
      expect(await lineOf(answer)).toEqual({
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        msg: 'request finished',
        requestId: answer.headers['x-request-id'],
        method: 'GET',
        path: '/v1/agents',
        status: 200,
        ms: expect.any(Number),
        orgId: owner.organizationId,
        credential: 'workspace_key',
        keyId: id,
      });
    });

    it('23.2 names a session without its id', async () => {
      const answer = await api(server).as(owner.cookie).get('/v1/agents');
      const line = await lineOf(answer);
      expect(line).toMatchObject({ credential: 'session', orgId: owner.organizationId, status: 200 });
      expect(line).not.toHaveProperty('keyId');
    });

    it.each([
      ['GET', '/v1/agents', 401],
      ['GET', '/v1/nothing-here', 404],
      ['DELETE', '/v1/agents', 404],
      ['POST', '/auth/sign-in/email', 400],
      ['GET', '/v1/instance', 200],
    ])('23.2 %s %s is one info line without a caller', async (method, path, status) => {
      const line = await lineOf(await api(server).send(method, path));
      expect(line).toMatchObject({ level: 'info', method, path, status, credential: 'none' });
      expect(line).not.toHaveProperty('orgId');
    });

    it('23.2 a target that cannot be read has its line, too', async () => {
      const answer = await sendRaw(server.apiUrl, rawRequest('GET', '/v1/%zz?_token=hush-target'));
      expect(await lineOf(answer)).toMatchObject({ method: 'GET', path: '/v1/%zz', status: 400 });
    });

    it('23.2 a poll that waited is no warning, and says who asked', async () => {
      const line = await lineOf(await owner.api.get('/v1/approvals/pending?wait=4'));
      expect(line).toMatchObject({
        level: 'info',
        path: '/v1/approvals/pending',
        orgId: owner.organizationId,
        credential: 'workspace_key',
        keyId: expect.any(String),
      });
      expect(line['ms']).toBeGreaterThan(3_000);
      const refused = await lineOf(await api(server).get('/v1/approvals/pending?wait=4'));
      expect(refused).toMatchObject({ status: 401, credential: 'none' });
    });

    it('23.2 health is not logged', async () => {
      for (const path of ['/v1/health', '/healthz', '/readyz', '/v1/health/', '/api/health']) {
        await api(server).get(path);
      }
      await lineOf(await api(server).get('/v1/instance'));
      expect(lines.filter(({ msg }) => msg === 'request finished')).toHaveLength(1);
    });

    it.each([
      ['/v1/projects', {}, '/v1/projects'],
      ['/v1/agents?_project={workspace}', {}, '_project'],
      ['/v1/agents', { 'x-project-id': '{workspace}' }, 'x-project-id'],
    ] as [string, Record<string, string>, string][])(
      '5.4.4 a legacy input is a warning that names it: %s %j',
      async (path, headers, deprecatedSurface) => {
        const filled = JSON.parse(
          JSON.stringify({ path, headers }).replaceAll('{workspace}', owner.workspaceId),
        ) as { path: string; headers: Record<string, string> };
        const answer = await api(server).as(owner.cookie).with(filled.headers).get(filled.path);
        expect(answer).toMatchObject({ status: 200, headers: { deprecation: 'true' } });
        await lineOf(answer);
        const warnings = lines.filter((line) => line['deprecatedSurface'] !== undefined);
        expect(warnings).toEqual([
          expect.objectContaining({
            level: 'warn',
            deprecatedSurface,
            requestId: answer.headers['x-request-id'],
          }),
        ]);
      },
    );

    it('23.3 holds no credential, cookie, query, body or token of a path', async () => {
      const planted = {
        password: 'hush-password-1',
        value: 'hush-secret-value',
        header: 'hush-header-value',
        token: `oc_${'5'.repeat(64)}`,
        path: '5e'.repeat(32),
      };
      const client = api(server).with({ 'x-api-key': planted.header, cookie: `other=${planted.header}` });
      await owner.api.post('/v1/secrets', {
        name: 'Planted',
        type: 'generic',
        value: planted.value,
        hostPattern: 'a.example',
        injectionConfig: { headerName: 'X-Key' },
      });
      await client.post('/auth/sign-in/email', { email: 'hush@example.test', password: planted.password });
      await client.get(`/v1/agents?_token=${planted.token}`);
      await client.as(planted.token).get('/v1/agents');
      await client.get(`/v1/invitations/${planted.path}`);
      await client.get(`/v1/agents/${planted.token}`);
      await owner.api.get(`/v1/agents?hush-query=1`);
      await lineOf(await owner.api.get('/v1/user'));
      expect(lines.length).toBeGreaterThanOrEqual(8);
      for (const value of [...Object.values(planted), 'hush-', owner.apiKey, owner.cookie.split('=')[1]!]) {
        expect(text.includes(value)).toBe(false);
      }
    });
  });

  describe('a fault', () => {
    /** Breaks the schema below one endpoint for as long as `during` runs. */
    async function withoutTable<T>(table: string, during: () => Promise<T>): Promise<T> {
      await server.db.query(`ALTER TABLE ${table} RENAME TO ${table}_gone`);
      try {
        return await during();
      } finally {
        await server.db.query(`ALTER TABLE ${table}_gone RENAME TO ${table}`);
      }
    }

    it('8.2.4 is a neutral 500 envelope with the request id of the log line', async () => {
      const answer = await withoutTable('agents', () => owner.api.get('/v1/agents'));
      expect(answer).toMatchObject({ status: 500, body: FAULT });
      expect(Object.keys(answer.body)).toEqual(['error']);
      expect(answer.text).not.toMatch(/relation|agents|select|\bat \/|\.[jt]s\b|pg|postgres/i);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(await lineOf(answer)).toMatchObject({ status: 500, level: 'info' });
      expect(errors()).toEqual([
        expect.objectContaining({
          requestId: answer.headers['x-request-id'],
          err: expect.objectContaining({
            message: expect.stringContaining('agents'),
            stack: expect.any(String),
          }),
        }),
      ]);
    });

    it('8.2.4 of a write, and of /auth, is neutral too, and logs no parameter of the statement', async () => {
      const writes = await withoutTable('secrets', () =>
        owner.api.post('/v1/secrets', {
          name: 'hush-name',
          type: 'generic',
          value: 'hush-fault-value',
          hostPattern: 'a.example',
          injectionConfig: { headerName: 'X-Key' },
        }),
      );
      expect(writes).toMatchObject({ status: 500, body: FAULT });
      const signIn = await withoutTable('users', () =>
        api(server).post('/auth/sign-in/email', { email: 'hush@example.test', password: 'hush-password-2' }),
      );
      expect([signIn.status, signIn.body]).toEqual([
        500,
        { code: 'INTERNAL', message: expect.stringMatching(/^[\w ,.]+$/) },
      ]);
      expect(signIn.text).not.toMatch(/relation|users|select/i);
      expect(text).not.toContain('hush-');
    });

    it.each([
      ['12', 'GET', '/v1/auth/session', 'users', () => api(server).as(owner.cookie)],
      ['14', 'POST', '/v1/auth/cli/session', 'device_logins', () => api(server)],
      ['19.5.5', 'GET', '/v1/container-config', 'api_keys', () => owner.api],
      ['19.10', 'POST', '/v1/migrate/import', 'api_keys', () => owner.api],
    ] as const)('%s is flat at %s %s, in the guard as well', async (_rule, method, path, table, caller) => {
      const answer = await withoutTable(table, () => caller().send(method, path));
      expect([answer.status, answer.body]).toEqual([500, { error: expect.stringMatching(/^[\w ,.]+$/) }]);
      expect(errors()).toEqual([
        expect.objectContaining({
          requestId: answer.headers['x-request-id'],
          err: expect.objectContaining({ message: expect.stringContaining(table) }),
        }),
      ]);
    });

    it('a server that cannot start says why, and leaves the process to its caller', async () => {
      await expect(startServer({ DATA_DIR: '/dev/null/data' })).rejects.toThrow(/\/dev\/null\/data|ENOTDIR/);
    });

    it('23 without its database the server is alive, not ready, and recovers by itself', async () => {
      const database = new URL(server.databaseUrl).pathname.slice(1);
      const admin = new pg.Client({ connectionString: process.env['TEST_DATABASE_ADMIN_URL'] });
      await admin.connect();
      try {
        await admin.query(`ALTER DATABASE ${database} WITH ALLOW_CONNECTIONS false`);
        await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
          database,
        ]);
        const answer = await owner.api.get('/v1/agents');
        expect(answer).toMatchObject({ status: 500, body: FAULT });
        expect(answer.text).not.toContain(database);
        expect((await api(server).get('/healthz')).body).toEqual({ status: 'ok', version: '7.7.7' });
        expect(await api(server).get('/v1/health')).toMatchObject({
          status: 200,
          body: { version: '7.7.7' },
        });
        expect(await api(server).get('/readyz')).toMatchObject({
          status: 503,
          body: { status: 'unavailable', checks: { database: 'unavailable' } },
        });
      } finally {
        await admin.query(`ALTER DATABASE ${database} WITH ALLOW_CONNECTIONS true`);
        await admin.end();
      }
      await until(async () => (await api(server).get('/readyz')).status === 200);
      expect((await owner.api.get('/v1/agents')).status).toBe(200);
    });
  });
});
