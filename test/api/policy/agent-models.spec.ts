/** 02 §2.5: the models of hosted agents. Their providers are a stand-in internet behind the egress proxy. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { createSecret, grant, revoke } from '../../harness/clients/agent.js';
import { addPartner, attach } from '../../harness/people/attached.js';
import { hostedAgent } from '../../harness/hosting/hosted-agent.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { until } from '../../harness/time/until.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ABSENT_ID = '00000000-0000-4000-8000-000000000000';
const PINNED = {
  anthropic: [
    'claude-opus-5',
    'claude-sonnet-5',
    'claude-opus-4-8',
    'claude-opus-4-6',
    'claude-sonnet-4-6',
    'claude-haiku-4-5',
  ],
  openai: ['gpt-5.4', 'gpt-5.4-pro', 'gpt-5.3-codex', 'gpt-5.2', 'gpt-5.1', 'gpt-5', 'gpt-5-mini'],
};
const KEYS = {
  anthropic: {
    name: 'Claude',
    type: 'anthropic',
    value: 'sk-ant-api03-canary',
    hostPattern: 'api.anthropic.com',
  },
  openai: { name: 'GPT', type: 'openai', value: 'sk-canary-openai', hostPattern: 'api.openai.com' },
};
const SUBSCRIPTION = JSON.stringify({ tokens: { access_token: 'a.b.c', refresh_token: 'r' } });
const NO_KEY = {
  provider: null,
  providerLabel: null,
  providerScope: null,
  models: [],
  efforts: [],
  defaults: { model: '', effort: null },
  selected: { model: '', effort: null, overridden: false },
  degraded: false,
};

let folder: string;
let upstream: Upstream;
let server: TestServer;
let owner: Owner;
let agentId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cg-ca-'));
  upstream = await startUpstream();
  const file = join(folder, 'ca.pem');
  await writeFile(file, upstream.authorityPem);
  server = await startServer({ ...upstream.settings, GATEWAY_UPSTREAM_CA_FILE: file });
});
afterAll(async () => {
  await server.close();
  await upstream.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  upstream.reset();
  upstream.answer = (_request, response) => response.writeHead(500).end();
  owner = await signUpOwner(server);
  agentId = await hostedAgent(server, owner);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** A key the agent has; the first one of a workspace is granted by itself. */
async function key(input: object, path?: string): Promise<string> {
  const id = await createSecret(owner, { ...KEYS.anthropic, ...input }, path);
  await grant(owner, agentId, id);
  return id;
}

async function models(): Promise<any> {
  const { status, body } = await owner.api.get(`/v1/agents/${agentId}/models`);
  expect([status, body]).toEqual([200, expect.any(Object)]);
  return body;
}

const detail = async () => (await owner.api.get(`/v1/agents/${agentId}`)).body;
const change = (patch: object) => owner.api.patch(`/v1/agents/${agentId}`, patch);
const idsOf = (answer: { models: { id: string }[] }) => answer.models.map(({ id }) => id);

function listing(...entries: object[]): void {
  upstream.answer = (_request, response) => response.end(JSON.stringify({ data: entries }));
}

function later(ms: number): void {
  const now = Date.now() + ms;
  jest.spyOn(Date, 'now').mockReturnValue(now);
}

describe('who has a choice', () => {
  it('is 422 for an agent that brings its own model', async () => {
    const byo = (await owner.api.get('/v1/agents/default')).body.id;
    const { status, body } = await owner.api.get(`/v1/agents/${byo}/models`);
    expect([status, body.error.type]).toEqual([422, 'validation_error']);
  });

  it('is 404 for an unknown agent', async () => {
    const { status, body } = await owner.api.get(`/v1/agents/${ABSENT_ID}/models`);
    expect([status, body]).toEqual([404, { error: { message: 'Agent not found', type: 'not_found_error' } }]);
  });

  it('is empty without an LLM key, and with one that is not granted', async () => {
    await createSecret(owner, { hostPattern: 'api.example.test' });
    expect(await models()).toEqual(NO_KEY);
    const id = await key({});
    await revoke(owner, agentId, id);
    expect(await models()).toEqual(NO_KEY);
    expect(upstream.seen).toEqual([]);
  });
});

