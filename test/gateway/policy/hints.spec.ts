import { beforeEach, describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import {
  type Agent,
  type AgentAnswer,
  createAgent,
  createSecret,
  grant,
} from '../../harness/clients/agent.js';
import type { TestServer } from '../../harness/server/server.js';
import { withUpstream } from '../../harness/server/stands.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';

const APP = 'https://app.example.test';
const HOST = 'api.u.test';

let server: TestServer;
let upstream: Upstream;
let owner: Owner;
let agent: Agent;
let base: string;

withUpstream((stand) => ({ upstream, server } = stand), { APP_URL: APP });

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
  base = `${APP}/w/${owner.workspaceId}`;
});

/** What the upstream answers from now on, with headers that must not survive a hint. */
function refuseWith(
  status: number,
  body: string | Buffer = 'no entry',
  headers: Record<string, string> = {},
): void {
  upstream.answer = (_request, response) =>
    response
      .writeHead(status, {
        'content-type': 'text/x-own',
        'set-cookie': 'upstream=1',
        'www-authenticate': 'Basic realm="upstream"',
        'x-upstream': 'yes',
        ...headers,
      })
      .end(body);
}

function expectHint(answer: AgentAnswer, status: number, error: string): void {
  expect([answer.status, answer.body?.error]).toEqual([status, error]);
  expect(answer.headers['content-type']).toBe('application/json');
  expect(answer.headers['x-should-retry']).toBe('false');
  for (const name of ['set-cookie', 'www-authenticate', 'x-upstream'])
    expect(answer.headers[name]).toBeUndefined();
  expect(answer.text).not.toContain('no entry');
}

describe('06 §12.1 an upstream that refuses', () => {
  it('06-T77, 06-7 nothing stored: credential_not_found with the path as it was sent', async () => {
    refuseWith(401);
    const answer = await agent.ask(`http://${HOST}/v1/models?limit=5`);
    expectHint(answer, 401, 'credential_not_found');
    expect(answer.body).toMatchObject({
      hostname: HOST,
      path: '/v1/models?limit=5',
      secret_url: `${base}/connections/custom?create=generic&host=${HOST}&path=%2F%2A`,
    });
    expect(answer.body.message).toContain(answer.body.secret_url);
  });

  it('06-7 403 keeps its status', async () => {
    refuseWith(403);
    expectHint(await agent.ask(`http://${HOST}/`), 403, 'credential_not_found');
  });

  it.each(['/v1/secrets', '/v1/org/secrets'])(
    '06-T78, 06-6 a secret of %s that is not attached: access_restricted',
    async (path) => {
      refuseWith(401);
      await createSecret(owner, { hostPattern: HOST, value: 'never-sent' }, path);
      const answer = await agent.ask(`http://${HOST}/x`);
      expectHint(answer, 401, 'access_restricted');
      expect(answer.body).toMatchObject({ provider: HOST, manage_url: `${base}/connections/apps/${HOST}` });
      expect(upstream.only().headers['x-test-key']).toBeUndefined();
    },
  );

  it("06 §12.1.4 another tenant's secret is not spoken of", async () => {
    refuseWith(401);
    await createSecret(await signUpOwner(server), { hostPattern: HOST });
    expectHint(await agent.ask(`http://${HOST}/x`), 401, 'credential_not_found');
  });

  it('06 §12.1.4 an unattached secret on another path does not count, nor does a granted one', async () => {
    refuseWith(401);
    await createSecret(owner, { hostPattern: HOST, pathPattern: '/v1/*' });
    const granted = await createSecret(owner, { hostPattern: HOST, pathPattern: '/v2/*' });
    await grant(owner, agent.id, granted);
    expectHint(await agent.ask(`http://${HOST}/v3`), 401, 'credential_not_found');
    expectHint(await agent.ask(`http://${HOST}/v1/x`), 401, 'access_restricted');
  });

  it("06-T79 with a credential injected the upstream's answer passes untouched", async () => {
    await grant(owner, agent.id, await createSecret(owner, { hostPattern: HOST }));
    for (const status of [401, 403, 400]) {
      refuseWith(status, 'invalid api key');
      const answer = await agent.ask(`http://${HOST}/`);
      expect([answer.status, answer.text]).toEqual([status, 'invalid api key']);
      expect(answer.headers).toMatchObject({ 'x-upstream': 'yes', 'content-type': 'text/x-own' });
      expect(answer.headers['x-should-retry']).toBeUndefined();
    }
  });

  it('06 §12 rule 3 HEAD gets status and headers without a body', async () => {
    refuseWith(401, '');
    const answer = await agent.ask(`http://${HOST}/`, { method: 'HEAD' });
    expect([answer.status, answer.text, answer.headers['x-should-retry']]).toEqual([401, '', 'false']);
  });

  it('06 §12.1 other statuses are none of its business', async () => {
    for (const status of [402, 404, 407, 429, 500]) {
      refuseWith(status, 'unauthorized api key');
      const answer = await agent.ask(`http://${HOST}/`);
      expect([answer.status, answer.text]).toEqual([status, 'unauthorized api key']);
    }
  });

  it('06 §12 the hint names no secret and no other workspace', async () => {
    refuseWith(401);
    await createSecret(owner, { name: 'Hidden name', hostPattern: HOST, value: 'hidden-value' });
    const { text } = await agent.ask(`http://${HOST}/x`);
    expect(text).not.toMatch(/Hidden name|hidden-value/);
  });

  it('06 §12 links are percent-encoded and cannot be broken out of', async () => {
    refuseWith(401);
    const answer = await agent.ask('http://xn--bcher-kva.test/"%3Cscript%3E?a="b');
    expect(answer.body.secret_url).toContain('host=xn--bcher-kva.test&path=%2F%2A');
    expect(answer.body.path).toBe('/"%3Cscript%3E?a="b');
  });
});

