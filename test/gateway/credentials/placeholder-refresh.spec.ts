import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, agentWith, createAgent } from '../../harness/clients/agent.js';
import { connect } from '../../harness/upstreams/connections.js';
import { network, publishRules } from '../../harness/policy/rules.js';
import { type TestServer } from '../../harness/server/server.js';
import { withUpstream } from '../../harness/server/stands.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';

const OPENAI = 'https://auth.openai.com/oauth/token';
const GOOGLE = 'https://oauth2.googleapis.com/token';
const ANSWER = {
  access_token: 'onecli-managed',
  refresh_token: 'onecli-managed',
  token_type: 'Bearer',
  expires_in: 2_592_000,
};
const REFRESH = { grant_type: 'refresh_token', refresh_token: 'onecli-managed', client_id: 'app_x' };

let upstream: Upstream;
let server: TestServer;
let owner: Owner;
let agent: Agent;

withUpstream((stand) => ({ upstream, server } = stand));

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
});

const post = (url: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  agent.ask(url, { method: 'POST', body, headers });
const json = (fields: object) => JSON.stringify(fields);
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

describe('refreshes of placeholders are answered here (06 §11.7)', () => {
  it.each([
    ['06-T127 OpenAI, JSON', OPENAI, json(REFRESH)],
    ['a query', `${OPENAI}?x=1`, json(REFRESH)],
    ['a respelt path', 'https://auth.openai.com/%6fauth/./token', json(REFRESH)],
    ['the other literal', OPENAI, json({ ...REFRESH, refresh_token: 'gateway-managed' })],
    ['an app, form', GOOGLE, form(REFRESH)],
    ['an app, JSON', 'https://api.notion.com/v1/oauth/token', json(REFRESH)],
  ])('%s', async (_, url, body) => {
    const answer = await post(url, body);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, ANSWER]);
    expect(answer.headers).not.toHaveProperty('x-should-retry');
    expect(upstream.seen).toEqual([]);
  });

  it('whatever the rules say, for known agents only', async () => {
    await publishRules(server, owner, {
      rules: [{ action: 'block', targets: [network('*.openai.com')] }],
      defaultAction: 'block',
      coverage: 'all',
    });
    expect((await post(OPENAI, json(REFRESH))).status).toBe(200);
    expect((await post(OPENAI, json({ ...REFRESH, refresh_token: 'real' }))).status).toBe(403);
    const stranger = agentWith(server, { ...agent, token: `aoc_${'x'.repeat(64)}` });
    expect((await stranger.ask(OPENAI, { method: 'POST', body: json(REFRESH) })).status).toBe(407);
    expect(upstream.seen).toEqual([]);
  });

  it.each([
    ['06-T128, 06-29 a real refresh token', OPENAI, json({ ...REFRESH, refresh_token: 'rt_real' })],
    ['another grant', OPENAI, json({ ...REFRESH, grant_type: 'authorization_code' })],
    ['nothing that can be read', OPENAI, '{"grant_type":'],
    ['a list', OPENAI, json([REFRESH])],
    ['another path', 'https://auth.openai.com/oauth/token/more', json(REFRESH)],
    ['another port', 'https://auth.openai.com:8443/oauth/token', json(REFRESH)],
    ['a body beyond 64 KiB', OPENAI, json({ ...REFRESH, padding: 'x'.repeat(65_536) })],
  ])('%s goes on with its body intact', async (_, url, body) => {
    expect((await post(url, body)).status).toBe(200);
    expect(upstream.only().body.toString()).toBe(body);
  });

  it('a body without declared length goes on', async () => {
    const answer = await post(OPENAI, json(REFRESH), { 'transfer-encoding': 'chunked' });
    expect([answer.status, answer.text]).toEqual([200, 'ok']);
    expect(upstream.only().body.toString()).toBe(json(REFRESH));
  });
});

describe('a Vertex AI account stands behind the token endpoint of Google (03 §12.9)', () => {
  const ASSERTION = form({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: 'a.b.c' });

  it('06-T129 what its libraries ask for is answered with the placeholder, for an hour', async () => {
    const account = await connect(server, owner, {
      provider: 'vertex-ai',
      credentials: { access_token: 'the-real-one' },
    });
    expect(
      (await owner.api.put(`/v1/agents/${agent.id}/grants/connections/${account}`, { access: 'full' }))
        .status,
    ).toBe(200);
    for (const body of [ASSERTION, form(REFRESH)]) {
      const answer = await post(GOOGLE, body);
      expect([answer.status, JSON.parse(answer.text)]).toEqual([
        200,
        { access_token: 'onecli-managed', expires_in: 3_600, token_type: 'Bearer' },
      ]);
    }
    expect(upstream.seen).toEqual([]);
    await post(GOOGLE, form({ ...REFRESH, refresh_token: '1//real' }));
    expect(upstream.only().headers.authorization).toBeUndefined();
  });

  it('without it the assertion goes on', async () => {
    await post(GOOGLE, ASSERTION);
    expect(upstream.only().body.toString()).toBe(ASSERTION);
  });
});
