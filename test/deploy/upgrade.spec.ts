/** From the release before to this one while agents work: docs/upgrading.md, and back again. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Owner, signUpOwner } from '../harness/people/accounts.js';
import { type Agent, agentWith, createAgent, createSecret, grant, revoke } from '../harness/clients/agent.js';
import { api } from '../harness/clients/client.js';
import { runCommand } from '../harness/server/command.js';
import { freePort } from '../harness/server/free-port.js';
import { network } from '../harness/policy/rules.js';
import { type ServerProcess, startServerProcess } from '../harness/server/server-process.js';
import { type Asked, type SteadyLoad, steadyLoad } from '../harness/clients/steady-load.js';
import { type StoppablePostgres, startStoppablePostgres } from '../harness/database/stoppable-postgres.js';
import { until } from '../harness/time/until.js';
import { startUpstream, type Upstream } from '../harness/upstreams/upstream.js';
import { previousRelease } from './previous-release.js';

const HOST = 'api.u.test';
const CLOSED = 'api.closed.test';
const A_SECOND_MS = 1_000;
const SOME = 200;

const previous = await previousRelease();
const given = previous === null ? it.skip : it;

let postgres: StoppablePostgres;
let upstream: Upstream;
let dataDir: string;
let settings: Record<string, string>;
const running = new Set<ServerProcess>();

beforeAll(async () => {
  postgres = await startStoppablePostgres();
  upstream = await startUpstream();
  dataDir = await mkdtemp(join(tmpdir(), 'cg-upgrade-'));
  settings = {
    ...upstream.settings,
    NODE_ENV: 'production',
    REQUEST_LOG_MODE: 'all',
    DATABASE_URL: postgres.url,
    SECRET_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    SESSION_SECRET: randomBytes(32).toString('hex'),
  };
});

afterAll(async () => {
  await Promise.all([...running].map((server) => server.stop()));
  await upstream?.close();
  await postgres?.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(build?: string): Promise<ServerProcess> {
  const ports = { PORT: String(await freePort()), GATEWAY_PORT: String(await freePort()) };
  const server = await startServerProcess(dataDir, { ...settings, ...ports }, build);
  running.add(server);
  return server;
}

async function stop(server: ServerProcess): Promise<void> {
  running.delete(server);
  expect(await server.stop()).toBe(0);
}

/** As the job before a release does. */
async function migrate(build?: string): Promise<void> {
  const { status, stderr } = await runCommand(
    ['migrate'],
    { ...settings, DATA_DIR: dataDir },
    build ? { build } : {},
  );
  expect([status, stderr]).toEqual([0, expect.any(String)]);
}

describe('an upgrade while agents work', () => {
  let owner: Owner;
  let agent: Agent;
  let secret: string;

  async function injectedAt(server: ServerProcess): Promise<unknown> {
    const path = `/marked/${Math.random()}`;
    const { status } = await agentWith(server, agent).ask(`http://${HOST}${path}`);
    expect(status).toBe(200);
    return upstream.seen.find(({ url }) => url === path)?.headers['x-test-key'];
  }

  /** What one of them writes is in force in all of them within a second, and what is blocked is blocked everywhere. */
  async function expectOneMind(...servers: readonly ServerProcess[]): Promise<void> {
    for (const writer of servers) {
      const people = { ...owner, api: api(writer).as(owner.apiKey) };
      await revoke(people, agent.id, secret);
      for (const each of servers)
        await until(async () => (await injectedAt(each)) === undefined, A_SECOND_MS);
      await grant(people, agent.id, secret);
      for (const each of servers)
        await until(async () => (await injectedAt(each)) === 'the-value', A_SECOND_MS);
    }
    for (const each of servers) {
      const refused = await agentWith(each, agent).ask(`http://${CLOSED}/`);
      expect([refused.status, refused.body.error]).toEqual([403, 'blocked_by_policy']);
    }
    expect(upstream.seen.filter(({ host }) => host === CLOSED)).toEqual([]);
  }

  /** Everything that arrived was answered, arrived once and has its row; what was not answered never arrived. */
  async function expectNothingLost(asked: readonly Asked[]): Promise<void> {
    const arrived = upstream.seen.map(({ url }) => url).filter((url) => url.startsWith('/load/'));
    expect(new Set(arrived).size).toBe(arrived.length);
    const answered = new Set(asked.filter(({ status }) => status === 200).map(({ path }) => path));
    expect(arrived.filter((path) => !answered.has(path))).toEqual([]);
    expect(
      [...new Set(asked.map(({ status }) => status))].filter((status) => status !== 200 && status !== null),
    ).toEqual([]);
    await until(async () => {
      const [row] = await postgres.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM request_log WHERE path = ANY ($1)`,
        [arrived],
      );
      return row!.count === arrived.length;
    }, 60_000);
  }

  given(
    'loses nothing, doubles nothing and loosens no decision, forwards and back',
    async () => {
      await migrate(previous!);
      const [first, second] = [await start(previous!), await start(previous!)];
      owner = await signUpOwner(first);
      agent = await createAgent(first, owner);
      secret = await createSecret(owner, { hostPattern: HOST, pathPattern: '/marked/*' });
      await grant(owner, agent.id, secret);
      const closing = { name: 'Closed', action: 'block', targets: [network(CLOSED)] };
      expect((await owner.api.post('/v1/org/policy/rules', closing)).status).toBe(201);

      const loads: SteadyLoad[] = [steadyLoad([first, second], agent, HOST)];
      const passed = () => loads.at(-1)!.asked.filter(({ status }) => status === 200).length;
      await until(() => passed() > SOME);
      await migrate();
      const third = await start();
      loads.push(steadyLoad([third], agent, HOST));
      await expectOneMind(first, second, third);
      await until(() => passed() > SOME);

      await stop(first);
      const fourth = await start();
      await stop(second);
      loads.push(steadyLoad([fourth], agent, HOST));
      await until(() => passed() > SOME);
      await expectOneMind(third, fourth);

      // Back: the release before works on what this one made of the schema.
      const back = await start(previous!);
      await stop(third);
      loads.push(steadyLoad([back], agent, HOST));
      await expectOneMind(fourth, back);
      await until(() => passed() > SOME);
      const asked = (await Promise.all(loads.map((load) => load.stop()))).flat();
      await expectNothingLost(asked);
    },
    300_000,
  );
});
