/** Framing of the management origin: routes, bodies, paths, aliases (01 §1, §5.4, §8, §10). */
import { METHODS } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packageVersion } from '../../../src/kernel/config/kinds/config-files.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Answer, api, type ApiClient } from '../../harness/clients/client.js';
import { rawRequest, sendRaw } from '../../harness/clients/raw-http.js';
import { startServer, type TestServer } from '../../harness/server/server.js';

const MIB = 1_048_576;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const ENVELOPE = { error: { message: expect.any(String), type: 'invalid_request_error' } };

describe('HTTP of the management origin', () => {
  let server: TestServer;
  let owner: Owner;
  let anyone: ApiClient;
  let agents = 0;

  beforeAll(async () => {
    server = await startServer();
    owner = await signUpOwner(server);
    anyone = api(server);
  });

  afterAll(async () => {
    await server?.close();
  });

  /** A valid body for `POST /v1/agents`, another one each time. */
  function agent(fields: object = {}): Record<string, unknown> {
    agents += 1;
    return { name: 'Robot', identifier: `robot-${agents}`, ...fields };
  }

  describe('routes', () => {
    it('01-29 an unknown route is 404 and names method and path, not the query', async () => {
      const answer = await anyone.get('/v1/nothing-here?token=hush');
      expect(answer).toMatchObject({ status: 404, body: ENVELOPE });
      expect(answer.body.error.message).toContain('GET');
      expect(answer.body.error.message).toContain('/v1/nothing-here');
      expect(answer.text).not.toContain('hush');
      expect(answer.headers['x-request-id']).toMatch(UUID);
    });

    it.each([
      ['DELETE', '/v1/health'],
      ['PUT', '/v1/agents'],
      ['POST', '/v1/counts'],
      ['PATCH', '/healthz'],
      ['TRACE', '/v1/agents'],
      ['PROPFIND', '/v1/agents'],
      ['QUERY', '/v1/agents'],
      ['OPTIONS', '/v1/agents'],
    ])('the wrong method %s %s is an unknown route, even without a credential', async (method, path) => {
      const answer = await anyone.send(method, path);
      expect(answer).toMatchObject({ status: 404, body: ENVELOPE });
      expect(answer.body.error.message).toContain(`${method} ${path}`);
    });

    it.each(METHODS.filter((method) => !['CONNECT', 'HEAD', 'OPTIONS'].includes(method)))(
      'an unknown route is an unknown route whatever the method: %s',
      async (method) => {
        const bare = await sendRaw(server.apiUrl, rawRequest(method, '/v1/nothing-here'));
        const withBody = await sendRaw(
          server.apiUrl,
          rawRequest(method, '/v1/nothing-here', ['Content-Type: application/json'], '{}'),
        );
        for (const answer of [bare, withBody]) {
          expect([answer.status, answer.body]).toEqual([404, ENVELOPE]);
          expect(answer.body.error.message).toContain(`${method} /v1/nothing-here`);
        }
        const atGateway = await sendRaw(server.gatewayUrl, rawRequest(method, '/v1/nothing-here'));
        expect([atGateway.status, atGateway.body]).toEqual([400, { error: expect.any(String) }]);
      },
    );

    it.each([
      ['/v1/agents', 200],
      ['/v1/nothing-here', 404],
      ['/v1/agents/00000000-0000-4000-8000-000000000000', 404],
    ])('HEAD %s is answered like GET, without the body', async (path, status) => {
      const [get, head] = [await owner.api.get(path), await owner.api.send('HEAD', path)];
      expect([get.status, head.status]).toEqual([status, status]);
      expect(head.text).toBe('');
      for (const name of ['content-type', 'cache-control', 'vary']) {
        expect(head.headers[name]).toEqual(get.headers[name]);
      }
    });

    it('HEAD asks for a credential where GET does', async () => {
      expect((await anyone.send('HEAD', '/v1/agents')).status).toBe(401);
    });

    it.each(['/v1/agents/', '/v1/agents/?x=1', '/v1/user/', '/v1/health/', '/auth/ok/', '/healthz/'])(
      'a trailing slash means the same resource: %s',
      async (path) => {
        const answer = await owner.api.get(path);
        const plain = await owner.api.get(path.replace(/\/(?=\?|$)/, ''));
        expect([answer.status, plain.status]).toEqual([200, 200]);
        expect(Object.keys(answer.body)).toEqual(Object.keys(plain.body));
      },
    );

    it('a write accepts a trailing slash too', async () => {
      expect((await owner.api.post('/v1/agents/', agent())).status).toBe(201);
    });

    it('keeps connections longer than a load balancer does', async () => {
      const { keepAliveTimeout, headersTimeout } = server.app.getHttpServer();
      expect([keepAliveTimeout, headersTimeout]).toEqual([70_000, 71_000]);
      const answer = await sendRaw(
        server.apiUrl,
        `GET /v1/health HTTP/1.1\r\nHost: a\r\n\r\n${rawRequest('GET', '/v1/health')}`,
      );
      expect(answer.headers['keep-alive']).toBe('timeout=70');
    });
  });

  describe('health', () => {
    it('/v1/health says ok, version and time', async () => {
      const { status, body } = await anyone.get('/v1/health');
      expect([status, body]).toEqual([
        200,
        { status: 'ok', version: packageVersion(), timestamp: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) },
      ]);
    });

    it('/healthz says ok and version', async () => {
      expect(await anyone.get('/healthz')).toMatchObject({
        status: 200,
        body: { status: 'ok', version: packageVersion() },
      });
    });

    it('/readyz says ok and nothing else', async () => {
      const { status, body } = await anyone.get('/readyz');
      expect([status, body]).toEqual([200, { status: 'ok' }]);
    });
  });

  describe('bodies', () => {
    it('01-29 R45 what is not JSON is refused as such', async () => {
      const answer = await owner.api.post('/v1/workspaces', '{not json');
      expect([answer.status, answer.body]).toEqual([400, { error: 'Request body is not valid JSON' }]);
    });

    it.each([
      ['none', undefined],
      ['text/plain', 'text/plain'],
      ['multipart text', 'multipart/form-data; boundary=x'],
      ['a form', 'application/x-www-form-urlencoded'],
      ['another charset', 'application/json; charset=utf-16'],
      ['an empty one', ''],
      ['one without subtype', 'json'],
      ['nonsense', ';;;='],
    ])('JSON is read whatever the content type: %s', async (_name, type) => {
      const body = JSON.stringify(agent());
      const headers = [`Authorization: Bearer ${owner.apiKey}`];
      if (type !== undefined) headers.push(`Content-Type: ${type}`);
      const answer = await sendRaw(server.apiUrl, rawRequest('POST', '/v1/agents', headers, body));
      expect([answer.status, answer.body?.name]).toEqual([201, 'Robot']);
    });

    it.each(['', 'null', ' null ', '[]', '[{"name":"a"}]', '"text"', '1', 'true', '{}'])(
      'the body %j is the first missing field',
      async (body) => {
        const answer = await owner.api.post('/v1/agents', body);
        expect([answer.status, answer.body]).toEqual([400, { error: 'name is required' }]);
      },
    );

    it.each(['[]', '"text"', '1'])('the body %j is refused where every field is optional', async (body) => {
      const { id } = (await owner.api.post('/v1/agents', agent())).body;
      const answer = await owner.api.patch(`/v1/agents/${id}`, body);
      expect([answer.status, answer.body]).toEqual([400, { error: 'The body must be a JSON object' }]);
    });

    it('the body is judged after the credential', async () => {
      expect((await anyone.post('/v1/workspaces', '{not json')).status).toBe(401);
    });

    it('only the first issue is told, in the order of the fields', async () => {
      const answer = await owner.api.post('/v1/agents', { identifier: 'NO', name: 7 });
      expect(answer.body).toEqual({ error: 'name must be a string' });
    });

    it('fields that nobody knows are ignored', async () => {
      const answer = await owner.api.post('/v1/agents', agent({ colour: 'red', id: 'mine' }));
      expect(answer.status).toBe(201);
      expect(answer.body.id).toMatch(UUID);
      expect(answer.body).not.toHaveProperty('colour');
    });

    it('a body of 1 MiB is read, one byte more is 413', async () => {
      const body = (bytes: number) => JSON.stringify(agent()).padEnd(bytes, ' ');
      expect((await owner.api.post('/v1/agents', body(MIB))).status).toBe(201);
      const refused = await owner.api.post('/v1/agents', body(MIB + 1));
      expect(refused).toMatchObject({ status: 413, body: ENVELOPE });
      expect(refused.headers['x-request-id']).toMatch(UUID);
    });

    it('8.1 what is refused before a handler speaks the shape of /auth there', async () => {
      const signIn = await anyone.post('/auth/sign-in/email', ' '.repeat(MIB + 1));
      expect([signIn.status, signIn.body]).toEqual([
        413,
        { code: 'PAYLOAD_TOO_LARGE', message: expect.any(String) },
      ]);
    });

    it('a body without a length is counted too', async () => {
      const chunk = `${(MIB + 1).toString(16)}\r\n${' '.repeat(MIB + 1)}\r\n0\r\n\r\n`;
      const head = rawRequest('POST', '/v1/agents', [
        `Authorization: Bearer ${owner.apiKey}`,
        'Transfer-Encoding: chunked',
      ]);
      expect(await sendRaw(server.apiUrl, head + chunk)).toMatchObject({ status: 413, body: ENVELOPE });
    });

    it.each([
      '{"__proto__":{"name":"Robot","identifier":"from-prototype","polluted":true}}',
      '{"constructor":{"prototype":{"polluted":true}},"prototype":{"polluted":true}}',
      '{"identifier":"x","__proto__":[],"toString":1,"hasOwnProperty":null,"then":"now"}',
    ])('keys of the object prototype are only unknown fields: %s', async (body) => {
      const answer = await owner.api.post('/v1/agents', body);
      expect([answer.status, answer.body]).toEqual([400, { error: 'name is required' }]);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
      expect(Object.prototype).not.toHaveProperty('polluted');
    });

    it.each([
      ['an array', `{"name":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
      ['an unknown field', `{"name":"a","identifier":"b","x":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`],
    ])('a body nested deeper than any stack is a 400: %s', async (_name, body) => {
      const answer = await owner.api.post('/v1/agents', body);
      expect([answer.status, answer.body]).toEqual([400, { error: 'The request is nested too deeply' }]);
    });

    it.each(['\u0000', '\ud800', 'a\udfff', '\ude00\ud83d'])(
      'text that no column holds is a 400 that names the field: %j',
      async (text) => {
        const created = await owner.api.post('/v1/agents', agent({ name: `a${text}` }));
        expect([created.status, created.body]).toEqual([
          400,
          { error: 'name contains a character that is not allowed' },
        ]);
        const secret = { name: 's', type: 'generic', hostPattern: 'a.example', value: `v${text}` };
        const stored = await owner.api.post('/v1/secrets', {
          ...secret,
          injectionConfig: { headerName: 'X-Key' },
        });
        expect(stored.status).toBe(400);
        expect((await owner.api.patch('/v1/user', { name: text })).status).toBe(400);
        const signIn = await anyone.post('/auth/sign-in/email', { email: owner.email, password: text });
        expect(signIn).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
      },
    );

    it('other text is kept as it is', async () => {
      const name = 'Zoë 🤖 \u{10ffff} \u0001 \\u0000';
      expect((await owner.api.post('/v1/agents', agent({ name }))).body).toMatchObject({ name });
    });
  });

  describe('paths', () => {
    it.each(['/%', '/v1/%zz', '/v1/agents/%ED%A0%80', '/v1/agents/%C0%AF', '/v1/agents/%E0%A4%A?x=1'])(
      'a target with a broken escape is a 400 envelope: %s',
      async (target) => {
        const answer = await sendRaw(server.apiUrl, rawRequest('GET', target));
        expect(answer).toMatchObject({
          status: 400,
          body: ENVELOPE,
          headers: { 'x-request-id': expect.stringMatching(UUID), 'cache-control': 'no-store' },
        });
        expect(answer.headers['x-content-type-options']).toBe('nosniff');
        expect(answer.text).not.toContain('%');
      },
    );

    it.each([
      ['GET', '/v1/agents/%00'],
      ['PATCH', '/v1/agents/%00'],
      ['DELETE', '/v1/agents/a%00b'],
      ['GET', '/v1/workspaces/%00'],
      ['DELETE', '/v1/secrets/%00'],
      ['PUT', '/v1/agents/%00/grants/secrets/%00'],
      ['GET', '/v1/agents?include=%00'],
      ['GET', '/v1/container-config?agent=%00'],
      ['GET', '/v1/counts?_workspace=%00&_org=%ED%A0%80'],
      ['GET', '/v1/agents/..%2f..%2fetc'],
      ['GET', '/v1/agents?include[__proto__]=x&__proto__=1&constructor=2'],
      ['GET', '/v1/auth/session?fromClaim=%00'],
    ])('strange characters are never a fault: %s %s', async (method, path) => {
      const body = method === 'PATCH' ? { name: 'Robot' } : undefined;
      const answer = await owner.api.send(method, path, body);
      expect(answer.status).toBeLessThan(500);
    });

    it('07 C2.14 sixteen KiB of request target are read, the headers beside them', async () => {
      const path = '/v1/approvals/pending?exclude=';
      const answer = await anyone.get(path + 'a'.repeat(16_384 - path.length));
      expect([answer.status, answer.body.error]).toEqual([401, expect.any(String)]);
    });

    it('an identifier of any length is just unknown', async () => {
      const answer = await owner.api.get(`/v1/agents/${'a'.repeat(9_000)}`);
      expect([answer.status, answer.body.error.message]).toEqual([404, 'Agent not found']);
    });

    it('a long path is an unknown route, one that does not fit is 431', async () => {
      expect((await anyone.get(`/v1/${'a/'.repeat(4_000)}`)).status).toBe(404);
      const answer = await sendRaw(server.apiUrl, rawRequest('GET', `/v1/${'a'.repeat(70_000)}`));
      expect(answer).toMatchObject({ status: 431, body: ENVELOPE });
      expect(answer.headers['x-request-id']).toMatch(UUID);
    });

    it.each([
      ['no HTTP at all', '\u0016\u0003\u0001 hello\r\n\r\n'],
      ['a control character in a header', rawRequest('GET', '/v1/health', ['X-Bad: a\u0001b'])],
      ['two lengths', rawRequest('POST', '/auth/sign-in/email', ['Content-Length: 5', 'Content-Length: 6'])],
      [
        'a length and chunks',
        rawRequest('POST', '/auth/sign-in/email', ['Content-Length: 5', 'Transfer-Encoding: chunked']),
      ],
    ])('%s is a 400 envelope that echoes nothing, and the connection ends', async (_name, bytes) => {
      const answer = await sendRaw(server.apiUrl, bytes);
      expect(answer).toMatchObject({ status: 400, body: ENVELOPE });
      expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', connection: 'close' });
      expect(answer.headers['x-request-id']).toMatch(UUID);
    });

    it.each(['*', 'http://evil.example/v1/health', '//v1/health', '/v1//health'])(
      'the odd target %s is answered without a fault',
      async (target) => {
        const answer = await sendRaw(server.apiUrl, rawRequest('GET', target));
        expect(answer.status).toBeGreaterThanOrEqual(200);
        expect(answer.status).toBeLessThan(500);
      },
    );
  });

  describe('aliases', () => {
    /** Everything of an answer but what differs from one request to the next. */
    function comparable({ status, text, headers }: Answer): unknown {
      const { 'x-request-id': _id, date: _date, ...others } = headers;
      return { status, text, headers: others };
    }

    it.each([
      '/user',
      '/agents',
      '/counts',
      '/nothing-here',
      '/user/api-key',
      '/agents/nope',
      '/gateway-url',
    ])('/api%s is /v1%s', async (path) => {
      const [old, current] = [await owner.api.get(`/api${path}`), await owner.api.get(`/v1${path}`)];
      expect(comparable(old)).toEqual(comparable(current));
      expect(old.headers).not.toHaveProperty('deprecation');
      expect(old.headers['x-request-id']).toMatch(UUID);
    });

    it('/api keeps method, body and query', async () => {
      const created = await owner.api.post('/api/agents', agent());
      expect(created.status).toBe(201);
      const list = await owner.api.get('/api/agents?include=grants-summary');
      expect(list.body[0]).toMatchObject({ id: created.body.id, grantsSummary: expect.any(Object) });
      expect((await owner.api.delete(`/api/agents/${created.body.id}`)).status).toBe(204);
    });

    it.each(['/apis/health', '/apihealth', '/API/health', '/v1/api/health'])(
      '%s is no alias',
      async (path) => {
        expect((await anyone.get(path)).status).toBe(404);
      },
    );

    it('01-9 /v1/projects is /v1/workspaces, and says that it is deprecated', async () => {
      await owner.api.post('/v1/workspaces', { name: 'Second' });
      const [old, current] = [await owner.api.get('/v1/projects'), await owner.api.get('/v1/workspaces')];
      expect([old.status, old.text]).toEqual([200, current.text]);
      expect(current.body).toHaveLength(2);
      expect(old.headers).toMatchObject({
        deprecation: 'true',
        link: '<http://localhost:10254/docs/api>; rel="deprecation"',
      });
      expect(current.headers).not.toHaveProperty('deprecation');
      expect(current.headers).not.toHaveProperty('link');
    });

    it('01-9 /v1/projects keeps method, body and the rest of the path', async () => {
      const created = await owner.api.post('/v1/projects', { name: 'Made as a project' });
      expect(created).toMatchObject({ status: 201, headers: { deprecation: 'true' } });
      const one = `/v1/projects/${created.body.id}`;
      const renamed = await anyone.as(owner.cookie).patch(one, { name: 'Renamed' });
      expect(renamed).toMatchObject({ status: 200, headers: { deprecation: 'true' } });
      expect((await anyone.as(owner.cookie).delete(`${one}/`)).status).toBe(204);
    });

    it('01-9 the headers come with errors as well', async () => {
      expect(await anyone.get('/v1/projects')).toMatchObject({
        status: 401,
        headers: { deprecation: 'true' },
      });
      expect(await anyone.get('/v1/projects/a/b/c')).toMatchObject({
        status: 404,
        headers: { deprecation: 'true' },
      });
    });

    it.each(['/v1/projectsx', '/v1/projects-old', '/v1/Projects'])(
      '01-9 %s is an unknown route without the headers',
      async (path) => {
        const answer = await owner.api.get(path);
        expect(answer).toMatchObject({ status: 404, body: ENVELOPE });
        expect(answer.headers).not.toHaveProperty('deprecation');
      },
    );

    it('both aliases can be used at once', async () => {
      const old = await owner.api.get('/api/projects');
      expect(old).toMatchObject({ status: 200, headers: { deprecation: 'true' } });
    });
  });
});
