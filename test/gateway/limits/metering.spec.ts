/** 06 §13.4, R37: what calls of models use, read as it passes, and the budgets of what partners lend. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { MeteringLedger } from '../../../src/gateway/metering/metering-ledger.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, agentWith, createAgent, createSecret, grant } from '../../harness/clients/agent.js';
import { api } from '../../harness/clients/client.js';
import { createLender, type Lender } from '../../harness/people/lent-keys.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { startServerProcess } from '../../harness/server/server-process.js';
import { until } from '../../harness/time/until.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';
import { ASKED, events, MODEL_ANSWERS, type ModelAnswer } from './model-answers.js';

const CENT = 1_000_000_000n;
const ASKING = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(ASKED),
};
const [MESSAGE] = MODEL_ANSWERS as [ModelAnswer];
const SILENT = MODEL_ANSWERS.filter(({ name }) => name.includes('without usage'));
const TELLING = MODEL_ANSWERS.filter((answer) => !SILENT.includes(answer));
const URL_OF = ({ host, path }: ModelAnswer): string => `https://${host}${path}`;
const CODINGS = {
  gzip: gzipSync,
  br: brotliCompressSync,
  deflate: deflateSync,
  zstd: zstdCompressSync,
} as const;

let upstream: Upstream;
let server: TestServer;
let replica: TestServer;
let owner: Owner;
let agent: Agent;
let lender: Lender;
let keys: { anthropic: string; openai: string };

beforeAll(async () => {
  upstream = await startUpstream();
  const settings = { ...upstream.settings, METRICS_PORT: '0' };
  server = await startServer(settings);
  replica = await startReplica(server, settings);
});

afterAll(async () => {
  await replica?.close();
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

async function setBudget(secretId: string, limitCents = 100_000, period = 'total'): Promise<void> {
  const answer = await lender.api.post(budgetPath(secretId), { limitCents, period });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
}

async function flushAll(): Promise<void> {
  for (const { app } of [server, replica]) await app.get(MeteringLedger).flush();
}

async function spent(secretId: string, window = 'total'): Promise<bigint> {
  await flushAll();
  const [row] = await server.db.query<{ spent: string }>(
    `SELECT nano_cents::text AS spent FROM partner_spend
     WHERE secret_id = $1 AND organization_id = $2 AND budget_window = $3`,
    [secretId, owner.organizationId, window],
  );
  return BigInt(row?.spent ?? 0);
}

async function used(): Promise<Record<string, string>[]> {
  await flushAll();
  return server.db.query(
    `SELECT provider, model, requests, estimated_requests AS estimated, input_tokens AS input,
       output_tokens AS output, cache_read_tokens AS "cacheRead", cache_write_tokens AS "cacheWrite",
       nano_cents::text AS "nanoCents"
     FROM llm_usage WHERE agent_id = $1 ORDER BY provider, model`,
    [agent.id],
  );
}

function answerWith({ contentType, body }: Pick<ModelAnswer, 'contentType' | 'body'>, more = {}): void {
  upstream.answer = (_request, response) => {
    response.writeHead(200, { 'content-type': contentType, ...more });
    response.end(body);
  };
}

/** One byte at a time, as slowly as the pieces stay apart. */
async function inBytes(response: ServerResponse, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; at += 1) {
    response.write(bytes.subarray(at, at + 1));
    if (at % 16 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  response.end();
}

const keyOf = ({ host }: ModelAnswer): string => (host.includes('anthropic') ? keys.anthropic : keys.openai);

describe('06 §13.4 what a call used', () => {
  it.each(TELLING.map((answer) => [answer.name, answer] as const))(
    'is exact to the nano-cent and changes no byte: %s, in one piece, byte by byte and encoded in every way',
    async (_name, answer) => {
      await setBudget(keyOf(answer));
      answerWith(answer);
      expect((await agent.ask(URL_OF(answer), ASKING)).text).toBe(answer.body);
      expect(upstream.only().headers['accept-encoding']).toBe('identity');
      expect(await spent(keyOf(answer))).toBe(answer.nanoCents);
      upstream.answer = (_request, response) => {
        response.writeHead(200, { 'content-type': answer.contentType });
        return inBytes(response, Buffer.from(answer.body));
      };
      expect((await agent.ask(URL_OF(answer), ASKING)).text).toBe(answer.body);
      expect(await spent(keyOf(answer))).toBe(2n * answer.nanoCents);
      let calls = 2n;
      for (const [coding, encode] of Object.entries(CODINGS)) {
        const encoded = encode(answer.body);
        upstream.answer = (_request, response) => {
          response.writeHead(200, { 'content-type': answer.contentType, 'content-encoding': coding });
          response.write(encoded.subarray(0, 20));
          setTimeout(() => response.end(encoded.subarray(20)), 5);
        };
        const passed = await agent.ask(URL_OF(answer), ASKING);
        expect([coding, passed.status, passed.headers['content-encoding']]).toEqual([coding, 200, coding]);
        calls += 1n;
        await until(async () => (await spent(keyOf(answer))) === calls * answer.nanoCents);
      }
    },
  );

  it('counts what was received of a stream that the agent leaves, or that the upstream breaks off', async () => {
    const chunks = ['Hello', ', you'].map((content) => ({
      model: 'gpt-4o-mini',
      choices: [{ index: 0, delta: { content } }],
    }));
    upstream.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(events(chunks));
      setTimeout(() => response.destroy(), 50);
    };
    await agent.ask('https://api.openai.com/v1/chat/completions', ASKING).catch(() => undefined);
    await until(async () => (await used()).length === 1);
    expect(await used()).toMatchObject([
      { model: 'gpt-4o-mini', requests: '1', estimated: '1', nanoCents: '240000' },
    ]);
  });

  it.each(SILENT.map((answer) => [answer.name, answer] as const))(
    'R37.2 is estimated without a budget where nothing tells it: %s',
    async (_name, answer) => {
      answerWith(answer);
      expect((await agent.ask(URL_OF(answer), ASKING)).text).toBe(answer.body);
      expect(await used()).toMatchObject([{ estimated: '1', nanoCents: String(answer.nanoCents) }]);
    },
  );

  it('estimates what a broken coding hides, and an answer that says nothing', async () => {
    answerWith({ contentType: 'application/json', body: 'no gzip at all' }, { 'content-encoding': 'gzip' });
    await agent.ask('https://api.openai.com/v1/embeddings', {
      ...ASKING,
      body: JSON.stringify({ model: 'text-embedding-3-small', input: ['12345', '6789'] }),
    });
    // 9 bytes are 3 tokens at 0.02 dollars a million.
    await until(async () => (await used()).length === 1);
    expect(await used()).toMatchObject([{ estimated: '1', nanoCents: '6000' }]);
  });

  it('R37.2 is nothing for lists of models, for counting tokens, and for what was refused', async () => {
    await setBudget(keys.anthropic);
    answerWith(MESSAGE);
    await agent.ask('https://api.anthropic.com/v1/models');
    await agent.ask('https://api.anthropic.com/v1/messages/count_tokens', ASKING);
    upstream.answer = (_request, response) => {
      response.writeHead(429, { 'content-type': 'application/json' });
      response.end(MESSAGE.body);
    };
    await agent.ask(URL_OF(MESSAGE), ASKING);
    expect(await spent(keys.anthropic)).toBe(0n);
    expect(await used()).toEqual([]);
  });

  it('07 §A11.11 costs the highest rates for a model nobody knows, and is reported', async () => {
    await setBudget(keys.anthropic);
    const body = JSON.stringify({ model: 'claude-next', usage: { input_tokens: 1, output_tokens: 1 } });
    answerWith({ contentType: 'application/json', body });
    await agent.ask(URL_OF(MESSAGE), ASKING);
    expect(await spent(keys.anthropic)).toBe(1_500_000n + 7_500_000n);
    const metrics = await (await fetch(server.metricsUrl!)).text();
    expect(metrics).toMatch(/gateway_llm_unknown_models_total\{provider="anthropic"\} [1-9]/);
    expect(metrics).toMatch(
      /gateway_llm_tokens_total\{provider="anthropic",model="unknown",kind="output"\} [1-9]/,
    );
    expect(metrics).not.toContain('claude-next');
  });

  it('07 §A11.4 is recorded by agent, model and day for everybody, and against a budget only where one is', async () => {
    answerWith(MESSAGE);
    await agent.ask(URL_OF(MESSAGE), ASKING);
    await agent.ask(URL_OF(MESSAGE), ASKING);
    expect(await spent(keys.anthropic)).toBe(0n);
    expect(await used()).toEqual([
      {
        provider: 'anthropic',
        model: 'claude-sonnet-4-5-20250929',
        requests: '2',
        estimated: '0',
        input: '2000',
        output: '154',
        cacheRead: '10000',
        cacheWrite: '600',
        nanoCents: String(2n * MESSAGE.nanoCents),
      },
    ]);
    const { body } = await api(server).as(owner.cookie).get('/v1/org/usage?include=llm');
    const amounts = {
      requests: 2,
      estimatedRequests: 0,
      inputTokens: 2_000,
      outputTokens: 154,
      cacheReadTokens: 10_000,
      cacheWriteTokens: 600,
      costNanoCents: String(2n * MESSAGE.nanoCents),
      costCents: Number((2n * MESSAGE.nanoCents) / CENT),
    };
    const { workspaceId } = owner;
    const model = { provider: 'anthropic', model: 'claude-sonnet-4-5-20250929' };
    expect(body.llm).toMatchObject({ total: amounts, nextCursor: null });
    expect(body.llm.items).toEqual([
      {
        day: body.llm.to,
        agentId: agent.id,
        agentName: expect.any(String),
        workspaceId,
        ...model,
        ...amounts,
      },
    ]);
    await owner.api.delete(`/v1/agents/${agent.id}`);
    expect(await used()).toEqual([]);
  });

  it('07 §A11.4 counts a call by the budget in force when it was let through, whenever its spend is written', async () => {
    answerWith(MESSAGE);
    const call = async () => expect((await agent.ask(URL_OF(MESSAGE), ASKING)).status).toBe(200);
    await setBudget(keys.anthropic);
    await call();
    await lender.api.delete(budgetPath(keys.anthropic));
    await call();
    await setBudget(keys.anthropic);
    expect(await spent(keys.anthropic)).toBe(MESSAGE.nanoCents);
  });
});

