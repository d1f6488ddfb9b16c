/** 04 §8.4, §11.6: processes that run turns come and go; nothing is lost, nothing runs twice, readers see one transcript. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  generateAuthority,
  openAuthority,
} from '../../../src/modules/foundation/certificate-authority/certificate-issuer.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { conversation, hostedAgent, TestStream } from '../../harness/hosting/hosting.js';
import { calls, type ModelPlay, says } from '../../harness/upstreams/model-plays.js';
import { StandInModels } from '../../harness/upstreams/model-providers.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { type ServerProcess, startServerProcess } from '../../harness/server/server-process.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';
import { until } from '../../harness/time/until.js';

const NAMES = ['one', 'two'] as const;
type Name = (typeof NAMES)[number];
const SHUTDOWN_SECS = 6;
const LOCK = 407;

let upstream: Upstream;
let models: StandInModels;
let server: TestServer;
let settings: Record<string, string>;
let owner: Owner;
let agentId: string;
let id: string;
const executors = new Map<Name, ServerProcess>();

beforeAll(async () => {
  upstream = await startUpstream();
  models = new StandInModels(upstream);
  const leaf = await (await openAuthority(await generateAuthority())).issueLeaf('gateway.example.test');
  settings = {
    ...upstream.settings,
    GATEWAY_ALLOWED_PRIVATE_HOSTS: '',
    OPENAI_BASE_URL: `http://127.0.0.1:${upstream.port}/v1`,
    OPENAI_DEFAULT_MODEL: 'llama',
    LLM_KEYLESS_HOSTS: '127.0.0.1',
    GATEWAY_TLS_CERT: leaf.chainPem,
    GATEWAY_TLS_KEY: leaf.keyPem,
    GATEWAY_SHUTDOWN_TIMEOUT_SECS: String(SHUTDOWN_SECS),
  };
  server = await startServer({ ...settings, SERVER_ROLES: 'api,gateway' });
  // The end of a turn waits for this lock, so that a process can be killed before its commit.
  await server.db.query(`
    CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock_shared(${LOCK}); RETURN NEW; END $$;
    CREATE TRIGGER wait_for_test BEFORE UPDATE ON turns FOR EACH ROW WHEN (NEW.status = 'done')
      EXECUTE FUNCTION wait_for_test();
  `);
  await Promise.all(NAMES.map(start));
});
afterAll(async () => {
  await Promise.all([...executors.values()].map((each) => each.kill()));
  await server.close();
  await upstream.close();
});

beforeEach(async () => {
  models.forget();
  models.others = (_request, response) => response.end('ok');
  owner = await signUpOwner(server);
  agentId = await hostedAgent(server, owner);
  id = await conversation(owner, agentId);
});

async function start(name: Name): Promise<void> {
  const env = {
    ...settings,
    DATABASE_URL: server.databaseUrl,
    SERVER_ROLES: 'gateway,worker',
    EMBEDDED_INSTANCE_ID: name,
    LOG_LEVEL: 'warn',
  };
  executors.set(name, await startServerProcess(server.dataDir, env));
}

const post = async (message: string): Promise<string> =>
  (await owner.api.post(`/v1/conversations/${id}/messages`, { message })).body.turn.id;
const events = async (): Promise<any[]> =>
  (await owner.api.get(`/v1/conversations/${id}/events?limit=500`)).body.events;
const types = async (): Promise<string[]> => (await events()).map(({ type }) => type);
const row = async (turnId: string): Promise<any> =>
  (await server.db.query<any>('SELECT * FROM turns WHERE id = $1', [turnId]))[0];
const is = (turnId: string, condition: (turn: any) => boolean): Promise<void> =>
  until(async () => condition(await row(turnId)));

/** The process that has the turn. */
async function holder(turnId: string): Promise<Name> {
  await is(turnId, (turn) => turn.lease_boot_id !== null);
  const name = (await row(turnId)).lease_boot_id.split(':')[0];
  return NAMES.find((known) => known === name)!;
}

