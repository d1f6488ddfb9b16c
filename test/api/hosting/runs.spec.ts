/** 04 §8, §9: who runs a turn, what of it is seen, and what happens when an executor is gone. The executor is a test. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { api } from '../../harness/clients/client.js';
import { createSecret, grant, grantConnection, revoke } from '../../harness/clients/agent.js';
import { connect } from '../../harness/upstreams/connections.js';
import {
  conversation,
  hostedAgent,
  RUNNER_TOKEN,
  TestRun,
  TestRunner,
  TestStream,
} from '../../harness/hosting/hosting.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { until } from '../../harness/time/until.js';

const STARTED = { type: 'turn.started' };
const TOOL = { type: 'tool.started', callId: 'c1', name: 'http_request' };
const LEASE_LOST = [409, { error: 'lease_lost' }];

let server: TestServer;
let owner: Owner;
let runner: TestRunner;
let agentId: string;
let id: string;

beforeAll(async () => {
  server = await startServer({ RUNNER_TOKEN });
  owner = await signUpOwner(server);
  runner = new TestRunner(server);
});
afterAll(() => server.close());

beforeEach(async () => {
  // What the test before left undone is nobody's work any more.
  await server.db.query('DELETE FROM agent_placements');
  await server.db.query('DELETE FROM agent_sandboxes');
  await runner.start({ steer: true, attachments: true });
  agentId = await hostedAgent(server, owner, { runner });
  id = await conversation(owner, agentId);
});

const post = async (message: string, body: object = {}) =>
  (await owner.api.post(`/v1/conversations/${id}/messages`, { message, ...body })).body.turn;
const turns = async (): Promise<any[]> => (await owner.api.get(`/v1/conversations/${id}/turns`)).body.turns;
const turn = async (turnId: string): Promise<any> => (await turns()).find((row) => row.id === turnId);
const events = async (): Promise<any[]> =>
  (await owner.api.get(`/v1/conversations/${id}/events`)).body.events;
const shown = ({ status, body }: { status: number; body: unknown }) => [status, body];

/** As if so many seconds had passed since the lease was renewed. */
const age = (turnId: string, seconds: number): Promise<unknown> =>
  server.db.query(`UPDATE turns SET lease_expires_at = now() - make_interval(secs => $2) WHERE id = $1`, [
    turnId,
    seconds,
  ]);
const settled = (turnId: string, status: string): Promise<void> =>
  until(async () => (await turn(turnId)).status === status);

async function running(message = 'Go'): Promise<TestRun> {
  await post(message);
  const run = await runner.claim(id);
  expect((await run.say(STARTED)).status).toBe(200);
  return run;
}

