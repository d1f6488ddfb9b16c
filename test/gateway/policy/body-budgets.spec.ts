import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BodyRefused } from '../../../src/gateway/exchange/body/body-budgets.js';
import { Metrics } from '../../../src/kernel/metrics/metrics.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, createAgent } from '../../harness/clients/agent.js';
import { askAbout, listPending, pending } from '../../harness/policy/approvals.js';
import { gateway as controlOf } from '../../harness/clients/client.js';
import { whileHeld } from '../../harness/database/contention.js';
import { network, organizationRules } from '../../harness/policy/rules.js';
import type { TestServer } from '../../harness/server/server.js';
import { withUpstream } from '../../harness/server/stands.js';
import { until } from '../../harness/time/until.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';
import {
  ask,
  basic,
  eventually,
  listen,
  type RunningGateway,
  startGateway,
  startUpstream,
  stopAll,
} from '../wire/wire-harness.js';

const KIBIBYTE = 1_024;
const MEBIBYTE = 1_048_576;

/** A POST of which so much is sent, on a connection the test holds. */
function begin(
  port: number,
  token: string,
  authority: string,
  length: number,
  sent: number,
): { socket: Socket; answer: () => string } {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('error', () => undefined).on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
  socket.write(
    `POST http://${authority}/ HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\nProxy-Authorization: ${basic(token)}\r\n\r\n`,
  );
  socket.write(Buffer.alloc(sent, 'x'));
  return { socket, answer: () => answer };
}

