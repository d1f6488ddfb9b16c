import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CertificateAuthority } from '../../../src/modules/foundation/certificate-authority/certificate-authority.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { askThrough, createAgent, createSecret, grant } from '../../harness/clients/agent.js';
import { api, type Answer } from '../../harness/clients/client.js';
import { connect, setStatus } from '../../harness/upstreams/connections.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';

const CA_PATH = '/tmp/credential-gateway-ca.pem';
const PLACEHOLDER = 'onecli-managed';

let server: TestServer;
let owner: Owner;

beforeAll(async () => {
  server = await startServer({ GATEWAY_BASE_URL: 'gateway.test:4444' });
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await signUpOwner(server);
});

const anthropic = (fields: object = {}) => ({
  name: 'Claude',
  type: 'anthropic',
  value: 'sk-ant-api03-canary',
  hostPattern: 'api.anthropic.com',
  ...fields,
});
const anthropicOauth = (fields: object = {}) => anthropic({ value: 'sk-ant-oat01-canary', ...fields });
const openai = (fields: object = {}) => ({
  name: 'GPT',
  type: 'openai',
  value: 'sk-canary-openai',
  hostPattern: 'api.openai.com',
  ...fields,
});
const openaiOauth = (fields: object = {}) =>
  openai({
    value: JSON.stringify({ tokens: { access_token: 'canary-access', refresh_token: 'canary-refresh' } }),
    ...fields,
  });

/** The default agent of the owner's workspace; it gets new LLM keys by itself. */
async function defaultAgent(): Promise<any> {
  return (await owner.api.get('/v1/agents/default')).body;
}

/** Decoded JSON of one part of a JWT. */
function jwtPart(token: string, index: number): any {
  return JSON.parse(Buffer.from(token.split('.')[index]!, 'base64url').toString());
}

describe('the address of the gateway', () => {
  const gatewayUrl = (from: TestServer, headers: Record<string, string> = {}): Promise<Answer> =>
    api(from).with(headers).get('/v1/gateway-url');

  it('is the configured origin, for everybody', async () => {
    const configured = await startServer({ GATEWAY_API_URL: 'https://gw.example.com/' });
    try {
      const answer = await gatewayUrl(configured, { host: 'other.example.com' });
      expect([answer.status, answer.body]).toEqual([200, { url: 'https://gw.example.com' }]);
      expect((await api(configured).as('nonsense').get('/v1/gateway-url')).status).toBe(200);
    } finally {
      await configured.close();
    }
  });

  it('is derived from the request otherwise, with the port of the gateway', async () => {
    const derived = await startServer({ GATEWAY_PORT: '10777', SERVER_ROLES: 'api' });
    const proxied = { 'x-forwarded-host': 'cg.example.com, inner', 'x-forwarded-proto': 'https' };
    try {
      const urlFor = async (headers: Record<string, string>) => (await gatewayUrl(derived, headers)).body.url;
      expect(await urlFor({ host: 'cg.example.com:8080' })).toBe('http://cg.example.com:10777');
      expect(await urlFor({ host: '[::1]:8080' })).toBe('http://[::1]:10777');
      expect(await urlFor(proxied)).toBe('https://cg.example.com:10777');
      expect(await urlFor({ host: 'a.example.com', 'x-forwarded-host': 'evil"<x>' })).not.toContain('evil');
    } finally {
      await derived.close();
    }
  });

  it('does not follow forwarded headers of an untrusted proxy', async () => {
    const wary = await startServer({ GATEWAY_PORT: '10777', SERVER_ROLES: 'api', TRUST_PROXY: '10.9.8.7' });
    try {
      const answer = await gatewayUrl(wary, {
        host: 'cg.example.com',
        'x-forwarded-host': 'evil.example.com',
      });
      expect(answer.body).toEqual({ url: 'http://cg.example.com:10777' });
    } finally {
      await wary.close();
    }
  });
});

