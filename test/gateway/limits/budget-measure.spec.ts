/** R40, 06 §13.4, 07 A11: what a budget cannot measure it does not let pass. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { request as httpRequest } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { MeteringLedger } from '../../../src/gateway/metering/metering-ledger.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, createAgent } from '../../harness/clients/agent.js';
import { createLender, type Lender } from '../../harness/people/lent-keys.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { until } from '../../harness/time/until.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';
import { askOn, http2Through, tunnelOffering } from '../http2/http2-client.js';
import { events } from './model-answers.js';

const CHAT = 'https://api.openai.com/v1/chat/completions';
const RESPONSES = 'https://api.openai.com/v1/responses';
const MESSAGES = 'https://api.anthropic.com/v1/messages';
const HEADERS = { 'content-type': 'application/json' };
const MODEL = 'gpt-4o-mini';
const CODINGS = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync, zstd: zstdCompressSync };

const QUESTION = { model: MODEL, stream: true, messages: [{ role: 'user', content: 'Say “hello”' }] };
const TEXTS = ['Hello', ', you'].map((content) => ({
  model: MODEL,
  choices: [{ index: 0, delta: { content } }],
  usage: null,
}));
const USAGE = { model: MODEL, choices: [], usage: { prompt_tokens: 1_000, completion_tokens: 50 } };
const WITHOUT_USAGE = events([...TEXTS, '[DONE]']);
const WITH_USAGE = events([...TEXTS, USAGE, '[DONE]']);
/** 1,000 · 0.15 + 50 · 0.60 dollars a million. */
const COST = 15_000_000n + 3_000_000n;
/** Of the provider, in nano-cents a token: the input of gpt-5.4-pro, and what a gpt-4o-mini writes. */
const LARGEST_INPUT_RATE = 3_000_000n;
const OUTPUT_RATE = 60_000n;

let upstream: Upstream;
let server: TestServer;
let owner: Owner;
let agent: Agent;
let lender: Lender;
let keys: { anthropic: string; openai: string };

beforeAll(async () => {
  upstream = await startUpstream();
  server = await startServer({
    ...upstream.settings,
    GATEWAY_AGENT_BODY_BYTES: '1048576',
    GATEWAY_CONDITION_BODY_BYTES: '65536',
  });
});

afterAll(async () => {
  await server?.close();
  await upstream?.close();
});

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
  lender = await createLender(server);
  await lender.attach(owner);
  keys = {
    anthropic: await lender.lend({ type: 'anthropic', hostPattern: 'api.anthropic.com' }),
    openai: await lender.lend({ type: 'openai', hostPattern: 'api.openai.com', value: 'sk-lent' }),
  };
});

const budgetPath = (secretId: string): string =>
  `/v1/partner/orgs/${owner.organizationId}/secrets/${secretId}/budget`;

async function setBudgets(more: object = {}): Promise<void> {
  for (const secretId of [keys.openai, keys.anthropic]) {
    const budget = { limitCents: 1_000_000, period: 'total', ...more };
    expect((await lender.api.post(budgetPath(secretId), budget)).status).toBe(200);
  }
}

async function spent(secretId = keys.openai): Promise<bigint> {
  await server.app.get(MeteringLedger).flush();
  const [row] = await server.db.query<{ spent: string }>(
    `SELECT nano_cents::text AS spent FROM partner_spend
     WHERE secret_id = $1 AND organization_id = $2 AND budget_window = 'total'`,
    [secretId, owner.organizationId],
  );
  return BigInt(row?.spent ?? 0);
}

/** As OpenAI does: the usage comes at the end of a stream that asked for it. */
function answerAsAsked(
  headers: Record<string, string> = {},
  encode = (text: string) => Buffer.from(text),
): void {
  upstream.answer = (_request, response, seen) => {
    const asked = JSON.parse(String(seen.body)) as { stream_options?: { include_usage?: boolean } };
    const told = asked.stream_options?.include_usage === true;
    response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
    const bytes = encode(told ? WITH_USAGE : WITHOUT_USAGE);
    for (let at = 0; at < bytes.length; at += 7) response.write(bytes.subarray(at, at + 7));
    response.end();
  };
}

