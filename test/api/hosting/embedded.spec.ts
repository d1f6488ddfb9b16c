/** 04 §11: a hosted agent at work with nothing but this server, over HTTP; both model providers are stand-ins. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/accounts.js';
import { createSecret, grant } from '../../harness/agent.js';
import { askAbout, decide, pending } from '../../harness/approvals.js';
import { conversation, hostedAgent } from '../../harness/hosting.js';
import { calls, says } from '../../harness/model-plays.js';
import { StandInModels } from '../../harness/model-providers.js';
import { network, organizationRules, workspaceRules } from '../../harness/rules.js';
import { startServer, type TestServer } from '../../harness/server.js';
import { startUpstream, type Upstream } from '../../harness/upstream.js';
import { until } from '../../harness/until.js';

let upstream: Upstream;
let models: StandInModels;
let server: TestServer;
let owner: Owner;
let agentId: string;
let id: string;

beforeAll(async () => {
  upstream = await startUpstream();
  models = new StandInModels(upstream);
  server = await startServer({ ...upstream.settings, EMBEDDED_RUNNER: 'on', LOG_LEVEL: 'warn' }, { write: (line) => void process.stderr.write(line) });
});
afterAll(async () => {
  await server.close();
  await upstream.close();
});

beforeEach(async () => {
  models.forget();
  owner = await signUpOwner(server);
  agentId = await hostedAgent(server, owner);
  await server.db.query(`INSERT INTO agent_placements (agent_id, runner_id) SELECT $1, id FROM runners WHERE kind='embedded' ON CONFLICT DO NOTHING`, [agentId]);
  id = await conversation(owner, agentId);
});

const post = async (message: string, body: object = {}) =>
  (await owner.api.post(`/v1/conversations/${id}/messages`, { message, ...body })).body.turn;
const turns = async (): Promise<any[]> => (await owner.api.get(`/v1/conversations/${id}/turns`)).body.turns;
const events = async (): Promise<any[]> =>
  (await owner.api.get(`/v1/conversations/${id}/events`)).body.events.map(({ payload }: any) => payload);

async function ended(turnId: string): Promise<any> {
  let found: any;
  await until(async () => {
    found = (await turns()).find((turn) => turn.id === turnId);
    return ['done', 'failed', 'aborted', 'joined'].includes(found.status);
  });
  return found;
}

async function said(message: string, body: object = {}): Promise<any> {
  const { id: turnId } = await post(message, body);
  return ended(turnId);
}

describe('a conversation', () => {
  it('is answered with nothing but this server and a model key', async () => {
    models.plays(says('Hello', ', Ada.'));
    const turn = await said('Hi there');
    expect(turn).toMatchObject({ status: 'done', error: null, usage: { outputTokens: 7 } });
    expect(await events()).toEqual([
      { type: 'turn.started' },
      { type: 'text', text: 'Hello, Ada.' },
      { type: 'turn.done', usage: expect.any(Object) },
    ]);
    const [asked] = models.questions();
    expect(asked).toMatchObject({ provider: 'anthropic', message: 'Hi there' });
    expect(asked!.seen).toMatchObject({ scheme: 'https', host: 'api.anthropic.com' });
    expect(asked!.seen.headers['x-api-key']).toBe('sk-ant-api03-canary');
  });

  it('goes on from what was said', async () => {
    models.plays(says('One.'), says('Two.'));
    await said('First');
    await said('Second');
    const [, second] = models.questions();
    expect(JSON.stringify(second!.body.messages)).toMatch(/First.*One\..*Second/);
  });
});

describe('http_request', () => {
  it('carries the credentials of the agent, which nothing that is kept shows (04-37)', async () => {
    const secret = { hostPattern: 'api.shop.test', value: 'canary-shop-key' };
    await grant(owner, agentId, await createSecret(owner, secret));
    models.plays(
      calls({ name: 'http_request', args: { method: 'GET', url: 'https://api.shop.test/orders?x=1' } }),
      says('There are none.'),
    );
    const others = upstream.answer;
    const seen: any[] = [];
    upstream.answer = (request, response, one) => {
      if (one.host !== 'api.shop.test') return others(request, response, one);
      seen.push(one);
      response.setHeader('content-type', 'application/json').end('{"orders":[]}');
    };
    const turn = await said('Any orders?');
    upstream.answer = others;
    expect(turn).toMatchObject({ status: 'done' });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ scheme: 'https', method: 'GET', url: '/orders?x=1' });
    expect(seen[0].headers['x-test-key']).toBe('canary-shop-key');
    const kept = await events();
    expect(kept.map(({ type }) => type)).toEqual([
      'turn.started',
      'tool.started',
      'tool.finished',
      'text',
      'turn.done',
    ]);
    expect(kept[1]).toMatchObject({ name: 'http_request', input: { url: 'https://api.shop.test/orders?x=1' } });
    expect(JSON.parse(kept[2].output)).toMatchObject({ status: 200, body: '{"orders":[]}', truncated: false });
    expect(JSON.stringify([kept, models.questions().map(({ body }) => body)])).not.toContain('canary');
  });

  it('waits for the person who is asked, and tells the model of a denial (04-38)', async () => {
    await workspaceRules(server, owner, [askAbout('api.shop.test')]);
    models.plays(
      calls({ name: 'http_request', args: { method: 'POST', url: 'https://api.shop.test/orders', body: { n: 1 } } }),
      says('They said no.'),
    );
    const { id: turnId } = await post('Order one');
    const [approval] = await pending(owner.api);
    await until(async () => (await events()).some(({ type }) => type === 'approval.pending'));
    expect((await events()).at(-1)).toMatchObject({
      type: 'approval.pending',
      approvalId: approval.id,
      method: 'POST',
      host: 'api.shop.test',
      path: '/orders',
    });
    expect((await turns()).at(-1)).toMatchObject({ id: turnId, status: 'running' });
    expect((await decide(owner.api, approval.id, 'deny')).status).toBe(200);
    expect(await ended(turnId)).toMatchObject({ status: 'done' });
    const [, second] = models.questions();
    expect(second!.results.at(-1)).toContain('manual_approval_denied');
  });
});