describe('06 §13.4 the cap', () => {
  it('06-T125 06-28 07-17 passes the call that crosses it, refuses the next, and raising it lets the next one pass', async () => {
    await setBudget(keys.anthropic, 1, 'monthly');
    answerWith({
      contentType: 'application/json',
      body: JSON.stringify({ model: 'claude-opus-4-1', usage: { input_tokens: 0, output_tokens: 100_000 } }),
    });
    expect((await agent.ask(URL_OF(MESSAGE), ASKING)).status).toBe(200);
    const { status, headers, body } = await agent.ask(URL_OF(MESSAGE), ASKING);
    expect([status, headers['x-should-retry']]).toEqual([429, 'false']);
    expect(body).toEqual({
      error: 'budget_exceeded',
      message: expect.stringContaining('$0.01'),
      limit_usd: 0.01,
      period: 'monthly',
      add_key_url: expect.stringMatching(new RegExp(`/w/${owner.workspaceId}/connections/llms$`)),
    });
    expect(upstream.seen).toHaveLength(1);
    // 100,000 tokens at 75 dollars a million are 750 cents.
    expect(await spent(keys.anthropic)).toBe(750n * CENT);
    expect((await agent.ask(URL_OF(MESSAGE), ASKING)).status).toBe(429);
    const listed = await lender.api.get(`/v1/partner/orgs/${owner.organizationId}/budgets`);
    expect(listed.body).toEqual([
      {
        secretId: keys.anthropic,
        organizationId: owner.organizationId,
        limitCents: 1,
        period: 'monthly',
        allowUnmetered: false,
        spentCents: 750,
      },
    ]);
    await setBudget(keys.anthropic, 751, 'monthly');
    expect((await agent.ask(URL_OF(MESSAGE), ASKING)).status).toBe(200);
    expect((await agent.ask(URL_OF(MESSAGE), ASKING)).status).toBe(429);
    expect((await lender.api.delete(budgetPath(keys.anthropic))).status).toBe(204);
    expect((await agent.ask(URL_OF(MESSAGE), ASKING)).status).toBe(200);
    // Counters stay: a budget that is set again goes on from what was spent.
    await setBudget(keys.anthropic, 1_500, 'monthly');
    expect((await agent.ask(URL_OF(MESSAGE), ASKING)).status).toBe(429);
    const written = await server.db.query<{ action: string }>(
      `SELECT action FROM audit_log WHERE service = 'budget' AND organization_id = $1 AND source = 'partner'
       ORDER BY created_at`,
      [owner.organizationId],
    );
    expect(written.map(({ action }) => action)).toEqual(['update', 'update', 'delete', 'update']);
  });

  it('06-T126 06-28 07 §A11.10 concerns no call that carries a key of the customer’s own', async () => {
    await setBudget(keys.anthropic, 1);
    answerWith({
      contentType: 'application/json',
      body: JSON.stringify({ model: 'claude-opus-4-1', usage: { input_tokens: 0, output_tokens: 100_000 } }),
    });
    await agent.ask(URL_OF(MESSAGE), ASKING);
    expect((await agent.ask(URL_OF(MESSAGE), ASKING)).status).toBe(429);
    const own = await createSecret(owner, {
      type: 'anthropic',
      hostPattern: 'api.anthropic.com',
      value: 'sk-ant-own',
    });
    await grant(owner, agent.id, own);
    expect((await agent.ask(URL_OF(MESSAGE), ASKING)).status).toBe(200);
    expect(upstream.seen.at(-1)!.headers['x-api-key']).toBe('sk-ant-own');
    expect(await spent(keys.anthropic)).toBe(750n * CENT);
  });

  it('07-17 is of one organization: another with the same key goes on', async () => {
    await setBudget(keys.anthropic, 1);
    answerWith(MESSAGE);
    await server.db.query(
      `INSERT INTO partner_spend (secret_id, organization_id, budget_window, nano_cents) VALUES ($1, $2, 'total', $3)`,
      [keys.anthropic, owner.organizationId, String(CENT)],
    );
    await setBudget(keys.anthropic, 1);
    expect((await agent.ask(URL_OF(MESSAGE), ASKING)).status).toBe(429);
    const other = await signUpOwner(server);
    await lender.attach(other);
    const otherAgent = await createAgent(server, other);
    expect((await otherAgent.ask(URL_OF(MESSAGE), ASKING)).status).toBe(200);
  });

  it('counts a month by the clock of the database, and another month is another window', async () => {
    await setBudget(keys.anthropic, 1, 'monthly');
    const [{ before, now }] = (await server.db.query(
      `SELECT to_char(now() AT TIME ZONE 'UTC' - interval '1 month', 'YYYY-MM') AS before,
        to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM') AS now`,
    )) as [{ before: string; now: string }];
    for (const window of [before, 'total'])
      await server.db.query(`INSERT INTO partner_spend VALUES ($1, $2, $3, $4)`, [
        keys.anthropic,
        owner.organizationId,
        window,
        String(500n * CENT),
      ]);
    answerWith(MESSAGE);
    expect((await agent.ask(URL_OF(MESSAGE), ASKING)).status).toBe(200);
    expect(await spent(keys.anthropic, now)).toBe(MESSAGE.nanoCents);
    expect(await spent(keys.anthropic)).toBe(500n * CENT + MESSAGE.nanoCents);
    await setBudget(keys.anthropic, 1, 'total');
    expect((await agent.ask(URL_OF(MESSAGE), ASKING)).status).toBe(429);
  });
});