describe('the certificate of the gateway', () => {
  it('is downloaded as a file, without a credential', async () => {
    const answer = await api(server).get('/v1/gateway/ca');
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/x-pem-file',
      'content-disposition': 'attachment; filename="gateway-ca.pem"',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.text).not.toContain('PRIVATE KEY');
    expect(new X509Certificate(answer.text).ca).toBe(true);
  });

  it('is the same bytes everywhere: download, container configuration, disk, another process', async () => {
    const { text } = await api(server).get('/v1/gateway/ca');
    const { body: config } = await owner.api.get('/v1/container-config');
    const onDisk = await readFile(join(server.dataDir, 'gateway', 'ca.pem'), 'utf8');
    const replica = await startReplica(server);
    const { text: elsewhere } = await api(replica).get('/v1/gateway/ca');
    await replica.close();
    expect([config.caCertificate, onDisk, elsewhere]).toEqual([text, text, text]);
  });

  it('is a flat 503 while there is none', async () => {
    const starting = await startServer({ SERVER_ROLES: 'api' });
    try {
      const early = await signUpOwner(starting);
      Object.assign(starting.app.get(CertificateAuthority, { strict: false }), { current: null });
      const answers = [
        await api(starting).get('/v1/gateway/ca'),
        await early.api.get('/v1/container-config'),
      ];
      for (const { status, body } of answers) {
        expect([status, body]).toEqual([503, { error: expect.any(String) }]);
      }
    } finally {
      await starting.close();
    }
  });
});

describe('counts', () => {
  it('count agents of the workspace and secrets of both levels', async () => {
    const empty = await owner.api.get('/v1/counts');
    expect([empty.status, empty.body]).toEqual([
      200,
      { agents: 1, apps: 0, llms: 0, secrets: 0, agentsWorkingInBackground: 0 },
    ]);
    await createAgent(server, owner);
    await createSecret(owner, { hostPattern: 'a.example.com' });
    await createSecret(owner, { hostPattern: 'b.example.com' }, '/v1/org/secrets');
    await createSecret(owner, anthropic());
    await createSecret(owner, openai(), '/v1/org/secrets');
    expect((await owner.api.get('/v1/counts')).body).toEqual({
      agents: 2,
      apps: 0,
      llms: 2,
      secrets: 2,
      agentsWorkingInBackground: 0,
    });
  });

  it('01 §19.1 count connected apps of both levels, and no others', async () => {
    const { organizationId, workspaceId } = owner;
    const apps = async (of: Owner) => (await of.api.get('/v1/counts')).body.apps;
    const own = await connect(server, { organizationId, workspaceId }, { provider: 'gmail' });
    await connect(server, { organizationId, workspaceId }, { provider: 'gmail', label: 'Second' });
    await connect(server, { organizationId }, { provider: 'github' });
    await connect(server, { organizationId, workspaceId }, { provider: 'slack', status: 'expired' });
    await connect(server, { organizationId }, { provider: 'slack', status: 'error' });
    const session = api(server).as(owner.cookie);
    const { body: second } = await session.post('/v1/workspaces', { name: 'Second' });
    await connect(server, { organizationId, workspaceId: second.id }, { provider: 'gmail' });
    const stranger = await signUpOwner(server);
    await connect(server, stranger, { provider: 'gmail' });
    expect([await apps(owner), await apps(stranger)]).toEqual([3, 1]);
    const elsewhere = await session.inWorkspace(second.id).get('/v1/counts');
    expect(elsewhere.body.apps).toBe(2);
    await setStatus(server, { organizationId, workspaceId }, own, 'expired');
    expect(await apps(owner)).toBe(2);
  });

  it('01-6 are those of the key, whatever workspace the request names', async () => {
    const session = api(server).as(owner.cookie);
    const { body: second } = await session.post('/v1/workspaces', { name: 'Second' });
    await createSecret(owner, { hostPattern: 'a.example.com' });
    const counts = async (of: Promise<Answer>) => (await of).body.secrets;
    const named = await owner.api.with({ 'x-workspace-id': second.id }).get('/v1/counts');
    expect([named.body.secrets, named.headers['deprecation']]).toEqual([1, undefined]);
    expect(await counts(session.inWorkspace(second.id).get('/v1/counts'))).toBe(0);
  });

  it('need a credential', async () => {
    expect((await api(server).get('/v1/counts')).status).toBe(401);
  });
});

