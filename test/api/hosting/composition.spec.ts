/** 04 §1, §9.3.2, §11.1, §11.3: what an agent is told of a turn, and where its model is asked. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database } from '../../../src/kernel/database/database.js';
import type { ClaimedTurn } from '../../../src/modules/hosting/conversations/runs/run-queue.js';
import { PlatformTurns } from '../../../src/modules/hosting/conversations/turns/platform-turns.js';
import { TurnMessages } from '../../../src/modules/hosting/composition/turn-messages.js';
import { HostedAgents } from '../../../src/modules/policy/agents/hosted-agents.js';
import { ModelTargets } from '../../../src/modules/policy/agents/models/model-targets.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { createSecret, grant } from '../../harness/clients/agent.js';
import { api } from '../../harness/clients/client.js';
import { conversation, hostedAgent, RUNNER_TOKEN, TestRunner } from '../../harness/hosting/hosting.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';

const SETTINGS = {
  RUNNER_TOKEN,
  ANTHROPIC_DEFAULT_MODEL: 'claude-of-the-house',
  EMBEDDED_HISTORY_CHARS: '300',
};
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let server: TestServer;
let owner: Owner;
let runner: TestRunner;
let agentId: string;
let id: string;

beforeAll(async () => {
  server = await startServer(SETTINGS);
  owner = await signUpOwner(server);
  runner = new TestRunner(server);
});
afterAll(() => server.close());

beforeEach(async () => {
  await server.db.query('DELETE FROM agent_placements');
  await runner.start({ history: true, steer: true, attachments: true });
  agentId = await hostedAgent(server, owner, { runner });
  id = await conversation(owner, agentId);
});

async function post(message: string, body: object = {}): Promise<string> {
  const sent = await owner.api.post(`/v1/conversations/${id}/messages`, { message, ...body });
  expect([sent.status, sent.text]).toEqual([201, expect.any(String)]);
  return sent.body.turn.id;
}

/** A message with its answer. */
async function talk(message: string, text: string, report: object = {}): Promise<void> {
  await post(message);
  await (await runner.claim(id)).answer(text, report);
}

/** What the runner is given with the next message. */
async function told(message: string, body: object = {}): Promise<any> {
  await post(message, body);
  return (await runner.claim(id)).item;
}

/** A report as a schedule places it (04 §3.2.8). */
async function deliver(message: string, text: string): Promise<void> {
  const turns = server.app.get(PlatformTurns, { strict: false });
  await server.app.get(Database, { strict: false }).tx(async (tx) => {
    const thread = await turns.lock(tx, id);
    await turns.report(tx, thread!, { source: 'cron', message, text });
  });
}

const remember = async (key: string, content: string, more: object = {}): Promise<void> => {
  const { status } = await owner.api.post(`/v1/agents/${agentId}/memories`, { key, content, ...more });
  expect(status).toBe(201);
};
const upload = async (name: string, type: string, bytes: Buffer): Promise<string> => {
  const { body } = await owner.api
    .with({ 'content-type': type })
    .send('POST', `/v1/conversations/${id}/attachments?name=${name}`, bytes);
  return body.id;
};
const texts = (item: any): string[] => item.history.map(({ text }: { text: string }) => text);

describe('the history', () => {
  it('holds what was said before in this conversation, with how it ended', async () => {
    await talk('One', 'First.');
    await talk('Two', 'Half', { status: 'failed', error: 'It broke.' });
    const elsewhere = id;
    id = await conversation(owner, agentId);
    await talk('Elsewhere', 'Not here.');
    id = elsewhere;
    const { history, message } = await told('Three');
    expect(message).toBe('Three');
    expect(history).toEqual([
      { role: 'user', text: 'One' },
      { role: 'assistant', text: 'First.' },
      { role: 'user', text: 'Two' },
      { role: 'assistant', text: 'Half\n\n[This run failed before it was finished.]' },
    ]);
  });

  it('has a follow-up that was taken where it was said, and one that was not as a turn', async () => {
    await post('Begin');
    const run = await runner.claim(id);
    await run.say({ type: 'turn.started' });
    const joined = await post('and hurry');
    await post('and then this');
    const steers = await runner.work();
    expect(steers.map(({ kind, turnId }) => [kind, turnId])).toContainEqual(['turn.steer', joined]);
    await run.say({ type: 'text', text: 'Done.' });
    await run.finish({ followUps: [{ turnId: joined, outcome: 'joined' }] });
    await (await runner.claim(id)).answer('That too.');
    expect(texts(await told('More'))).toEqual(['Begin\n\nand hurry', 'Done.', 'and then this', 'That too.']);
  });

  it('names files that came with a message', async () => {
    const file = await upload('a.txt', 'text/plain', Buffer.from('hello'));
    await post('', { attachmentIds: [file] });
    await (await runner.claim(id)).answer('Read.');
    expect(texts(await told('And?'))).toEqual([`[Attached: a.txt (id ${file})]`, 'Read.']);
  });

  it('labels what automation delivered, with no report beside it', async () => {
    await talk('One', 'First.');
    await deliver('Scheduled run "Morning"', 'All green.');
    const { history, context } = await told('And?');
    expect(history.at(-1)).toEqual({
      role: 'user',
      text: '[Delivered here by automation: Scheduled run "Morning"]\nAll green.',
    });
    expect(context).toBe('');
  });

  it('loses the oldest first to fit the setting, and is not given to who keeps a session', async () => {
    for (const text of ['a', 'b', 'c', 'd']) await talk(text, text.repeat(90));
    expect(texts(await told('e'))).toEqual([
      expect.stringContaining('left out'),
      ...['b', 'c', 'd'].flatMap((text) => [text, text.repeat(90)]),
    ]);
    await runner.start({});
    id = await conversation(owner, agentId);
    expect(await told('f')).not.toHaveProperty('history');
  });
});

