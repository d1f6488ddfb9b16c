import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, createAgent } from '../../harness/clients/agent.js';
import { freePort } from '../../harness/server/free-port.js';
import { type ServerProcess, startServerProcess } from '../../harness/server/server-process.js';
import { until } from '../../harness/time/until.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';

const HOST = 'api.bank.test';
const CONNECTIONS = 24;

let dataDir: string;
let metricsPort: number;
let upstream: Upstream;
let server: ServerProcess;
let owner: Owner;
let agent: Agent;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cg-workers-'));
  metricsPort = await freePort();
  upstream = await startUpstream();
  server = await startServerProcess(dataDir, {
    ...upstream.settings,
    GATEWAY_WORKERS: '3',
    METRICS_PORT: String(metricsPort),
  });
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
});

afterAll(async () => {
  await server?.stop();
  await upstream?.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith(name));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const children = text.trim().split(' ').filter(Boolean).map(Number);
  const servers = await Promise.all(children.map(async (child) => [child, await isServer(child)] as const));
  return servers.filter(([, server]) => server).map(([child]) => child);
}

async function isServer(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes('start.js');
}

function alive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The statuses of as many requests, each over a connection of its own. */
async function ask(who = agent): Promise<Set<number>> {
  const answers = await Promise.all(Array.from({ length: CONNECTIONS }, () => who.ask(`http://${HOST}/x`)));
  return new Set(answers.map(({ status }) => status));
}

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('processes that share the gateway port (06 §2 GATEWAY_WORKERS)', () => {
  it('take connections side by side, are measured together, and hear of what another one wrote', async () => {
    expect(await metric('gateway_workers')).toBe(2);
    const before = await metric('gateway_requests_total');
    expect(await ask()).toEqual(new Set([200]));
    expect((await metric('gateway_requests_total')) - before).toBe(CONNECTIONS);
    const leaver = await createAgent(server, owner);
    expect(await ask(leaver)).toEqual(new Set([200]));
    expect((await owner.api.delete(`/v1/agents/${leaver.id}`)).status).toBe(204);
    await until(async () => !(await ask(leaver)).has(200), 5_000);
    expect(await ask(leaver)).toEqual(new Set([407]));
  });

  it('each takes its share: while one stands still others answer', async () => {
    process.kill(server.pid, 'SIGSTOP');
    const asking = Array.from({ length: CONNECTIONS }, () => agent.ask(`http://${HOST}/x`));
    try {
      expect((await Promise.any(asking)).status).toBe(200);
    } finally {
      process.kill(server.pid, 'SIGCONT');
    }
    expect((await Promise.all(asking)).every(({ status }) => status === 200)).toBe(true);
  });

  it('one that is killed is replaced, and the others go on meanwhile', async () => {
    const [victim] = await childrenOf(server.pid);
    process.kill(victim!, 'SIGKILL');
    await until(() => Promise.resolve(!alive(victim!)));
    expect(await ask()).toEqual(new Set([200]));
    await until(async () => (await metric('gateway_workers')) === 2);
    expect(await childrenOf(server.pid)).not.toContain(victim);
    expect(await ask()).toEqual(new Set([200]));
  });

  it('another server that wants the same port does not start', async () => {
    const port = new URL(server.gatewayUrl).port;
    const other = startServerProcess(dataDir, {
      ...upstream.settings,
      GATEWAY_PORT: port,
      GATEWAY_WORKERS: '2',
    });
    await expect(other).rejects.toThrow('EADDRINUSE');
  });

  it('they end with the first one, in order on SIGTERM and by themselves when it was killed', async () => {
    const second = await mkdtemp(join(tmpdir(), 'cg-workers-'));
    const settings = { GATEWAY_WORKERS: '2' };
    const killed = await startServerProcess(second, settings);
    const orphans = await childrenOf(killed.pid);
    expect(orphans).toHaveLength(1);
    await killed.kill();
    await until(() => Promise.resolve(!orphans.some(alive)));
    const stopped = await startServerProcess(second, settings);
    const workers = await childrenOf(stopped.pid);
    expect(await stopped.stop()).toBe(0);
    expect(workers.filter(alive)).toEqual([]);
    await rm(second, { recursive: true, force: true });
  });
});