const post = (url: string, body: object | string | Buffer, headers = {}) =>
  agent.ask(url, {
    method: 'POST',
    headers: { ...HEADERS, ...headers },
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });

describe('R40.1 a streamed chat completion', () => {
  it.each([
    ['says nothing of it', {}, { include_usage: true }],
    ['says no', { stream_options: { include_usage: false } }, { include_usage: true }],
    ['has no options', { stream_options: null }, { include_usage: true }],
    [
      'has other options',
      { stream_options: { include_obfuscation: false } },
      { include_obfuscation: false, include_usage: true },
    ],
  ])(
    'is sent with the question for its usage where it %s, and the agent does not see it',
    async (_says, more, sent) => {
      await setBudgets();
      answerAsAsked();
      const answer = await post(CHAT, { ...QUESTION, ...more });
      expect([answer.status, answer.text]).toEqual([200, WITHOUT_USAGE]);
      const { body, headers } = upstream.only();
      expect(JSON.parse(String(body))).toEqual({ ...QUESTION, ...more, stream_options: sent });
      expect(Number(headers['content-length'])).toBe(body.length);
      expect(await spent()).toBe(COST);
    },
  );

  it('passes as it is, both ways, where it asks itself, and where it is no stream or has no budget', async () => {
    answerAsAsked();
    const asks = JSON.stringify({ ...QUESTION, stream_options: { include_usage: true } });
    const plain = JSON.stringify({ ...QUESTION, stream: false });
    expect((await post(CHAT, JSON.stringify(QUESTION))).text).toBe(WITHOUT_USAGE);
    expect(String(upstream.only().body)).toBe(JSON.stringify(QUESTION));
    await setBudgets();
    expect((await post(CHAT, asks)).text).toBe(WITH_USAGE);
    expect(String(upstream.only().body)).toBe(asks);
    expect((await post(CHAT, plain)).text).toBe(WITHOUT_USAGE);
    expect(String(upstream.only().body)).toBe(plain);
  });

  it('is measured over HTTP/2 as well', async () => {
    await setBudgets();
    answerAsAsked();
    const caPem = await (await fetch(`${server.gatewayUrl}/v1/gateway/ca`)).text();
    const port = Number(new URL(server.gatewayUrl).port);
    const session = await http2Through({ port, token: agent.token, caPem }, 'api.openai.com:443');
    const answer = await askOn(session, '/v1/chat/completions', {
      headers: { ':method': 'POST', ...HEADERS },
      body: JSON.stringify(QUESTION),
    });
    expect([answer.status, answer.text]).toEqual([200, WITHOUT_USAGE]);
    session.close();
    expect(await spent()).toBe(COST);
  });

  it('is measured when it is sent in chunks, and encoded', async () => {
    await setBudgets();
    answerAsAsked();
    const gateway = new URL(server.gatewayUrl);
    const text = await new Promise<string>((resolve, reject) => {
      const outgoing = httpRequest({
        host: gateway.hostname,
        port: gateway.port,
        method: 'POST',
        path: CHAT,
        headers: {
          ...HEADERS,
          host: 'api.openai.com',
          'proxy-authorization': `Basic ${Buffer.from(`x:${agent.token}`).toString('base64')}`,
        },
      });
      outgoing.on('error', reject);
      outgoing.on('response', (response) => {
        let read = '';
        response.setEncoding('utf8').on('data', (piece: string) => (read += piece));
        response.on('end', () => resolve(read));
      });
      for (const byte of JSON.stringify(QUESTION)) outgoing.write(byte);
      outgoing.end();
    });
    expect(text).toBe(WITHOUT_USAGE);
    upstream.only();
    for (const [coding, encode] of Object.entries(CODINGS)) {
      const answer = await post(CHAT, encode(JSON.stringify(QUESTION)), { 'content-encoding': coding });
      expect([coding, answer.status, answer.text]).toEqual([coding, 200, WITHOUT_USAGE]);
      expect(upstream.only().headers['content-encoding']).toBeUndefined();
    }
    expect(await spent()).toBe(5n * COST);
  });

  it.each(Object.entries(CODINGS))(
    'loses its usage also where it is answered in %s unasked',
    async (coding, encode) => {
      await setBudgets();
      answerAsAsked(
        { 'content-encoding': coding, 'content-length': String(encode(WITH_USAGE).length) },
        encode,
      );
      const answer = await post(CHAT, QUESTION, { 'accept-encoding': 'gzip, br' });
      expect([answer.status, answer.headers['content-encoding'], answer.text]).toEqual([
        200,
        undefined,
        WITHOUT_USAGE,
      ]);
      expect(upstream.only().headers['accept-encoding']).toBe('identity');
    },
  );

  it('is broken off where its coding is broken', async () => {
    await setBudgets();
    upstream.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
      response.end('no gzip at all');
    };
    await expect(post(CHAT, QUESTION)).rejects.toThrow();
    expect((await agent.ask('https://api.openai.com/v1/models')).status).toBe(200);
  });
});