describe('the container configuration', () => {
  const configOf = (identifier?: string): Promise<Answer> =>
    owner.api.get(`/v1/container-config${identifier === undefined ? '' : `?agent=${identifier}`}`);

  it('of the default agent has proxy, certificate and tool settings, and warns of a missing key', async () => {
    const { accessToken } = await defaultAgent();
    const answer = await configOf();
    const { text: pem } = await api(server).get('/v1/gateway/ca');
    const proxy = `http://x:${accessToken}@gateway.test:4444`;
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        env: {
          HTTPS_PROXY: proxy,
          HTTP_PROXY: proxy,
          https_proxy: proxy,
          http_proxy: proxy,
          NODE_EXTRA_CA_CERTS: CA_PATH,
          SSL_CERT_FILE: CA_PATH,
          REQUESTS_CA_BUNDLE: CA_PATH,
          AWS_CA_BUNDLE: CA_PATH,
          CURL_CA_BUNDLE: CA_PATH,
          GIT_SSL_CAINFO: CA_PATH,
          DENO_CERT: CA_PATH,
          GRPC_DEFAULT_SSL_ROOTS_FILE_PATH: CA_PATH,
          npm_config_cafile: CA_PATH,
          PIP_CERT: CA_PATH,
          NODE_USE_ENV_PROXY: '1',
          GIT_TERMINAL_PROMPT: '0',
          GIT_HTTP_PROXY_AUTHMETHOD: 'basic',
        },
        caCertificate: pem,
        caCertificateContainerPath: CA_PATH,
        warnings: [
          expect.stringContaining(
            `${server.apiUrl}/w/${owner.workspaceId}/connections/llms?create=anthropic`,
          ),
        ],
      },
    ]);
    expect([answer.headers['cache-control'], answer.headers['pragma']]).toEqual(['no-store', 'no-cache']);
  });

  it('has a token the gateway accepts, that of the named agent', async () => {
    const agent = await createAgent(server, owner);
    const { body: agents } = await owner.api.get('/v1/agents');
    const { identifier } = agents.find(({ id }: { id: string }) => id === agent.id);
    const { env } = (await configOf(identifier)).body;
    const { username, password } = new URL(env.HTTPS_PROXY);
    expect([username, password]).toEqual(['x', agent.token]);
    const through = await askThrough(
      server,
      password,
      `http://localhost:${new URL(server.apiUrl).port}/healthz`,
    );
    expect(through.status).not.toBe(407);
  });

  it('01-31 knows a subscription token, and shows no value', async () => {
    const secretId = await createSecret(owner, anthropicOauth());
    const { status } = await owner.api.post('/v1/agents', { name: 'X', identifier: 'x' });
    expect(status).toBe(201);
    const answer = await configOf('x');
    expect(answer.body.env).toMatchObject({ CLAUDE_CODE_OAUTH_TOKEN: 'placeholder' });
    expect(answer.body.env).not.toHaveProperty('ANTHROPIC_API_KEY');
    expect(answer.body).not.toHaveProperty('warnings');
    expect(answer.text).not.toContain('canary');
    expect(answer.text).not.toContain(secretId);
  });

  it('knows API keys of both providers', async () => {
    await createSecret(owner, anthropic(), '/v1/org/secrets');
    await createSecret(owner, openai(), '/v1/org/secrets');
    expect((await configOf()).body.env).not.toHaveProperty('ANTHROPIC_API_KEY');
    await owner.api.post('/v1/agents', { name: 'X', identifier: 'x' });
    const { body, text } = await configOf('x');
    expect(body.env).toMatchObject({ ANTHROPIC_API_KEY: 'placeholder', OPENAI_API_KEY: 'placeholder' });
    for (const key of ['CLAUDE_CODE_OAUTH_TOKEN', 'CODEX_HOME']) expect(body.env).not.toHaveProperty(key);
    expect(body).not.toHaveProperty('credentialStubs');
    expect(text).not.toContain('canary');
  });

  it('mounts a stub for a ChatGPT login', async () => {
    await createSecret(owner, openaiOauth());
    const { body, text } = await configOf();
    expect(body.env).toMatchObject({ CODEX_HOME: '/home/node/.codex' });
    expect(body.env).not.toHaveProperty('OPENAI_API_KEY');
    expect(body.credentialStubs).toEqual([
      { containerPath: '/home/node/.codex/auth.json', content: expect.any(String) },
    ]);
    const content = JSON.parse(body.credentialStubs[0].content);
    expect([content.auth_mode, content.tokens.access_token]).toEqual(['chatgpt', PLACEHOLDER]);
    expect(text).not.toContain('canary');
  });

  it('prefers the key of the workspace, then the one the gateway would inject', async () => {
    const agent = await createAgent(server, owner);
    const { body: agents } = await owner.api.get('/v1/agents');
    const { identifier } = agents.find(({ id }: { id: string }) => id === agent.id);
    const grantNew = async (secret: any, path?: string) =>
      grant(owner, agent.id, await createSecret(owner, secret, path));
    const mode = async () => {
      const { env } = (await configOf(identifier)).body;
      return ['CLAUDE_CODE_OAUTH_TOKEN', 'ANTHROPIC_API_KEY'].filter((key) => key in env);
    };
    await grantNew(anthropicOauth(), '/v1/org/secrets');
    expect(await mode()).toEqual(['CLAUDE_CODE_OAUTH_TOKEN']);
    await grantNew(anthropic());
    expect(await mode()).toEqual(['ANTHROPIC_API_KEY']);
    await grantNew(anthropicOauth());
    expect(await mode()).toEqual(['CLAUDE_CODE_OAUTH_TOKEN']);
    await grantNew(anthropic({ pathPattern: '/v1/*' }));
    await grantNew(anthropicOauth());
    expect(await mode()).toEqual(['ANTHROPIC_API_KEY']);
  });

  it('speaks of what the agent was granted only', async () => {
    const secretId = await createSecret(owner, anthropic());
    const { id } = await defaultAgent();
    expect((await configOf()).body.env).toHaveProperty('ANTHROPIC_API_KEY');
    await owner.api.delete(`/v1/agents/${id}/grants/secrets/${secretId}`);
    const { body } = await configOf();
    expect(body.env).not.toHaveProperty('ANTHROPIC_API_KEY');
    expect(body.warnings).toHaveLength(1);
  });

  it('warns of a stored key that no key of the deployment opens', async () => {
    const secretId = await createSecret(owner, anthropic({ name: 'Lost key' }));
    await server.db.query(
      `UPDATE secrets SET value_ciphertext = regexp_replace(value_ciphertext, '[^.]+$', 'AAAA') WHERE id = $1`,
      [secretId],
    );
    const { body } = await configOf();
    expect(body.warnings).toEqual([
      expect.stringMatching(/Lost key.*cannot be decrypted.*\/connections\/llms/),
    ]);
  });

  it.each(['nope', 'Default', '%F0%9F%98%80'])(
    '01-30 of the unknown agent %p is a flat 404 that names it',
    async (identifier) => {
      const answer = await configOf(identifier);
      expect([answer.status, answer.body]).toEqual([
        404,
        {
          error: expect.any(String),
          code: 'AGENT_NOT_FOUND',
          agentIdentifier: decodeURIComponent(identifier),
        },
      ]);
    },
  );

  it('of an agent of another workspace is a flat 404', async () => {
    const stranger = await signUpOwner(server);
    await stranger.api.post('/v1/agents', { name: 'Theirs', identifier: 'theirs' });
    expect((await configOf('theirs')).body).toMatchObject({ code: 'AGENT_NOT_FOUND' });
  });

  it('01-30 of a migrated workspace without agents says so, and creates none', async () => {
    await server.db.query('DELETE FROM agents WHERE workspace_id = $1', [owner.workspaceId]);
    for (const identifier of [undefined, '']) {
      const answer = await configOf(identifier);
      expect([answer.status, answer.body]).toEqual([404, { error: expect.any(String), code: 'NO_AGENTS' }]);
    }
    const named = await configOf('nope');
    expect([named.status, named.body]).toEqual([
      404,
      { error: expect.any(String), code: 'AGENT_NOT_FOUND', agentIdentifier: 'nope' },
    ]);
    expect((await owner.api.get('/v1/agents')).body).toEqual([]);
  });

  it('01-30 of a migrated workspace without a default agent asks for a name', async () => {
    await server.db.query('UPDATE agents SET is_default = false WHERE workspace_id = $1', [
      owner.workspaceId,
    ]);
    const answer = await configOf();
    expect([answer.status, answer.body]).toEqual([
      404,
      { error: expect.any(String), code: 'AGENT_REQUIRED' },
    ]);
    expect((await configOf('default')).status).toBe(200);
  });

  it('refuses a query that names two agents, or what no agent can be called', async () => {
    const answer = await owner.api.get('/v1/container-config?agent=a&agent=b');
    expect([answer.status, answer.body]).toEqual([400, { error: 'agent must be a string' }]);
    const unstorable = await configOf('a%00b');
    expect([unstorable.status, unstorable.body]).toEqual([400, { error: expect.any(String) }]);
  });

  it('answers a fault flat, without internals, and records no connection', async () => {
    const { id } = await defaultAgent();
    await server.db.query(`UPDATE agents SET token_ciphertext = 'v1.x.y.z' WHERE id = $1`, [id]);
    const answer = await configOf();
    expect([answer.status, answer.body]).toEqual([500, { error: expect.any(String) }]);
    expect(answer.text).not.toMatch(/v1\.x|decrypt|ciphertext|agents/i);
    expect(await connectedAt()).toBeNull();
  });

  it('records the first success only', async () => {
    expect(await connectedAt()).toBeNull();
    await configOf('nope');
    expect(await connectedAt()).toBeNull();
    await configOf();
    const first = await connectedAt();
    expect(first).toEqual(expect.any(Date));
    await configOf();
    expect(await connectedAt()).toEqual(first);
  });

  async function connectedAt(): Promise<Date | null> {
    const [workspace] = await server.db.query<{ at: Date | null }>(
      'SELECT agent_connected_at AS at FROM workspaces WHERE id = $1',
      [owner.workspaceId],
    );
    return workspace!.at;
  }

  it('needs a credential of the workspace', async () => {
    expect((await api(server).get('/v1/container-config')).status).toBe(401);
  });
});

