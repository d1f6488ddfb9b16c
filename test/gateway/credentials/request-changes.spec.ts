/** What an account's credential does to a request beside writing fields: other hosts, other bodies (03 §12.7, §12.8). */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { RequestLog } from '../../../src/gateway/request-log/request-log.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import {
  type Agent,
  type Asking,
  createAgent,
  createSecret,
  grant,
  grantConnection,
} from '../../harness/clients/agent.js';
import { connect } from '../../harness/upstreams/connections.js';
import type { StandInProviders } from '../../harness/upstreams/providers.js';
import { network, organizationRules } from '../../harness/policy/rules.js';
import type { TestServer } from '../../harness/server/server.js';
import { withProviders } from '../../harness/server/stands.js';
import type { SeenRequest } from '../../harness/upstreams/upstream.js';
import { webSocket } from '../../harness/clients/web-socket.js';

const DENIED = 'denied.datadoghq.eu';

let server: TestServer;
let providers: StandInProviders;
let owner: Owner;
let agent: Agent;

withProviders((stand) => ({ server, providers } = stand), {
  REQUEST_LOG_MODE: 'all',
  GATEWAY_DENIED_HOSTS: DENIED,
  GATEWAY_ALLOWED_PRIVATE_HOSTS: '127.0.0.1,localhost,*.datadoghq.com,*.datadoghq.eu',
});

beforeEach(async () => {
  providers.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner, 'Ölf "&" Co');
});

async function account(provider: string, credentials: Record<string, string>): Promise<void> {
  const id = await connect(server, owner, { provider, credentials });
  await grantConnection(owner, agent.id, id);
}

async function seen(url: string, asking: Asking = {}): Promise<SeenRequest> {
  providers.upstream.seen.length = 0;
  await agent.ask(url, asking);
  return providers.upstream.only();
}

describe('the site of a Datadog account (03 §12.7)', () => {
  const keys = { access_token: 'app', apiKey: 'key', appKey: 'app' };

  it('is where requests to any of its hosts go', async () => {
    for (const [site, host, arrives] of [
      ['us5', 'http-intake.logs.datadoghq.com', 'http-intake.logs.us5.datadoghq.com'],
      ['us5', 'api.us5.datadoghq.com', 'api.us5.datadoghq.com'],
      ['eu', 'api.datadoghq.com', 'api.datadoghq.eu'],
      ['us1', 'api.datadoghq.eu', 'api.datadoghq.com'],
      ['gov', 'api.datadoghq.com', 'api.ddog-gov.com'],
    ] as const) {
      agent = await createAgent(server, owner);
      await account('datadog', { ...keys, site });
      const { host: reached, headers } = await seen(`https://${host}/api/v1/monitor`);
      expect([reached, headers['dd-api-key']]).toEqual([arrives, 'key']);
    }
  });

  it('is named by the certificate that is asked for, while rules and log name the host of the agent', async () => {
    await account('datadog', { ...keys, site: 'eu' });
    await organizationRules(server, owner, [
      { action: 'block', targets: [network('blocked.datadoghq.com')] },
      { action: 'block', targets: [network('api.datadoghq.eu')] },
    ]);
    expect((await agent.ask('https://blocked.datadoghq.com/')).status).toBe(403);
    expect((await seen('https://api.datadoghq.com/')).host).toBe('api.datadoghq.eu');
    await server.app.get(RequestLog, { strict: false }).flush();
    const rows = await server.db.query<{ host: string }>(
      'SELECT host FROM request_log WHERE workspace_id = $1 ORDER BY created_at',
      [owner.workspaceId],
    );
    expect(rows.map(({ host }) => host)).toEqual(['blocked.datadoghq.com', 'api.datadoghq.com']);
  });

  it('is a destination like any other, and of a connection of its own', async () => {
    await account('datadog', { ...keys, site: 'eu' });
    const refused = await agent.ask('https://denied.datadoghq.com/');
    expect([refused.status, refused.body.error, refused.body.host]).toEqual([
      403,
      'destination_not_allowed',
      DENIED,
    ]);
    const other = await createAgent(server, owner);
    for (const by of [agent, other, agent]) await by.ask('https://api.datadoghq.com/');
    expect(providers.upstream.seen.map(({ host, headers }) => [host, headers['dd-api-key']])).toEqual([
      ['api.datadoghq.eu', 'key'],
      ['api.datadoghq.com', undefined],
      ['api.datadoghq.eu', 'key'],
    ]);
  });

  it('is reached by WebSockets, and not by requests that carry nothing of the account', async () => {
    await account('datadog', { ...keys, site: 'eu' });
    providers.upstream.seen.length = 0;
    await webSocket(server, agent, 'live.datadoghq.com');
    expect(providers.upstream.only().host).toBe('live.datadoghq.eu');
    agent = await createAgent(server, owner);
    await account('datadog', { site: 'eu', access_token: 'app' });
    expect((await seen('https://api.datadoghq.com/')).host).toBe('api.datadoghq.com');
  });
});