describe('work', () => {
  it('is handed out with what a run needs, to the runner of the agent alone', async () => {
    const file = await owner.api
      .with({ 'content-type': 'text/plain' })
      .send('POST', `/v1/conversations/${id}/attachments?name=A.txt`, Buffer.from('hello'));
    const { id: turnId } = await post('Do it', { attachmentIds: [file.body.id] });
    const run = await runner.claim(id);
    expect(run.item).toMatchObject({
      kind: 'turn.run',
      turnId,
      agentId,
      conversationId: id,
      attempt: 1,
      message: 'Do it',
      context: expect.stringContaining(`attachments/${turnId}/A.txt`),
      resumeSessionRef: null,
      attachments: [
        {
          id: file.body.id,
          name: 'A.txt',
          mimeType: 'text/plain',
          sizeBytes: 5,
          sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
          path: `attachments/${turnId}/A.txt`,
        },
      ],
      agent: {
        name: 'Hosted',
        instructions: null,
        harness: 'default',
        model: 'claude-sonnet-5',
        effort: null,
        env: expect.objectContaining({ ANTHROPIC_API_KEY: 'placeholder', HTTPS_PROXY: expect.any(String) }),
        files: [{ path: expect.any(String), content: expect.stringContaining('BEGIN CERTIFICATE') }],
        warnings: [],
        configHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    expect((await turn(turnId)).status).toBe('dispatched');
    expect(JSON.stringify(run.item)).not.toContain('canary');
    const bytes = await runner.get(`attachments/${file.body.id}`);
    expect([bytes.status, bytes.text, bytes.headers['cache-control']]).toEqual([200, 'hello', 'no-store']);
    expect(await runner.work()).toEqual([]);
    await run.finish({ sessionRef: 's-1' });
    await post('And again');
    expect((await runner.claim(id)).item.resumeSessionRef).toBe('s-1');
  });

  it('wakes a poll that waits for it', async () => {
    const poll = runner.work(20);
    await post('Wake up');
    expect((await poll).map(({ kind }) => kind)).toEqual(['turn.run']);
  });

  it('is handed out once, whoever asks at the same time', async () => {
    const other = await startReplica(server, { RUNNER_TOKEN });
    const both = [runner, Object.assign(new TestRunner(other), { bootId: runner.bootId })];
    const made = await Promise.all(Array.from({ length: 6 }, () => conversation(owner, agentId)));
    for (const each of made) await owner.api.post(`/v1/conversations/${each}/messages`, { message: 'm' });
    const found = (await Promise.all(Array.from({ length: 8 }, (_, at) => both[at % 2]!.work()))).flat();
    expect(found.map((item) => item.conversationId).sort()).toEqual([...made].sort());
    await other.close();
  });

  it('fails with all that waits when the key is gone before the start', async () => {
    const { id: first } = await post('a');
    const { id: second } = await post('b');
    const secrets = (await owner.api.get(`/v1/agents/${agentId}/secrets`)).body as string[];
    for (const secret of secrets) await revoke(owner, agentId, secret);
    expect(await runner.work()).toEqual([]);
    for (const turnId of [first, second])
      expect(await turn(turnId)).toMatchObject({ status: 'failed', errorCode: 'no_model_key' });
  });
});

describe('agents', () => {
  it("are told to their runner, and what is nobody's is told apart from what is elsewhere", async () => {
    const elsewhere = await hostedAgent(server, owner, { runner: null });
    const none = '00000000-0000-4000-8000-000000000000';
    expect(shown(await runner.get('agents'))).toEqual([200, { agentIds: [agentId] }]);
    const check = await runner.post('agents/check', { agentIds: [agentId, elsewhere, none, 'x'] });
    expect(shown(check)).toEqual([200, { missing: [none, 'x'] }]);
    const tooMany = await runner.post('agents/check', { agentIds: Array(501).fill(none) });
    expect(shown(tooMany)).toEqual([400, { error: 'invalid_request' }]);
  });
});

describe('follow-ups', () => {
  it('are part of the run that took them, or run next under their own id (04-5, 04-7)', async () => {
    const run = await running();
    const sent = await owner.api.post(`/v1/conversations/${id}/messages`, { message: 'F1' });
    expect([sent.status, sent.body]).toEqual([
      201,
      {
        kind: 'followUp',
        turn: expect.objectContaining({ status: 'joining', followUpOfTurnId: run.turnId }),
      },
    ]);
    const first = sent.body.turn.id;
    const { id: second } = await post('F2');
    const steers = await runner.work();
    expect(steers).toEqual([
      { kind: 'turn.steer', turnId: first, targetTurnId: run.turnId, leaseId: run.leaseId, message: 'F1' },
      { kind: 'turn.steer', turnId: second, targetTurnId: run.turnId, leaseId: run.leaseId, message: 'F2' },
    ]);
    expect(await runner.work()).toEqual([]);
    await run.say({ type: 'text', text: 'Both.' });
    await run.finish({
      followUps: [
        { turnId: first, outcome: 'joined' },
        { turnId: second, outcome: 'missed' },
      ],
    });
    expect((await turns()).map(({ status }) => status)).toEqual(['done', 'joined', 'queued']);
    const next = await runner.claim(id);
    expect([next.turnId, next.item.message]).toEqual([second, 'F2']);
    await next.answer();
    expect((await turn(second)).followUpOfTurnId).toBe(run.turnId);
  });

  it('with a file are never offered, and hold up those behind them (04-8)', async () => {
    const run = await running();
    const file = await owner.api.send('POST', `/v1/conversations/${id}/attachments?name=a`, Buffer.from('x'));
    const { id: withFile } = await post('Look', { attachmentIds: [file.body.id] });
    const { id: behind } = await post('And then');
    expect(await runner.work()).toEqual([]);
    await run.answer();
    const next = await runner.claim(id);
    expect(next.turnId).toBe(withFile);
    expect(await turn(behind)).toMatchObject({ status: 'joining', followUpOfTurnId: run.turnId });
    // Aimed as before, so that the run in between is not theirs to join.
    expect(await runner.work()).toEqual([]);
    await next.answer();
    expect((await runner.claim(id)).turnId).toBe(behind);
  });

  it('are not taken for consumed on the word of a runner that was never offered them', async () => {
    const run = await running();
    const file = await owner.api.send('POST', `/v1/conversations/${id}/attachments?name=a`, Buffer.from('x'));
    const { id: withFile } = await post('Look', { attachmentIds: [file.body.id] });
    await run.finish({ followUps: [{ turnId: withFile, outcome: 'joined' }] });
    expect((await turn(withFile)).status).toBe('queued');
  });
});

describe('a stop', () => {
  it('is delivered, and confirmed by the executor (04-9)', async () => {
    const run = await running();
    const waiting = [await post('F1'), await post('F2')];
    const stopped = await owner.api.post(`/v1/turns/${run.turnId}/abort`);
    expect([stopped.status, stopped.body]).toEqual([200, { aborted: false, delivered: true }]);
    for (const { id: turnId } of waiting) expect((await turn(turnId)).status).toBe('aborted');
    expect((await turn(run.turnId)).status).toBe('running');
    expect(await runner.work()).toEqual([{ kind: 'turn.abort', turnId: run.turnId, leaseId: run.leaseId }]);
    expect(await runner.work()).toEqual([]);
    expect((await run.heartbeat()).body).toMatchObject({ abort: [run.turnId], lost: [] });
    expect((await run.say({ type: 'text', text: 'Half of' })).body.abortRequested).toBe(true);
    expect((await owner.api.post(`/v1/turns/${run.turnId}/abort`)).body).toEqual({
      aborted: false,
      delivered: true,
    });
    const { id: late } = await post('F3');
    expect(shown(await run.finish({ status: 'aborted' }))).toEqual([
      200,
      { outcome: 'closed', status: 'aborted' },
    ]);
    expect((await turn(late)).status).toBe('aborted');
    expect(shown(await run.finish())).toEqual([200, { outcome: 'already_closed', status: 'aborted' }]);
    expect(await turn(run.turnId)).toMatchObject({ status: 'aborted', error: null });
    expect((await events()).map(({ type, payload }) => [type, payload.code])).toEqual([
      ['turn.started', undefined],
      ['text', undefined],
      ['error', 'aborted'],
    ]);
  });
});

describe('a lease', () => {
  it('that is lost before anything could be seen repeats the run, once (04-39)', async () => {
    const stream = await TestStream.open(server, owner, `/v1/conversations/${id}/stream`);
    const first = await running();
    expect((await first.heartbeat()).body.lost).toEqual([]);
    await age(first.turnId, 1);
    await settled(first.turnId, 'queued');
    expect(await turn(first.turnId)).toMatchObject({ startedAt: null, error: null });
    expect(shown(await first.say(TOOL))).toEqual(LEASE_LOST);
    const second = await runner.claim(id);
    expect([second.turnId, second.item.attempt]).toEqual([first.turnId, 2]);
    expect(second.leaseId).not.toBe(first.leaseId);
    await second.answer('Done.');
    await until(() => stream.types.at(-1) === 'turn.done');
    // R38.2: one start, and a note of the second.
    expect(stream.types).toEqual(['turn.started', 'notice', 'text.delta', 'text', 'turn.done']);
    stream.close();
  });

  it('that is lost a second time fails the turn', async () => {
    for (let attempt = 1; attempt <= 2; attempt++) {
      const run = attempt === 1 ? await running() : await runner.claim(id);
      if (attempt === 2) await run.say(STARTED);
      await age(run.turnId, 1);
      await settled(run.turnId, attempt === 1 ? 'queued' : 'failed');
    }
    expect((await turns())[0]).toMatchObject({ status: 'failed', errorCode: 'agent_start_failed' });
  });

  it('that nobody ever received is handed out again without spending that', async () => {
    const { id: turnId } = await post('Go');
    for (let attempt = 1; attempt <= 6; attempt++) {
      expect((await runner.claim(id)).item.attempt).toBe(attempt);
      await age(turnId, 1);
      await settled(turnId, 'queued');
    }
    await runner.claim(id);
    await age(turnId, 1);
    await settled(turnId, 'failed');
  });

  it('that is lost after a tool was started is never run again (04-39)', async () => {
    const run = await running();
    await run.say(TOOL);
    const { id: next } = await post('Next');
    await age(run.turnId, 60);
    // The daemon may come back with what it did, so that nobody gives it up yet.
    expect(shown(await run.say(TOOL))).toEqual(LEASE_LOST);
    expect((await turn(run.turnId)).status).toBe('running');
    await age(run.turnId, 121);
    await settled(run.turnId, 'failed');
    expect(await turn(run.turnId)).toMatchObject({ errorCode: 'agent_restarted', error: expect.any(String) });
    expect((await events()).at(-1)).toMatchObject({ type: 'error', payload: { code: 'agent_restarted' } });
    expect((await runner.claim(id)).turnId).toBe(next);
    expect(shown(await run.finish())).toEqual(LEASE_LOST);
  });

  it('goes over to a new start of the runner that names it, and only then', async () => {
    const kept = await running();
    await kept.say(TOOL);
    await age(kept.turnId, 60);
    const before = runner.bootId;
    const answer = await runner.start({}, [{ turnId: kept.turnId, leaseId: kept.leaseId }]);
    expect(answer.body).toMatchObject({
      leaseSeconds: 60,
      heartbeatSeconds: 20,
      maxWaitSeconds: 25,
      resumed: [kept.leaseId],
    });
    for (const path of ['work', 'heartbeat'])
      expect(shown(await runner.post(path, { bootId: before }))).toEqual([409, { error: 'boot_superseded' }]);
    await kept.say({ type: 'text', text: 'Still here.' });
    expect((await kept.finish()).body.outcome).toBe('closed');

    const left = await running('Another');
    await left.say(TOOL);
    await runner.start();
    // R38.5
    expect(await turn(left.turnId)).toMatchObject({ status: 'failed', errorCode: 'agent_restarted' });
  });

  it('is renewed by heartbeats, which tell what is lost', async () => {
    const run = await running();
    await age(run.turnId, -1);
    const { body } = await runner.post('heartbeat', { bootId: runner.bootId, leases: [run.leaseId, 'x'] });
    expect(body).toEqual({
      renewed: [{ leaseId: run.leaseId, expiresAt: expect.any(String) }],
      lost: ['x'],
      abort: [],
    });
    expect(Date.parse(body.renewed[0].expiresAt) - Date.now()).toBeGreaterThan(50_000);
  });

  it('of another runner opens nothing', async () => {
    const run = await running();
    const token = `rnr_${randomBytes(32).toString('hex')}`;
    const other = new TestRunner(server, token);
    expect((await other.post('register', {})).status).toBe(401);
    await server.db.query(
      `INSERT INTO runners (kind, name, token_hash) VALUES ('external', 'Other', sha256($1::bytea))`,
      [token],
    );
    await other.start();
    const theirs = new TestRun(other, run.item);
    for (const answer of [await theirs.say(TOOL), await theirs.finish(), await theirs.release()])
      expect(shown(answer)).toEqual([404, { error: 'not_found' }]);
    expect((await theirs.heartbeat()).body).toEqual({ renewed: [], lost: [run.leaseId], abort: [] });
    expect(await other.work()).toEqual([]);
    const mine = new TestRun(runner, { ...run.item, leaseId: '00000000-0000-4000-8000-000000000000' });
    expect(shown(await mine.say(TOOL))).toEqual(LEASE_LOST);
    expect(shown(await mine.finish())).toEqual(LEASE_LOST);
    expect((await turn(run.turnId)).status).toBe('running');
  });
});

describe('reports', () => {
  it('that are repeated after a crash change nothing (04-40)', async () => {
    const run = await running();
    const batch = [TOOL, { type: 'text', text: 'Done' }];
    expect((await run.push(2, ...batch)).body).toMatchObject({ acceptedThrough: 3, abortRequested: false });
    expect((await run.push(2, ...batch)).body.acceptedThrough).toBe(3);
    expect(shown(await run.finish({ through: 4 }))).toEqual([409, { error: 'gap', acceptedThrough: 3 }]);
    expect((await run.finish({ through: 3 })).body).toEqual({ outcome: 'closed', status: 'done' });
    expect((await run.push(2, ...batch)).body.acceptedThrough).toBe(3);
    expect((await run.finish({ through: 3 })).body).toEqual({ outcome: 'already_closed', status: 'done' });
    expect((await events()).map(({ type }) => type)).toEqual([
      'turn.started',
      'tool.started',
      'text',
      'turn.done',
    ]);
  });

  it('are refused under a lease that ran out, and to who has no business there (04-40)', async () => {
    const run = await running();
    await run.say(TOOL);
    await age(run.turnId, 1);
    expect(shown(await run.say(TOOL))).toEqual(LEASE_LOST);
    const refused = [401, { error: 'Unauthorized' }];
    expect(shown(await owner.api.post('/v1/runner/work', {}))).toEqual(refused);
    expect(shown(await api(server).post('/v1/runner/work', {}))).toEqual(refused);
    expect(
      shown(
        await api(server)
          .as(`aoc_${'0'.repeat(64)}`)
          .post('/v1/runner/work', {}),
      ),
    ).toEqual(refused);
    expect(shown(await api(server).as(`${RUNNER_TOKEN}x`).post('/v1/runner/register', {}))).toEqual(refused);
    expect((await api(server).as(RUNNER_TOKEN).get('/v1/conversations')).status).toBe(401);
  });

  it('come in their order, or there is a gap', async () => {
    const run = await running();
    expect(shown(await run.push(4, TOOL))).toEqual([409, { error: 'gap', acceptedThrough: 1 }]);
    expect((await run.push(1, STARTED, TOOL)).body.acceptedThrough).toBe(2);
    expect((await events()).map(({ type }) => type)).toEqual(['turn.started', 'tool.started']);
  });

  it('end with the answer', async () => {
    const run = await running();
    expect((await run.say({ type: 'text', text: 'a' }, TOOL)).status).toBe(400);
    await run.say({ type: 'text', text: 'a' });
    expect(shown(await run.say({ type: 'text', text: 'b' }))).toEqual([400, { error: 'invalid_request' }]);
    await run.finish();
    expect((await events()).filter(({ type }) => type === 'text')).toHaveLength(1);
  });

  it.each([
    [{ type: 'turn.done' }],
    [{ type: 'error', message: 'x' }],
    [{ type: 'message.joined', followUpId: 'x' }],
    [{ type: '__proto__' }],
    [{ type: 'text' }],
    [{ type: 'notice', level: 'fatal', text: 'x' }],
    [{ type: 'approval.pending', description: 'x', expiresAt: 'soon' }],
    [{ type: 'approval.pending', description: 'x', expiresAt: '2026-02-30T00:00:00Z' }],
    [{ type: 'approval.pending', description: 'x', expiresAt: '+275760-09-13T00:00:00Z' }],
    [{ type: 'approval.pending', description: 'x', expiresAt: 1 }],
    ['text'],
    [null],
  ])('of %# say nothing that is not theirs to say', async (event) => {
    const run = await running();
    expect(shown(await run.push(2, event as object))).toEqual([400, { error: 'invalid_request' }]);
    expect(await events()).toHaveLength(1);
  });

  it.each([
    [{ type: 'text', text: 'x'.repeat(100_001) }],
    [{ type: 'text.delta', text: 'x'.repeat(16_001) }],
    [{ type: 'tool.finished', callId: 'c', name: 'n', output: 'x'.repeat(16_001) }],
    [{ type: 'tool.started', callId: 'c'.repeat(201), name: 'n' }],
    [{ type: 'notice', level: 'info', text: 'x'.repeat(16_001) }],
    [{ type: 'approval.pending', description: 'x', host: 'x'.repeat(201) }],
  ])('R49 of %# are too large with one string that is too long', async (event) => {
    const run = await running();
    expect(shown(await run.push(2, event))).toEqual([413, { error: 'too_large' }]);
    expect(await events()).toHaveLength(1);
    expect((await run.say({ type: 'text', text: 'x' })).status).toBe(200);
  });

  it.each([1_000_000_000_001, 2 ** 53, -1, 0.5, 1e300, '1', null])(
    'R69 are refused with %p tokens, which is no number of tokens',
    async (tokens) => {
      const run = await running();
      for (const field of ['inputTokens', 'outputTokens', 'cacheReadInputTokens']) {
        const refused = await run.finish({ usage: { inputTokens: 1, outputTokens: 1, [field]: tokens } });
        expect([field, ...shown(refused)]).toEqual([field, 400, { error: 'invalid_request' }]);
      }
    },
  );

  it('R69 are told with as many tokens as there may be', async () => {
    const run = await running();
    const usage = { inputTokens: 1_000_000_000_000, outputTokens: 0 };
    expect((await run.finish({ usage })).status).toBe(200);
    expect(await turn(run.turnId)).toMatchObject({ usage });
  });

  it('may hold what no column of text can, which is left out', async () => {
    const run = await running();
    await run.say({ type: 'tool.finished', callId: 'c', name: 't', output: 'a\0b\ud800c' });
    expect((await events()).at(-1).payload.output).toBe('ab\ufffdc');
  });

  it('show what a tool is called with, without credentials and cut to 4 KB', async () => {
    const run = await running();
    const started = (input: unknown) => ({ ...TOOL, input });
    const token = `aoc_${'0'.repeat(64)}`;
    const named = { method: 'POST', headers: { Authorization: 'Basic eDp5', accept: '*/*' }, maxTokens: 5 };
    await run.say(
      started({ ...named, url: `https://x:y@example.com/?token=abc`, body: `key ${token}` }),
      started({ method: 'POST', body: 'b'.repeat(10_000) }),
      started(Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`field${at}`, at]))),
      started(undefined),
    );
    const [first, long, wide, none] = (await events()).slice(1).map(({ payload }) => payload.input);
    expect(first).toEqual({
      ...named,
      headers: { Authorization: '[redacted]', accept: '*/*' },
      url: 'https://[redacted]@example.com/?token=[redacted]',
      body: 'key [redacted]',
    });
    expect(long).toEqual({ method: 'POST', body: expect.stringMatching(/^b{1999}…$/) });
    expect(JSON.stringify(wide).length).toBeLessThanOrEqual(4_096);
    expect(wide).toMatch(/^\{"field0":0,.*…$/);
    expect(none).toBeUndefined();
  });

  it('R44 hold no credential that an upstream repeated, however it is written, live or kept', async () => {
    const value = 'p@ss-Wort/9+7 zürich';
    const secretId = await createSecret(owner, { hostPattern: 'api.bank.test', value });
    await grant(owner, agentId, secretId);
    const connectionId = await connect(server, owner, {
      credentials: { access_token: 'opaque-account-token', region: 'understanding' },
    });
    await grantConnection(owner, agentId, connectionId);
    const spellings = [
      value,
      JSON.stringify(value).slice(1, -1),
      encodeURIComponent(value),
      Buffer.from(value).toString('base64').replace(/=+$/, ''),
      'opaque-account-token',
      `ghp_${'a1B2'.repeat(9)}`,
      `-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg\n-----END PRIVATE KEY-----`,
    ];
    const basic = Buffer.from(`user:${value}`).toString('base64');
    const echo = `A basic understanding of ${[...spellings, basic].join(' and ')} here.`;
    spellings.push(basic.slice(8, -8));
    const run = await running();
    const stream = await TestStream.open(server, owner, `/v1/conversations/${id}/stream`);
    const output = JSON.stringify({ body: echo });
    await run.say(
      { ...TOOL, input: { note: echo } },
      { type: 'tool.finished', callId: 'c1', name: echo.slice(0, 190), output },
      { type: 'notice', level: 'warn', text: echo },
    );
    for (let at = 0; at < echo.length; at += 5)
      await run.say({ type: 'text.delta', text: echo.slice(at, at + 5) });
    await run.say(
      { type: 'approval.pending', description: echo, path: `/${echo}` },
      { type: 'text', text: echo },
    );
    expect((await run.finish({ status: 'failed', error: echo })).status).toBe(200);
    const stored = await events();
    await until(() => stream.types.includes('error'));
    const live = stream.frames.filter(({ data }) => data.type === 'text.delta');
    const rows = await server.db.query(
      'SELECT * FROM transcript_events JOIN turns ON turns.id = turn_id WHERE turn_id = $1',
      [run.turnId],
    );
    const everywhere = JSON.stringify([stored, rows, await turns()]);
    for (const spelling of spellings) expect(everywhere).not.toContain(spelling);
    const said = live.map(({ data }) => data.payload?.text ?? data.text).join('');
    for (const spelling of spellings.filter((each) => !/\s/.test(each))) expect(said).not.toContain(spelling);
    expect(said).toMatch(/^A basic understanding of .* here\.$/s);
    expect(stored.find(({ payload }) => payload.type === 'text').payload.text).toMatch(
      /^A basic understanding of \[redacted\] and .* here\.$/,
    );
  });

  it('that a run failed keep what was said, and a code brings its sentence', async () => {
    const plain = await running();
    await plain.finish({ status: 'failed', error: 'It broke.' });
    expect(await turn(plain.turnId)).toMatchObject({ status: 'failed', error: 'It broke.', errorCode: null });
    const coded = await running();
    await coded.finish({ status: 'failed', error: 'HTTP 529', errorCode: 'model_provider_error' });
    expect(await turn(coded.turnId)).toMatchObject({
      errorCode: 'model_provider_error',
      error: expect.not.stringContaining('529'),
    });
    expect((await events()).at(-1).payload).toEqual({
      type: 'error',
      message: 'HTTP 529',
      code: 'model_provider_error',
    });
  });

  it('leave a transcript of bounded size', async () => {
    const run = await running();
    const output = 'o'.repeat(15_900);
    for (let batch = 0; batch < 6; batch++)
      await run.say(
        ...Array.from({ length: 60 }, () => ({ type: 'tool.finished', callId: 'c', name: 't', output })),
      );
    const [size] = await server.db.query<{ bytes: number }>(
      `SELECT sum(octet_length(payload::text))::int AS bytes FROM transcript_events WHERE conversation_id = $1`,
      [id],
    );
    expect(size!.bytes).toBeLessThan(4_300_000);
    const notices = await server.db.query(
      `SELECT 1 FROM transcript_events WHERE conversation_id = $1 AND payload->>'type' = 'notice'`,
      [id],
    );
    expect(notices).toHaveLength(1);
  });
});

describe('a release', () => {
  it('puts a turn back as long as nothing of it could be seen', async () => {
    const run = await running();
    expect(shown(await run.release())).toEqual([200, { status: 'queued' }]);
    expect(shown(await run.release())).toEqual(LEASE_LOST);
    const again = await runner.claim(id);
    expect(again.turnId).toBe(run.turnId);
    await again.say(STARTED, TOOL);
    expect((await again.release()).status).toBe(409);
  });

  it('for want of the software fails all that waits', async () => {
    const { id: first } = await post('a');
    const { id: second } = await post('b');
    await (await runner.claim(id)).release({ reasonCode: 'image_unavailable' });
    for (const turnId of [first, second])
      expect(await turn(turnId)).toMatchObject({ status: 'failed', errorCode: 'image_unavailable' });
  });

  it('fails them in the order in which they were said', async () => {
    const said: string[] = [];
    for (const message of ['a', 'b', 'c']) said.push((await post(message)).id);
    await (await runner.claim(id)).release({ reasonCode: 'image_unavailable' });
    const { body } = await owner.api.get(`/v1/conversations/${id}/events`);
    const errors = body.events.filter(({ type }: { type: string }) => type === 'error');
    expect(errors.map(({ turnId }: { turnId: string }) => turnId)).toEqual(said);
  });

  it('for want of room is tried again, until a turn has waited too long', async () => {
    const { id: turnId } = await post('a');
    await (await runner.claim(id)).release({ reasonCode: 'at_capacity' });
    expect(await turn(turnId)).toMatchObject({ status: 'queued' });
    expect(await runner.work()).toEqual([]);
    await server.db.query(`UPDATE turns SET claimable_at = now() WHERE id = $1`, [turnId]);
    expect((await runner.work()).map((item) => item.turnId)).toEqual([turnId]);
    const again = new TestRun(runner, await leaseOf(turnId));
    await again.release({ reasonCode: 'no idea' });
    await server.db.query(`UPDATE turns SET queued_at = now() - interval '151 seconds' WHERE id = $1`, [
      turnId,
    ]);
    await settled(turnId, 'failed');
    expect((await turn(turnId)).errorCode).toBe('agent_start_failed');
  });
});

describe('time', () => {
  it('ends what takes longer than it may, and what comes later changes nothing', async () => {
    const run = await running();
    const old = `UPDATE turns SET queued_at = now() - interval '1801 seconds' WHERE id = $1`;
    await server.db.query(old, [run.turnId]);
    await settled(run.turnId, 'failed');
    expect(await turn(run.turnId)).toMatchObject({ errorCode: null, error: expect.any(String) });
    expect((await run.say(TOOL)).body.abortRequested).toBe(true);
    expect((await run.finish()).body).toEqual({ outcome: 'already_closed', status: 'failed' });
    const { id: never } = await post('Never started');
    await server.db.query(old, [never]);
    await settled(never, 'failed');
    expect((await turn(never)).errorCode).toBe('agent_start_failed');
    expect((await events()).map(({ type }) => type)).toEqual(['turn.started', 'error', 'error']);
  });

  it('promotes what waits behind nothing', async () => {
    const { id: first } = await post('a');
    const { id: second } = await post('b');
    await server.db.query(`UPDATE turns SET status = 'done' WHERE id = $1`, [first]);
    await settled(second, 'queued');
  });
});

async function leaseOf(turnId: string): Promise<object> {
  const [row] = await server.db.query<{ leaseId: string }>(
    `SELECT lease_id AS "leaseId" FROM turns WHERE id = $1`,
    [turnId],
  );
  return { turnId, leaseId: row!.leaseId };
}