describe('the key that counts', () => {
  it('is the workspace key before the organization one, whatever the provider', async () => {
    await key({ ...KEYS.openai });
    const shared = await createSecret(owner, KEYS.anthropic, '/v1/org/secrets');
    await grant(owner, agentId, shared);
    expect(await models()).toMatchObject({ provider: 'openai', providerScope: 'workspace' });
    await server.db.query('UPDATE secrets SET workspace_id = NULL WHERE organization_id = $1', [
      owner.organizationId,
    ]);
    expect(await models()).toMatchObject({ provider: 'anthropic', providerScope: 'organization' });
  });

  it('07 §A10.5 is a partner’s where there is no other, and lists what that one may use', async () => {
    const partner = await addPartner(server);
    await attach(server, partner, owner);
    await createSecret(partner, KEYS.anthropic, '/v1/partner/secrets');
    listing({ id: 'claude-lent-1', display_name: 'Lent' });
    const lent = await models();
    expect(lent).toMatchObject({ provider: 'anthropic', providerScope: 'partner', degraded: false });
    expect(idsOf(lent)).toContain('claude-lent-1');
    await key({ ...KEYS.openai });
    expect(await models()).toMatchObject({ provider: 'openai', providerScope: 'workspace' });
  });

  it('is anthropic before openai at one level, then the lowest id', async () => {
    await key({ ...KEYS.openai });
    const first = await key({ value: 'sk-ant-api03-one' });
    const second = await key({ value: 'sk-ant-api03-two' });
    listing({ id: 'claude-live' });
    expect(await models()).toMatchObject({ provider: 'anthropic', providerLabel: 'Anthropic' });
    const lowest = first < second ? 'sk-ant-api03-one' : 'sk-ant-api03-two';
    expect(upstream.only().headers['x-api-key']).toBe(lowest);
  });
});

describe('the pinned list', () => {
  it('stands in for an Anthropic list that cannot be had', async () => {
    await key({});
    const answer = await models();
    expect(answer).toMatchObject({
      provider: 'anthropic',
      providerLabel: 'Anthropic',
      providerScope: 'workspace',
      defaults: { model: 'claude-sonnet-5', effort: null },
      selected: { model: 'claude-sonnet-5', effort: null, overridden: false },
      degraded: true,
    });
    expect(idsOf(answer)).toEqual(PINNED.anthropic);
    expect(answer.models[0]).toEqual({ id: 'claude-opus-5', label: 'Claude Opus 5', source: 'pinned' });
    expect(answer.efforts.map(({ id }: any) => id)).toEqual(['low', 'medium', 'high', 'max']);
  });

  it('stands in for an OpenAI list that cannot be had', async () => {
    await key(KEYS.openai);
    const answer = await models();
    expect(answer).toMatchObject({
      provider: 'openai',
      providerLabel: 'OpenAI',
      defaults: { model: 'gpt-5.4', effort: null },
      degraded: true,
    });
    expect(idsOf(answer)).toEqual(PINNED.openai);
    expect(answer.efforts.map(({ id }: any) => id)).toEqual(['low', 'medium', 'high']);
  });

  it.each([
    ['an Anthropic subscription', { value: 'sk-ant-oat01-canary' }],
    ['an OpenAI subscription', { ...KEYS.openai, value: SUBSCRIPTION }],
    [
      'a 1Password reference',
      { valueSource: 'onepassword', value: undefined, opRef: 'op://vault/item/field' },
    ],
    ["a key for somebody's own endpoint", { hostPattern: 'llm.example.test' }],
  ])('is all there is for %s: nobody is asked', async (_what, input) => {
    await key(input);
    expect(await models()).toMatchObject({ degraded: true, models: expect.any(Array) });
    expect(upstream.seen).toEqual([]);
  });
});

