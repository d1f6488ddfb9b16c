/** 04 §2: conversations with hosted agents, as people and programs meet them. */
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import {
  conversation,
  hostedAgent,
  RUNNER_TOKEN,
  TestRunner,
  TestStream,
} from '../../harness/hosting/hosting.js';
import { joinAs, type Member } from '../../harness/people/members.js';
import { bind, setMembership } from '../../harness/people/people.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { until } from '../../harness/time/until.js';

const ABSENT_ID = '00000000-0000-4000-8000-000000000000';
const NOT_FOUND = { error: { message: expect.any(String), type: 'not_found_error' } };

let server: TestServer;
let owner: Owner;
let colleague: Member;
let stranger: Owner;
let runner: TestRunner;
let agentId: string;

beforeAll(async () => {
  server = await startServer({ RUNNER_TOKEN });
  owner = await signUpOwner(server);
  colleague = await colleagueOf('admin');
  stranger = await signUpOwner(server);
  runner = new TestRunner(server);
  await runner.start();
  agentId = await hostedAgent(server, owner, { runner });
});
afterAll(() => server.close());

/** Who acts in the owner's workspace. */
async function colleagueOf(role: 'admin' | 'member'): Promise<Member> {
  const member = await joinAs(server, owner, role);
  await bind(server, owner.workspaceId, { userId: member.userId });
  return { ...member, api: member.session.inWorkspace(owner.workspaceId) };
}
const post = (id: string, body: object, who: Pick<Owner, 'api'> = owner) =>
  who.api.post(`/v1/conversations/${id}/messages`, body);
const turnsOf = async (id: string) => (await owner.api.get(`/v1/conversations/${id}/turns`)).body.turns;
const eventsOf = async (id: string, query = '') =>
  (await owner.api.get(`/v1/conversations/${id}/events${query}`)).body;
const upload = (
  id: string,
  bytes: Buffer,
  name = 'a.txt',
  who: Pick<Owner, 'api'> = owner,
  type = 'text/plain',
) =>
  who.api
    .with({ 'content-type': type })
    .send('POST', `/v1/conversations/${id}/attachments?name=${encodeURIComponent(name)}`, bytes);

/** So many stored events, as if a turn had left them. */
async function withEvents(id: string, count: number): Promise<void> {
  const [turn] = await server.db.query<{ id: string }>(
    `INSERT INTO turns (conversation_id, agent_id, status, source, message)
     VALUES ($1, $2, 'done', 'web', 'm') RETURNING id`,
    [id, agentId],
  );
  await server.db.query(
    `INSERT INTO transcript_events (conversation_id, seq, turn_id, payload)
     SELECT $1, n, $2, jsonb_build_object('type', 'notice', 'level', 'info', 'text', 'n' || n)
     FROM generate_series(1, $3::integer) AS n`,
    [id, turn!.id, count],
  );
  await server.db.query('UPDATE conversations SET last_seq = $2 WHERE id = $1', [id, count]);
}

