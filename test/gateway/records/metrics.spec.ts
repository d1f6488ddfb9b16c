import { beforeEach, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, askThrough, createAgent, createSecret, grant } from '../../harness/clients/agent.js';
import { askAbout, decide, pending } from '../../harness/policy/approvals.js';
import { gateway } from '../../harness/clients/client.js';
import { network, publishRules, workspaceRules } from '../../harness/policy/rules.js';
import type { TestServer } from '../../harness/server/server.js';
import { withUpstream } from '../../harness/server/stands.js';
import { until } from '../../harness/time/until.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';

let server: TestServer;
let upstream: Upstream;
let owner: Owner;
let agent: Agent;

withUpstream((stand) => ({ upstream, server } = stand), { ENTERPRISE_ENABLED: 'true', METRICS_PORT: '0' });

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
});

async function scrape(): Promise<string> {
  return (await fetch(server.metricsUrl!)).text();
}

/** The value of one sample, named with its labels as the text has them; 0 when there is none. */
async function sample(name: string): Promise<number> {
  const line = (await scrape()).split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? 0 : Number(line.slice(name.length + 1));
}

/** By how much the sample rises while `work` is done. */
async function rise(name: string, work: () => Promise<unknown>): Promise<number> {
  const before = await sample(name);
  await work();
  return (await sample(name)) - before;
}

const requests = (mode: string, verdict: string, status: string): string =>
  `gateway_requests_total{mode="${mode}",verdict="${verdict}",status="${status}"}`;

/** An open connection on which `head` was sent. */
async function opened(head: string): Promise<Socket> {
  const socket = connect(Number(new URL(server.gatewayUrl).port), '127.0.0.1');
  socket.on('error', () => undefined).resume();
  await new Promise((resolve) => socket.write(head, resolve));
  return socket;
}

const proxyToken = (): string =>
  `Proxy-Authorization: Basic ${Buffer.from(`x:${agent.token}`).toString('base64')}\r\n`;

