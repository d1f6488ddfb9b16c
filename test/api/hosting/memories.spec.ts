/** 04 §4: what hosted agents keep in mind. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AgentMemories } from '../../../src/modules/hosting/memories/agent-memories.js';
import { Database } from '../../../src/kernel/database/database.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { api, type Answer } from '../../harness/clients/client.js';
import { hostedAgent } from '../../harness/hosting/hosted-agent.js';
import { memberOf } from '../../harness/people/members.js';
import { startServer, type TestServer } from '../../harness/server/server.js';

const ABSENT = '00000000-0000-4000-8000-000000000000';
const NOTES = { key: 'deploy-notes', content: 'Ship on Mondays.' };

let server: TestServer;
let owner: Owner;
let agentId: string;
let base: string;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await signUpOwner(server);
  agentId = await hostedAgent(server, owner);
  base = `/v1/agents/${agentId}/memories`;
});

const create = (body: object): Promise<Answer> => owner.api.post(base, body);
const change = (id: string, body: object): Promise<Answer> => owner.api.patch(`${base}/${id}`, body);
const read = async (id: string): Promise<any> => (await owner.api.get(`${base}/${id}`)).body;
const search = async (q: string): Promise<any[]> =>
  (await owner.api.get(`${base}?q=${encodeURIComponent(q)}`)).body.hits;

async function made(body: object = NOTES): Promise<any> {
  const answer = await create(body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body;
}

async function revisions(id: string): Promise<any[]> {
  const { status, body } = await owner.api.get(`${base}/${id}/revisions`);
  expect(status).toBe(200);
  return body.revisions;
}

async function entries(): Promise<any[]> {
  return server.db.query(
    `SELECT action, user_id AS "userId", metadata FROM audit_log
     WHERE service = 'memory' AND workspace_id = $1 ORDER BY created_at`,
    [owner.workspaceId],
  );
}

/** As many as fit, without a request for each. */
async function fill(count: number): Promise<void> {
  await server.db.query(
    `INSERT INTO agent_memories (agent_id, key, content, last_revision_seq, search)
     SELECT $1, 'filled-' || n, 'x', 1, '' FROM generate_series(1, $2::int) n`,
    [agentId, count],
  );
}

