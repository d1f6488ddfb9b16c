/** 03 §12.9, 06 §11.7: what an agent tries to have the token of a Vertex AI account, or to carry it elsewhere. */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { type Owner, signUpOwner } from '../harness/people/accounts.js';
import {
  type Agent,
  type AgentAnswer,
  type Asking,
  createAgent,
  grantConnection,
} from '../harness/clients/agent.js';
import { connect } from '../harness/upstreams/connections.js';
import { json, type StandInProviders } from '../harness/upstreams/providers.js';
import type { TestServer } from '../harness/server/server.js';
import { withProviders } from '../harness/server/stands.js';

const REAL = 'ya29.real-token-of-the-account';
const TOKEN = 'https://oauth2.googleapis.com/token';
const ASSERTION = new URLSearchParams({
  grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
  assertion: 'a.b.c',
}).toString();
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let server: TestServer;
let providers: StandInProviders;
let owner: Owner;
let agent: Agent;

withProviders((stand) => ({ server, providers } = stand));

beforeAll(async () => {
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
  const id = await connect(server, owner, { provider: 'vertex-ai', credentials: { access_token: REAL } });
  await grantConnection(owner, agent.id, id);
});

/** The provider says whatever it was sent, as an accomplice would. */
beforeEach(() => {
  providers.reset();
  providers.upstream.answer = (_request, response, { method, host, url, body }) =>
    json(response, 200, { method, host, url, body: body.toString('latin1') });
});

const ask = (url: string, asking: Asking = {}): Promise<AgentAnswer> =>
  agent
    .ask(url, asking)
    .catch((error: Error) => ({ status: 0, headers: {}, text: error.message, body: null }));

/** Where the token went. */
const carried = (): string[] =>
  providers.upstream.seen
    .filter(({ rawHeaders, url, body }) => `${rawHeaders.join()}${url}${String(body)}`.includes(REAL))
    .map(({ host, url }) => `${host}${url}`);

describe('the token of a Vertex AI account', () => {
  it.each<[how: string, url: string, asking: Asking]>([
    ['an assertion', TOKEN, { body: ASSERTION }],
    ['an assertion in JSON', TOKEN, { body: JSON.stringify({ assertion: 'a.b.c' }) }],
    ['a code', TOKEN, { body: 'grant_type=authorization_code&code=c' }],
    ['nothing that can be read', TOKEN, { body: '\0' }],
    [
      'a refresh of the placeholder',
      TOKEN,
      { body: 'grant_type=refresh_token&refresh_token=onecli-managed' },
    ],
    ['two grants', TOKEN, { body: `grant_type=refresh_token&${ASSERTION}` }],
    ['another spelling of the path', 'https://oauth2.googleapis.com/%74oken', { body: ASSERTION }],
    ['a slash more', 'https://oauth2.googleapis.com//token', { body: ASSERTION }],
    ['a query', `${TOKEN}?alt=json`, { body: ASSERTION }],
    ['a coded body', TOKEN, { body: gzipSync(ASSERTION), headers: { 'content-encoding': 'gzip' } }],
  ])('is not what the token endpoint answers to %s', async (_how, url, asking) => {
    const answer = await ask(url, { method: 'POST', ...asking, headers: { ...FORM, ...asking.headers } });
    expect(answer.text + JSON.stringify(answer.headers)).not.toContain(REAL);
    for (const place of carried()) expect(place).toMatch(/^oauth2\.googleapis\.com\/token(?:\?|$)/);
  });

  it.each([
    'https://oauth2.googleapis.com/revoke',
    'https://oauth2.googleapis.com/x/../token/../revoke',
    'https://oauth2.googleapis.com/token/%2e%2e/revoke',
    'https://oauth2.googleapis.com/token%2f..%2frevoke',
    'https://oauth2.googleapis.com/',
    'https://accounts.google.com/o/oauth2/token',
    'https://aiplatform.googleapis.com.evil.test/v1/projects',
    'https://evilaiplatform.googleapis.com.test/v1',
    'https://xaiplatform.googleapis.com/v1/projects',
    'https://storage.googleapis.com/b',
    'https://us-central1-aiplatform.googleapis.com@evil.test/v1',
    'http://evil.test/us-central1-aiplatform.googleapis.com/v1',
  ])('does not go to %s', async (url) => {
    await ask(url, { method: 'POST', body: ASSERTION, headers: FORM });
    await ask(url, { headers: { authorization: 'Bearer onecli-managed' } });
    expect(carried()).toEqual([]);
  });

  it('goes to its own hosts in place of whatever the agent says, and not past a field that names another path', async () => {
    const url = 'https://us-central1-aiplatform.googleapis.com/v1/projects/p/models';
    for (const authorization of ['Bearer onecli-managed', 'Bearer mine', 'Basic x']) {
      const answer = await ask(url, { headers: { authorization } });
      expect(answer.text).not.toContain(REAL);
    }
    expect(carried()).toHaveLength(3);
    providers.upstream.seen.length = 0;
    await ask(`${TOKEN}info`, { headers: { 'x-original-url': '/revoke' } });
    expect(carried()).toEqual([]);
  });
});