describe('06 §18.2 metrics', () => {
  it('06 §17.1 count a write as one statement and one layer, for all agents of workspace and organization', async () => {
    const agents = [agent];
    for (let each = 1; each < 50; each++) agents.push(await createAgent(server, owner));
    const askAll = () =>
      Promise.all(agents.map((each) => askThrough(server, each.token, `http://127.0.0.1:${upstream.port}/`)));
    await askAll();
    const layer = (name: string) => `gateway_snapshot_layers_total{layer="${name}"}`;
    const costs = async (write: () => Promise<unknown>) => {
      await write();
      const counted = ['gateway_snapshot_statements_total', layer('organization'), layer('workspace')];
      const before = await Promise.all(counted.map(sample));
      for (const answer of [...(await askAll()), ...(await askAll())])
        expect([answer.status, answer.text]).toEqual([200, 'ok']);
      return Promise.all(counted.map(async (name, at) => (await sample(name)) - before[at]!));
    };
    const secret = await createSecret(owner, { hostPattern: 'api.u.test' });
    expect(await costs(() => grant(owner, agent.id, secret))).toEqual([1, 0, 1]);
    const { organizationId } = owner;
    const rules = { rules: [{ action: 'block' as const, targets: [network('elsewhere.test')] }] };
    expect(await costs(() => publishRules(server, { organizationId }, rules))).toEqual([1, 1, 0]);
  });

  it('count requests by mode, verdict and class of status, and time the upstream', async () => {
    const answered = 'gateway_upstream_latency_seconds_count';
    const timed = await rise(answered, async () => {
      expect(await rise(requests('absolute', 'none', '2xx'), () => agent.ask('http://x.test/'))).toBe(1);
      upstream.answer = (_request, response) => response.writeHead(503).end();
      expect(await rise(requests('absolute', 'none', '5xx'), () => agent.ask('http://x.test/'))).toBe(1);
    });
    expect(timed).toBe(2);
    await publishRules(
      server,
      { organizationId: owner.organizationId },
      {
        rules: [{ action: 'block', targets: [network('x.test')] }],
      },
    );
    const blocked = requests('absolute', 'blocked_by_policy', '4xx');
    expect(await rise(answered, async () => expect(await rise(blocked, askOnce)).toBe(1))).toBe(0);
  });

  it('count failed authentications, which are no requests', async () => {
    const asking = async (): Promise<unknown> => askThrough(server, 'aoc_wrong', 'http://x.test/');
    expect(await rise('gateway_auth_failures_total', asking)).toBe(1);
    expect(await scrape()).not.toMatch(/gateway_requests_total\{[^}]*407/);
  });

  it('show open tunnels and WebSockets while they are', async () => {
    const tunnel = await opened(
      `CONNECT x.test:80 HTTP/1.1\r\nHost: x.test:80\r\n${proxyToken()}\r\nGET / HTTP/1.1\r\nHost: x.test\r\n\r\n`,
    );
    await until(async () => (await sample('gateway_open_tunnels')) === 1);
    await until(async () => (await sample(requests('tunnel', 'none', '2xx'))) === 1);
    tunnel.destroy();
    await until(async () => (await sample('gateway_open_tunnels')) === 0);
    const patient = createServer().on('upgrade', (_request, raw) =>
      raw.write(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
          'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n',
      ),
    );
    await new Promise<void>((resolve) => patient.listen(0, '127.0.0.1', resolve));
    const { port } = patient.address() as AddressInfo;
    const socket = await opened(
      `GET /proxy-http/localhost:${port}/socket HTTP/1.1\r\nHost: gateway.test\r\nX-Agent-Token: ${agent.token}\r\n` +
        'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    await until(async () => (await sample('gateway_open_websockets')) === 1);
    socket.destroy();
    await until(async () => (await sample('gateway_open_websockets')) === 0);
    expect(await sample(requests('reverse', 'none', '1xx'))).toBe(1);
    patient.close();
  });

  it('show held requests and count how they ended', async () => {
    await workspaceRules(server, owner, [askAbout('x.test')]);
    const asking = agent.ask('http://x.test/');
    const desk = gateway(server).as(owner.apiKey);
    const [item] = await pending(desk);
    expect(await sample('gateway_held_requests')).toBe(1);
    await decide(desk, item.id, 'deny');
    await asking;
    expect(await sample('gateway_held_requests')).toBe(0);
    expect(await sample('gateway_approvals_total{outcome="denied"}')).toBe(1);
  });

  it('count limits that could not be counted and secrets that could not be read', async () => {
    const rule = { rateLimit: 1, rateLimitWindow: 'day' as const, targets: [network('x.test')] };
    await publishRules(server, { organizationId: owner.organizationId }, { rules: [rule] });
    await server.db.query('ALTER TABLE rate_limit_counters RENAME TO rate_limit_counters_gone');
    try {
      expect(await rise('gateway_rate_limit_store_failures_total', askOnce)).toBe(1);
    } finally {
      await server.db.query('ALTER TABLE rate_limit_counters_gone RENAME TO rate_limit_counters');
    }
    const secret = await createSecret(owner, { hostPattern: 'x.test' });
    await server.db.query(`UPDATE secrets SET value_ciphertext = 'v1.none.x.y' WHERE id = $1`, [secret]);
    await grant(owner, agent.id, secret);
    const skipped = 'secret_values_unavailable_total{cause="undecryptable"}';
    expect(await rise(skipped, askOnce)).toBe(1);
  });

  it('count the bytes of bodies and WebSockets both ways, while they pass', async () => {
    const [from, to] = ['from_agents', 'to_agents'].map((way) => `gateway_bytes_total{direction="${way}"}`);
    upstream.answer = (_request, response) => response.end(Buffer.alloc(300_000, 'y'));
    const posting = (): Promise<unknown> =>
      agent.ask('http://x.test/', { method: 'POST', body: Buffer.alloc(70_000, 'x') });
    expect(await rise(from!, async () => expect(await rise(to!, posting)).toBe(300_000))).toBe(70_000);

    // A rule that looks at bodies reads them ahead; they count once.
    const conditions = [{ target: 'body', operator: 'contains', value: 'never' }] as const;
    await workspaceRules(server, owner, [
      { action: 'block', targets: [network('x.test')], conditions: [...conditions] },
    ]);
    expect(await rise(from!, async () => expect(await rise(to!, posting)).toBe(300_000))).toBe(70_000);

    let send: Socket | undefined;
    const echo = createServer().on('upgrade', (_request, raw) => {
      send = raw as Socket;
      raw.write(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
          'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n',
      );
      raw.pipe(raw);
    });
    await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
    const before = [await sample(from!), await sample(to!)];
    const socket = await opened(
      `GET /proxy-http/localhost:${(echo.address() as AddressInfo).port}/ HTTP/1.1\r\nHost: gateway.test\r\n` +
        `X-Agent-Token: ${agent.token}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    await until(() => send !== undefined);
    socket.write(Buffer.alloc(5_000));
    await until(async () => (await sample(to!)) - before[1]! === 5_000);
    expect((await sample(from!)) - before[0]!).toBe(5_000);
    expect(await sample('gateway_open_websockets')).toBe(1);
    socket.destroy();
    echo.close();
  });

  it('are all there from the start, each with labels out of lists of our own', async () => {
    const labels: Record<string, string[]> = {
      gateway_requests_total: ['mode', 'verdict', 'status'],
      gateway_upstream_latency_seconds: [],
      gateway_bytes_total: ['direction'],
      gateway_open_tunnels: [],
      gateway_open_websockets: [],
      gateway_held_requests: [],
      gateway_approvals_total: ['outcome'],
      openai_token_refreshes_total: ['outcome'],
      secret_values_unavailable_total: ['cause'],
      gateway_rate_limit_store_failures_total: [],
      gateway_request_log_drops_total: [],
      gateway_auth_failures_total: [],
    };
    await agent.ask('http://x.test/');
    const text = await scrape();
    for (const [name, allowed] of Object.entries(labels)) {
      expect(text).toMatch(new RegExp(`^# TYPE ${name} (counter|gauge|histogram)$`, 'm'));
      const used = [...text.matchAll(new RegExp(`^${name}(?:_bucket|_sum|_count)?\\{(.*)\\}`, 'gm'))]
        .flatMap(([, list]) => [...list!.matchAll(/(\w+)="/g)].map(([, label]) => label!))
        .filter((label) => label !== 'le');
      expect([name, [...new Set(used)].filter((label) => !allowed.includes(label))]).toEqual([name, []]);
    }
  });

  it('name no host, agent, path or tenant, and never anything an agent made up', async () => {
    await agent.ask('http://very-special.test/secret-path', { method: 'PATCH' });
    const text = await scrape();
    for (const name of ['very-special', 'secret-path', agent.id, owner.organizationId, owner.workspaceId])
      expect(text).not.toContain(name);
    expect(text).toContain('gateway_request_log_drops_total 0');
  });
});

function askOnce(): Promise<unknown> {
  return agent.ask('http://x.test/');
}