describe('credential stubs', () => {
  const stub = (): Promise<Answer> => owner.api.get('/v1/credential-stubs/codex');

  it('exist for codex, and are a flat 404 for anything else', async () => {
    const list = await owner.api.get('/v1/credential-stubs');
    expect([list.status, list.body]).toEqual([200, { agents: ['codex'] }]);
    for (const name of ['claude', 'Codex', 'a%00b']) {
      const unknown = await owner.api.get(`/v1/credential-stubs/${name}`);
      expect([unknown.status, unknown.body]).toEqual([404, { error: expect.any(String) }]);
    }
    expect((await api(server).get('/v1/credential-stubs')).status).toBe(401);
    expect((await api(server).get('/v1/credential-stubs/codex')).status).toBe(401);
  });

  it('are a fresh login without any real token while no OpenAI key is known', async () => {
    const before = Date.now();
    const { status, body } = await stub();
    expect([status, body]).toEqual([
      200,
      {
        agent: 'codex',
        filePath: '~/.codex/auth.json',
        content: expect.any(String),
        authMode: 'oauth',
        permissions: '0600',
      },
    ]);
    const content = JSON.parse(body.content);
    expect(body.content.trimEnd()).toBe(JSON.stringify(content, null, 2));
    expect(content).toEqual({
      auth_mode: 'chatgpt',
      OPENAI_API_KEY: null,
      tokens: {
        id_token: expect.any(String),
        access_token: PLACEHOLDER,
        refresh_token: PLACEHOLDER,
        account_id: PLACEHOLDER,
      },
      last_refresh: expect.any(String),
    });
    expect(Date.parse(content.last_refresh)).toBeGreaterThanOrEqual(before);
    const { id_token: idToken } = content.tokens;
    expect(idToken.split('.')).toHaveLength(3);
    expect(jwtPart(idToken, 1)).toEqual({
      sub: expect.any(String),
      email: expect.any(String),
      iat: expect.any(Number),
      exp: 4_102_444_800,
      'https://api.openai.com/auth': {
        chatgpt_plan_type: 'free',
        chatgpt_user_id: PLACEHOLDER,
        chatgpt_account_id: PLACEHOLDER,
      },
    });
  });

  it('are in API-key form only while every OpenAI key of both levels is one', async () => {
    await createSecret(owner, openai());
    const key = (await stub()).body;
    expect([key.authMode, JSON.parse(key.content)]).toEqual([
      'api-key',
      { auth_mode: 'apikey', OPENAI_API_KEY: PLACEHOLDER },
    ]);
    await createSecret(owner, openaiOauth(), '/v1/org/secrets');
    const mixed = await stub();
    expect(mixed.body.authMode).toBe('oauth');
    expect(mixed.text).not.toContain('canary');
  });

  it('do not follow keys of anybody else', async () => {
    await createSecret(await signUpOwner(server), openai());
    expect((await stub()).body.authMode).toBe('oauth');
  });
});