describe('R40.2 an answer that tells no usage', () => {
  const charge = (bytes: number, output: number): bigint =>
    BigInt(bytes) * LARGEST_INPUT_RATE + BigInt(output) * OUTPUT_RATE;

  it('costs all that was sent at the largest rate of the provider, and as much output as was allowed', async () => {
    await setBudgets();
    upstream.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ model: MODEL, choices: [{ message: { content: 'Hi' } }] }));
    };
    const bounded = JSON.stringify({ ...QUESTION, stream: false, max_completion_tokens: 100, n: 2 });
    await post(CHAT, bounded);
    expect(await spent()).toBe(charge(Buffer.byteLength(bounded), 200));
    const unbounded = JSON.stringify({ ...QUESTION, stream: false });
    await post(CHAT, unbounded);
    // A gpt-4o-mini writes at most 16,384 tokens.
    expect((await spent()) - charge(Buffer.byteLength(bounded), 200)).toBe(
      charge(Buffer.byteLength(unbounded), 16_384),
    );
  });

  it('costs a whole window where images, files or earlier answers belong to it', async () => {
    await setBudgets();
    upstream.answer = (_request, response) => response.writeHead(200, HEADERS).end('{"model":"gpt-4o-mini"}');
    const image = { type: 'image_url', image_url: { url: 'https://pictures.test/1.png' } };
    let before = 0n;
    for (const [url, more] of [
      [CHAT, { messages: [{ role: 'user', content: [image] }], max_tokens: 10 }],
      [RESPONSES, { previous_response_id: 'resp_1', input: 'On', max_output_tokens: 10 }],
      [
        RESPONSES,
        { input: [{ content: [{ type: 'input_file', file_id: 'file_1' }] }], max_output_tokens: 10 },
      ],
    ] as const) {
      await post(url, { model: MODEL, ...more });
      const now = await spent();
      expect(now - before).toBe(1_050_000n * LARGEST_INPUT_RATE + 10n * OUTPUT_RATE);
      before = now;
    }
  });

  it('costs no less because the agent leaves, or the upstream breaks off, before it is told', async () => {
    await setBudgets();
    upstream.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(events(TEXTS));
      setImmediate(() => response.destroy());
    };
    const asked = { ...QUESTION, max_tokens: 500 };
    await post(CHAT, asked).catch(() => undefined);
    const sent = upstream.only().body.length;
    expect(await spent()).toBe(charge(sent, 500));
  });

  it('costs the input that an Anthropic stream told, and all of the output that was allowed', async () => {
    await setBudgets();
    const message = { model: 'claude-sonnet-4-5', usage: { input_tokens: 1_000, output_tokens: 1 } };
    upstream.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(events([{ type: 'message_start', message }]));
      setImmediate(() => response.destroy());
    };
    await post(MESSAGES, { model: 'claude-sonnet-4-5', max_tokens: 2_000, stream: true }).catch(
      () => undefined,
    );
    expect(await spent(keys.anthropic)).toBe(1_000n * 300_000n + 2_000n * 1_500_000n);
  });
});