describe('the live list', () => {
  it('is asked of Anthropic with the key, under the fixed URL', async () => {
    await key({ hostPattern: '*.anthropic.com' });
    listing(
      { id: 'claude-opus-9', display_name: 'Claude Opus 9' },
      { id: 'other-model' },
      { id: 'claude-mini' },
      { id: 7 },
    );
    const answer = await models();
    expect(answer.degraded).toBe(false);
    expect(answer.models).toEqual([
      { id: 'claude-opus-9', label: 'Claude Opus 9', source: 'live' },
      { id: 'claude-mini', label: 'claude-mini', source: 'live' },
    ]);
    const { scheme, method, host, url, headers } = upstream.only();
    expect({ scheme, method, host, url }).toEqual({
      scheme: 'https',
      method: 'GET',
      host: 'api.anthropic.com',
      url: '/v1/models?limit=100',
    });
    expect(headers).toMatchObject({ 'x-api-key': 'sk-ant-api03-canary', 'anthropic-version': '2023-06-01' });
    expect(headers.authorization).toBeUndefined();
  });

  it('is asked of OpenAI with a bearer, and offers what can chat', async () => {
    const id = await key(KEYS.openai);
    expect((await owner.api.patch(`/v1/secrets/${id}`, { hostPattern: 'llm.example.test' })).status).toBe(
      200,
    );
    const offered = ['gpt-6', 'o1', 'o3-mini', 'o4-mini', 'chatgpt-latest'];
    const others = [
      'text-embedding-4',
      'gpt-4o-audio-preview',
      'gpt-realtime',
      'gpt-4o-transcribe',
      'gpt-4o-mini-tts',
      'whisper-1',
      'gpt-image-1',
      'dall-e-3',
      'gpt-4o-search-preview',
      'gpt-3.5-turbo-INSTRUCT',
      'omni-moderation',
      'davinci',
    ];
    listing(...[...others, ...offered].map((model) => ({ id: model })));
    const answer = await models();
    expect(idsOf(answer)).toEqual(offered);
    const { host, url, headers } = upstream.only();
    expect([host, url, headers.authorization]).toEqual([
      'api.openai.com',
      '/v1/models',
      'Bearer sk-canary-openai',
    ]);
  });

  it('is cached for an hour, then served old while it is read again', async () => {
    await key({});
    listing({ id: 'claude-old' });
    await models();
    later(HOUR - MINUTE);
    listing({ id: 'claude-new' });
    expect([idsOf(await models()), upstream.seen.length]).toEqual([['claude-old'], 1]);
    later(2 * MINUTE);
    const stale = await models();
    expect([idsOf(stale), stale.degraded, stale.models[0].source]).toEqual([['claude-old'], true, 'live']);
    await until(() => upstream.seen.length === 2);
    await until(async () => idsOf(await models())[0] === 'claude-new');
    expect([(await models()).degraded, upstream.seen.length]).toEqual([false, 2]);
  });

  it('keeps an old list when reading it again fails', async () => {
    await key({});
    listing({ id: 'claude-old' });
    await models();
    later(HOUR + MINUTE);
    upstream.answer = (_request, response) => response.writeHead(500).end();
    await models();
    await until(() => upstream.seen.length === 2);
    expect(await models()).toMatchObject({ degraded: true, models: [{ id: 'claude-old', source: 'live' }] });
    expect(upstream.seen.length).toBe(2);
  });

  it('rests for five minutes after a failure', async () => {
    await key({});
    await models();
    listing({ id: 'claude-back' });
    later(4 * MINUTE);
    expect([idsOf(await models()), upstream.seen.length]).toEqual([PINNED.anthropic, 1]);
    later(2 * MINUTE);
    expect(idsOf(await models())).toEqual(['claude-back']);
  });

  it('is asked for once by many at the same time', async () => {
    await key({});
    listing({ id: 'claude-live' });
    const answers = await Promise.all([models(), models(), models(), models()]);
    expect(answers.map(({ degraded }) => degraded)).toEqual([false, false, false, false]);
    expect(upstream.seen.length).toBe(1);
  });

  it('is asked for anew with a new key', async () => {
    const id = await key({});
    await models();
    listing({ id: 'claude-live' });
    await owner.api.patch(`/v1/secrets/${id}`, { value: 'sk-ant-api03-other' });
    expect(idsOf(await models())).toEqual(['claude-live']);
    expect(upstream.seen.map(({ headers }) => headers['x-api-key'])).toEqual([
      'sk-ant-api03-canary',
      'sk-ant-api03-other',
    ]);
  });

  it('has at most 200 entries', async () => {
    await key({});
    listing(...Array.from({ length: 300 }, (_, index) => ({ id: `claude-${index}` })));
    expect((await models()).models).toHaveLength(200);
  });

  it.each<[string, (response: any) => unknown]>([
    ['a redirect', (response) => response.writeHead(302, { location: 'https://evil.test/' }).end()],
    ['a refusal', (response) => response.writeHead(401).end('{}')],
    ['something else', (response) => response.end('<html>')],
    ['another document', (response) => response.end('{"data":"none"}')],
    ['null', (response) => response.end('null')],
    ['no selectable model', (response) => response.end('{"data":[{"id":"embedding-1"},null,5]}')],
    ['a list without end', (response) => response.end(`{"data":[${'"x",'.repeat(400_000)}"x"]}`)],
    ['a broken connection', (response) => response.socket.destroy()],
  ])('is not believed when the answer is %s', async (_what, answer) => {
    await key({});
    upstream.answer = (_request, response) => answer(response);
    expect(await models()).toMatchObject({ degraded: true, selected: { model: 'claude-sonnet-5' } });
    expect(idsOf(await models())).toEqual(PINNED.anthropic);
    expect(upstream.seen.map(({ host }) => host)).toEqual(['api.anthropic.com']);
  });

  it('is waited for no longer than five seconds', async () => {
    await key({});
    upstream.answer = (_request, response) => void response.writeHead(200).write('{');
    const started = performance.now();
    expect(idsOf(await models())).toEqual(PINNED.anthropic);
    const waited = performance.now() - started;
    expect(waited).toBeGreaterThan(4_500);
    expect(waited).toBeLessThan(8_000);
  });
});

