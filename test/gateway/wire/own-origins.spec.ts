import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { connect, createServer as createTcpServer } from 'node:net';
import { hostname } from 'node:os';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, createAgent, createSecret, grant } from '../../harness/clients/agent.js';
import { freePort } from '../../harness/server/free-port.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { roomInThrottleWindow } from '../../harness/time/throttle-window.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';
import * as wire from './wire-harness.js';

/** Read by this server, by proxies in front of it, or by whoever folds one spelling into another. */
const CLIENT_FIELDS = [
  'Forwarded',
  'X-Forwarded-For',
  'x-forwarded-host',
  'X-FORWARDED-PROTO',
  'X-Forwarded-Port',
  'X-Forwarded-Client-Cert',
  'X-Original-Forwarded-For',
  'X-Real-IP',
  'X-Client-IP',
  'X-Cluster-Client-IP',
  'CF-Connecting-IP',
  'CF-Connecting-IPv6',
  'CF-IPCountry',
  'True-Client-IP',
  'Fastly-Client-IP',
  'Fly-Client-IP',
  'CloudFront-Viewer-Address',
  'CloudFront-Is-Mobile-Viewer',
  'X-Envoy-External-Address',
  'X-Azure-ClientIP',
  'X_Forwarded_For',
  'x_real_ip',
  'X-Forwarded.For',
];
const SPOOFED = Object.fromEntries(CLIENT_FIELDS.map((name) => [name, '198.51.100.99']));
/** What is nobody's identity passes as everywhere. */
const OTHERS = { 'x-forward': 'mine', 'x-request-id': '7', 'user-agent': 'mine/1' };

const namesOf = (rawHeaders: string[]): string[] =>
  rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
const spoofedAmong = (rawHeaders: string[]): string[] =>
  namesOf(rawHeaders).filter((name) => CLIENT_FIELDS.some((each) => each.toLowerCase() === name));