const UNMETERABLE = [
  ['a batch', 'POST', 'https://api.openai.com/v1/batches'],
  ['fine-tuning', 'POST', 'https://api.openai.com/v1/fine_tuning/jobs'],
  ['a file', 'POST', 'https://api.openai.com/v1/files'],
  ['an upload', 'POST', 'https://api.openai.com/v1/uploads'],
  ['a file of a vector store', 'POST', 'https://api.openai.com/v1/vector_stores/vs_1/files'],
  ['a run of an assistant', 'POST', 'https://api.openai.com/v1/threads/runs'],
  ['a video', 'POST', 'https://api.openai.com/v1/videos'],
  ['speech', 'POST', 'https://api.openai.com/v1/audio/speech'],
  ['a key for Realtime', 'POST', 'https://api.openai.com/v1/realtime/client_secrets'],
  ['a Realtime call', 'POST', 'https://api.openai.com/v1/realtime/calls'],
  ['a call that nobody knows', 'POST', 'https://api.openai.com/v1/new'],
  ['another method', 'PUT', 'https://api.openai.com/v1/chat/completions'],
  ['a batch of messages', 'POST', 'https://api.anthropic.com/v1/messages/batches'],
  ['a file of messages', 'POST', 'https://api.anthropic.com/v1/files'],
] as const;