describe('doors', () => {
  it('gives each person one direct thread, however often and at once they ask (04-1)', async () => {
    const path = `/v1/agents/${agentId}/conversations/direct`;
    const answers = await Promise.all(Array.from({ length: 10 }, () => owner.api.put(path)));
    answers.push(await owner.api.put(path), await owner.api.put(path));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers[0]!.body).toMatchObject({ agentId, direct: true, userId: owner.userId, title: null });
    const theirs = await colleague.api.put(path);
    expect(theirs.body.id).not.toBe(answers[0]!.body.id);
  });

  it('hides a direct thread from everybody else, administrators included (04-2)', async () => {
    const { id } = (await colleague.api.put(`/v1/agents/${agentId}/conversations/direct`)).body;
    const { turn } = (await post(id, { message: 'Private' }, colleague)).body;
    const file = (await upload(id, Buffer.from('x'), 'a.txt', colleague)).body.id;
    const base = `/v1/conversations/${id}`;
    for (const who of [owner, stranger]) {
      const answers = [
        await who.api.get(base),
        await who.api.get(`${base}/turns`),
        await who.api.get(`${base}/events`),
        await who.api.get(`${base}/stream`),
        await who.api.get(`${base}/attachments/${file}`),
        await who.api.post(`${base}/turns`, { message: 'm' }),
        await who.api.post(`${base}/messages`, { message: 'm' }),
        await upload(id, Buffer.from('x'), 'a.txt', who),
        await who.api.post(`/v1/turns/${turn.id}/abort`),
      ];
      for (const { status, body } of answers) expect([status, body]).toEqual([404, NOT_FOUND]);
      const { conversations } = (await who.api.get('/v1/conversations')).body;
      expect(conversations.map((row: { id: string }) => row.id)).not.toContain(id);
    }
    expect((await colleague.api.get('/v1/conversations')).body.conversations[0].id).toBe(id);
    expect((await colleague.api.post(`/v1/turns/${turn.id}/abort`)).status).toBe(200);
  });

  it('keeps conversations of another workspace out of reach', async () => {
    const id = await conversation(owner, agentId);
    expect((await stranger.api.get(`/v1/conversations/${id}`)).status).toBe(404);
    expect((await stranger.api.post('/v1/conversations', { agentId })).status).toBe(404);
    expect((await stranger.api.get(`/v1/conversations?agentId=${agentId}`)).body).toEqual({
      conversations: [],
      hasMore: false,
    });
    expect((await colleague.api.get(`/v1/conversations/${id}`)).status).toBe(200);
  });

  it('is for hosted agents only (04-3)', async () => {
    const byo = (await owner.api.get('/v1/agents/default')).body.id;
    for (const answer of [
      await owner.api.put(`/v1/agents/${byo}/conversations/direct`),
      await owner.api.post('/v1/conversations', { agentId: byo, unknown: 'ignored' }),
    ])
      expect([answer.status, answer.body.error.type]).toEqual([422, 'validation_error']);
    expect((await owner.api.post('/v1/conversations', { agentId: ABSENT_ID })).status).toBe(404);
  });

  it('takes an external reference once for an agent and source', async () => {
    const body = {
      agentId,
      source: 'slack',
      externalRef: ' C1:1.2 ',
      title: ' Named ',
      userId: 'x',
      direct: true,
    };
    const made = await owner.api.post('/v1/conversations', body);
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({ externalRef: 'C1:1.2', title: 'Named', direct: false, userId: null }),
    ]);
    const again = await owner.api.post('/v1/conversations', body);
    expect([again.status, again.body.error.type]).toEqual([409, 'invalid_request_error']);
    expect((await owner.api.post('/v1/conversations', { ...body, source: 'web' })).status).toBe(201);
  });

  it.each([
    [{}],
    [{ agentId: '' }],
    [{ agentId: 'x', source: 'mail' }],
    [{ agentId: 'x', source: 'cron', externalRef: 'y' }],
    [{ agentId: 'x', externalRef: ' ' }],
    [{ agentId: 'x', externalRef: 'y'.repeat(501) }],
    [{ agentId: 'x', title: 'a\0b' }],
    [{ agentId: 'x', title: 'y'.repeat(201) }],
  ])('refuses %j', async (body) => {
    const answer = await owner.api.post('/v1/conversations', body);
    expect([answer.status, answer.body]).toEqual([400, { error: expect.any(String) }]);
  });

  it('lists the newest first and pages to older ones', async () => {
    const mine = await hostedAgent(server, owner, { runner: null });
    const made: string[] = [];
    for (let at = 0; at < 3; at++) made.unshift(await conversation(owner, mine));
    const path = `/v1/conversations?agentId=${mine}`;
    const first = (await owner.api.get(`${path}&limit=2`)).body;
    expect([first.conversations.map((row: any) => row.id), first.hasMore]).toEqual([made.slice(0, 2), true]);
    const rest = (await owner.api.get(`${path}&limit=2&before=${made[1]}`)).body;
    expect([rest.conversations.map((row: any) => row.id), rest.hasMore]).toEqual([made.slice(2), false]);
    for (const limit of ['0', '101', 'x'])
      expect((await owner.api.get(`${path}&limit=${limit}`)).status).toBe(400);
  });
});