/** What a power failure leaves; the process comes back under its name. */
async function killHolder(turnId: string): Promise<void> {
  const name = await holder(turnId);
  await executors.get(name)!.kill();
  await start(name);
}

/** Everything that was stored reached the reader, once and in order. */
async function followed(stream: TestStream): Promise<void> {
  const stored = await events();
  await until(() => stream.seqs.includes(stored.at(-1).seq));
  expect(stream.seqs).toEqual([...new Set(stream.seqs)].sort((a, b) => a - b));
  const kept = new Set(stored.map(({ seq }) => seq));
  expect(stream.frames.map(({ data }) => data).filter(({ seq }) => kept.has(seq))).toEqual(stored);
  stream.close();
}

const follow = (): Promise<TestStream> => TestStream.open(server, owner, `/v1/conversations/${id}/stream`);

describe('a process that is killed', () => {
  it('after it claimed a turn, leaves it to be run once, to its end (04-39)', async () => {
    const stream = await follow();
    // Its first report waits for the conversation; claiming does not.
    const release = await locked('SELECT 1 FROM conversations WHERE id = $1 FOR NO KEY UPDATE');
    models.plays(says('Here.'));
    const turnId = await insertedTurn();
    await is(turnId, ({ status }) => status === 'dispatched');
    const name = await holder(turnId);
    await executors.get(name)!.kill();
    await release();
    await start(name);
    await is(turnId, ({ status }) => status === 'done');
    expect(await types()).toEqual(['turn.started', 'text', 'turn.done']);
    expect(models.questions()).toHaveLength(1);
    await followed(stream);
  });

  it('while its model has said nothing yet, leaves it to be run again', async () => {
    const stream = await follow();
    models.plays({ kind: 'stalls', pieces: [] }, says('Here.'));
    const turnId = await post('Go');
    await until(() => models.asked.length === 1);
    await killHolder(turnId);
    await is(turnId, ({ status }) => status === 'done');
    expect(await types()).toEqual(['turn.started', 'notice', 'text', 'turn.done']);
    await followed(stream);
  });

  const get = calls({ name: 'http_request', args: { method: 'GET', url: 'https://api.shop.test/a' } });

  it.each<[string, ModelPlay[], string[]]>([
    ['while a tool is at work', [get], ['turn.started', 'tool.started', 'error']],
    [
      'after a tool call',
      [get, { kind: 'stalls', pieces: [] }],
      ['turn.started', 'tool.started', 'tool.finished', 'error'],
    ],
    [
      'after the last piece of an answer',
      [{ kind: 'stalls', pieces: ['Partial'] }],
      ['turn.started', 'error'],
    ],
  ])('%s, fails it and runs nothing again', async (_when, plays, expected) => {
    const stream = await follow();
    let calledTools = 0;
    models.others = (_request, response) => {
      calledTools += 1;
      if (plays.length > 1) response.end('ok');
    };
    models.plays(...plays);
    const turnId = await post('Go');
    await until(() => models.asked.length === plays.length);
    await is(turnId, ({ observable }) => observable);
    if (plays[0] === get) await until(() => calledTools === 1);
    await killHolder(turnId);
    await is(turnId, ({ status }) => status === 'failed');
    expect(await row(turnId)).toMatchObject({ error_code: 'agent_restarted', attempt: 1 });
    expect(await types()).toEqual(expected);
    expect(calledTools).toBe(plays[0] === get ? 1 : 0);
    expect(models.questions()).toHaveLength(plays.length);
    await followed(stream);
  });

  it('before the commit of its end, keeps the answer and says so', async () => {
    const stream = await follow();
    const release = await locked(`SELECT pg_advisory_xact_lock(${LOCK})`);
    models.plays(says('All of it.'));
    const turnId = await post('Go');
    await is(turnId, ({ answered }) => answered);
    const name = await holder(turnId);
    await executors.get(name)!.kill();
    await release();
    await start(name);
    await is(turnId, ({ status }) => status === 'failed');
    expect(await types()).toEqual(['turn.started', 'text', 'error']);
    expect(models.questions()).toHaveLength(1);
    await followed(stream);
  });
});

