import { beforeEach, describe, expect, it } from '@jest/globals';
import { connect, type Socket } from 'node:net';
import { RequestLog } from '../../../src/gateway/request-log/request-log.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import {
  type Agent,
  createAgent,
  createSecret,
  grant,
  type SecretInput,
} from '../../harness/clients/agent.js';
import type { TestServer } from '../../harness/server/server.js';
import { withUpstream } from '../../harness/server/stands.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';
import { pairVault, StandInVault, useVault } from '../../harness/upstreams/vault.js';

/** R27: what is written into a request travels on TLS, but to hosts that the operator listed. */
const VALUE = 'value-for-tls-only';

let server: TestServer;
let upstream: Upstream;
let owner: Owner;
let agent: Agent;

withUpstream((stand) => ({ upstream, server } = stand), {
  GATEWAY_ALLOWED_PRIVATE_HOSTS: 'listed.test,*.pattern.test:8080,127.0.0.0/8',
  REQUEST_LOG_MODE: 'all',
});

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
});

async function granted(input: Partial<SecretInput> = {}): Promise<string> {
  const id = await createSecret(owner, { hostPattern: '*.test', value: VALUE, ...input });
  await grant(owner, agent.id, id);
  return id;
}

/** Whether the upstream saw the value, in one request that it must have seen. */
async function carried(url: string): Promise<boolean> {
  upstream.seen.length = 0;
  expect((await agent.ask(url)).status).toBe(200);
  return JSON.stringify(upstream.only()).includes(VALUE);
}