describe('messages', () => {
  it('lets one of two turns in that race for a free conversation (04-4)', async () => {
    const id = await conversation(owner, agentId);
    const path = `/v1/conversations/${id}/turns`;
    const race = await Promise.all([
      owner.api.post(path, { message: 'a' }),
      colleague.api.post(path, { message: 'b' }),
    ]);
    expect(race.map(({ status }) => status).sort()).toEqual([201, 409]);
    const won = race.find(({ status }) => status === 201)!;
    expect(won.body).toMatchObject({
      status: 'queued',
      source: 'web',
      attachments: [],
      error: null,
      usage: null,
    });
    expect(await turnsOf(id)).toHaveLength(1);
  });

  it('makes follow-ups of what many say at once, in one order', async () => {
    const id = await conversation(owner, agentId);
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => post(id, { message: `m${at}` })));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    const kinds = answers.map(({ body }) => body.kind).sort();
    expect(kinds).toEqual([...Array(7).fill('followUp'), 'turn']);
    const [first, ...others] = await turnsOf(id);
    expect(first.status).toBe('queued');
    expect(new Set(others.map((turn: any) => turn.followUpOfTurnId))).toEqual(new Set([first.id]));
  });

  it('takes ten follow-ups and refuses the next (04-6)', async () => {
    const id = await conversation(owner, agentId);
    for (let at = 0; at < 11; at++) expect((await post(id, { message: `m${at}` })).status).toBe(201);
    const full = await post(id, { message: 'one more' });
    expect([full.status, full.body.error.type]).toEqual([409, 'invalid_request_error']);
    expect(await turnsOf(id)).toHaveLength(11);
  });

  it('ends a queued turn at once, with what waits behind it (04-10)', async () => {
    const id = await conversation(owner, agentId);
    const { turn } = (await post(id, { message: 'a' })).body;
    const waiting = (await post(id, { message: 'b' })).body.turn;
    const other = (await post(id, { message: 'c' })).body.turn;
    expect((await owner.api.post(`/v1/turns/${waiting.id}/abort`)).body).toEqual({
      aborted: true,
      delivered: false,
    });
    expect((await turnsOf(id)).map((row: any) => row.status)).toEqual(['queued', 'aborted', 'joining']);
    const aborted = await owner.api.post(`/v1/turns/${turn.id}/abort`);
    expect([aborted.status, aborted.body]).toEqual([200, { aborted: true, delivered: false }]);
    expect((await turnsOf(id)).map((row: any) => row.status)).toEqual(['aborted', 'aborted', 'aborted']);
    for (const { id: turnId } of [turn, other])
      expect((await owner.api.post(`/v1/turns/${turnId}/abort`)).status).toBe(409);
    // R38.1
    const { events } = await eventsOf(id);
    expect(events.at(-1)).toMatchObject({ turnId: turn.id, type: 'error', payload: { code: 'aborted' } });
    expect((await owner.api.post(`/v1/turns/${ABSENT_ID}/abort`)).status).toBe(404);
    expect((await owner.api.post(`/v1/turns/x/abort`)).status).toBe(404);
  });

  it('says at once that an agent has no model key, and is free again (04-11)', async () => {
    const keyless = await signUpOwner(server);
    const id = await conversation(keyless, await hostedAgent(server, keyless, { key: false }));
    const failed = (await post(id, { message: 'Hello?' }, keyless)).body;
    expect(failed).toMatchObject({ kind: 'turn', turn: { status: 'failed', errorCode: 'no_model_key' } });
    expect(failed.turn.error).toEqual(expect.any(String));
    expect((await keyless.api.post(`/v1/conversations/${id}/turns`, { message: 'Again?' })).status).toBe(201);
    const { events } = (await keyless.api.get(`/v1/conversations/${id}/events`)).body;
    expect(events.map((event: any) => [event.type, event.payload.code])).toEqual([
      ['error', 'no_model_key'],
      ['error', 'no_model_key'],
    ]);
  });
});

describe('titles', () => {
  it.each([
    ['  Fix\n the\t build ', 'Fix the build'],
    ['word '.repeat(20), `${'word '.repeat(15)}word…`],
    ['x'.repeat(100), `${'x'.repeat(79)}…`],
  ])('of %j is %j', async (message, title) => {
    const id = await conversation(owner, agentId);
    await post(id, { message });
    await post(id, { message: 'Another' });
    expect((await owner.api.get(`/v1/conversations/${id}`)).body.title).toBe(title);
  });

  it('stay as they are, and a direct thread has none', async () => {
    const id = await conversation(owner, agentId, { title: 'Mine' });
    await post(id, { message: 'Other' });
    expect((await owner.api.get(`/v1/conversations/${id}`)).body.title).toBe('Mine');
    const direct = (await owner.api.put(`/v1/agents/${agentId}/conversations/direct`)).body.id;
    await post(direct, { message: 'Other' });
    expect((await owner.api.get(`/v1/conversations/${direct}`)).body.title).toBeNull();
  });
});