describe('the deployment’s own origins (06 §8.4)', () => {
  let server: TestServer;
  let upstream: Upstream;
  let owner: Owner;
  let agent: Agent;
  /** Where the test plays the dashboard, and where the API really is. */
  let dashboard: string;
  let apiPort: number;

  beforeAll(async () => {
    upstream = await startUpstream();
    apiPort = await freePort();
    dashboard = `127.0.0.1:${upstream.port}`;
    server = await startServer({
      ...upstream.settings,
      PORT: String(apiPort),
      API_URL: `http://localhost:${apiPort}`,
      APP_URL: `http://${dashboard}`,
      TRUST_PROXY: 'loopback',
      GATEWAY_EGRESS_NO_PROXY: `localhost,127.0.0.1,[::1],${hostname()}`,
      GATEWAY_ALLOWED_PRIVATE_HOSTS: `${hostname()},127.0.0.1:${apiPort}`,
    });
  });

  afterAll(async () => {
    await server.close();
    await upstream.close();
  });

  beforeEach(async () => {
    upstream.reset();
    owner = await signUpOwner(server);
    agent = await createAgent(server, owner);
  });

  it('are reachable without an opening, and nothing is injected on them', async () => {
    const secret = await createSecret(owner, { hostPattern: '127.0.0.1', value: 'own-origin-value' });
    await grant(owner, agent.id, secret);
    const answer = await agent.ask(`http://${dashboard}/status`);
    expect(answer.status).toBe(200);
    expect(JSON.stringify(upstream.only().rawHeaders)).not.toContain('own-origin-value');
  });

  it.each<[string, (path: string) => Promise<unknown>]>([
    ['in absolute form', (path) => agent.ask(`http://${dashboard}${path}`, { headers: asked() })],
    [
      'by another notation',
      (path) => agent.ask(`http://127.1:${upstream.port}${path}`, { headers: asked() }),
    ],
    ['in reverse mode', (path) => raw(`GET /proxy-http/${dashboard}${path} HTTP/1.1\r\n${byToken()}`)],
    [
      'by WebSocket',
      (path) => raw(`GET /proxy-http/${dashboard}${path} HTTP/1.1\r\n${byToken()}${HANDSHAKE}`),
    ],
    ['in a tunnel', (path) => raw(`GET ${path} HTTP/1.1\r\n`, dashboard)],
    [
      'named by Connection too',
      (path) =>
        raw(`GET ${path} HTTP/1.1\r\nConnection: close, x-forwarded-for, x-request-id\r\n`, dashboard),
    ],
  ])('R31 hear from an agent nothing about who the client is: %s', async (how, send) => {
    await send('/own');
    const { rawHeaders, headers } = upstream.only();
    expect(spoofedAmong(rawHeaders)).toEqual([]);
    expect(headers).toMatchObject(how === 'named by Connection too' ? { 'x-forward': 'mine' } : OTHERS);
  });

  it.each(['localhost', '127.0.0.1', hostname()])(
    'R31 throttles count the gateway, whatever an agent says: %s',
    async (host) => {
      const signIn = (from: string, to = host) =>
        agent.ask(`http://${to}:${apiPort}/auth/sign-in/email`, {
          method: 'POST',
          body: JSON.stringify({ email: `nobody-${from}@example.test`, password: 'wrong password' }),
          headers: { 'content-type': 'application/json', 'x-forwarded-for': from, X_Forwarded_For: from },
        });
      await roomInThrottleWindow(20);
      const statuses: number[] = [];
      for (let each = 0; each < 32; each++) statuses.push((await signIn(`203.0.113.${each}`)).status);
      expect(statuses).toContain(429);
      // The people behind the addresses it named have all their attempts left.
      const person = await fetch(`${server.apiUrl}/auth/sign-in/email`, {
        method: 'POST',
        body: JSON.stringify({ email: owner.email, password: owner.password }),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.1' },
      });
      expect(person.status).toBe(200);
    },
  );

  const HANDSHAKE =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

  const asked = () => ({ ...SPOOFED, ...OTHERS });
  const byToken = () => `X-Agent-Token: ${agent.token}\r\n`;

  /** Sends a head with the fields above, in a tunnel to `authority` where that is given; waits for the end. */
  async function raw(head: string, authority?: string): Promise<void> {
    const fields = Object.entries(asked()).map(([name, value]) => `${name}: ${value}\r\n`);
    const close = head.includes('Connection:') ? '' : 'Connection: close\r\n';
    const request = `${head}Host: x\r\n${close}${fields.join('')}\r\n`;
    const socket = connect(Number(new URL(server.gatewayUrl).port), '127.0.0.1');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const first = new Promise((resolve) => socket.once('data', resolve));
    if (authority === undefined) socket.write(request);
    else {
      socket.write(
        `CONNECT ${authority} HTTP/1.1\r\nHost: x\r\nProxy-Authorization: Bearer ${agent.token}\r\n\r\n`,
      );
      await first;
      socket.write(request);
    }
    await closed;
  }
});