describe('bodies that are kept', () => {
  afterEach(stopAll);

  async function looking(
    agentBytes: number,
    processBytes: number,
    patienceMs = 60_000,
  ): Promise<RunningGateway> {
    const gateway = await startGateway({ bodies: { agentBytes, processBytes, patienceMs } });
    gateway.stages.decision = async ({ body }) => {
      await body.peek(MEBIBYTE);
      return null;
    };
    return gateway;
  }

  it('of one agent are bounded: the oldest is refused, the newest and those of others pass', async () => {
    const gateway = await looking(MEBIBYTE, 8 * MEBIBYTE);
    const upstream = await startUpstream();
    const other = gateway.stages.newToken('b');
    const slow: ReturnType<typeof begin>[] = [];
    for (let at = 0; at < 40; at++) {
      slow.push(begin(gateway.port, gateway.token, upstream.authority, 65 * KIBIBYTE, 64 * KIBIBYTE));
      const held = gateway.heldBodyBytes();
      expect(held).toBeLessThanOrEqual(MEBIBYTE);
      await eventually(() => gateway.heldBodyBytes() !== held || slow.some(({ answer }) => answer() !== ''));
    }
    await eventually(() => slow[0]!.answer() !== '');
    expect(slow[0]!.answer()).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 1[\s\S]*"gateway_busy"/);
    expect(slow[0]!.answer()).not.toContain('x-should-retry');
    expect(
      (await ask(gateway, `http://${upstream.authority}/`, { method: 'POST', token: other, body: 'small' }))
        .status,
    ).toBe(200);
    const newest = slow.at(-1)!;
    newest.socket.write(Buffer.alloc(KIBIBYTE, 'x'));
    await eventually(() => newest.answer() !== '');
    expect(newest.answer()).toMatch(/^HTTP\/1\.1 200 /);
    for (const { socket } of slow) socket.destroy();
    await eventually(() => gateway.heldBodyBytes() === 0);
    expect(gateway.faults).toEqual([]);
  });

  it('of all agents are bounded, and whoever holds most pays for it', async () => {
    const gateway = await looking(4 * MEBIBYTE, MEBIBYTE);
    const upstream = await startUpstream();
    const small = begin(
      gateway.port,
      gateway.stages.newToken('b'),
      upstream.authority,
      2 * KIBIBYTE,
      KIBIBYTE,
    );
    await eventually(() => gateway.heldBodyBytes() > 0);
    const large = Array.from({ length: 30 }, () =>
      begin(gateway.port, gateway.token, upstream.authority, 65 * KIBIBYTE, 64 * KIBIBYTE),
    );
    await eventually(() => large.some(({ answer }) => answer().includes('gateway_busy')));
    expect(gateway.heldBodyBytes()).toBeLessThanOrEqual(MEBIBYTE);
    small.socket.write(Buffer.alloc(KIBIBYTE, 'x'));
    await eventually(() => small.answer() !== '');
    expect(small.answer()).toMatch(/^HTTP\/1\.1 200 /);
    for (const { socket } of [small, ...large]) socket.destroy();
  });

  it('R62 of one organization are bounded where another one uses the budget, however many agents it has', async () => {
    const gateway = await looking(MEBIBYTE, 2 * MEBIBYTE);
    const upstream = await startUpstream();
    const neighbour = begin(
      gateway.port,
      gateway.stages.newToken('quiet', 'neighbour'),
      upstream.authority,
      129 * KIBIBYTE,
      128 * KIBIBYTE,
    );
    await eventually(() => gateway.heldBodyBytes() >= 128 * KIBIBYTE);
    const loud = Array.from({ length: 40 }, (_, at) =>
      begin(
        gateway.port,
        gateway.stages.newToken(`agent-${at}`, 'loud'),
        upstream.authority,
        65 * KIBIBYTE,
        64 * KIBIBYTE,
      ),
    );
    await eventually(() => loud.filter(({ answer }) => answer().includes('gateway_busy')).length >= 20);
    expect(gateway.heldBodyBytes()).toBeLessThanOrEqual(MEBIBYTE + 256 * KIBIBYTE);
    neighbour.socket.write(Buffer.alloc(KIBIBYTE, 'x'));
    await eventually(() => neighbour.answer() !== '');
    expect(neighbour.answer()).toMatch(/^HTTP\/1\.1 200 /);
    for (const { socket } of [neighbour, ...loud]) socket.destroy();
    await eventually(() => gateway.heldBodyBytes() === 0);
    expect(gateway.faults).toEqual([]);
  });

  it('count no longer once they are passed on, however long the answer takes', async () => {
    const gateway = await looking(2 * MEBIBYTE, 8 * MEBIBYTE);
    const upstream = await startUpstream();
    const waiting: (() => void)[] = [];
    upstream.answer = (_request, response) => void waiting.push(() => response.end('ok'));
    const body = Buffer.alloc(MEBIBYTE / 2, 'x');
    const asking = Array.from({ length: 12 }, async (_, at) => {
      await eventually(() => upstream.seen.length === at);
      return ask(gateway, `http://${upstream.authority}/`, { method: 'POST', body });
    });
    await eventually(() => waiting.length === 12);
    expect(gateway.heldBodyBytes()).toBeLessThanOrEqual(2 * MEBIBYTE);
    for (const answer of waiting) answer();
    expect((await Promise.all(asking)).map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(upstream.seen.every((seen) => seen.body.equals(body))).toBe(true);
    expect(gateway.heldBodyBytes()).toBe(0);
  });

  it('for an upstream that does not read are refused as well', async () => {
    const gateway = await startGateway({
      bodies: { agentBytes: 48 * MEBIBYTE, processBytes: 96 * MEBIBYTE, patienceMs: 60_000 },
    });
    gateway.stages.decision = async ({ body }) => {
      await body.peek(32 * MEBIBYTE);
      return null;
    };
    const legs: Socket[] = [];
    const deaf = createTcpServer((socket) => void legs.push(socket.on('error', () => undefined).pause()));
    const authority = `127.0.0.1:${await listen(deaf)}`;
    const size = 24 * MEBIBYTE;
    const asked = Array.from({ length: 3 }, () => begin(gateway.port, gateway.token, authority, size, size));
    await eventually(() => asked.some(({ answer }) => answer().includes('gateway_busy')));
    expect(gateway.heldBodyBytes()).toBeLessThanOrEqual(48 * MEBIBYTE);
    for (const { socket } of asked) socket.destroy();
    await eventually(() => gateway.heldBodyBytes() === 0);
    // Who never reads never learns that the other side has gone.
    for (const leg of legs) leg.destroy();
  });

  it('that come too slowly are refused and the connection ends', async () => {
    const gateway = await looking(MEBIBYTE, MEBIBYTE, 150);
    const upstream = await startUpstream();
    const { socket, answer } = begin(gateway.port, gateway.token, upstream.authority, 100, 10);
    await new Promise((resolve) => socket.once('close', resolve));
    expect(answer()).toMatch(/^HTTP\/1\.1 408 [\s\S]*"request_timeout"/);
    expect([upstream.seen, gateway.heldBodyBytes()]).toEqual([[], 0]);
  });

  it('say to whoever waits for them why they are gone', async () => {
    const gateway = await startGateway({
      bodies: { agentBytes: KIBIBYTE, processBytes: KIBIBYTE, patienceMs: 60_000 },
    });
    const upstream = await startUpstream();
    let thrown: unknown;
    gateway.stages.decision = async ({ body }) => {
      await body.peek(MEBIBYTE).catch((error: unknown) => (thrown = error));
      return null;
    };
    const answer = await ask(gateway, `http://${upstream.authority}/`, {
      method: 'POST',
      body: Buffer.alloc(4 * KIBIBYTE),
    });
    expect([answer.status, answer.json.error, upstream.seen]).toEqual([503, 'gateway_busy', []]);
    expect(thrown).toBeInstanceOf(BodyRefused);
  });
});