describe('a process that is stopped', () => {
  it('gives back what nobody saw anything of, and another one runs it', async () => {
    models.plays({ kind: 'stalls', pieces: [] }, says('Here.'));
    const turnId = await post('Go');
    await until(() => models.asked.length === 1);
    const name = await holder(turnId);
    expect(await executors.get(name)!.stop()).toBe(0);
    await is(turnId, ({ status }) => status === 'done');
    await start(name);
  });

  it('lets the others come to their end, through its own gateway', async () => {
    let end = (): void => undefined;
    const more = new Promise<void>((resolve) => (end = resolve));
    models.others = (_request, response) => void more.then(() => response.end('ok'));
    models.plays(
      calls({ name: 'http_request', args: { method: 'GET', url: 'https://api.shop.test/a' } }),
      says('Done in time.'),
    );
    const turnId = await post('Go');
    await is(turnId, ({ observable }) => observable);
    const name = await holder(turnId);
    const stopped = executors.get(name)!.stop();
    end();
    expect(await stopped).toBe(0);
    expect(await row(turnId)).toMatchObject({ status: 'done', attempt: 1 });
    await start(name);
  });

  it('fails what takes longer, with what was said', async () => {
    models.plays({ kind: 'stalls', pieces: ['Partial'] });
    const turnId = await post('Go');
    await is(turnId, ({ observable }) => observable);
    const name = await holder(turnId);
    expect(await executors.get(name)!.stop()).toBe(0);
    expect(await row(turnId)).toMatchObject({ status: 'failed', error_code: 'agent_restarted' });
    expect((await events()).map(({ payload }) => payload).slice(-2)).toEqual([
      { type: 'text', text: 'Partial' },
      expect.objectContaining({ type: 'error', code: 'agent_restarted' }),
    ]);
    await start(name);
  });
});

describe('a process without a gateway', () => {
  beforeEach(() => Promise.all([...executors.values()].map((each) => each.stop())));

  it('works through that of another one, or puts the turn off where there is none', async () => {
    models.plays(says('From afar.'));
    const turnId = await post('Go');
    const nowhere = await startReplica(server, {
      ...settings,
      SERVER_ROLES: 'worker',
      GATEWAY_BASE_URL: '127.0.0.1:1',
    });
    await is(turnId, ({ status, start_failure }) => status === 'queued' && start_failure !== null);
    await nowhere.close();
    await server.db.query('UPDATE turns SET claimable_at = now() WHERE id = $1', [turnId]);
    const gateway = new URL(server.gatewayUrl).host;
    const there = await startReplica(server, {
      ...settings,
      SERVER_ROLES: 'worker',
      GATEWAY_BASE_URL: gateway,
    });
    await is(turnId, ({ status }) => status === 'done');
    // A model server inside is open to its questions there as well (04 §11.2.3).
    owner = await signUpOwner(server);
    id = await conversation(owner, await hostedAgent(server, owner, { key: false }));
    const inside = await post('Go');
    await is(inside, ({ status }) => status === 'done');
    expect(models.questions().map(({ provider }) => provider)).toEqual(['anthropic', 'openai']);
    await there.close();
  });
});

/** Holds locks in a transaction of its own until the answer is called. */
async function locked(sql: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query(sql, sql.includes('$1') ? [id] : []);
  return async () => {
    await client.query('ROLLBACK');
    await client.end();
  };
}

/** The door would wait for the conversation. */
async function insertedTurn(): Promise<string> {
  const [turn] = await server.db.query<any>(
    `INSERT INTO turns (conversation_id, agent_id, status, source, user_id, message)
     VALUES ($1, $2, 'queued', 'web', $3, 'Go') RETURNING id`,
    [id, agentId, owner.userId],
  );
  return turn.id;
}