describe('06 §12.2 an upstream that answers 400', () => {
  it.each([
    'Access Denied',
    'missing API key',
    'api_key',
    'ApiKey',
    'Authentication required',
    'bad authorization header',
    'the authorization value',
    'wrong CREDENTIALS',
    'not authenticated',
    'Permission denied',
    'token expired',
    'Invalid Token',
    'unauthenticated',
    'Unauthorized',
  ])('06-T82, 06-7 %s becomes a hint', async (wording) => {
    refuseWith(400, JSON.stringify({ message: wording, more: 'no entry' }));
    expectHint(await agent.ask(`http://${HOST}/`), 400, 'credential_not_found');
  });

  it('06 §12.2 an unattached secret is spoken of here too', async () => {
    refuseWith(400, 'invalid API key');
    await createSecret(owner, { hostPattern: HOST });
    expectHint(await agent.ask(`http://${HOST}/`), 400, 'access_restricted');
  });

  it.each(['{"error":"authorization_pending"}', 'authorization', 'author', '', 'The amount is too small'])(
    '06-T83, 06-7 %j passes byte for byte',
    async (body) => {
      refuseWith(400, body);
      const answer = await agent.ask(`http://${HOST}/`);
      expect([answer.status, answer.text]).toEqual([400, body]);
      expect(answer.headers).toMatchObject({ 'x-upstream': 'yes', 'set-cookie': ['upstream=1'] });
      expect(answer.headers['x-should-retry']).toBeUndefined();
    },
  );

  it('06 §12.2 only the first 8192 bytes are looked at, and a long body arrives whole', async () => {
    const late = `${'x'.repeat(8_192)} unauthorized ${'y'.repeat(500_000)}`;
    refuseWith(400, late);
    expect((await agent.ask(`http://${HOST}/`)).text).toBe(late);
    refuseWith(400, `${'x'.repeat(8_000)} unauthorized ${'y'.repeat(500_000)}`);
    expect((await agent.ask(`http://${HOST}/`)).body.error).toBe('credential_not_found');
  });

  it('06 §9.7 a compressed 400 without wording keeps its bytes and its encoding', async () => {
    const body = gzipSync('nothing of interest');
    refuseWith(400, body, { 'content-encoding': 'gzip', 'content-length': String(body.length) });
    const answer = await agent.ask(`http://${HOST}/`);
    expect([answer.status, answer.headers['content-encoding'], answer.headers['content-length']]).toEqual([
      400,
      'gzip',
      String(body.length),
    ]);
  });
});

describe('06 §12.3 a deprecated host', () => {
  it.each([401, 403])('06-T84 %d on a site host of Atlassian: 421', async (status) => {
    refuseWith(status);
    const answer = await agent.ask('http://x.atlassian.net/rest/api/3/issue?a=1');
    expectHint(answer, 421, 'deprecated_api');
    expect(answer.body).toMatchObject({
      deprecated_host: 'x.atlassian.net',
      correct_host: 'api.atlassian.com',
      provider: 'atlassian',
      requested_path: '/rest/api/3/issue?a=1',
    });
    expect(answer.body.message).toMatch(/\/ex\/jira\/.*\/ex\/confluence\//s);
  });

  it('06 §12.3 comes before access_restricted, not with a credential, not on the apex or on 400', async () => {
    refuseWith(401);
    const secret = await createSecret(owner, { hostPattern: '*.atlassian.net' });
    expectHint(await agent.ask('http://x.atlassian.net/'), 421, 'deprecated_api');
    expectHint(await agent.ask('http://atlassian.net/'), 401, 'credential_not_found');
    expectHint(await agent.ask('http://x.atlassian.net.evil.test/'), 401, 'credential_not_found');
    refuseWith(400, 'unauthorized');
    expect((await agent.ask('http://x.atlassian.net/')).body.error).toBe('access_restricted');
    await grant(owner, agent.id, secret);
    refuseWith(401);
    expect((await agent.ask('http://x.atlassian.net/')).text).toBe('no entry');
  });
});