describe('what a message may be', () => {
  it.each([
    [{}],
    [{ message: '' }],
    [{ message: 'a\0b' }],
    [{ message: 'x'.repeat(100_001) }],
    [{ message: 'm', attachmentIds: ['x'] }],
    [{ message: 'm', attachmentIds: Array(6).fill(ABSENT_ID) }],
    [{ message: 7 }],
  ])('refuses %#', async (body) => {
    const id = await conversation(owner, agentId);
    for (const door of ['turns', 'messages']) {
      const answer = await owner.api.post(`/v1/conversations/${id}/${door}`, body);
      expect([answer.status, answer.body]).toEqual([400, { error: expect.any(String) }]);
    }
    expect(await turnsOf(id)).toEqual([]);
  });

  it('is kept as it was typed', async () => {
    const id = await conversation(owner, agentId);
    const message = `  \u{1F600} \n ${'ä'.repeat(99_000)} `;
    expect((await post(id, { message, unknown: 'ignored' })).body.turn.message).toBe(message);
  });

  it('pages through turns from the newest back', async () => {
    const id = await conversation(owner, agentId);
    for (let at = 0; at < 5; at++) await post(id, { message: `m${at}` });
    const page = (await owner.api.get(`/v1/conversations/${id}/turns?limit=2`)).body;
    expect([page.turns.map((row: any) => row.message), page.hasMore]).toEqual([['m3', 'm4'], true]);
    const older = (await owner.api.get(`/v1/conversations/${id}/turns?limit=3&before=${page.turns[0].id}`))
      .body;
    expect([older.turns.map((row: any) => row.message), older.hasMore]).toEqual([['m0', 'm1', 'm2'], false]);
    expect((await owner.api.get(`/v1/conversations/${id}/turns?limit=201`)).status).toBe(400);
  });
});