describe('R40.3 what a budget cannot measure', () => {
  it.each(UNMETERABLE)(
    'is refused with 403 budget_unmeterable, and nothing is sent: %s',
    async (_what, method, url) => {
      await setBudgets();
      const { status, headers, body } = await agent.ask(url, { method, headers: HEADERS, body: '{}' });
      expect([status, headers['x-should-retry']]).toEqual([403, 'false']);
      expect(body).toEqual({
        error: 'budget_unmeterable',
        message: expect.stringContaining('budget'),
        reason: 'call',
        add_key_url: expect.stringMatching(new RegExp(`/w/${owner.workspaceId}/connections/llms$`)),
      });
      expect(upstream.seen).toEqual([]);
      const simulated = await owner.api.post('/v1/policy/simulate', {
        agentId: agent.id,
        method,
        url,
        body: '{}',
      });
      expect(simulated.body).toMatchObject({ verdict: 'refuse', refusal: { status: 403, body } });
      await setBudgets({ allowUnmetered: true });
      expect((await agent.ask(url, { method, headers: HEADERS, body: '{}' })).status).toBe(200);
    },
  );

  it.each(['/v1/responses', '/v1/realtime?model=gpt-realtime'])(
    'is refused: a WebSocket to %s',
    async (path) => {
      await setBudgets();
      const caPem = await (await fetch(`${server.gatewayUrl}/v1/gateway/ca`)).text();
      const port = Number(new URL(server.gatewayUrl).port);
      const tunnel = { port, token: agent.token, caPem };
      const handshake = async (): Promise<string> => {
        const socket = await tunnelOffering(tunnel, 'api.openai.com:443', ['http/1.1']);
        let text = '';
        socket.on('data', (piece: Buffer) => (text += String(piece)));
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: api.openai.com\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
            'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
        );
        await until(() => text.startsWith('HTTP/1.1 101') || text.endsWith('}'));
        socket.destroy();
        return text;
      };
      const refused = await handshake();
      expect(refused).toMatch(/^HTTP\/1\.1 403 /);
      expect(refused).toContain('"error":"budget_unmeterable"');
      expect(upstream.seen).toEqual([]);
      await setBudgets({ allowUnmetered: true });
      expect(await handshake()).toMatch(/^HTTP\/1\.1 101 /);
    },
  );

  it.each([
    ['true', '{"model":"gpt-5","input":"Hi","background":true}', 'background'],
    ['another yes', '{"model":"gpt-5","background":1}', 'background'],
    ['an escaped key', '{"model":"gpt-5","b\\u0061ckground":true}', 'background'],
    ['two of them', '{"background":true,"model":"gpt-5","background":false}', 'body'],
    ['behind nested ones', '{"input":[{"background":false},"}"],"background" :\n true}', 'background'],
    ['no object', '[{"background":true}]', 'body'],
    ['no JSON', 'background=true', 'body'],
    ['another encoding of letters', Buffer.from('{"background":true}', 'utf16le'), 'body'],
    ['an unfinished body', '{"background":false', 'body'],
    ['more than can be read', `{"input":"${'x'.repeat(600_000)}"}`, 'body'],
  ])('is refused: a response whose body has %s', async (_has, body, reason) => {
    await setBudgets();
    const answer = await post(RESPONSES, body);
    expect([answer.status, answer.body]).toEqual([
      403,
      expect.objectContaining({ error: 'budget_unmeterable', reason }),
    ]);
    expect(upstream.seen).toEqual([]);
    await setBudgets({ allowUnmetered: true });
    expect((await post(RESPONSES, body)).status).toBe(200);
    expect(upstream.only().body.equals(Buffer.from(body))).toBe(true);
  });

  it('is refused in every coding, and one that is not known', async () => {
    await setBudgets();
    const body = '{"background":true}';
    for (const [coding, encode] of Object.entries(CODINGS)) {
      const answer = await post(RESPONSES, encode(body), { 'content-encoding': coding });
      expect([coding, answer.status, answer.body.reason]).toEqual([coding, 403, 'background']);
    }
    for (const coding of ['compress', 'gzip, gzip']) {
      const answer = await post(RESPONSES, gzipSync(body), { 'content-encoding': coding });
      expect([coding, answer.status, answer.body.reason]).toEqual([coding, 403, 'body']);
    }
    expect(upstream.seen).toEqual([]);
  });

  it('R25 R42 is not called otherwise by a path that servers read in two ways, or that a field replaces', async () => {
    await setBudgets();
    const named = await post(CHAT, QUESTION, { 'x-original-url': '/v1/batches' });
    expect(named.status).toBe(400);
    const answer = await post('https://api.openai.com/v1/batches%2f..%2fchat/completions', QUESTION);
    expect(answer.status).toBe(400);
    expect(upstream.seen).toEqual([]);
  });

  it('passes where it costs nothing, where no budget is, and with a key of the customer’s own', async () => {
    expect((await post('https://api.openai.com/v1/batches', {})).status).toBe(200);
    await setBudgets();
    for (const [method, path] of [
      ['GET', '/v1/models'],
      ['GET', '/v1/responses/resp_1'],
      ['DELETE', '/v1/files/file_1'],
      ['POST', '/v1/responses/resp_1/cancel'],
      ['POST', '/v1/moderations'],
    ] as const)
      expect([path, (await agent.ask(`https://api.openai.com${path}`, { method })).status]).toEqual([
        path,
        200,
      ]);
    expect((await post(RESPONSES, { model: 'gpt-5', background: false })).status).toBe(200);
  });
});

describe('07 §A11 allowUnmetered', () => {
  it('is false unless it is said, is listed and recorded, and takes nothing but a boolean', async () => {
    const budget = { limitCents: 5, period: 'total' };
    const set = await lender.api.post(budgetPath(keys.openai), { ...budget, allowUnmetered: true });
    expect(set.body).toMatchObject({ ...budget, allowUnmetered: true });
    const again = await lender.api.post(budgetPath(keys.openai), budget);
    expect(again.body).toMatchObject({ ...budget, allowUnmetered: false });
    const listed = await lender.api.get(`/v1/partner/orgs/${owner.organizationId}/budgets`);
    expect(listed.body).toEqual([expect.objectContaining({ allowUnmetered: false })]);
    for (const wrong of ['yes', 1, null, {}]) {
      const refused = await lender.api.post(budgetPath(keys.openai), { ...budget, allowUnmetered: wrong });
      expect([wrong, refused.status]).toEqual([wrong, 400]);
    }
  });
});
