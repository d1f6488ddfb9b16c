import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, agentWith, createAgent, createSecret, grant } from '../../harness/clients/agent.js';
import { api, type ApiClient } from '../../harness/clients/client.js';
import { type ServerProcess, startServerProcess } from '../../harness/server/server-process.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';

/**
 * The built server with its own PostgreSQL, killed in the middle of writing. What was acknowledged is there
 * afterwards, nothing is there by half, and certificate and keys are the same.
 */
const WRITES = 200;
const KILLS = [
  { round: 0, killAfter: 20, victims: 'the server' },
  { round: 1, killAfter: 90, victims: 'the server' },
  { round: 2, killAfter: 60, victims: 'the server and its PostgreSQL' },
];
const SAMPLE = 25;

interface Acknowledged {
  /** Secret ids by their name, which their value and host are derived from. */
  secrets: Map<string, string>;
  grants: { agentId: string; secretId: string }[];
}

let dataDir: string;
let upstream: Upstream;
let server: ServerProcess;
let owner: Owner;
let agents: Agent[];
let prepared: string[];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cg-durability-'));
  upstream = await startUpstream();
  server = await start();
  owner = await signUpOwner(server);
  agents = [];
  for (let count = 0; count < 10; count++) agents.push(await createAgent(server, owner));
  prepared = [];
  for (let count = 0; count < 10; count++)
    prepared.push(await createSecret(owner, { hostPattern: `p${count}.u.test`, value: `prepared-${count}` }));
});

afterAll(async () => {
  await server?.stop();
  await upstream?.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<ServerProcess> {
  const started = await startServerProcess(dataDir, upstream.settings);
  console.log(`from start to ready in ${started.startedInMs.toFixed(0)} ms`);
  return started;
}

function client(): ApiClient {
  return api(server).as(owner.apiKey);
}

/** 200 writes at once, half secrets, half grants; the process dies after so many acknowledgements. */
async function writeAndKill(round: number, killAfter: number, databaseToo: boolean): Promise<Acknowledged> {
  const postmaster = Number(
    (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0],
  );
  const done: Acknowledged = { secrets: new Map(), grants: [] };
  let acknowledged = 0;
  const kills: Promise<void>[] = [];
  const noted = (note: () => void): void => {
    note();
    acknowledged += 1;
    if (acknowledged < killAfter || kills.length > 0) return;
    if (databaseToo) process.kill(postmaster, 'SIGKILL');
    kills.push(server.kill());
  };
  const key = client();
  const writes = Array.from({ length: WRITES }, async (_, at) => {
    if (at % 2 === 0) {
      const name = `r${round}n${at}`;
      const answer = await key.post('/v1/secrets', secretNamed(name));
      if (answer.status === 201) noted(() => done.secrets.set(name, answer.body.id as string));
    } else {
      const [agent, secretId] = [agents[(at >> 1) % 10]!, prepared[Math.floor((at >> 1) / 10)]!];
      const answer = await key.put(`/v1/agents/${agent.id}/grants/secrets/${secretId}`, {});
      if (answer.status < 300) noted(() => done.grants.push({ agentId: agent.id, secretId }));
    }
  });
  await Promise.allSettled(writes);
  await Promise.all(kills);
  return done;
}

function secretNamed(name: string): object {
  return {
    name,
    type: 'generic',
    value: `value-of-${name}`,
    hostPattern: `${name}.u.test`,
    injectionConfig: { headerName: 'x-test-key' },
  };
}

/** What identifies this deployment: generated keys, certificate authority, database password. */
async function fingerprints(): Promise<Record<string, string>> {
  const files = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const found: Record<string, string> = {};
  for (const file of files) {
    const path = join(file.parentPath, file.name);
    if (!file.isFile() || path.startsWith(join(dataDir, 'postgres/'))) continue;
    const digest = createHash('sha256').update(await readFile(path));
    found[path.slice(dataDir.length)] = digest.digest('hex');
  }
  return found;
}

/** The value that the gateway injects for a host, which only an intact secret has. */
async function injected(agent: Agent, host: string): Promise<unknown> {
  upstream.seen.length = 0;
  const answer = await agentWith(server, agent).ask(`http://${host}/`);
  expect(answer.status).toBe(200);
  return upstream.only().headers['x-test-key'];
}

describe('killed in the middle of 200 writes', () => {
  it.each(KILLS)(
    '$victims after $killAfter acknowledgements: all of them are there, nothing by half, same identity',
    async ({ round, killAfter, victims }) => {
      const ca = (await api(server).get('/v1/gateway/ca')).text;
      const before = await fingerprints();
      const { secrets, grants } = await writeAndKill(round, killAfter, victims.includes('PostgreSQL'));
      expect(secrets.size + grants.length).toBeGreaterThanOrEqual(killAfter);
      expect(secrets.size + grants.length).toBeLessThan(WRITES);
      server = await start();

      expect((await api(server).get('/v1/gateway/ca')).text).toBe(ca);
      expect(await fingerprints()).toEqual(before);
      expect(Object.keys(before).length).toBeGreaterThanOrEqual(4);
      expect((await api(server).as(owner.cookie).get('/v1/user')).status).toBe(200);

      const stored: { id: string; name: string }[] = (await client().get('/v1/secrets')).body;
      for (const [name, id] of secrets) expect(stored).toContainEqual(expect.objectContaining({ name, id }));
      await expectWholeSecrets(stored.filter(({ name }) => name.startsWith(`r${round}n`)));
      await expectWholeGrants(grants, new Set(stored.map(({ id }) => id)));
    },
    180_000,
  );

  /** Acknowledged or not: what is listed can be used, with the value it was made with. */
  async function expectWholeSecrets(stored: { id: string; name: string }[]): Promise<void> {
    const prover = await createAgent(server, { api: client() });
    for (const { id, name } of stored.slice(-SAMPLE)) {
      await grant({ api: client() }, prover.id, id);
      expect(await injected(prover, `${name}.u.test`)).toBe(`value-of-${name}`);
    }
  }

  async function expectWholeGrants(grants: Acknowledged['grants'], secretIds: Set<string>): Promise<void> {
    const inForce = new Map<string, string[]>();
    for (const agent of agents) {
      const { body } = await client().get(`/v1/agents/${agent.id}/grants`);
      const ids = (body.secrets as { secretId: string }[]).map(({ secretId }) => secretId);
      for (const id of ids) expect(secretIds.has(id)).toBe(true);
      inForce.set(agent.id, ids);
    }
    for (const { agentId, secretId } of grants) expect(inForce.get(agentId)).toContain(secretId);
    for (const agent of agents.slice(0, 3)) {
      for (const secretId of inForce.get(agent.id)!) {
        const at = prepared.indexOf(secretId);
        if (at >= 0) expect(await injected(agent, `p${at}.u.test`)).toBe(`prepared-${at}`);
      }
    }
  }

  it('an orderly end exits with 0', async () => {
    expect(await server.stop()).toBe(0);
    server = await start();
    expect((await client().get('/v1/agents')).status).toBe(200);
  }, 120_000);
});