describe('the context', () => {
  beforeEach(() => runner.start({ attachments: true }));

  it('names files, memories, what may matter of them, and reports since a person last spoke', async () => {
    await remember('deploy-notes', 'We deploy to staging every Monday with the blue script.', {
      description: 'How we deploy',
    });
    await remember('lunch', '\n  Pizza on Fridays.\nNothing else.');
    await deliver('Scheduled run "Old"', 'Before.');
    await talk('One', 'First.');
    await deliver('Scheduled run "New"', 'All green.');
    const file = await upload('a.txt', 'text/plain', Buffer.from('hello'));
    const { context, turnId } = await told('How do we deploy?', { attachmentIds: [file] });
    const lines = context.split('\n').filter((line: string) => line.startsWith('- '));
    expect(lines).toEqual([
      `- attachments/${turnId}/a.txt`,
      '- deploy-notes: How we deploy',
      '- lunch: Pizza on Fridays.',
      expect.stringMatching(/^- deploy-notes: .*\*\*deploy\*\*/),
      '- Scheduled run "New": All green.',
    ]);
  });

  it('has no reports for a run of a schedule, and is stored nowhere', async () => {
    await remember('k', 'A thing to know.');
    await deliver('Scheduled run "x"', 'All green.');
    await post('Go');
    await server.db.query(
      `UPDATE turns SET source = 'cron' WHERE status = 'queued' AND conversation_id = $1`,
      [id],
    );
    const { context } = (await runner.claim(id)).item;
    expect(context).toContain('- k: A thing to know.');
    expect(context).not.toContain('All green');
    const { body } = await owner.api.get(`/v1/conversations/${id}/turns`);
    expect(JSON.stringify(body)).not.toContain('to know');
  });

  it('is empty when there is nothing to tell', async () => {
    expect((await told('Hi')).context).toBe('');
  });
});

describe('what a model sees when this server runs the turn', () => {
  async function opening(): Promise<any> {
    const [turn] = await server.db.query<ClaimedTurn>(
      `SELECT id, conversation_id AS "conversationId", agent_id AS "agentId", message, source
       FROM turns WHERE status = 'queued' AND conversation_id = $1`,
      [id],
    );
    const scope = { organizationId: owner.organizationId, workspaceId: owner.workspaceId };
    const agent = await server.app.get(HostedAgents, { strict: false }).get(server.db, scope, agentId);
    return server.app.get(TurnMessages, { strict: false }).begin(scope, agent, turn!);
  }

  it('is the system text, the history, the context and the message', async () => {
    await owner.api.patch(`/v1/agents/${agentId}`, { name: 'Ada', instructions: 'Answer in French.' });
    await talk('One', 'First.');
    await deliver('Scheduled run "x"', 'All green.');
    await remember('k', 'A thing to know.');
    await post('Two');
    const { system, messages, earlier } = await opening();
    expect(system).toContain('You are Ada');
    expect(system).toContain('Answer in French.');
    expect(system).toContain('- credential-gateway: ');
    expect(messages.map(({ role, text }: any) => [role, text])).toEqual([
      ['user', 'One'],
      ['assistant', 'First.'],
      ['user', expect.stringContaining('All green.')],
      ['user', 'Your memories, by key:\n- k: A thing to know.'],
      ['user', 'Two'],
    ]);
    expect(earlier).toBe(3);
  });

  it('shows images that are some, and names the other files', async () => {
    const ids = [
      await upload('a.png', 'image/png', PNG),
      await upload('b.png', 'image/png', Buffer.from('no image')),
      await upload('c.csv', 'text/csv', Buffer.from('a;b')),
      await upload('d.bin', 'application/octet-stream', Buffer.from('x')),
    ];
    await post('', { attachmentIds: ids });
    const { messages } = await opening();
    const [context, message] = messages;
    expect(message).toEqual({
      role: 'user',
      text: '',
      images: [{ mediaType: 'image/png', data: PNG.toString('base64') }],
    });
    expect(context.text.split('\n').slice(1)).toEqual([
      `- a.png (id ${ids[0]}, image/png, ${PNG.length} bytes): shown with the message`,
      `- b.png (id ${ids[1]}, image/png, 8 bytes): cannot be opened here`,
      `- c.csv (id ${ids[2]}, text/csv, 3 bytes): to be read with attachment_read`,
      `- d.bin (id ${ids[3]}, application/octet-stream, 1 bytes): cannot be opened here`,
    ]);
  });
});