describe('where a credential goes', () => {
  it.each([
    ['https://api.u.test/', true],
    ['https://api.u.test:8443/', true],
    ['http://api.u.test/', false],
    ['http://api.u.test:443/', false],
    ['http://API.U.test./', false],
    ['http://listed.test/', true],
    ['http://LISTED.test.:81/', true],
    ['http://sub.listed.test/', false],
    ['http://a.pattern.test:8080/', true],
    ['http://a.pattern.test/', false],
    ['https://a.pattern.test/', true],
  ])('%s: %s', async (url, expected) => {
    await granted();
    expect(await carried(url)).toBe(expected);
  });

  it('an address is listed by a block, a name that resolves into the block is not', async () => {
    await granted({ hostPattern: '127.0.0.1' });
    await granted({ hostPattern: 'localhost' });
    expect(await carried(`http://127.0.0.1:${upstream.port}/`)).toBe(true);
    expect(await carried(`http://127.1:${upstream.port}/`)).toBe(true);
    expect(await carried(`http://localhost:${upstream.port}/`)).toBe(false);
    expect(await carried(`https://localhost:${upstream.port}/`)).toBe(true);
  });

  it('plain HTTP inside a tunnel is plain HTTP', async () => {
    await granted();
    const tunnel = await spoken(
      `CONNECT api.u.test:443 HTTP/1.1\r\nHost: x\r\nProxy-Authorization: Bearer ${agent.token}\r\n\r\n`,
    );
    tunnel.socket.write('GET /inside HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await tunnel.closed;
    expect(upstream.seen).toMatchObject([{ scheme: 'http', url: '/inside' }]);
    expect(JSON.stringify(upstream.only())).not.toContain(VALUE);
  });

  it.each([
    ['proxy-http', false],
    ['proxy', true],
  ])('reverse mode and WebSockets by /%s/: %s', async (prefix, expected) => {
    await granted();
    for (const upgrade of ['', HANDSHAKE]) {
      const { closed } = await spoken(
        `GET /${prefix}/api.u.test/socket HTTP/1.1\r\nHost: x\r\nX-Agent-Token: ${agent.token}\r\n` +
          `${upgrade || 'Connection: close\r\n'}\r\n`,
      );
      await closed;
      expect(JSON.stringify(upstream.only()).includes(VALUE)).toBe(expected);
    }
  });

  it('every kind stays out, and what the agent sent passes as it is', async () => {
    await granted({ injectionConfig: { headerName: 'authorization', valueFormat: 'Bearer {value}' } });
    await granted({ injectionConfig: { paramName: 'key' } });
    await granted({ injectionConfig: { pathTemplate: '/bot{value}' } });
    await granted({ type: 'anthropic', hostPattern: 'api.anthropic.com', injectionConfig: undefined });
    const headers = { authorization: 'Bearer placeholder', 'x-api-key': 'placeholder' };
    for (const host of ['api.u.test', 'api.anthropic.com']) {
      await agent.ask(`http://${host}/botX/send?key=mine`, { headers });
      expect(upstream.only()).toMatchObject({ url: '/botX/send?key=mine', headers });
    }
    await agent.ask('https://api.u.test/botX/send?key=mine', { headers });
    expect(upstream.only()).toMatchObject({
      url: `/bot${VALUE}/send?key=${VALUE}`,
      headers: { authorization: `Bearer ${VALUE}` },
    });
  });

  it('06 §11.3.1 a value that may not go is not even asked for', async () => {
    const vault = new StandInVault();
    useVault(server, vault);
    await pairVault(owner);
    const reference = 'op://vault1/item1/credential';
    vault.values.set(reference, VALUE);
    await granted({ value: undefined, valueSource: 'onepassword', opRef: reference });
    vault.asked.length = 0;
    expect(await carried('http://api.u.test/')).toBe(false);
    expect(vault.asked).toEqual([]);
    expect(await carried('https://api.u.test/')).toBe(true);
    expect(vault.asked).toEqual([`value ${reference}`]);
  });

  it('06 §14.1 such a request counts as one without a credential', async () => {
    await granted();
    for (const url of ['http://api.u.test/plain', 'https://api.u.test/secure']) await agent.ask(url);
    await server.app.get(RequestLog, { strict: false }).flush();
    const rows = await server.db.query<{ path: string; injection_count: number }>(
      'SELECT path, injection_count FROM request_log WHERE workspace_id = $1 ORDER BY path',
      [owner.workspaceId],
    );
    expect(rows).toEqual([
      { path: '/plain', injection_count: 0 },
      { path: '/secure', injection_count: 1 },
    ]);
  });
});

describe('what the agent is told', () => {
  function refuseWith(status: number, body = 'no entry'): void {
    upstream.answer = (_request, response) => response.writeHead(status, { 'x-upstream': 'yes' }).end(body);
  }

  it.each([
    [401, 'no entry'],
    [403, 'no entry'],
    [400, 'invalid API key'],
  ])('on %d: that the credential stayed out, and the address that would carry it', async (status, body) => {
    await granted();
    refuseWith(status, body);
    const answer = await agent.ask('http://api.u.test/v1/x?limit=5');
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({ 'x-should-retry': 'false', 'content-type': 'application/json' });
    expect(answer.headers['x-upstream']).toBeUndefined();
    expect(answer.body).toEqual({
      error: 'credential_needs_tls',
      message: expect.stringMatching(/plain HTTP.*https:\/\/api\.u\.test\/v1\/x\?limit=5.*GATEWAY_ALLOWED/),
      hostname: 'api.u.test',
      path: '/v1/x?limit=5',
      https_url: 'https://api.u.test/v1/x?limit=5',
    });
    expect(answer.text).not.toContain(VALUE);
  });

  it('keeps a port that is not the scheme’s own', async () => {
    await granted();
    refuseWith(401);
    expect((await agent.ask('http://api.u.test:8080/x')).body.https_url).toBe('https://api.u.test:8080/x');
  });

  it('only where a credential stayed out: not on other paths, hosts and statuses, nor when it was sent', async () => {
    await granted({ pathPattern: '/v1/*' });
    refuseWith(401);
    expect((await agent.ask('http://api.u.test/v2/x')).body.error).toBe('credential_not_found');
    expect((await agent.ask('https://api.u.test/v1/x')).text).toBe('no entry');
    expect((await agent.ask('http://listed.test/v1/x')).text).toBe('no entry');
    await createSecret(owner, { hostPattern: 'api.other.com' });
    expect((await agent.ask('http://api.other.com/')).body.error).toBe('access_restricted');
    refuseWith(404);
    expect((await agent.ask('http://api.u.test/v1/x')).text).toBe('no entry');
  });

  it('02 §8.6 a simulation says so too', async () => {
    const id = await granted();
    const simulate = async (url: string) =>
      (await owner.api.post('/v1/policy/simulate', { agentId: agent.id, method: 'GET', url })).body;
    expect(await simulate('http://api.u.test/')).toMatchObject({
      verdict: 'allow',
      request: { managed: true },
      injection: [],
      withheld: 'plain_http',
    });
    for (const url of ['https://api.u.test/', 'http://listed.test/'])
      expect(await simulate(url)).toMatchObject({ injection: [{ id }], withheld: null });
    expect(await simulate('http://api.elsewhere.com/')).toMatchObject({ injection: [], withheld: null });
  });
});

const HANDSHAKE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

/** Writes a head to the gateway and resolves once something comes back. */
async function spoken(head: string): Promise<{ socket: Socket; closed: Promise<void> }> {
  const socket = connect(Number(new URL(server.gatewayUrl).port), '127.0.0.1');
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(head);
  await new Promise((resolve, reject) => socket.once('data', resolve).once('error', reject));
  return { socket, closed };
}