describe('a memory', () => {
  it('is made, read, listed by key and deleted with its history', async () => {
    const notes = await made({ ...NOTES, title: 'Deploying', content: `  ${NOTES.content}\n` });
    expect(notes).toEqual({
      id: expect.any(String),
      agentId,
      key: 'deploy-notes',
      title: 'Deploying',
      description: null,
      content: NOTES.content,
      lastRevisionSeq: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    await made({ key: 'a1', content: 'First by key' });
    const { latestRevision, ...same } = await read(notes.id);
    expect(same).toEqual(notes);
    expect(latestRevision).toMatchObject({
      seq: 1,
      op: 'save',
      restoredFromSeq: null,
      title: 'Deploying',
      content: NOTES.content,
      authorKind: 'user',
      authorUserId: owner.userId,
      authorEmail: owner.email,
      conversationId: null,
      turnId: null,
      redactedAt: null,
      redactedByUserId: null,
    });
    const { body } = await owner.api.get(base);
    expect(body.memories.map(({ key }: any) => key)).toEqual(['a1', 'deploy-notes']);
    expect(body.memories[1]).not.toHaveProperty('content');
    expect((await owner.api.delete(`${base}/${notes.id}`)).status).toBe(204);
    expect((await owner.api.get(`${base}/${notes.id}`)).status).toBe(404);
    const left = await server.db.query('SELECT 1 FROM agent_memory_revisions WHERE memory_id = $1', [
      notes.id,
    ]);
    expect(left).toEqual([]);
    expect((await entries()).map(({ action }) => action)).toEqual(['create', 'create', 'delete']);
  });

  it('has a key of its own for ever', async () => {
    const { id } = await made();
    const again = await create({ ...NOTES, content: 'other' });
    expect([again.status, again.body.error.message]).toEqual([409, 'A memory with this key already exists']);
    const renamed = await change(id, { key: 'other' });
    expect([renamed.status, renamed.body]).toEqual([400, { error: 'key is not a known field' }]);
  });

  it('clears title and description by null, and reads them as one line without control characters', async () => {
    const { id } = await made({ ...NOTES, title: ' One\r\n\ttwo\u0007 \u009f', description: 'x\u2028y' });
    expect(await read(id)).toMatchObject({ title: 'One two', description: 'x y' });
    expect((await change(id, { title: null })).body).toMatchObject({ title: null, description: 'x y' });
  });

  it.each<[string, object]>([
    ['no key', { content: 'x' }],
    ['a key in capitals', { key: 'Notes', content: 'x' }],
    ['a key with two dashes', { key: 'a--b', content: 'x' }],
    ['a key that is too long', { key: 'a'.repeat(81), content: 'x' }],
    ['a key with a break', { key: 'a\n', content: 'x' }],
    ['no content', { key: 'a' }],
    ['blank content', { key: 'a', content: ' \n ' }],
    ['content that is too long', { key: 'a', content: 'x'.repeat(100_001) }],
    ['a title of control characters', { key: 'a', content: 'x', title: '\u0001\u0002' }],
    ['a title that is too long', { key: 'a', content: 'x', title: 'x'.repeat(121) }],
    ['a description that is too long', { key: 'a', content: 'x', description: 'x'.repeat(301) }],
    ['an unknown field', { key: 'a', content: 'x', scope: 'workspace' }],
    ['U+0000', { key: 'a', content: 'x\u0000y' }],
    ['U+0000 in the title', { key: 'a', content: 'x', title: 'x\u0000y' }],
    ['half a character', { key: 'a', content: 'x\ud800y' }],
    ['more bytes than a file takes', { key: 'a', content: '漢'.repeat(60_000) }],
    ['more bytes than a file takes once escaped', { key: 'a', content: `x${'\n'.repeat(80_000)}x` }],
  ])('is refused with %s', async (_name, body) => {
    const { status, body: answer } = await create(body);
    expect([status, answer]).toEqual([400, { error: expect.any(String) }]);
  });

  it('is taken at its largest', async () => {
    const notes = await made({ key: 'a'.repeat(80), title: '𝒳'.repeat(60), content: '𝒳'.repeat(37_000) });
    expect((await read(notes.id)).content).toHaveLength(74_000);
    await made({ key: 'b', content: 'x'.repeat(100_000) });
  });

  it('is 422 when a change is too large only with what is stored', async () => {
    const { id } = await made({
      key: 'a',
      content: '\u0001'.repeat(24_900).replace(/^./, 'x').replace(/.$/, 'x'),
    });
    const description = 'é'.repeat(300);
    const { status, body } = await change(id, { description });
    expect([status, body.error.type]).toEqual([422, 'validation_error']);
    expect((await change(id, { content: '漢'.repeat(60_000) })).status).toBe(400);
    expect((await change(id, {})).body).toEqual({ error: 'At least one field must be provided' });
  });
});

describe('history', () => {
  it('04-27 adds nothing for equal values, and keeps fifty of sixty', async () => {
    const { id } = await made();
    const [before] = await server.db.query('SELECT updated_at FROM agent_memories WHERE id = $1', [id]);
    const same = await change(id, { content: ` ${NOTES.content} `, title: null });
    expect([same.status, same.body.lastRevisionSeq]).toEqual([200, 1]);
    expect(await server.db.query('SELECT updated_at FROM agent_memories WHERE id = $1', [id])).toEqual([
      before,
    ]);
    expect(await entries()).toHaveLength(1);
    for (let save = 2; save <= 60; save++) await change(id, { content: `Version ${save}` });
    expect((await read(id)).lastRevisionSeq).toBe(60);
    const kept = await revisions(id);
    expect(kept.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, at) => 60 - at));
    expect(await entries()).toHaveLength(60);
  });

  it('shows 2,000 characters of a content in the list and all of it alone', async () => {
    const content = `${'𝒳'.repeat(1_500)}end`;
    const { id } = await made({ key: 'long', content });
    const [revision] = await revisions(id);
    expect(revision).toMatchObject({ content: '𝒳'.repeat(1_000), contentTruncated: true });
    const whole = await owner.api.get(`${base}/${id}/revisions/${revision.id}`);
    expect([whole.status, whole.body.content]).toEqual([200, content]);
    expect(whole.body).not.toHaveProperty('contentTruncated');
    const short = await made({ key: 'short', content: 'x'.repeat(2_000) });
    expect(await revisions(short.id)).toMatchObject([
      { content: 'x'.repeat(2_000), contentTruncated: false },
    ]);
  });

  it('restores an old revision as a new one', async () => {
    const { id } = await made({ ...NOTES, title: 'Old' });
    await change(id, { title: 'New', content: 'Changed' });
    const [current, old] = await revisions(id);
    const { status, body } = await owner.api.post(`${base}/${id}/revisions/${old.id}/restore`);
    expect([status, body]).toMatchObject([200, { title: 'Old', content: NOTES.content, lastRevisionSeq: 3 }]);
    expect((await revisions(id))[0]).toMatchObject({ seq: 3, op: 'restore', restoredFromSeq: 1 });
    const [newest] = await revisions(id);
    expect((await owner.api.post(`${base}/${id}/revisions/${newest.id}/restore`)).status).toBe(422);
    expect(await search('Mondays')).toHaveLength(1);
    // Word for word what is there: no revision more.
    const same = await owner.api.post(`${base}/${id}/revisions/${old.id}/restore`);
    expect([same.status, same.body.lastRevisionSeq]).toEqual([200, 3]);
    expect((await owner.api.post(`${base}/${id}/revisions/${current.id}/restore`)).body.lastRevisionSeq).toBe(
      4,
    );
  });

  it('04-28 redacts an old revision, never the current one, and never twice', async () => {
    const { id } = await made({ ...NOTES, title: 'Old', description: 'Older', content: 'canary-word' });
    await change(id, { content: 'Clean', title: null, description: null });
    const [current, old] = await revisions(id);
    const at = (revision: any, what: string) =>
      owner.api.post(`${base}/${id}/revisions/${revision.id}/${what}`);
    expect((await at(current, 'redact')).body.error.type).toBe('validation_error');
    const redacted = await at(old, 'redact');
    expect([redacted.status, redacted.body]).toMatchObject([
      200,
      {
        id: old.id,
        seq: 1,
        title: null,
        description: null,
        content: '[redacted]',
        authorEmail: owner.email,
        redactedAt: expect.any(String),
        redactedByUserId: owner.userId,
      },
    ]);
    expect((await at(old, 'redact')).status).toBe(422);
    expect((await at(old, 'restore')).status).toBe(422);
    const [stored] = await server.db.query(
      'SELECT json_agg(r) AS rows FROM agent_memory_revisions r WHERE memory_id = $1',
      [id],
    );
    expect(JSON.stringify(stored)).not.toContain('canary-word');
    expect((await entries()).at(-1)).toMatchObject({
      action: 'redact',
      userId: owner.userId,
      metadata: { agentId, memoryId: id, key: 'deploy-notes', seq: 1 },
    });
  });

  it('is dense and consistent when many change, restore and redact at once', async () => {
    const { id } = await made();
    await change(id, { content: 'second' });
    const [, old] = await revisions(id);
    const path = `${base}/${id}/revisions/${old.id}`;
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, at) => change(id, { content: `at once ${at}` })),
      owner.api.post(`${path}/restore`),
      owner.api.post(`${path}/redact`),
      owner.api.post(`${path}/redact`),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(statuses.slice(9).sort()).toEqual([200, 422]);
    const kept = await revisions(id);
    expect(kept.map(({ seq }) => seq)).toEqual(
      Array.from({ length: kept.length }, (_, at) => kept.length - at),
    );
    const now = await read(id);
    expect([now.lastRevisionSeq, now.content]).toEqual([kept[0].seq, kept[0].content]);
    expect(kept.filter(({ content }) => content === '[redacted]').map(({ seq }) => seq)).toEqual([1]);
  });
});