describe('bodies that a rule or a person looks at', () => {
  let server: TestServer;
  let upstream: Upstream;
  let owner: Owner;
  let agent: Agent;
  withUpstream((stand) => ({ upstream, server } = stand), {
    GATEWAY_CONDITION_BODY_BYTES: '24576',
    GATEWAY_AGENT_BODY_BYTES: '196608',
    GATEWAY_BODY_TIMEOUT_SECS: '1',
  });
  beforeEach(async () => {
    upstream.reset();
    owner = await signUpOwner(server);
    agent = await createAgent(server, owner);
  });

  it('are given up while a person is asked, oldest first, and leave the list', async () => {
    await organizationRules(server, owner, [askAbout('x.test')]);
    const desk = controlOf(server).as(owner.apiKey);
    const body = Buffer.alloc(100_000, 'x');
    const first = agent.ask('http://x.test/1', { method: 'POST', body });
    const [held] = await pending(desk);
    const second = agent.ask('http://x.test/2', { method: 'POST', body }).catch(() => null);
    const answer = await first;
    expect([answer.status, answer.body.error]).toEqual([503, 'gateway_busy']);
    await until(async () => (await listPending(desk)).every(({ id }) => id !== held.id));
    const [left] = await pending(desk);
    expect([left.path, upstream.seen]).toEqual(['/2', []]);
    await desk.post(`/v1/approvals/${left.id}/decision`, { decision: 'deny' });
    expect((await second)?.status).toBe(403);
  });

  it('count with what was made of them until they are passed on', async () => {
    const conditions = [{ target: 'body', operator: 'contains', value: 'x' }] as const;
    await organizationRules(server, owner, [
      {
        rateLimit: 10,
        rateLimitWindow: 'day',
        targets: [network('x.test')],
        conditions: [...conditions],
      },
    ]);
    const heldBytes = async (): Promise<number> => {
      const metrics = await server.app.get(Metrics).render();
      return Number(/^gateway_held_body_bytes (\d+)$/m.exec(metrics)?.[1]);
    };
    const decoded = 16_000;
    const post = () =>
      agent.ask('http://x.test/', {
        method: 'POST',
        headers: { 'content-encoding': 'gzip' },
        body: gzipSync(Buffer.alloc(decoded, 'x')),
      });
    expect((await post()).status).toBe(200);
    let counting = 0;
    let forwarded = decoded;
    upstream.answer = async (_request, response) => {
      forwarded = await heldBytes();
      response.end('ok');
    };
    const [answer] = await whileHeld(
      server,
      (query) => query('SELECT 1 FROM rate_limit_counters FOR UPDATE'),
      [post],
      async () => void (counting = await heldBytes()),
    );
    expect(answer!.status).toBe(200);
    expect(counting).toBeGreaterThan(decoded);
    expect(forwarded).toBeLessThan(decoded);
    expect(await heldBytes()).toBe(0);
  });

  it('end the one log entry of a request that a person approved, when they stop coming', async () => {
    await organizationRules(server, owner, [askAbout('x.test')]);
    const desk = controlOf(server).as(owner.apiKey);
    const port = Number(new URL(server.gatewayUrl).port);
    const { socket, answer } = begin(port, agent.token, 'x.test', 60_000, 20_000);
    const [held] = await pending(desk);
    const conditions = [{ target: 'body', operator: 'contains', value: 'y' }] as const;
    await organizationRules(server, owner, [
      { action: 'block', targets: [network('x.test')], conditions: [...conditions] },
      askAbout('x.test'),
    ]);
    await desk.post(`/v1/approvals/${held.id}/decision`, { decision: 'approve' });
    await new Promise((resolve) => socket.once('close', resolve));
    expect(answer()).toContain('request_timeout');
    const entries = () =>
      server.db.query('SELECT id, status, extra_data FROM request_log WHERE agent_id = $1', [agent.id]);
    await until(async () => (await entries()).every(({ status }) => status === 408));
    expect(await entries()).toEqual([
      {
        id: held.id,
        status: 408,
        extra_data: expect.objectContaining({ decision: 'approval_approved' }),
      },
    ]);
  });

  it('have a deadline, and what was refused is a metric', async () => {
    const conditions = [{ target: 'body', operator: 'contains', value: 'y' }] as const;
    await organizationRules(server, owner, [
      { action: 'block', targets: [network('x.test')], conditions: [...conditions] },
    ]);
    const { socket, answer } = begin(Number(new URL(server.gatewayUrl).port), agent.token, 'x.test', 100, 10);
    await new Promise((resolve) => socket.once('close', resolve));
    expect(answer()).toContain('request_timeout');
    const metrics = await server.app.get(Metrics).render();
    expect(metrics).toMatch(/^gateway_bodies_refused_total\{reason="slow"\} [1-9]/m);
    expect(metrics).toMatch(/^gateway_held_body_bytes 0$/m);
  });
});