describe('R31 under other names', () => {
  afterEach(wire.stopAll);

  const home = (port: number) => ({ home: [{ host: 'api.deployment.test', port }] });
  const spoof = { headers: { ...SPOOFED, ...OTHERS } };

  it('an alias that resolves to the own API is the own API, today’s addresses of it included', async () => {
    const api = await wire.startUpstream();
    let current = ['127.0.0.9'];
    const gateway = await wire.startGateway({
      destinations: home(api.port),
      names: { 'alias.test': '127.0.0.1', 'api.deployment.test': () => current },
    });
    current = ['127.0.0.1'];
    for (const host of ['alias.test', '127.0.0.1', '[::ffff:127.0.0.1]', 'api.deployment.test'])
      expect([host, (await wire.ask(gateway, `http://${host}:${api.port}/`, spoof)).status]).toEqual([
        host,
        200,
      ]);
    expect(api.seen).toHaveLength(4);
    for (const { rawHeaders, headers } of api.seen) {
      expect(spoofedAmong(rawHeaders)).toEqual([]);
      expect(headers).toMatchObject(OTHERS);
    }
  });

  it('06 §9.5 elsewhere such fields are the agent’s affair', async () => {
    const elsewhere = await wire.startUpstream();
    const gateway = await wire.startGateway({
      destinations: home(1),
      names: { 'elsewhere.test': '127.0.0.1', 'api.deployment.test': '127.0.0.1' },
    });
    for (const host of ['elsewhere.test', '127.0.0.1'])
      await wire.ask(gateway, `http://${host}:${elsewhere.port}/`, spoof);
    expect(elsewhere.seen).toHaveLength(2);
    for (const { rawHeaders } of elsewhere.seen)
      expect(spoofedAmong(rawHeaders)).toHaveLength(CLIENT_FIELDS.length);
  });

  it('a name that changes its address after it was looked at does not get through', async () => {
    const api = await wire.startUpstream();
    const answers = [['127.0.0.2'], ['127.0.0.1']];
    const gateway = await wire.startGateway({
      destinations: { ...home(api.port), allowedPrivateHosts: ['127.0.0.0/8'] },
      names: { 'rebinding.test': () => answers.shift() ?? ['127.0.0.1'], 'api.deployment.test': '127.0.0.1' },
    });
    const answer = await wire.ask(gateway, `http://rebinding.test:${api.port}/`, spoof);
    expect([answer.status, answer.json.error, answer.json.reason]).toEqual([
      403,
      'destination_not_allowed',
      'self',
    ]);
    expect(api.seen).toEqual([]);
  });

  it('nor does a connection that was made there before', async () => {
    const api = await wire.startUpstream();
    const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.2']];
    const gateway = await wire.startGateway({
      destinations: { ...home(api.port), allowedPrivateHosts: ['127.0.0.0/8'] },
      names: { 'rebinding.test': () => answers.shift() ?? ['127.0.0.2'], 'api.deployment.test': '127.0.0.1' },
    });
    const url = `http://rebinding.test:${api.port}/`;
    expect((await wire.ask(gateway, url)).status).toBe(200);
    expect((await wire.ask(gateway, url, spoof)).json.detail).toBe('connect');
    expect(api.seen).toHaveLength(1);
  });

  it('an injected field says nothing about the client either', async () => {
    const api = await wire.startUpstream();
    const gateway = await wire.startGateway({
      destinations: home(api.port),
      names: { 'alias.test': '127.0.0.1', 'api.deployment.test': '127.0.0.1' },
    });
    gateway.stages.injection = ({ outbound }) => outbound.headers.push('X-Real-IP', '198.51.100.99');
    await wire.ask(gateway, `http://alias.test:${api.port}/`);
    expect(spoofedAmong(api.seen[0]!.rawHeaders)).toEqual([]);
  });

  it('a name that the operator’s proxy resolves anew may lead anywhere', async () => {
    const api = await wire.startUpstream();
    const proxy = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        const onward = connect(api.port, '127.0.0.1', () => {
          socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
          socket.pipe(onward).pipe(socket);
        });
        onward.on('error', () => socket.destroy());
      });
    });
    const gateway = await wire.startGateway({
      destinations: home(80),
      upstream: { egressProxy: { url: `http://127.0.0.1:${await wire.listen(proxy)}`, exceptions: [] } },
      names: { 'resolves-here.test': '8.8.8.8' },
    });
    for (const host of ['resolves-here.test', 'known-to-the-proxy.test', 'api.deployment.test'])
      expect((await wire.ask(gateway, `http://${host}/`, spoof)).status).toBe(200);
    expect(api.seen.map(({ rawHeaders }) => spoofedAmong(rawHeaders))).toEqual([[], [], []]);
    expect(api.seen[0]!.headers).toMatchObject(OTHERS);
  });
});
