/** R40.2, 06 §13.4.10: what an agent does not wait for costs the most it can. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { MeteringLedger } from '../../../src/gateway/metering/metering-ledger.js';
import { expectStatus, type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, createAgent } from '../../harness/clients/agent.js';
import { createLender, type Lender } from '../../harness/people/lent-keys.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { until } from '../../harness/time/until.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';

const HOST = 'api.openai.com';
const CHAT = `https://${HOST}/v1/chat/completions`;
const QUESTION = JSON.stringify({
  model: 'gpt-4o-mini',
  messages: [{ role: 'user', content: 'Count to a million' }],
  max_tokens: 500,
});
/** In nano-cents a token: the largest input of the provider, and what a gpt-4o-mini writes. */
const BOUND = BigInt(QUESTION.length) * 3_000_000n + 500n * 60_000n;

let upstream: Upstream;
let server: TestServer;
let owner: Owner;
let agent: Agent;
let lender: Lender;
let key: string;

beforeAll(async () => {
  upstream = await startUpstream();
  server = await startServer({ ...upstream.settings, GATEWAY_RESPONSE_TIMEOUT_SECS: '2' });
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
  key = await lender.lend({ type: 'openai', hostPattern: HOST, value: 'sk-lent' });
  const budget = { limitCents: 1_000_000, period: 'total' };
  expectStatus(
    await lender.api.post(`/v1/partner/orgs/${owner.organizationId}/secrets/${key}/budget`, budget),
    200,
  );
});

async function spent(): Promise<bigint> {
  await server.app.get(MeteringLedger).flush();
  const [row] = await server.db.query<{ spent: string }>(
    `SELECT nano_cents::text AS spent FROM partner_spend
     WHERE secret_id = $1 AND organization_id = $2 AND budget_window = 'total'`,
    [key, owner.organizationId],
  );
  return BigInt(row?.spent ?? 0);
}

/** A question of the agent's that may be left; the promise is of its end, however it comes. */
function begin(length = QUESTION.length): { outgoing: ClientRequest; over: Promise<unknown> } {
  const { hostname, port } = new URL(server.gatewayUrl);
  const outgoing = httpRequest({
    host: hostname,
    port,
    method: 'POST',
    path: CHAT,
    headers: {
      host: HOST,
      'content-type': 'application/json',
      'content-length': String(length),
      'proxy-authorization': `Basic ${Buffer.from(`x:${agent.token}`).toString('base64')}`,
    },
  });
  const over = new Promise((resolve) => {
    outgoing.once('error', () => undefined);
    outgoing.once('close', resolve);
    outgoing.once('response', (response) => resolve(response.resume().statusCode));
  });
  return { outgoing, over };
}

describe('R40.2 a whole request whose answer has not begun costs the most it can', () => {
  const asked = (): Promise<void> => until(() => upstream.seen.length > 0);
  beforeEach(() => void (upstream.answer = () => undefined));

  it('when the agent leaves', async () => {
    const { outgoing, over } = begin();
    outgoing.end(QUESTION);
    await asked();
    outgoing.destroy();
    await over;
    await until(async () => (await spent()) > 0n);
    expect(await spent()).toBe(BOUND);
  });

  it('when the gateway cuts it off, because the agent was deleted', async () => {
    const { outgoing, over } = begin();
    outgoing.end(QUESTION);
    await asked();
    expectStatus(await owner.api.delete(`/v1/agents/${agent.id}`), 204);
    expect(await over).toBe(407);
    await until(async () => (await spent()) > 0n);
    expect(await spent()).toBe(BOUND);
  });

  it('when the time of the upstream is over', async () => {
    const { outgoing, over } = begin();
    outgoing.end(QUESTION);
    expect(await over).toBe(502);
    expect(await spent()).toBe(BOUND);
  });
});

describe('07 §A11.5 nothing is charged', () => {
  it('where the body did not come whole', async () => {
    upstream.answer = (_request, response) => response.writeHead(500).end();
    const { outgoing, over } = begin(QUESTION.length + 1);
    outgoing.write(QUESTION);
    setImmediate(() => outgoing.destroy());
    await over;
    expect(await spentAfterAnother()).toBe(0n);
  });

  it('where the provider refuses, or breaks the connection', async () => {
    upstream.answer = (_request, response) => response.writeHead(500).end();
    expect(await spentAfterAnother()).toBe(0n);
    upstream.answer = (request) => request.socket.destroy();
    expect(await spentAfterAnother()).toBe(0n);
  });

  /** What was spent once another call of the agent is over. */
  async function spentAfterAnother(): Promise<bigint> {
    const headers = { 'content-type': 'application/json' };
    await agent.ask(CHAT, { method: 'POST', headers, body: QUESTION });
    return spent();
  }
});