describe('the cap', () => {
  it('04-29 refuses the 101st memory, and lets the others change', async () => {
    await fill(99);
    const { id } = await made();
    const refused = await create({ key: 'one-more', content: 'x' });
    expect([refused.status, refused.body.error.type]).toEqual([422, 'validation_error']);
    expect((await change(id, { content: 'changed' })).status).toBe(200);
    expect((await create(NOTES)).status).toBe(409);
  });

  it('holds when many are made at once', async () => {
    await fill(97);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => create({ key: `at-once-${at}`, content: 'x' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, ...Array(7).fill(422)]);
    expect((await owner.api.get(base)).body.memories).toHaveLength(100);
  });
});

describe('search', () => {
  it('finds forms of words, weighs title over description over content, and marks what matches', async () => {
    await made({ key: 'c', content: 'We were deploying the gateway on Monday.' });
    await made({ key: 'b', description: 'How a deployment goes', content: 'See there.' });
    await made({ key: 'a', title: 'Deploy', content: 'See here.' });
    await made({ key: 'z', content: 'Nothing of the kind.' });
    const hits = await search('deploys');
    expect(hits.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
    for (const { rank } of hits) expect(rank > 0.1 && rank < 1).toBe(true);
    expect(hits[2]).toEqual({
      id: expect.any(String),
      key: 'c',
      title: null,
      description: null,
      snippet: 'We were **deploying** the gateway on Monday',
      rank: expect.any(Number),
      updatedAt: expect.any(String),
    });
  });

  it('finds parts of keys and titles in any letter case', async () => {
    await made({ key: 'onboarding-plan', title: 'Größe der Übung', content: 'x' });
    for (const q of ['boarding', 'ING-PL', 'rösse'.replace('ss', 'ß'), 'ÜBUN']) {
      expect([q, (await search(q)).map(({ key }) => key)]).toEqual([q, ['onboarding-plan']]);
    }
    expect(await search('%')).toEqual([]);
    expect(await search('_')).toEqual([]);
  });

  it('reads phrases, alternatives and exclusions, and never fails', async () => {
    await made({ key: 'one', content: 'red fox, blue_whale' });
    await made({ key: 'two', content: 'fox that is red' });
    const keys = async (q: string) => (await search(q)).map(({ key }) => key).sort();
    expect(await keys('"red fox"')).toEqual(['one']);
    expect(await keys('blue-whale')).toEqual(['one']);
    expect(await keys('fox -whale')).toEqual(['two']);
    expect(await keys('whale or red')).toEqual(['one', 'two']);
    for (const q of [
      `'); DROP TABLE`,
      '"',
      '""',
      '-',
      '!!',
      ':*',
      '<->',
      '&|!()',
      'a & | b',
      '\\',
      '\u0001',
      'the',
    ]) {
      expect([q, await search(q)]).toEqual([q, expect.any(Array)]);
    }
    for (const q of ['', '%20%20', 'x'.repeat(501), 'a%00b', 'a&q=b']) {
      expect([q, (await owner.api.get(`${base}?q=${q}`)).status]).toEqual([q, 400]);
    }
  });

  it('shows eight at most, the newest first among equals', async () => {
    for (let at = 1; at <= 10; at++) await made({ key: `k${at}`, content: 'same words' });
    expect((await search('words')).map(({ key }) => key)).toEqual(
      Array.from({ length: 8 }, (_, at) => `k${10 - at}`),
    );
  });

  it('takes a text for plain text, so that nothing in it looks like a match', async () => {
    await made({
      key: 'k',
      content: '**forged** <script>needle</script> \u0001needle\u0001 ***x*** https://needle.example/',
    });
    const [{ snippet }] = await search('needle');
    expect(snippet.match(/\*\*[^*]+\*\*/g)).toEqual(['**needle**', '**needle**', '**needle**']);
    expect(snippet).toContain('<script>');
    expect(snippet).not.toMatch(/\p{Cc}/u);
  });

  it('is quick over texts that are made to be slow', async () => {
    const most = 100_000;
    const texts = ['a_', '~/', '<', '"', 'a.b@', 'é', '漢', '𝒳 ', '* '].map((part) =>
      `needle ${part.repeat(most)}`.slice(0, 49_000).trim(),
    );
    const many = Array.from({ length: 110 }, (_, at) => `w${at}`);
    texts.push(Array.from({ length: 20_000 }, (_, at) => `n${at.toString(36)}`).join(' '));
    texts.push(Array.from({ length: 180 }, () => many.join(' ')).join(' '));
    for (const [at, content] of texts.entries()) await made({ key: `k${at}`, content });
    for (const q of [
      'needle',
      many.join(' ').slice(0, 500),
      `"${many.join(' ').slice(0, 490)}"`,
      'needle or nzz -w1',
    ]) {
      const begun = performance.now();
      await search(q);
      // A second is generous: the engine by itself takes minutes for the first text and seconds for the last query.
      expect(performance.now() - begun).toBeLessThan(1_000);
    }
  }, 60_000);
});

describe('who may', () => {
  it('is 422 for an agent that brings its own program, after the body', async () => {
    const byo = (await owner.api.get('/v1/agents/default')).body.id;
    const path = `/v1/agents/${byo}/memories`;
    for (const answer of [await owner.api.post(path, NOTES), await owner.api.get(path)]) {
      expect([answer.status, answer.body.error.type]).toEqual([422, 'validation_error']);
    }
    expect((await owner.api.post(path, { ...NOTES, more: 1 })).body).toEqual({
      error: 'more is not a known field',
    });
  });

  it('is 404 for agents and memories of others, and for memories and revisions of another agent', async () => {
    const { id } = await made();
    const [{ id: revisionId }] = await revisions(id);
    const other = await signUpOwner(server);
    const theirs = await hostedAgent(server, other);
    const second = await hostedAgent(server, owner, 'second');
    const foreign = (await owner.api.post(`/v1/agents/${second}/memories`, NOTES)).body.id;
    const paths = [`${base}/${ABSENT}`, `${base}/nonsense`, `${base}/${foreign}`];
    const tries: [Owner, string][] = [
      ...paths.map((path): [Owner, string] => [owner, path]),
      [other, `${base}/${id}`],
      [other, `/v1/agents/${theirs}/memories/${id}`],
    ];
    for (const [person, path] of tries) {
      for (const answer of [
        await person.api.get(path),
        await person.api.patch(path, { content: 'stolen' }),
        await person.api.delete(path),
        await person.api.get(`${path}/revisions`),
        await person.api.get(`${path}/revisions/${revisionId}`),
        await person.api.post(`${path}/revisions/${revisionId}/restore`),
        await person.api.post(`${path}/revisions/${revisionId}/redact`),
      ]) {
        expect([path, answer.status, answer.body.error.type]).toEqual([path, 404, 'not_found_error']);
      }
    }
    for (const revision of [ABSENT, 'nonsense', (await read(id)).id]) {
      expect((await owner.api.get(`${base}/${id}/revisions/${revision}`)).status).toBe(404);
    }
    expect((await read(id)).content).toBe(NOTES.content);
  });

  it('lets a member of the organization, and nobody else', async () => {
    const member = await memberOf(server, owner);
    expect((await member.post(base, NOTES)).status).toBe(201);
    const stranger = api(server).as((await signUpOwner(server)).cookie);
    expect((await stranger.inWorkspace(owner.workspaceId).get(base)).status).toBe(401);
    expect((await api(server).get(base)).status).toBe(401);
  });

  it('goes with the agent', async () => {
    const { id } = await made();
    expect((await owner.api.delete(`/v1/agents/${agentId}`)).status).toBe(204);
    expect(await server.db.query('SELECT 1 FROM agent_memories WHERE id = $1', [id])).toEqual([]);
  });
});

describe('what an agent writes', () => {
  const turnId = '11111111-1111-4111-8111-111111111111';
  const conversationId = '22222222-2222-4222-8222-222222222222';

  function save(memory: { key: string; content: string; title?: string }): Promise<any> {
    const { organizationId, workspaceId, userId, email } = owner;
    const by = { userId, userEmail: email, source: 'system' as const };
    const author = {
      authorKind: 'agent' as const,
      authorUserId: userId,
      authorEmail: email,
      conversationId,
      turnId,
    };
    const writing = { author, origin: { organizationId, workspaceId, by } };
    return server.app
      .get(Database)
      .tx((tx) => server.app.get(AgentMemories).save(tx, agentId, memory, writing));
  }

  it('is kept under its key, names its turn, and leaves alone what it does not name', async () => {
    expect(await save({ key: 'k', content: 'one', title: 'T' })).toEqual({
      key: 'k',
      created: true,
      noop: false,
      revisionSeq: 1,
    });
    expect(await save({ key: 'k', content: 'one' })).toMatchObject({
      created: false,
      noop: true,
      revisionSeq: 1,
    });
    expect(await save({ key: 'k', content: 'two' })).toMatchObject({ noop: false, revisionSeq: 2 });
    const { memories, held, max } = await server.app.get(AgentMemories).list(server.db, agentId);
    expect([held, max, memories[0]]).toMatchObject([1, 100, { key: 'k', title: 'T' }]);
    expect((await read(memories[0]!.id)).latestRevision).toMatchObject({
      authorKind: 'agent',
      authorEmail: owner.email,
      conversationId,
      turnId,
    });
    expect(await server.app.get(AgentMemories).find(server.db, agentId, 'two')).toHaveLength(1);
    expect(await server.app.get(AgentMemories).get(server.db, agentId, 'k')).toMatchObject({
      content: 'two',
    });
    expect(await server.app.get(AgentMemories).get(server.db, agentId, 'nothing')).toBeNull();
    expect((await entries()).map(({ action, userId }) => [action, userId])).toEqual([
      ['create', owner.userId],
      ['update', owner.userId],
    ]);
  });

  it('is bound by the same cap and sizes', async () => {
    await fill(100);
    await expect(save({ key: 'k', content: 'x' })).rejects.toThrow('at most 100 memories');
    await expect(save({ key: 'filled-1', content: '漢'.repeat(60_000) })).rejects.toThrow('too large');
    expect(await save({ key: 'filled-1', content: 'new' })).toMatchObject({ created: false, revisionSeq: 2 });
  });
});
