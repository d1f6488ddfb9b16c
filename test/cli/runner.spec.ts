/** 04 §9 from the side of a daemon: `credential-gateway runner` with commands of a test, beside a real server. */
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Owner, signUpOwner } from '../harness/people/accounts.js';
import { conversation, hostedAgent } from '../harness/hosting/hosting.js';
import { startRelay } from '../harness/database/relay.js';
import { RunnerProcess } from '../harness/hosting/runner-process.js';
import { startServer, type TestServer } from '../harness/server/server.js';
import { until } from '../harness/time/until.js';

jest.setTimeout(120_000);

const RUNNER_TOKEN = `rnr_${'7'.repeat(64)}`;
const LINES = [
  '--lines',
  '--',
  process.execPath,
  join(import.meta.dirname, '../harness/hosting/line-agent.mjs'),
];

let server: TestServer;
let owner: Owner;
let folder: string;
let runners: RunnerProcess[];

beforeAll(async () => {
  server = await startServer({ RUNNER_TOKEN, EMBEDDED_RUNNER: 'off' });
  owner = await signUpOwner(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  runners = [];
  folder = await mkdtemp(join(tmpdir(), 'cg-runner-'));
});
afterEach(async () => {
  for (const runner of runners) await runner.kill();
  await rm(folder, { recursive: true, force: true });
});

async function begin(args: readonly string[] = LINES, apiUrl = server.apiUrl): Promise<RunnerProcess> {
  const env = {
    HOME: folder,
    CREDENTIAL_GATEWAY_URL: apiUrl,
    RUNNER_TOKEN,
    CREDENTIAL_GATEWAY_API_KEY: 'oc_x',
  };
  const runner = RunnerProcess.start(['--state', join(folder, 'state'), '--name', 'Here', ...args], env);
  runners.push(runner);
  return runner.registered();
}

interface Thread {
  id: string;
  agentId: string;
  say: (message: string, more?: object) => Promise<string>;
  /** The turn, once it has ended. */
  turn: (turnId: string) => Promise<any>;
  events: (turnId?: string) => Promise<any[]>;
}

async function thread(agentId?: string): Promise<Thread> {
  const agent = agentId ?? (await hostedAgent(server, owner));
  const id = await conversation(owner, agent);
  const find = async (turnId: string): Promise<any> =>
    (await owner.api.get(`/v1/conversations/${id}/turns`)).body.turns.find((row: any) => row.id === turnId);
  return {
    id,
    agentId: agent,
    say: async (message, more = {}) => {
      const sent = await owner.api.post(`/v1/conversations/${id}/messages`, { message, ...more });
      expect([sent.status, sent.text]).toEqual([201, expect.any(String)]);
      return sent.body.turn.id;
    },
    turn: async (turnId) => {
      await until(
        async () => ['done', 'failed', 'aborted', 'joined'].includes((await find(turnId)).status),
        60_000,
      );
      return find(turnId);
    },
    events: async (turnId) =>
      (await owner.api.get(`/v1/conversations/${id}/events`)).body.events
        .filter((event: any) => turnId === undefined || event.turnId === turnId)
        .map(({ payload }: any) => payload),
  };
}

const types = (events: any[]): string[] => events.map(({ type }) => type);
const textIn = (events: any[]): string | undefined => events.find(({ type }) => type === 'text')?.text;
const ran = async (): Promise<string> => readFile(join(folder, 'ran'), 'utf8').catch(() => '');
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
async function pids(): Promise<number[]> {
  await until(() => existsSync(join(folder, 'pids')));
  return (await readFile(join(folder, 'pids'), 'utf8')).split(' ').map(Number);
}
/** An ended process is no child of this one; it disappears once its parent has waited for it. */
const gone = async (numbers: number[]): Promise<void> => until(() => !numbers.some(isAlive));

describe('a command that reads a message and writes an answer', () => {
  it('answers with what it writes, and is seen as one tool', async () => {
    await begin(['--', 'sh', '-c', 'printf "You said: "; cat']);
    const { say, turn, events } = await thread();
    const turnId = await say('good morning');
    expect(await turn(turnId)).toMatchObject({ status: 'done', error: null });
    const said = await events();
    expect(types(said)).toEqual(['turn.started', 'tool.started', 'tool.finished', 'text', 'turn.done']);
    expect(said[1]).toMatchObject({ name: 'sh' });
    expect(textIn(said)).toBe('You said: good morning');
  });

  it('fails with what it wrote on standard error, and keeps what it said before', async () => {
    await begin(['--', 'sh', '-c', 'echo half; echo "out of luck" >&2; exit 3']);
    const { say, turn, events } = await thread();
    const turnId = await say('go');
    expect(await turn(turnId)).toMatchObject({ status: 'failed', error: 'out of luck', errorCode: null });
    const said = await events();
    expect([textIn(said), said.find(({ type }) => type === 'tool.finished').isError]).toEqual(['half', true]);
  });

  it('that is gone fails the turn by its code, which people understand', async () => {
    const program = join(folder, 'answer.sh');
    await writeFile(program, '#!/bin/sh\ncat\n');
    await chmod(program, 0o755);
    await begin(['--lines', '--', program]);
    await rm(program);
    const { say, turn } = await thread();
    expect(await turn(await say('hello'))).toMatchObject({
      status: 'failed',
      errorCode: 'image_unavailable',
    });
  });
});

describe('a command that speaks in lines', () => {
  it('says pieces, an answer, what it used and where it can go on', async () => {
    await begin();
    const { say, turn, events } = await thread();
    const first = await say('hello');
    expect(await turn(first)).toMatchObject({ status: 'done', usage: { inputTokens: 7, outputTokens: 3 } });
    expect(types(await events(first))).toEqual(['turn.started', 'text', 'turn.done']);
    expect(textIn(await events(first))).toBe('Hello, stranger');
    const second = await say('hello');
    await turn(second);
    expect(textIn(await events(second))).toBe('Hello, an old friend');
  });

  it('gets the surroundings of its agent, in a home of its own, and no token of the runner', async () => {
    await begin();
    const { say, turn, events, agentId } = await thread();
    const turnId = await say('told');
    await turn(turnId);
    const home = join(folder, 'state/agents', agentId, 'home');
    const { turn: told, env, cwd } = JSON.parse(await readFile(join(home, 'told.json'), 'utf8'));
    expect(told).toMatchObject({
      turnId,
      message: 'told',
      sessionRef: null,
      agent: { model: 'claude-sonnet-5' },
    });
    expect([env.HOME, cwd]).toEqual([home, home]);
    expect(env.HTTPS_PROXY).toMatch(/^http:\/\/x:aoc_[0-9a-f]{64}@127\.0\.0\.1:\d+/);
    expect(await readFile(env.NODE_EXTRA_CA_CERTS, 'utf8')).toContain('BEGIN CERTIFICATE');
    expect(env.NODE_EXTRA_CA_CERTS.startsWith(folder)).toBe(true);
    expect(env.ANTHROPIC_API_KEY).toBe('placeholder');
    expect(textIn(await events(turnId))).not.toMatch(/aoc_/);
    expect(JSON.stringify(env)).not.toMatch(/rnr_|oc_x/);
  });

  it('runs a tool when the server knows of it, and what it says is cut to what the server takes', async () => {
    await begin();
    const { say, turn, events } = await thread();
    const turnId = await say(`tool ${folder}`);
    await turn(turnId);
    const said = await events(turnId);
    expect(types(said)).toEqual(['turn.started', 'tool.started', 'tool.finished', 'text', 'turn.done']);
    expect(said[1]).toMatchObject({ callId: 'c1', name: 'work', input: { folder } });
    expect(said[2].output).toHaveLength(16_000);
    const nonsense = await say('nonsense');
    expect(await turn(nonsense)).toMatchObject({ status: 'done' });
    expect(textIn(await events(nonsense))).toHaveLength(100_000);
  });

  it('reads the files that came with a message', async () => {
    await begin();
    const { id, say, turn, events } = await thread();
    const upload = async (name: string, text: string): Promise<string> => {
      const path = `/v1/conversations/${id}/attachments?name=${name}`;
      return (await owner.api.with({ 'content-type': 'text/plain' }).send('POST', path, Buffer.from(text)))
        .body.id;
    };
    const attachmentIds = [await upload('a.txt', 'one'), await upload('A.txt', 'two')];
    const turnId = await say('files', { attachmentIds });
    await turn(turnId);
    expect(textIn(await events(turnId))).toBe('one|two');
  });

  it('takes what is said meanwhile as part of the turn', async () => {
    await begin();
    const { say, turn, events } = await thread();
    const turnId = await say(`steered ${folder}`);
    await until(async () => (await ran()) === '.');
    const followUp = await say('in blue');
    expect(await turn(followUp)).toMatchObject({ status: 'joined' });
    await turn(turnId);
    expect(textIn(await events(turnId))).toBe('And also: in blue');
  });

  it('says why it failed by a code of the server', async () => {
    await begin();
    const { say, turn, events } = await thread();
    const turnId = await say('failed');
    expect(await turn(turnId)).toMatchObject({ status: 'failed', errorCode: 'model_provider_error' });
    expect(textIn(await events(turnId))).toBe('I tried.');
  });

  it('is stopped with all that it started, and what it said is kept', async () => {
    await begin();
    const { say, turn, events } = await thread();
    const turnId = await say(`wait ${folder}`);
    const started = await pids();
    expect((await owner.api.post(`/v1/turns/${turnId}/abort`, {})).body).toEqual({
      aborted: false,
      delivered: true,
    });
    expect(await turn(turnId)).toMatchObject({ status: 'aborted' });
    expect(textIn(await events(turnId))).toBe('Partly.');
    await gone(started);
  });

  it('is ended when the lease is not its own any more, and nobody hears of it', async () => {
    await begin();
    const { say, turn } = await thread();
    const turnId = await say(`wait ${folder}`);
    const started = await pids();
    // As if the server had given up on it.
    await server.db.query(`UPDATE turns SET lease_expires_at = now() - interval '1 hour' WHERE id = $1`, [
      turnId,
    ]);
    expect(await turn(turnId)).toMatchObject({ status: 'failed', errorCode: 'agent_restarted' });
    await gone(started);
    expect(await readdir(join(folder, 'state/turns'))).toEqual([]);
  });
});

describe('the home of an agent', () => {
  const memories = async (agentId: string): Promise<any[]> =>
    (await owner.api.get(`/v1/agents/${agentId}/memories`)).body.memories;

  it('holds what the agent remembers, and what is written there or by a tool it remembers', async () => {
    await begin();
    const { agentId, say, turn, events } = await thread();
    const first = await say('platform');
    await turn(first);
    expect(JSON.parse(textIn(await events(first))!)).toEqual({ ok: true, key: 'notes' });
    expect((await memories(agentId)).map(({ key, title }) => [key, title])).toEqual([
      ['by-hand', 'By hand'],
      ['notes', null],
    ]);
    const [byHand] = await memories(agentId);
    const path = `/v1/agents/${agentId}/memories/${byHand.id}`;
    expect((await owner.api.get(path)).body.content).toBe('From a file');
    await owner.api.patch(path, { content: 'From a person' });
    const second = await say('read memories/by-hand.md');
    await turn(second);
    expect(textIn(await events(second))).toContain('From a person');
    expect((await owner.api.get(path)).body.lastRevisionSeq).toBe(2);
    await owner.api.delete(path);
    const third = await say('read memories/by-hand.md');
    expect(await turn(third)).toMatchObject({ status: 'failed', error: expect.stringContaining('ENOENT') });
    const skill = await say('read .agents/skills/credential-gateway/SKILL.md');
    await turn(skill);
    expect(textIn(await events(skill))).toContain('name: ');
  });

  it('is a started sandbox of the runner for as long as the agent is at work', async () => {
    const started = async (): Promise<number> =>
      (await owner.api.get('/v1/runners')).body.runners.find(({ name }: any) => name === 'Here').sandboxCount;
    await begin();
    const { say, turn } = await thread();
    const turnId = await say(`wait ${folder}`);
    await pids();
    expect(await started()).toBe(1);
    await writeFile(join(folder, 'go'), '');
    expect(await turn(turnId)).toMatchObject({ status: 'done' });
    await until(async () => (await started()) === 0);
  });

  it('is made anew with another token, and what was at work in it fails', async () => {
    await begin();
    const { agentId, say, turn } = await thread();
    const turnId = await say(`wait ${folder}`);
    const commands = await pids();
    const { accessToken } = (await owner.api.post(`/v1/agents/${agentId}/regenerate-token`, {})).body;
    expect(await turn(turnId)).toMatchObject({ status: 'failed', errorCode: 'agent_restarted' });
    await gone(commands);
    const next = await say('told');
    await turn(next);
    const told = await readFile(join(folder, 'state/agents', agentId, 'home/told.json'), 'utf8');
    expect(JSON.parse(told).env.HTTPS_PROXY).toContain(accessToken);
  });

  it('goes with the agent, and so does what works there', async () => {
    await begin();
    const { agentId, say } = await thread();
    await say(`wait ${folder}`);
    const commands = await pids();
    expect((await owner.api.delete(`/v1/agents/${agentId}`)).status).toBe(204);
    await gone(commands);
    await until(() => !existsSync(join(folder, 'state/agents', agentId)));
  });
});

describe('a runner that is killed', () => {
  it('leaves a turn that was seen failed at once, its tool run once and its command dead', async () => {
    const first = await begin();
    const { say, turn } = await thread();
    const turnId = await say(`wait ${folder}`);
    const started = await pids();
    await first.kill();
    await begin();
    expect(await turn(turnId)).toMatchObject({ status: 'failed', errorCode: 'agent_restarted' });
    await gone(started);
    expect(await ran()).toBe('.');
  });

  it('lets a turn of which nothing was seen run once more', async () => {
    const first = await begin();
    const { say, turn, events } = await thread();
    const turnId = await say(`quiet ${folder}`);
    await until(async () => (await ran()) === '.');
    await first.kill();
    await begin();
    expect(await turn(turnId)).toMatchObject({ status: 'done' });
    expect(textIn(await events(turnId))).toBe('At last.');
    expect(await ran()).toBe('..');
  });

  it('hands in what was finished while the server could not be reached', async () => {
    const relay = await startRelay(server.apiUrl);
    const first = await begin(LINES, relay.url);
    const { say, turn, events } = await thread();
    const turnId = await say(`wait ${folder}`);
    await pids();
    await relay.close();
    await writeFile(join(folder, 'go'), '');
    const turns = join(folder, 'state/turns');
    await until(async () => {
      const [lease] = await readdir(turns);
      return lease !== undefined && existsSync(join(turns, lease, 'ending.json'));
    });
    await first.kill();
    await begin();
    expect(await turn(turnId)).toMatchObject({ status: 'done' });
    const said = await events(turnId);
    expect(types(said)).toEqual(['turn.started', 'tool.started', 'tool.finished', 'text', 'turn.done']);
    expect(textIn(said)).toBe('All of it.');
    expect(await ran()).toBe('.');
    await until(async () => (await readdir(turns)).length === 0);
  });
});

describe('a runner that is told to end', () => {
  it('finishes what is at work, and gives back what is not', async () => {
    const first = await begin(['--turns', '1', ...LINES]);
    const busy = await thread();
    const turnId = await busy.say(`wait ${folder}`);
    await pids();
    const next = await thread(busy.agentId);
    const waiting = await next.say('hello');
    await until(async () => (await readdir(join(folder, 'state/turns'))).length === 2);
    const ended = first.stop();
    await until(() => first.output.includes('Stopping'));
    await until(async () => {
      const rows = (await owner.api.get(`/v1/conversations/${next.id}/turns`)).body.turns;
      return rows.find(({ id }: any) => id === waiting).status === 'queued';
    });
    await writeFile(join(folder, 'go'), '');
    expect(await ended).toBe(0);
    expect(await busy.turn(turnId)).toMatchObject({ status: 'done' });
    await begin();
    expect(await next.turn(waiting)).toMatchObject({ status: 'done' });
  });

  it('by a newer one with its token ends its commands', async () => {
    const first = await begin();
    const { say } = await thread();
    await say(`wait ${folder}`);
    const started = await pids();
    const other = await mkdtemp(join(tmpdir(), 'cg-runner-'));
    const env = { HOME: other, CREDENTIAL_GATEWAY_URL: server.apiUrl, RUNNER_TOKEN };
    runners.push(RunnerProcess.start(['--state', other, ...LINES], env));
    expect(await first.ended()).toBe(4);
    expect(first.output).toContain('Another runner');
    await gone(started);
    for (const runner of runners) await runner.kill();
    await rm(other, { recursive: true, force: true });
  });

  it('refuses to begin without a token that the server knows, or in the folder of another', async () => {
    const env = { HOME: folder, CREDENTIAL_GATEWAY_URL: server.apiUrl };
    for (const [more, status] of [
      [{}, 2],
      [{ RUNNER_TOKEN: 'oc_1' }, 2],
      [{ RUNNER_TOKEN: `rnr_${'0'.repeat(64)}` }, 2],
    ] as const) {
      const refused = RunnerProcess.start(['--', 'cat'], { ...env, ...more });
      expect([await refused.ended(), refused.output]).toEqual([status, expect.stringContaining('runner')]);
    }
    await begin();
    const second = RunnerProcess.start(['--state', join(folder, 'state'), '--', 'cat'], {
      ...env,
      RUNNER_TOKEN,
    });
    expect([await second.ended(), second.output]).toEqual([
      4,
      expect.stringContaining('Another runner uses'),
    ]);
  });
});