describe('06 §17.2 spend of several processes', () => {
  it('2,000 calls through two of them sum up exactly, and both refuse once it is spent', async () => {
    await setBudget(keys.anthropic);
    answerWith(MESSAGE);
    const through = [agent, agentWith(replica, agent)];
    for (let round = 0; round < 50; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, at) => through[at % 2]!.ask(URL_OF(MESSAGE), ASKING)),
      );
      expect(answers.every(({ status }) => status === 200)).toBe(true);
    }
    expect(await spent(keys.anthropic)).toBe(2_000n * MESSAGE.nanoCents);
    expect(await used()).toMatchObject([{ requests: '2000' }]);
    // 2,000 calls are 1,446 cents.
    await setBudget(keys.anthropic, 1_446);
    for (const each of through)
      await until(async () => (await each.ask(URL_OF(MESSAGE), ASKING)).status === 429);
  });

  it('07 §A11.9 R22 a store that is away lets calls pass, and what they cost is there once it is back', async () => {
    await setBudget(keys.anthropic, 1);
    answerWith(MESSAGE);
    const ask = async (): Promise<number> => (await agent.ask(URL_OF(MESSAGE), ASKING)).status;
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
    await flushAll();
    await server.db.query('ALTER TABLE partner_budgets RENAME TO away');
    let passed = 1;
    try {
      await until(async () => (await ask()) === 200);
      for (; passed < 6; passed += 1) expect(await ask()).toBe(200);
      await flushAll();
    } finally {
      await server.db.query('ALTER TABLE away RENAME TO partner_budgets');
    }
    await until(async () => (await ask()) === 429);
    expect(await spent(keys.anthropic)).toBe(BigInt(upstream.seen.length) * MESSAGE.nanoCents);
    expect(upstream.seen.length).toBeGreaterThanOrEqual(2 + passed);
  });

  it('07 §A11.5 a process that stops counts answers that it is still decoding', async () => {
    await setBudget(keys.anthropic);
    // What takes longest to decode: megabytes that are kilobytes on the wire.
    const body = MESSAGE.body.replace('{', `{"padding":"${' '.repeat(5_000_000)}",`);
    const encoded = gzipSync(body);
    upstream.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': MESSAGE.contentType, 'content-encoding': 'gzip' });
      response.end(encoded);
    };
    const stopped = await startReplica(server, { ...upstream.settings, METRICS_PORT: '0' });
    const through = agentWith(stopped, agent);
    const answers = await Promise.all(Array.from({ length: 4 }, () => through.ask(URL_OF(MESSAGE), ASKING)));
    await stopped.close();
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await spent(keys.anthropic)).toBe(4n * MESSAGE.nanoCents);
  });

  it('07 §A11.7 R37.4 what was shown survives `kill -9`, and all of it is shown within five seconds', async () => {
    await setBudget(keys.anthropic);
    answerWith(MESSAGE);
    const killed = await startServerProcess(server.dataDir, {
      ...upstream.settings,
      DATABASE_URL: server.databaseUrl,
    });
    const through = agentWith(killed, agent);
    for (let call = 0; call < 10; call += 1) await through.ask(URL_OF(MESSAGE), ASKING);
    const ended = performance.now();
    const ten = 10n * MESSAGE.nanoCents;
    await until(async () => (await spent(keys.anthropic)) === ten, 5_000);
    expect(performance.now() - ended).toBeLessThan(5_000);
    for (let call = 0; call < 5; call += 1) await through.ask(URL_OF(MESSAGE), ASKING);
    await killed.kill();
    const left = await spent(keys.anthropic);
    expect(left >= ten && left <= ten + 5n * MESSAGE.nanoCents && left % MESSAGE.nanoCents === 0n).toBe(true);
  });
});