describe('where the model is asked', () => {
  const KEYLESS = { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1', LLM_KEYLESS_HOSTS: '127.0.0.1:11434' };
  const OPENAI = { name: 'GPT', type: 'openai', value: 'sk-canary-openai', hostPattern: 'api.openai.com' };
  const SUBSCRIPTION = JSON.stringify({ tokens: { access_token: 'a.b.c', refresh_token: 'r' } });

  async function target(of: TestServer = server): Promise<unknown> {
    const scope = { organizationId: owner.organizationId, workspaceId: owner.workspaceId };
    const agent = await of.app.get(HostedAgents, { strict: false }).get(of.db, scope, agentId);
    return of.app.get(ModelTargets, { strict: false }).of(scope, agent);
  }

  async function withKey(input: object): Promise<void> {
    agentId = await hostedAgent(server, owner, { runner, key: false });
    await server.db.query('DELETE FROM secrets WHERE organization_id = $1', [owner.organizationId]);
    await grant(owner, agentId, await createSecret(owner, { ...OPENAI, ...input }));
  }

  it("04 §1.4 is asked for the operator's model where none is chosen", async () => {
    expect((await owner.api.get(`/v1/agents/${agentId}/models`)).body).toMatchObject({
      defaults: { model: 'claude-of-the-house' },
      selected: { model: 'claude-of-the-house', overridden: false },
    });
    expect((await told('Hi')).agent.model).toBe('claude-of-the-house');
    expect(await target()).toEqual({
      provider: 'anthropic',
      url: 'https://api.anthropic.com/v1/messages',
      isOperators: false,
      credential: 'key',
      model: 'claude-of-the-house',
      effort: null,
      defaultModel: null,
    });
    await owner.api.patch(`/v1/agents/${agentId}`, { model: 'claude-opus-5', effort: 'max' });
    expect(await target()).toMatchObject({
      model: 'claude-opus-5',
      effort: 'max',
      defaultModel: 'claude-of-the-house',
    });
  });

  it('is the host of the key, for a model that is chosen', async () => {
    await withKey({});
    expect(await target()).toMatchObject({
      url: 'https://api.openai.com/v1/chat/completions',
      model: 'gpt-5.4',
    });
    const [secret] = (await owner.api.get('/v1/secrets')).body;
    await owner.api.patch(`/v1/secrets/${secret.id}`, { hostPattern: 'llm.example.test' });
    expect(await target()).toBeNull();
    await owner.api.patch(`/v1/agents/${agentId}`, { model: 'llama-4' });
    expect(await target()).toMatchObject({
      url: 'https://llm.example.test/v1/chat/completions',
      model: 'llama-4',
      defaultModel: null,
    });
  });

  it("passes over OpenAI's subscriptions, and takes Anthropic's as bearer", async () => {
    await withKey({ value: SUBSCRIPTION });
    expect(await target()).toBeNull();
    const claude = { name: 'Claude', type: 'anthropic', hostPattern: 'api.anthropic.com' };
    const shared = { ...claude, value: 'sk-ant-oat01-canary' };
    await grant(owner, agentId, await createSecret(owner, shared, '/v1/org/secrets'));
    expect(await target()).toMatchObject({ provider: 'anthropic', credential: 'bearer' });
  });

  it('R38.15 needs no key where the host needs none, which reads as no key', async () => {
    const keyless = await startReplica(server, { ...SETTINGS, ...KEYLESS, OPENAI_DEFAULT_MODEL: 'llama-4' });
    const unnamed = await startReplica(server, { ...SETTINGS, ...KEYLESS });
    agentId = await hostedAgent(server, owner, { key: false });
    await server.db.query('DELETE FROM secrets WHERE organization_id = $1', [owner.organizationId]);
    expect(await target(keyless)).toEqual({
      provider: 'openai',
      url: 'http://127.0.0.1:11434/v1/chat/completions',
      isOperators: true,
      credential: 'none',
      model: 'llama-4',
      effort: null,
      defaultModel: null,
    });
    expect([await target(unnamed), await target()]).toEqual([null, null]);
    const asked = await api(keyless).as(owner.apiKey).get(`/v1/agents/${agentId}/models`);
    expect(asked.body).toMatchObject({ provider: null, models: [], defaults: { model: '' } });
    const posted = async (to: TestServer): Promise<string> => {
      id = await conversation(owner, agentId);
      const { body } = await api(to)
        .as(owner.apiKey)
        .post(`/v1/conversations/${id}/messages`, { message: 'm' });
      return body.turn.status;
    };
    expect([await posted(keyless), await posted(server)]).toEqual(['queued', 'failed']);
    await keyless.close();
    await unnamed.close();
  });
});