describe('files', () => {
  it('are bounded, and their names are safe (04-16)', async () => {
    const id = await conversation(owner, agentId);
    const large = await upload(id, Buffer.alloc(10_485_761, 1));
    expect([large.status, large.body]).toEqual([413, { error: expect.any(String) }]);
    const empty = await upload(id, Buffer.alloc(0));
    expect([empty.status, empty.body]).toEqual([400, { error: expect.any(String) }]);
    const nameless = await owner.api.send('POST', `/v1/conversations/${id}/attachments`, Buffer.from('x'));
    expect([nameless.status, nameless.body]).toEqual([400, { error: expect.any(String) }]);
    const made = await upload(id, Buffer.from('x'), '../../a.png', owner, 'Image/PNG; x=y');
    expect([made.status, made.body]).toEqual([
      201,
      { id: expect.any(String), name: 'a.png', mimeType: 'image/png', sizeBytes: 1, status: 'pending' },
    ]);
    const whole = Buffer.alloc(10_485_760, 7);
    const kept = await upload(id, whole, 'whole.bin', owner, 'no type');
    expect([kept.status, kept.body.mimeType]).toEqual([201, 'application/octet-stream']);
    for (const type of [
      'text',
      'a/b/c',
      '/',
      ';',
      'a/',
      `a/${'b'.repeat(200)}`,
      '"a"/b',
      'multipart',
      'a b/c',
    ]) {
      const odd = await upload(id, whole, 'odd.bin', owner, type);
      expect([type, odd.status, odd.body.mimeType]).toEqual([type, 201, 'application/octet-stream']);
    }
    for (const type of [
      'text/plain; charset',
      'text/plain;;;',
      'text/plain; =x',
      'text/plain;"',
      'text/plain ',
    ]) {
      const odd = await upload(id, whole, 'odd.bin', owner, type);
      expect([type, odd.status, odd.body.mimeType]).toEqual([type, 201, 'text/plain']);
    }
    const read = await owner.api.get(`/v1/conversations/${id}/attachments/${kept.body.id}`);
    expect([read.status, read.text.length, read.headers['content-length']]).toEqual([
      200,
      whole.length,
      '10485760',
    ]);
  });

  it('are counted while they arrive without a length', async () => {
    const id = await conversation(owner, agentId);
    const status = await new Promise((resolve, reject) => {
      const outgoing = httpRequest(`${server.apiUrl}/v1/conversations/${id}/attachments?name=a`, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.apiKey}`, 'content-type': 'text/plain' },
      });
      outgoing.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
      for (let sent = 0; sent <= 10; sent++) outgoing.write(Buffer.alloc(1_048_576, 1));
      outgoing.end();
    });
    expect(status).toBe(413);
    expect(
      await server.db.query('SELECT 1 FROM conversation_attachments WHERE conversation_id = $1', [id]),
    ).toEqual([]);
  });

  it('are refused before a byte of them is read', async () => {
    const answered = await new Promise((resolve, reject) => {
      const outgoing = httpRequest(`${server.apiUrl}/v1/conversations/${ABSENT_ID}/attachments?name=a`, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.apiKey}`, 'content-length': 1000 },
      });
      outgoing.on('response', (response) => {
        resolve(response.statusCode);
        outgoing.destroy();
      });
      outgoing.on('error', reject);
      outgoing.flushHeaders();
    });
    expect(answered).toBe(404);
  });

  it('are sent with a message by who uploaded them, once (04-17)', async () => {
    const id = await conversation(owner, agentId);
    const mine = (await upload(id, Buffer.from('x'))).body.id;
    const elsewhere = (await upload(await conversation(owner, agentId), Buffer.from('x'))).body.id;
    for (const [who, attachmentIds] of [
      [colleague, [mine]],
      [owner, [mine, elsewhere]],
      [owner, [mine, ABSENT_ID]],
      [owner, [mine, mine]],
    ] as const) {
      const refused = await post(id, { message: 'm', attachmentIds }, who);
      expect([refused.status, refused.body.error.type]).toEqual([422, 'validation_error']);
    }
    expect(await turnsOf(id)).toEqual([]);
    const sent = await post(id, { message: '', attachmentIds: [mine] });
    expect([sent.status, sent.body.turn.attachments]).toEqual([
      201,
      [{ id: mine, name: 'a.txt', mimeType: 'text/plain', sizeBytes: 1, status: 'bound' }],
    ]);
    expect((await owner.api.get(`/v1/conversations/${id}`)).body.title).toBe('a.txt');
    expect((await post(id, { message: 'm', attachmentIds: [mine] })).status).toBe(422);
  });

  it('are downloaded, never shown in place (04-18)', async () => {
    const id = await conversation(owner, agentId);
    const file = await upload(id, Buffer.from('<svg/>'), 'Übersicht "1".svg', owner, 'image/svg+xml');
    const path = `/v1/conversations/${id}/attachments/${file.body.id}`;
    const { status, headers, text } = await owner.api.get(path);
    expect([status, text]).toEqual([200, '<svg/>']);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-disposition': `attachment; filename="_bersicht _1_.svg"; filename*=UTF-8''%C3%9Cbersicht%20%221%22.svg`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=3600',
    });
    const other = await conversation(owner, agentId);
    for (const wrong of [`/v1/conversations/${other}/attachments/${file.body.id}`, `${path}x`])
      expect((await owner.api.get(wrong)).status).toBe(404);
  });

  it('wait twenty at most, and a day at most', async () => {
    const id = await conversation(owner, agentId);
    const made = [];
    for (let at = 0; at < 20; at++) made.push(await upload(id, Buffer.from('x')));
    const full = await upload(id, Buffer.from('x'));
    expect([full.status, full.body.error.type]).toEqual([409, 'invalid_request_error']);
    await server.db.query(
      `UPDATE conversation_attachments SET created_at = now() - interval '25 hours' WHERE id = $1`,
      [made[0]!.body.id],
    );
    const { AttachmentStore } =
      await import('../../../src/modules/hosting/conversations/attachments/attachment-store.js');
    expect(await server.app.get(AttachmentStore, { strict: false }).deleteStale(200)).toBe(1);
    expect((await upload(id, Buffer.from('x'))).status).toBe(201);
  });
});

