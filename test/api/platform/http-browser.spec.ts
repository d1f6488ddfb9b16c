/** What browsers are told and believed: CORS, cookies from foreign pages, protective headers (01 §22). */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Answer, api, type ApiClient } from '../../harness/clients/client.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';

const DASHBOARD = 'https://app.cg.example.com';
const FURTHER = ['https://one.example', 'https://two.example:8443'];
const EVIL = 'https://evil.example';
const METHODS = 'GET, POST, PUT, PATCH, DELETE, OPTIONS';
const CROSS_SITE = { error: { type: 'authentication_error', message: expect.any(String) } };

describe('browsers', () => {
  let server: TestServer;
  let configured: TestServer;
  let owner: Owner;
  let workspaces = 0;

  beforeAll(async () => {
    server = await startServer();
    configured = await startReplica(server, {
      APP_URL: DASHBOARD,
      API_URL: 'https://api.cg.example.com',
      CORS_ALLOWED_ORIGINS: FURTHER.join(', '),
    });
    owner = await signUpOwner(server);
  });

  afterAll(async () => {
    await configured?.close();
    await server?.close();
  });

  function corsHeadersOf({ headers }: Answer): string[] {
    return Object.keys(headers).filter((name) => name.startsWith('access-control-'));
  }

  function preflight(of: TestServer, origin: string, method = 'PATCH'): Promise<Answer> {
    const headers = {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,x-workspace-id',
    };
    return api(of).with(headers).send('OPTIONS', '/v1/agents');
  }

  describe('CORS', () => {
    it.each([DASHBOARD, ...FURTHER])('22.1 %s is allowed by configuration', async (origin) => {
      for (const path of ['/v1/health', '/v1/agents', '/v1/nothing-here', '/openapi.json']) {
        const { headers } = await api(configured).with({ origin }).get(path);
        expect(headers['access-control-allow-origin']).toBe(origin);
        expect(headers['access-control-allow-credentials']).toBe('true');
        expect(listOf(headers['access-control-expose-headers'])).toEqual(
          listOf('X-Request-Id, Deprecation, Link, Retry-After'),
        );
        expect(listOf(headers.vary)).toContain('origin');
      }
    });

    it('22.1 a preflight says what may be sent, and for how long that holds', async () => {
      const answer = await preflight(configured, DASHBOARD);
      expect([200, 204]).toContain(answer.status);
      expect(answer.text).toBe('');
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': DASHBOARD,
        'access-control-allow-credentials': 'true',
        'access-control-max-age': '600',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      expect(listOf(answer.headers['access-control-allow-methods'])).toEqual(listOf(METHODS));
      expect(listOf(answer.headers['access-control-allow-headers'])).toEqual(
        listOf('Authorization, Content-Type, X-Workspace-Id, X-Organization-Id, X-Project-Id'),
      );
      expect(listOf(answer.headers.vary)).toContain('origin');
    });

    it('22.1 a preflight needs no credential and no known path', async () => {
      const headers = { origin: DASHBOARD, 'access-control-request-method': 'DELETE' };
      for (const path of ['/v1/org/secrets', '/v1/not-there-yet', '/api/user', '/auth/sign-out']) {
        const answer = await api(configured).with(headers).send('OPTIONS', path);
        expect([path, answer.status]).toEqual([path, 204]);
      }
    });

    it.each([
      EVIL,
      'null',
      'https://app.cg.example.com.evil.example',
      'http://app.cg.example.com',
      'https://app.cg.example.com:444',
      'https://two.example',
      'https://x.one.example',
      'http://127.0.0.1:3000',
      '',
    ])('22.1 the origin %j gets no CORS header', async (origin) => {
      for (const answer of [
        await api(configured).with({ origin }).get('/v1/health'),
        await preflight(configured, origin),
      ]) {
        expect(corsHeadersOf(answer)).toEqual([]);
        expect(listOf(answer.headers.vary)).toContain('origin');
      }
    });

    it('22.1 a request without an origin gets no CORS header, and still varies by it', async () => {
      const answer = await api(configured).get('/v1/health');
      expect(corsHeadersOf(answer)).toEqual([]);
      expect(listOf(answer.headers.vary)).toContain('origin');
    });

    it.each(['http://127.0.0.1:3000', 'https://127.0.0.1', 'http://127.0.0.1'])(
      '22.1 without APP_URL any port of the same host is allowed: %s',
      async (origin) => {
        const { headers } = await api(server).with({ origin }).get('/v1/health');
        expect(headers['access-control-allow-origin']).toBe(origin);
        expect((await preflight(server, origin)).status).toBe(204);
      },
    );

    it.each([
      EVIL,
      'http://localhost.evil.example',
      'http://127.0.0.1.evil.example',
      'file://127.0.0.1',
      'null',
    ])('22.1 without APP_URL another host is not: %s', async (origin) => {
      expect(corsHeadersOf(await api(server).with({ origin }).get('/v1/health'))).toEqual([]);
      expect(corsHeadersOf(await preflight(server, origin))).toEqual([]);
    });
  });

  describe('a session cookie', () => {
    /** Asks for a new workspace and tells whether there is one. */
    async function create(client: ApiClient): Promise<{ answer: Answer; created: boolean }> {
      workspaces += 1;
      const name = `Made by a page ${workspaces}`;
      const answer = await client.post('/v1/workspaces', { name });
      const { body } = await owner.api.get('/v1/workspaces');
      return { answer, created: body.some((workspace: { name: string }) => workspace.name === name) };
    }

    it('01-33 is not believed from a foreign page; a bearer key is', async () => {
      const foreign = api(server).with({ origin: EVIL });
      const refused = await create(foreign.as(owner.cookie));
      expect(refused).toMatchObject({ answer: { status: 403, body: CROSS_SITE }, created: false });
      expect((await create(foreign.as(owner.apiKey))).answer.status).toBe(201);
    });

    it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('22.2 %s from a foreign page is 403', async (method) => {
      const path = {
        POST: '/v1/agents',
        PUT: '/v1/agents/x/secrets',
        PATCH: '/v1/user',
        DELETE: '/v1/agents/x',
      }[method]!;
      const page = api(server).as(owner.cookie).with({ origin: EVIL });
      expect(await page.send(method, path, {})).toMatchObject({ status: 403, body: CROSS_SITE });
    });

    it('22.2 may be used for reading, which changes nothing', async () => {
      const answer = await api(server).as(owner.cookie).with({ origin: EVIL }).get('/v1/workspaces');
      expect([answer.status, corsHeadersOf(answer)]).toEqual([200, []]);
    });

    it.each([
      ['the same host', { origin: 'http://127.0.0.1:3000' }, 201],
      ['no header of a browser', {}, 201],
      ['the same origin', { 'sec-fetch-site': 'same-origin' }, 201],
      ['the same site', { 'sec-fetch-site': 'same-site' }, 201],
      ['the address bar', { 'sec-fetch-site': 'none' }, 201],
      ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
      ['a value nobody knows', { 'sec-fetch-site': 'anything' }, 403],
      ['an opaque origin', { origin: 'null' }, 403],
      [
        'an allowed origin of another site',
        { origin: 'http://127.0.0.1', 'sec-fetch-site': 'cross-site' },
        201,
      ],
    ] as [string, Record<string, string>, number][])(
      '22.2 a write from %s',
      async (_from, headers, status) => {
        const { answer, created } = await create(api(server).as(owner.cookie).with(headers));
        expect([answer.status, created]).toEqual([status, status === 201]);
      },
    );

    it('22.2 an origin that is allowed by configuration is believed', async () => {
      const page = api(configured).with({ origin: DASHBOARD });
      const signIn = await page.post('/auth/sign-in/email', { email: owner.email, password: owner.password });
      expect(signIn.status).toBe(200);
      expect((await create(page.as(signIn.cookies[0]!))).answer.status).toBe(201);
    });
  });

  describe('protective headers', () => {
    it.each([
      ['GET', '/v1/health'],
      ['GET', '/v1/agents'],
      ['GET', '/v1/nothing-here'],
      ['POST', '/auth/sign-in/email'],
      ['GET', '/openapi.json'],
    ])('22.4 %s %s may not be stored or sniffed', async (method, path) => {
      const { headers } = await api(server).send(method, path);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
    });

    it('22.4 a 204 may not be stored either', async () => {
      const { id } = (await owner.api.post('/v1/agents', { name: 'Short-lived', identifier: 'short' })).body;
      const answer = await owner.api.delete(`/v1/agents/${id}`);
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(answer.headers['cache-control']).toBe('no-store');
    });

    it.each([
      ['GET', '/v1/user/api-key'],
      ['POST', '/v1/user/api-key/regenerate'],
      ['GET', '/v1/agents'],
      ['GET', '/v1/agents/default'],
      ['POST', '/v1/agents/{default}/regenerate-token'],
      ['GET', '/v1/container-config'],
    ])('22.4 %s %s shows a credential, so no HTTP/1.0 cache may keep it', async (method, path) => {
      const session = api(server).as(owner.cookie);
      const { id } = (await session.get('/v1/agents/default')).body;
      const answer = await session.send(method, path.replace('{default}', id));
      expect(answer.status).toBe(200);
      expect(answer.text).toMatch(/\ba?oc_[0-9a-f]{64}/);
      expect(answer.headers).toMatchObject({ pragma: 'no-cache', 'cache-control': 'no-store' });
    });

    it('22.4 HSTS comes with an https API_URL only', async () => {
      for (const path of ['/v1/health', '/v1/nothing-here', '/docs']) {
        expect((await api(configured).get(path)).headers['strict-transport-security']).toMatch(
          /^max-age=\d{7,}/,
        );
        expect((await api(server).get(path)).headers).not.toHaveProperty('strict-transport-security');
      }
    });

    it('23.1 the request id is the server`s own, another one for each request', async () => {
      const client = api(server).with({ 'x-request-id': 'mine', 'request-id': 'mine' });
      const answers = [await client.get('/v1/health'), await client.get('/v1/health')];
      const ids = answers.map(({ headers }) => String(headers['x-request-id']));
      expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id))).toBe(true);
      expect(ids[0]).not.toBe(ids[1]);
    });
  });
});

/** The names of a list header, in an order of their own. */
function listOf(header: string | string[] | undefined): string[] {
  return String(header)
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .sort();
}