describe('commits through a GitHub App (03 §12.8)', () => {
  const files = 'https://api.github.com/repos/acme/api/contents/README.md';
  const commits = 'https://api.github.com/repos/acme/api/git/commits';
  const NAME = 'Ölf "&" Co';

  beforeEach(() => account('github-app', { access_token: 'installation' }));

  function trailer(): string {
    return `\n\nOn-Behalf-Of: ${NAME}[credential-gateway] (${owner.workspaceId})`;
  }

  it('say which agent made them, and change nothing else', async () => {
    const body =
      '{ "message":"Fix \\u00fc\\n\\nWhy.", "content" : "aGk=", "n": 1e400, "x": {"message": "not this"} }';
    for (const [method, url] of [
      ['PUT', files],
      ['POST', commits],
      ['PUT', files.replace('contents', '%63ontents')],
    ] as const) {
      const request = await seen(url, { method, body });
      const message = JSON.stringify(`[${NAME}] Fix ü\n\nWhy.${trailer()}`);
      expect(request.body.toString()).toBe(body.replace('"Fix \\u00fc\\n\\nWhy."', message));
      expect(request.headers['content-length']).toBe(String(request.body.length));
    }
  });

  it('keep a prefix they have, and get no second author', async () => {
    const prefixed = await seen(files, { method: 'PUT', body: JSON.stringify({ message: `[${NAME}] Fix` }) });
    expect(JSON.parse(String(prefixed.body))).toEqual({ message: `[${NAME}] Fix${trailer()}` });
    const body = JSON.stringify({ message: 'Fix\n\nOn-Behalf-Of: somebody' });
    expect(String((await seen(files, { method: 'PUT', body })).body)).toBe(body);
  });

  it('are told whichever of equal names the server reads, in a body with and without a length', async () => {
    const body = '{"message":"one","mess\\u0061ge":"two"}';
    const headers = { 'transfer-encoding': 'chunked' };
    const request = await seen(commits, { method: 'POST', body, headers });
    expect(String(request.body)).toBe(
      `{"message":${JSON.stringify(`[${NAME}] one${trailer()}`)},"mess\\u0061ge":${JSON.stringify(`[${NAME}] two${trailer()}`)}}`,
    );
  });

  it('may be large', async () => {
    const content = randomBytes(3_000_000).toString('base64');
    const request = await seen(files, { method: 'PUT', body: JSON.stringify({ content, message: 'Add' }) });
    expect(JSON.parse(String(request.body))).toEqual({ content, message: `[${NAME}] Add${trailer()}` });
  });

  it('may have a million values, and hold the loop for none of them (ADR 122)', async () => {
    const rest = `"x":[${'1,'.repeat(1_000_000)}1]}`;
    const request = await seen(files, { method: 'PUT', body: `{"message":"m",${rest}` });
    expect(String(request.body) === `{"message":${JSON.stringify(`[${NAME}] m${trailer()}`)},${rest}`).toBe(
      true,
    );
  });

  it('names in a message cannot write lines of their own', async () => {
    agent = await createAgent(server, owner, 'a\u2028Co-authored-by: b');
    await account('github-app', { access_token: 'installation' });
    const request = await seen(files, { method: 'PUT', body: '{"message":"m"}' });
    const { message } = JSON.parse(String(request.body)) as { message: string };
    expect(message.split(/[\n\u2028]/)).toHaveLength(3);
  });

  it.each<[string, Buffer, Record<string, string>]>([
    ['no JSON', Buffer.from('{"message":"m"'), {}],
    ['a list', Buffer.from('[{"message":"m"}]'), {}],
    ['many messages', Buffer.from(`{${Array(99).fill('"message":"m"').join(',')}}`), {}],
    ['with a message of 1 MiB', Buffer.from(`{"message":"${'m'.repeat(1_048_576)}"}`), {}],
    [
      'nested deeper than servers read',
      Buffer.from(`{"message":"m","x":${'['.repeat(300)}${']'.repeat(300)}}`),
      {},
    ],
    ['without a message', Buffer.from('{"tree":"t","parents":["message"]}'), {}],
    ['with another kind of message', Buffer.from('{"message":{"message":"m"}}'), {}],
    ['no UTF-8', Buffer.from('{"message":"\xff"}', 'latin1'), {}],
    ['compressed', gzipSync('{"message":"m"}'), { 'content-encoding': 'gzip' }],
    [
      'larger than 10 MiB',
      Buffer.from(JSON.stringify({ message: 'm', content: 'c'.repeat(10_485_760) })),
      {},
    ],
    [
      'larger than 10 MiB, without saying so',
      Buffer.from(JSON.stringify({ message: 'm', content: 'c'.repeat(10_485_760) })),
      { 'transfer-encoding': 'chunked' },
    ],
  ])('a body that is %s passes byte for byte', async (_what, body, headers) => {
    expect((await seen(files, { method: 'PUT', body, headers })).body.equals(body)).toBe(true);
  });

  it('other requests, and those that the account does not serve, pass byte for byte', async () => {
    const body = '{"message":"m"}';
    for (const [method, url] of [
      ['POST', files],
      ['PUT', 'https://api.github.com/repos/acme/api/issues/1'],
      ['POST', 'https://api.github.com/repos/acme/api/git/commits/1'],
      ['POST', 'https://api.github.com/repos/acme/api/issues'],
    ] as const)
      expect(String((await seen(url, { method, body })).body)).toBe(body);
    const authorization = { hostPattern: 'api.github.com', injectionConfig: { headerName: 'authorization' } };
    await grant(owner, agent.id, await createSecret(owner, authorization));
    expect(String((await seen(files, { method: 'PUT', body })).body)).toBe(body);
    agent = await createAgent(server, owner);
    await account('github', { access_token: 'of-a-person' });
    expect(String((await seen(files, { method: 'PUT', body })).body)).toBe(body);
  });
});

describe('a role without an operator (03 §12.6)', () => {
  it('is not assumed, and nothing is sent', async () => {
    const arn = 'arn:aws:iam::123456789012:role/agents';
    await account('aws-role', { roleArn: arn, externalId: 'e', region: 'eu-west-1' });
    const refused = await agent.ask('https://sqs.eu-west-1.amazonaws.com/');
    expect([refused.status, refused.body.error]).toEqual([502, 'bad_gateway']);
    expect(providers.upstream.seen).toEqual([]);
  });
});