describe('transcripts', () => {
  it('replay everything in order, then say that they are there, then go on live (04-12)', async () => {
    const id = await conversation(owner, agentId);
    await withEvents(id, 1_200);
    const stream = await TestStream.open(server, owner, `/v1/conversations/${id}/stream`);
    expect([stream.status, stream.headers]).toEqual([
      200,
      expect.objectContaining({
        'content-type': 'text/event-stream',
        'cache-control': 'no-cache',
        'x-accel-buffering': 'no',
      }),
    ]);
    await until(() => stream.comments === 1);
    expect(stream.seqs).toEqual(Array.from({ length: 1_200 }, (_, at) => at + 1));
    expect(new Set(stream.frames.map(({ event }) => event))).toEqual(new Set(['transcript']));
    expect(stream.frames[0]!.data).toEqual({
      seq: 1,
      turnId: expect.any(String),
      type: 'notice',
      payload: { type: 'notice', level: 'info', text: 'n1' },
    });
    await post(id, { message: 'Go' });
    await (await runner.claim(id)).answer('Live.');
    await until(() => stream.types.at(-1) === 'turn.done');
    expect(stream.types.slice(1_200)).toEqual(['turn.started', 'text.delta', 'text', 'turn.done']);
    expect(stream.seqs).toEqual(Array.from({ length: 1_204 }, (_, at) => at + 1));
    stream.close();
  });

  it('go on after the number that a reader names (04-13)', async () => {
    const id = await conversation(owner, agentId);
    await withEvents(id, 60);
    const path = `/v1/conversations/${id}/stream`;
    const firstOf = async (query: string, headers: Record<string, string>) => {
      const stream = await TestStream.open(server, owner, path + query, headers);
      await until(() => stream.comments > 0);
      stream.close();
      return stream.seqs[0];
    };
    expect(await firstOf('?since=50', { 'last-event-id': '40' })).toBe(51);
    expect(await firstOf('', { 'last-event-id': '40' })).toBe(41);
    expect(await firstOf('', { 'last-event-id': 'abc' })).toBe(1);
    const refused = await owner.api.get(`${path}?since=abc`);
    expect([refused.status, refused.body]).toEqual([400, { error: expect.any(String) }]);
    expect((await owner.api.send('HEAD', path)).status).toBe(200);
  });

  it('keep the answer and drop its pieces (04-14)', async () => {
    const id = await conversation(owner, agentId);
    await post(id, { message: 'Go' });
    const run = await runner.claim(id);
    await run.say(
      { type: 'turn.started' },
      { type: 'thinking.delta', text: 'Hm' },
      { type: 'text.delta', text: 'Hel' },
    );
    await run.say({ type: 'text.delta', text: 'lo' }, { type: 'text', text: 'Hello' });
    const usage = { inputTokens: 3, outputTokens: 2 };
    await run.finish({ usage });
    const { events, nextSince, hasMore } = await eventsOf(id);
    expect(events.map(({ seq, type, payload }: any) => [seq, type, payload])).toEqual([
      [1, 'turn.started', { type: 'turn.started' }],
      [5, 'text', { type: 'text', text: 'Hello' }],
      [6, 'turn.done', { type: 'turn.done', usage }],
    ]);
    expect([nextSince, hasMore]).toEqual([6, false]);
    expect((await turnsOf(id))[0]).toMatchObject({ status: 'done', usage, startedAt: expect.any(String) });
  });

  it('are paged, and limits are not clamped (04-15)', async () => {
    const id = await conversation(owner, agentId);
    await withEvents(id, 250);
    for (const query of ['?limit=501', '?limit=0', '?since=-1', '?since=2147483648', '?since=x'])
      expect((await owner.api.get(`/v1/conversations/${id}/events${query}`)).status).toBe(400);
    const first = await eventsOf(id);
    expect([first.events.length, first.nextSince, first.hasMore]).toEqual([200, 200, true]);
    const rest = await eventsOf(id, '?since=200');
    expect([rest.events.length, rest.nextSince, rest.hasMore]).toEqual([50, 250, false]);
    expect(await eventsOf(id, '?since=900')).toEqual({ events: [], nextSince: 900, hasMore: false });
  });

  it('are one for readers of every process, each number once', async () => {
    const other = await startReplica(server, { RUNNER_TOKEN });
    const id = await conversation(owner, agentId);
    const path = `/v1/conversations/${id}/stream`;
    const readers = [await TestStream.open(server, owner, path), await TestStream.open(other, owner, path)];
    await until(() => readers.every(({ comments }) => comments > 0));
    await post(id, { message: 'Go' });
    const run = await runner.claim(id);
    await run.say({ type: 'turn.started' });
    // Too long to be announced as it is.
    await run.say({ type: 'tool.started', callId: 'c', name: 't' });
    await run.say({ type: 'tool.finished', callId: 'c', name: 't', output: 'y'.repeat(15_000) });
    for (let at = 0; at < 20; at++) await run.say({ type: 'text.delta', text: `${at}` });
    await run.say({ type: 'text', text: 'z'.repeat(50_000) });
    await run.finish();
    const whole = (await eventsOf(id)).events.map(({ seq }: any) => seq);
    for (const reader of readers) {
      await until(() => reader.types.at(-1) === 'turn.done');
      expect(reader.seqs).toEqual([...new Set(reader.seqs)].sort((one, two) => one - two));
      expect(reader.seqs).toEqual(expect.arrayContaining(whole));
      reader.close();
    }
    expect(readers[0]!.seqs).toEqual(readers[1]!.seqs);
    await other.close();
  });

  it('04 §8.7.2 reach readers of every process in one batch with one that is too long to be announced', async () => {
    const other = await startReplica(server, { RUNNER_TOKEN });
    const id = await conversation(owner, agentId);
    const path = `/v1/conversations/${id}/stream`;
    const readers = [await TestStream.open(server, owner, path), await TestStream.open(other, owner, path)];
    await until(() => readers.every(({ comments }) => comments > 0));
    await post(id, { message: 'Go' });
    const run = await runner.claim(id);
    const delta = (text: string) => ({ type: 'text.delta', text });
    const long = (callId: string) => ({
      type: 'tool.finished',
      callId,
      name: 't',
      output: 'ü'.repeat(15_000),
    });
    await run.say(
      { type: 'turn.started' },
      delta('first '),
      long('a'),
      delta('second '),
      long('b'),
      long('c'),
    );
    await run.say(
      long('d'),
      ...Array.from({ length: 90 }, (_, at) => delta(`${at} ${'x '.repeat(200)}`)),
      long('e'),
    );
    await run.say(delta('last '), { type: 'text', text: 'z'.repeat(50_000) });
    await run.finish();
    for (const reader of readers) await until(() => reader.types.at(-1) === 'turn.done');
    expect(readers[1]!.frames).toEqual(readers[0]!.frames);
    expect(readers[1]!.types.filter((type) => type === 'text.delta')).toHaveLength(93);
    for (const reader of readers) reader.close();
    await other.close();
  });

  it('are the same for whoever comes while they are written', async () => {
    const id = await conversation(owner, agentId);
    await post(id, { message: 'Go' });
    const run = await runner.claim(id);
    await run.say({ type: 'turn.started' });
    const opened: Promise<TestStream>[] = [];
    for (let at = 0; at < 40; at++) {
      opened.push(TestStream.open(server, owner, `/v1/conversations/${id}/stream`));
      await run.say({ type: 'notice', level: 'info', text: `${at}` });
    }
    await run.finish();
    const stored = (await eventsOf(id)).events.map(({ seq }: any) => seq);
    for (const stream of await Promise.all(opened)) {
      await until(() => stream.types.at(-1) === 'turn.done');
      expect(stream.seqs).toEqual(stored);
      stream.close();
    }
  });

  it('are cut for whoever loses their access, and for all when the agent goes', async () => {
    const mine = await hostedAgent(server, owner, { runner });
    const id = await conversation(owner, mine);
    const lost = await colleagueOf('member');
    const { organizationId, workspaceId } = owner;
    const headers = {
      cookie: lost.cookie,
      'x-organization-id': organizationId,
      'x-workspace-id': workspaceId,
    };
    const stream = await TestStream.open(server, { headers }, `/v1/conversations/${id}/stream`);
    await until(() => stream.comments > 0);
    await setMembership(server, owner.organizationId, lost.userId, 'suspended');
    await until(() => stream.closed);
    expect((await owner.api.delete(`/v1/agents/${mine}`)).status).toBe(204);
    expect((await owner.api.get(`/v1/conversations/${id}`)).status).toBe(404);
  });
});