describe('an override', () => {
  it('is what the next turn uses, and null gives the default back', async () => {
    await key({});
    expect(await change({ model: 'claude-opus-5', effort: 'max' })).toMatchObject({ status: 200 });
    expect((await models()).selected).toEqual({ model: 'claude-opus-5', effort: 'max', overridden: true });
    expect(await detail()).toMatchObject({ model: 'claude-opus-5', effort: 'max' });
    await change({ model: null });
    expect((await models()).selected).toEqual({ model: 'claude-sonnet-5', effort: 'max', overridden: true });
    await change({ effort: null });
    expect((await models()).selected).toEqual({ model: 'claude-sonnet-5', effort: null, overridden: false });
  });

  it('may be any selectable id, listed or not', async () => {
    await key({});
    expect((await change({ model: 'claude-of-tomorrow' })).status).toBe(200);
  });

  it.each([
    ['a model of another provider', KEYS.anthropic, { model: 'gpt-5.4' }],
    ['a model that cannot chat', KEYS.openai, { model: 'gpt-image-1' }],
    ['an effort the provider does not offer', KEYS.openai, { effort: 'max' }],
  ])('is refused with %s', async (_what, input, patch) => {
    await key(input);
    const { status, body } = await change({ ...patch, name: 'Renamed' });
    expect([status, body.error.type]).toEqual([400, 'invalid_request_error']);
    expect(await detail()).toMatchObject({ name: 'Hosted', model: null, effort: null });
  });

  it('is refused without an LLM key, but may be cleared', async () => {
    for (const patch of [{ model: 'claude-opus-5' }, { effort: 'low' }]) {
      const { status, body } = await change(patch);
      expect([status, body.error.type]).toEqual([400, 'invalid_request_error']);
    }
    expect((await change({ model: null, effort: null })).status).toBe(200);
  });

  it('04 §1.4 may be any id when the OpenAI key is for another host', async () => {
    const id = await key(KEYS.openai);
    await owner.api.patch(`/v1/secrets/${id}`, { hostPattern: 'llm.example.test' });
    expect((await change({ model: 'llama-4' })).status).toBe(200);
    expect((await models()).selected.model).toBe('llama-4');
  });

  it('is cleared when a secret grant changes the provider', async () => {
    await key(KEYS.openai);
    await change({ model: 'gpt-5', effort: 'low' });
    const claude = await key({});
    expect((await models()).selected).toEqual({
      model: 'claude-sonnet-5',
      effort: null,
      overridden: false,
    });
    await revoke(owner, agentId, claude);
    expect((await models()).selected).toEqual({ model: 'gpt-5.4', effort: null, overridden: false });
  });

  it('is cleared when its key is deleted, and when the compatibility list takes it away', async () => {
    for (const take of [
      (id: string) => owner.api.delete(`/v1/secrets/${id}`),
      () => owner.api.put(`/v1/agents/${agentId}/secrets`, { secretIds: [] }),
    ]) {
      const id = await key({});
      await change({ model: 'claude-opus-5' });
      await take(id);
      expect(await detail()).toMatchObject({ model: null, effort: null });
      await key({});
      expect((await models()).selected.overridden).toBe(false);
      await owner.api.put(`/v1/agents/${agentId}/secrets`, { secretIds: [] });
    }
  });

  it('stays when another grant changes', async () => {
    await key({});
    await change({ model: 'claude-opus-5' });
    await key({ value: 'sk-ant-api03-second' });
    await key(KEYS.openai);
    expect((await models()).selected.model).toBe('claude-opus-5');
  });

  it('for another provider is ignored on read, and its other half dropped by a change', async () => {
    await key({});
    await server.db.query(
      `UPDATE agents SET model = 'gpt-5', effort = 'low', model_provider = 'openai' WHERE id = $1`,
      [agentId],
    );
    expect((await models()).selected).toEqual({ model: 'claude-sonnet-5', effort: null, overridden: false });
    expect(await detail()).toMatchObject({ model: null, effort: null });
    await change({ effort: 'high' });
    expect((await models()).selected).toEqual({ model: 'claude-sonnet-5', effort: 'high', overridden: true });
  });

  it('is nothing an agent that brings its own model can have', async () => {
    const byo = (await owner.api.get('/v1/agents/default')).body.id;
    for (const patch of [{ model: 'claude-opus-5' }, { effort: 'low' }, { instructions: 'Be kind' }]) {
      const { status, body } = await owner.api.patch(`/v1/agents/${byo}`, patch);
      expect([status, body.error.type]).toEqual([400, 'invalid_request_error']);
    }
  });
});

it('02 §2.3 stores the brief of a hosted agent trimmed, blank as null', async () => {
  await change({ instructions: '  Be kind.\n' });
  expect((await detail()).instructions).toBe('Be kind.');
  await change({ instructions: ' \n ' });
  expect((await detail()).instructions).toBeNull();
});
