/** 04 §11.2, §11.6: questions to models through the gateway, and what its own answers mean to whoever asks. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ModelRequest } from '../../../src/domain/protocols/llm/messages/model-messages.js';
import { addressOf } from '../../../src/domain/protocols/llm/models/model-target.js';
import type { Configuration } from '../../../src/kernel/config/configuration.js';
import { ModelClient, type ModelReply } from '../../../src/modules/hosting/models/model-client.js';
import type { ModelSend } from '../../../src/modules/hosting/models/model-send.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, createAgent, createSecret, grant } from '../../harness/clients/agent.js';
import { says } from '../../harness/upstreams/model-plays.js';
import { StandInModels } from '../../harness/upstreams/model-providers.js';
import { network, organizationRules } from '../../harness/policy/rules.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';

const KEYS = {
  anthropic: {
    name: 'Claude',
    type: 'anthropic',
    value: 'sk-ant-api03-canary',
    hostPattern: 'api.anthropic.com',
  },
  openai: { name: 'GPT', type: 'openai', value: 'sk-canary-openai', hostPattern: 'api.openai.com' },
};
type Provider = keyof typeof KEYS;
const PROVIDERS: Provider[] = ['anthropic', 'openai'];
const QUESTION: ModelRequest = {
  model: 'm',
  effort: null,
  system: 'Be kind.',
  messages: [{ role: 'user', text: 'Hi' }],
  earlier: 0,
  tools: [],
  mustAnswer: false,
  maxOutputTokens: 100,
};

let upstream: Upstream;
let models: StandInModels;
let server: TestServer;
let owner: Owner;
let agent: Agent;

beforeAll(async () => {
  upstream = await startUpstream();
  models = new StandInModels(upstream);
  server = await startServer(upstream.settings);
});
afterAll(async () => {
  await server.close();
  await upstream.close();
});
beforeEach(async () => {
  models.forget();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
});

/** As an agent sends it: to the proxy, with nothing but its own token. */
const send: ModelSend = ({ method, url, headers, body, signal }) => {
  const { hostname, port } = new URL(server.gatewayUrl);
  const authorization = `Basic ${Buffer.from(`x:${agent.token}`).toString('base64')}`;
  const fields = { ...headers, host: new URL(url).host, 'proxy-authorization': authorization };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({
      hostname,
      port,
      method,
      path: url,
      headers: fields,
      agent: false,
      signal,
    });
    outgoing.once('error', reject);
    outgoing.once('response', (answer: IncomingMessage) =>
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers as Record<string, string>,
        body: answer,
      }),
    );
    outgoing.end(body);
  });
};

function ask(provider: Provider, isOAuth = false): Promise<ModelReply> {
  const baseUrls = { anthropic: null, openai: null };
  const key = { provider, hostPattern: KEYS[provider].hostPattern, isOAuth };
  const address = addressOf(key, { baseUrls, keylessHosts: [] })!;
  const target = { ...address, model: 'm', effort: null, defaultModel: null };
  const client = new ModelClient({ embeddedModelTimeoutSeconds: 30 } as Configuration);
  return client.ask(QUESTION, target, {
    send,
    signal: AbortSignal.timeout(30_000),
    onPiece: () => undefined,
  });
}

async function holdKey(provider: Provider, input: object = {}): Promise<void> {
  await grant(owner, agent.id, await createSecret(owner, { ...KEYS[provider], ...input }));
}

describe.each(PROVIDERS)('a question to %s', (provider) => {
  const host = KEYS[provider].hostPattern;

  it('gets the credential where its placeholder was', async () => {
    await holdKey(provider);
    models.plays(says('Hello ', 'there.'));
    expect((await ask(provider)).answer.text).toBe('Hello there.');
    const { headers } = models.asked[0]!.seen;
    expect([headers['x-api-key'], headers.authorization]).toEqual(
      provider === 'anthropic' ? ['sk-ant-api03-canary', undefined] : [undefined, 'Bearer sk-canary-openai'],
    );
  });

  it('has no key to be asked with where the agent holds none', async () => {
    models.otherwise = { kind: 'fails', status: 401, type: 'authentication_error', message: 'no' };
    await expect(ask(provider)).rejects.toMatchObject({ outcome: 'no-key' });
  });

  it('fails as the provider refuses the key, and does not repeat what is said of it', async () => {
    await holdKey(provider);
    const message = 'Wrong: sk-canary';
    models.otherwise = { kind: 'fails', status: 401, type: 'authentication_error', message };
    const failed = expect(ask(provider)).rejects;
    await failed.toMatchObject({
      outcome: 'provider-refused',
      message: expect.not.stringContaining('canary'),
    });
  });

  it('is refused by a rule in the words of the gateway, once', async () => {
    await holdKey(provider);
    const rule = { name: 'No models', action: 'block' as const, targets: [network(host)] };
    await organizationRules(server, owner, [rule]);
    await expect(ask(provider)).rejects.toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('No models'),
    });
    expect(models.asked).toEqual([]);
  });
});

describe('a question', () => {
  it("to Anthropic gets a subscription's token as bearer", async () => {
    await holdKey('anthropic', { value: 'sk-ant-oat01-canary' });
    await ask('anthropic', true);
    const { headers } = models.asked[0]!.seen;
    expect([headers.authorization, headers['x-api-key']]).toEqual(['Bearer sk-ant-oat01-canary', undefined]);
  });

  it('is asked again where the gateway could not reach the provider', async () => {
    await holdKey('openai');
    let cut = 0;
    const { answer } = upstream;
    upstream.answer = (request, response, seen) => {
      if (cut++ > 0) return answer(request, response, seen);
      response.socket!.destroy();
    };
    models.plays(says('There.'));
    expect((await ask('openai')).answer.text).toBe('There.');
    upstream.answer = answer;
    expect(cut).toBe(2);
  });
});
