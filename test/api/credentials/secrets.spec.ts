import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Configuration } from '../../../src/kernel/config/configuration.js';
import { SecretBox } from '../../../src/kernel/crypto/secret-box.js';
import { Database } from '../../../src/kernel/database/database.js';
import { Epochs } from '../../../src/kernel/database/epochs.js';
import { Metrics } from '../../../src/kernel/metrics/metrics.js';
import { OpenAiRefresh } from '../../../src/modules/credentials/secrets/openai-refresh.js';
import { OpenAiTokenEndpoint } from '../../../src/modules/credentials/secrets/openai-token-endpoint.js';
import type { SealedSecret } from '../../../src/modules/credentials/secrets/sealed-secret.js';
import { SecretValues } from '../../../src/modules/credentials/secrets/secret-values.js';
import { SourceValues } from '../../../src/modules/credentials/secret-sources/source-values.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { startServer, type TestServer } from '../../harness/server/server.js';

const GENERIC_REQUIRED = 'Header name, parameter name, or URL path template is required for generic secrets';
const NOT_FOUND = { error: { message: 'Secret not found', type: 'not_found_error' } };
const ABSENT_ID = '00000000-0000-4000-8000-000000000000';

let server: TestServer;
let owner: Owner;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  owner = await signUpOwner(server);
});

const generic = (over: object = {}) => ({
  name: 'Stripe',
  type: 'generic',
  value: 'sk_live_canary',
  hostPattern: 'api.stripe.com',
  injectionConfig: { headerName: 'x-key' },
  ...over,
});
const anthropic = (over: object = {}) => ({
  name: 'Claude',
  type: 'anthropic',
  value: 'sk-ant-api03-canary',
  hostPattern: 'api.anthropic.com',
  ...over,
});
const openai = (over: object = {}) => ({
  name: 'GPT',
  type: 'openai',
  value: 'sk-canary-openai',
  hostPattern: 'api.openai.com',
  ...over,
});
const reference = { valueSource: 'onepassword', value: undefined, opRef: 'op://vault/item/field' };

async function create(body: object): Promise<any> {
  const answer = await owner.api.post('/v1/secrets', body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body;
}

async function listed(id: string): Promise<any> {
  const { body } = await owner.api.get('/v1/secrets');
  return body.find((secret: { id: string }) => secret.id === id);
}

async function patched(id: string, body: object): Promise<any> {
  const answer = await owner.api.patch(`/v1/secrets/${id}`, body);
  expect([answer.status, answer.body]).toEqual([200, { success: true }]);
  return listed(id);
}

async function sealedRow(id: string): Promise<SealedSecret> {
  const [row] = await server.db.query<SealedSecret>(
    `SELECT id, organization_id AS "organizationId", workspace_id AS "workspaceId", type,
       source_kind AS "sourceKind", value_ciphertext AS "valueCiphertext", metadata
     FROM secrets WHERE id = $1`,
    [id],
  );
  return row!;
}

const storedValue = async (id: string) =>
  server.app.get(SecretValues, { strict: false }).resolve(await sealedRow(id));

describe('creating a secret', () => {
  it.each([
    ['https://a.com', 'Enter a hostname, not a URL (remove http:// or https://)'],
    ['a.com/x', 'Enter a hostname only, not a path (use the path pattern field for paths)'],
    ['a b.com', 'Host pattern must not contain spaces'],
    ['*', expect.any(String)],
    ['*.co.uk', expect.any(String)],
    ['*.ｃｏｍ', expect.stringContaining('public suffix')],
    ['*.com。', expect.stringContaining('public suffix')],
    ['api.example.com:8443', expect.any(String)],
    ['*.github.io', expect.any(String)],
    ['   ', expect.any(String)],
  ])('02-11 the host pattern %p is refused', async (hostPattern, error) => {
    const answer = await owner.api.post('/v1/secrets', generic({ hostPattern }));
    expect([answer.status, answer.body]).toEqual([400, { error }]);
  });

  it('02-11 a wildcard below a registered domain is accepted', async () => {
    const { id, hostPattern } = await create(generic({ hostPattern: ' *.example.com ' }));
    expect(hostPattern).toBe('*.example.com');
    expect(await listed(id)).toMatchObject({ hostPattern: '*.example.com', scope: 'workspace' });
  });

  it('02-12 a generic secret needs to know where its value goes', async () => {
    for (const injectionConfig of [undefined, null, {}]) {
      const answer = await owner.api.post('/v1/secrets', generic({ injectionConfig }));
      expect([answer.status, answer.body]).toEqual([400, { error: GENERIC_REQUIRED }]);
    }
  });

  it('02-13 no answer contains the value; the create response alone has a preview', async () => {
    const answer = await owner.api.post('/v1/secrets', generic({ value: ' sk-1234567890 ' }));
    expect(answer.body).toEqual({
      id: expect.any(String),
      name: 'Stripe',
      type: 'generic',
      valueSource: 'inline',
      opRef: null,
      hostPattern: 'api.stripe.com',
      pathPattern: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      attachedAgents: [],
      preview: 'sk-1••••••••7890',
    });
    const texts = [answer.text];
    texts.push((await owner.api.patch(`/v1/secrets/${answer.body.id}`, { value: 'sk-0987654321' })).text);
    texts.push((await owner.api.get('/v1/secrets')).text);
    expect(await listed(answer.body.id)).toEqual({
      id: answer.body.id,
      name: 'Stripe',
      type: 'generic',
      typeLabel: 'Generic Secret',
      valueSource: 'inline',
      opRef: null,
      hostPattern: 'api.stripe.com',
      pathPattern: null,
      injectionConfig: { headerName: 'x-key' },
      metadata: null,
      scope: 'workspace',
      createdAt: answer.body.createdAt,
    });
    for (const text of texts) expect(text).not.toMatch(/1234567890|0987654321/);
    const tables = await server.db.query(
      `SELECT to_jsonb(s) AS row FROM secrets s UNION ALL SELECT to_jsonb(a) FROM audit_log a`,
    );
    expect(JSON.stringify(tables)).not.toMatch(/1234567890|0987654321/);
    expect(await storedValue(answer.body.id)).toBe('sk-0987654321');
  });

  it.each([
    ['nothing', {}, 'name is required'],
    ['a blank name', generic({ name: ' ' }), 'name must not be empty'],
    ['a name over 255', generic({ name: 'n'.repeat(256) }), 'name must be at most 255 characters'],
    ['an unknown type', generic({ type: 'other' }), expect.stringContaining('type must be one of')],
    ['an unknown source', generic({ valueSource: 'vault' }), expect.stringContaining('valueSource')],
    ['no value', generic({ value: undefined }), 'value is required'],
    ['a blank value', generic({ value: '  ' }), 'value must not be empty'],
    ['a value over 10 000', generic({ value: 'v'.repeat(10_001) }), expect.stringContaining('value')],
    ['no reference', generic({ valueSource: 'onepassword' }), expect.stringContaining('opRef')],
    [
      'a reference of two segments',
      generic({ ...reference, opRef: 'op://vault/item' }),
      expect.stringContaining('opRef'),
    ],
    ['no host', generic({ hostPattern: undefined }), 'hostPattern is required'],
    [
      'a path pattern over 1000',
      generic({ pathPattern: 'p'.repeat(1001) }),
      expect.stringContaining('pathPattern'),
    ],
    ['mixed variants', generic({ injectionConfig: { headerName: 'a', paramName: 'b' } }), expect.any(String)],
    ['an unknown key', generic({ injectionConfig: { headerName: 'a', more: 1 } }), expect.any(String)],
    ['a reserved header', generic({ injectionConfig: { headerName: 'Host' } }), expect.any(String)],
    [
      'a bad regex',
      generic({ injectionConfig: { pathRegex: '(', pathReplacement: '{value}' } }),
      expect.any(String),
    ],
    [
      'an unsafe path value',
      generic({ value: 'a/b', injectionConfig: { pathTemplate: '/{value}' } }),
      expect.any(String),
    ],
    ['an array', [generic()], expect.any(String)],
  ])('%s is refused flat', async (_name, body, error) => {
    const answer = await owner.api.post('/v1/secrets', body);
    expect([answer.status, answer.body]).toEqual([400, { error }]);
    expect((await owner.api.get('/v1/secrets')).body).toEqual([]);
  });

  it('metadata and the host of an OpenAI key follow from the value', async () => {
    const tokens = { access_token: 'at', refresh_token: 'rt', account_id: 'acc-1' };
    const cases: [object, object][] = [
      [
        anthropic(),
        {
          hostPattern: 'api.anthropic.com',
          metadata: { authMode: 'api-key' },
          typeLabel: 'Anthropic API Key',
        },
      ],
      [
        anthropic({ value: 'sk-ant-oat01-x', hostPattern: 'proxy.test' }),
        { hostPattern: 'proxy.test', metadata: { authMode: 'oauth' } },
      ],
      [
        openai({ hostPattern: 'a.test' }),
        { hostPattern: 'api.openai.com', metadata: { authMode: 'api-key' }, typeLabel: 'OpenAI' },
      ],
      [
        openai({ value: JSON.stringify({ tokens }) }),
        { hostPattern: 'chatgpt.com', metadata: { authMode: 'oauth', accountId: 'acc-1' } },
      ],
      [generic({ metadata: { authMode: 'oauth' }, pathPattern: ' ' }), { metadata: null, pathPattern: null }],
      [anthropic({ injectionConfig: { nonsense: true } }), { injectionConfig: null }],
    ];
    for (const [body, expected] of cases)
      expect(await listed((await create(body)).id)).toMatchObject(expected);
    const inner = await create(
      openai({ value: JSON.stringify({ auth_mode: 'apikey', OPENAI_API_KEY: 'sk-inner' }) }),
    );
    expect(await storedValue(inner.id)).toBe('sk-inner');
  });

  it('a 1Password secret stores its reference and resolves to nothing without a vault', async () => {
    const opDisplay = { vault: 'V', item: 'I', field: 'F' };
    const created = await create(anthropic({ ...reference, opDisplay, hostPattern: 'x.test' }));
    expect(created).not.toHaveProperty('preview');
    expect(await listed(created.id)).toMatchObject({
      valueSource: 'onepassword',
      opRef: 'op://vault/item/field',
      hostPattern: 'api.anthropic.com',
      metadata: { authMode: 'api-key', opDisplay },
    });
    expect(await storedValue(created.id)).toBeNull();
    expect((await listed((await create(generic(reference))).id)).metadata).toBeNull();
  });

  it('secrets are listed newest first, with those of the organization', async () => {
    const first = await create(generic({ name: 'first' }));
    const shared = (await owner.api.post('/v1/org/secrets', generic({ name: 'shared' }))).body;
    const last = await create(generic({ name: 'last' }));
    const { body } = await owner.api.get('/v1/secrets');
    expect(body.map(({ id, scope }: any) => [id, scope])).toEqual([
      [last.id, 'workspace'],
      [shared.id, 'organization'],
      [first.id, 'workspace'],
    ]);
  });

  it('every write is audited without the value', async () => {
    const { id } = await create(generic());
    await patched(id, { name: 'Renamed', value: 'sk_live_canary_2' });
    await owner.api.delete(`/v1/secrets/${id}`);
    const rows = await server.db.query(
      `SELECT action, status, source, metadata, workspace_id = $2 AS here FROM audit_log
       WHERE organization_id = $1 AND service = 'secret' ORDER BY created_at`,
      [owner.organizationId, owner.workspaceId],
    );
    const row = (action: string, name: string) => ({
      action,
      status: 'success',
      source: 'api',
      metadata: { secretId: id, name, scope: 'workspace' },
      here: true,
    });
    expect(rows).toEqual([row('create', 'Stripe'), row('update', 'Renamed'), row('delete', 'Renamed')]);
  });
});

describe('automatic attachment of LLM keys', () => {
  const agent = async (identifier: string): Promise<string> =>
    (await owner.api.post('/v1/agents', { name: identifier, identifier })).body.id;
  const agentIds = async (): Promise<string[]> =>
    (await owner.api.get('/v1/agents')).body.map(({ id }: any) => id).reverse();
  const grantsOf = async (id: string): Promise<string[]> =>
    (await owner.api.get(`/v1/agents/${id}/secrets`)).body;

  it('02-8 a new key goes to the agents that can reach none, and to no other', async () => {
    await agent('bot');
    const both = await agentIds();
    const first = await create(openai());
    expect(first.attachedAgents).toEqual(both);
    const third = await agent('third');
    await owner.api.put(`/v1/agents/${third}/secrets`, { secretIds: [] });
    const second = await create(anthropic());
    expect(second.attachedAgents).toEqual([third]);
    expect(await grantsOf(both[0]!)).toEqual([first.id]);
    expect(await grantsOf(third)).toEqual([second.id]);
    expect((await create(anthropic())).attachedAgents).toEqual([]);
    const audits = await server.db.query(
      `SELECT metadata ->> 'secretId' AS "secretId", metadata ->> 'agentId' AS "agentId" FROM audit_log
       WHERE organization_id = $1 AND service = 'grant' AND metadata ->> 'auto' = 'true'`,
      [owner.organizationId],
    );
    const given = [...both, third].map((agentId) => ({ secretId: first.id, agentId }));
    given.push({ secretId: second.id, agentId: third });
    expect(audits).toHaveLength(given.length);
    expect(audits).toEqual(expect.arrayContaining(given));
  });

  it('02-8 a generic secret is attached to nobody', async () => {
    expect((await create(generic())).attachedAgents).toEqual([]);
    const [defaultAgent] = await agentIds();
    expect(await grantsOf(defaultAgent!)).toEqual([]);
  });

  it('02-8 an attachment that fails does not fail the request', async () => {
    await server.db.query(
      `DELETE FROM policy_snapshots WHERE set_id IN (SELECT id FROM policy_sets WHERE workspace_id = $1)`,
      [owner.workspaceId],
    );
    const created = await create(openai());
    expect(created.attachedAgents).toEqual([]);
    expect(await listed(created.id)).toBeDefined();
  });
});

describe('changing a secret', () => {
  it('02-14 a patch that changes nothing is refused', async () => {
    const { id } = await create(anthropic());
    const nothing = [
      {},
      null,
      { unknown: 1 },
      { injectionConfig: { headerName: 'x' } },
      { injectionConfig: null },
    ];
    for (const body of [
      ...nothing,
      { opRef: 'op://a/b/c' },
      { opDisplay: { vault: 'v', item: 'i', field: 'f' } },
    ]) {
      const answer = await owner.api.patch(`/v1/secrets/${id}`, body);
      expect([answer.status, answer.body]).toEqual([400, { error: 'No fields to update' }]);
    }
  });

  it('02-14 a secret of the organization is not there through the workspace path', async () => {
    const { id } = (await owner.api.post('/v1/org/secrets', generic())).body;
    const patch = await owner.api.patch(`/v1/secrets/${id}`, { name: 'mine now' });
    expect([patch.status, patch.body]).toEqual([404, NOT_FOUND]);
    const remove = await owner.api.delete(`/v1/secrets/${id}`);
    expect([remove.status, remove.body]).toEqual([404, NOT_FOUND]);
    expect(await listed(id)).toMatchObject({ name: 'Stripe' });
  });

  it('a secret of another tenant, and an id that is none, are not there', async () => {
    const { id } = await create(generic());
    const stranger = await signUpOwner(server);
    for (const path of [
      `/v1/secrets/${id}`,
      `/v1/org/secrets/${id}`,
      `/v1/secrets/${ABSENT_ID}`,
      '/v1/secrets/x',
    ]) {
      const patch = await stranger.api.patch(path, { name: 'stolen' });
      expect([patch.status, patch.body]).toEqual([404, NOT_FOUND]);
      expect((await stranger.api.delete(path)).status).toBe(404);
    }
    expect((await stranger.api.get('/v1/secrets')).body).toEqual([]);
    expect(await listed(id)).toMatchObject({ name: 'Stripe' });
  });

  it('what the body alone shows is refused before the secret is looked for', async () => {
    const bodies: [object, unknown][] = [
      [{}, 'No fields to update'],
      [{ name: '' }, 'name must not be empty'],
      [{ hostPattern: 'https://a.com' }, 'Enter a hostname, not a URL (remove http:// or https://)'],
      [{ valueSource: 'inline' }, 'value is required'],
      [{ valueSource: 'onepassword' }, expect.stringContaining('opRef')],
      [{ injectionConfig: {} }, GENERIC_REQUIRED],
      [{ injectionConfig: { pathTemplate: '/{value}' }, value: 'a/b' }, expect.any(String)],
    ];
    for (const [body, error] of bodies) {
      const answer = await owner.api.patch(`/v1/secrets/${ABSENT_ID}`, body);
      expect([answer.status, answer.body]).toEqual([400, { error }]);
    }
  });

  it('what needs the stored secret is refused with an envelope', async () => {
    const { id } = await create(generic({ value: 'a/b' }));
    const withPath = await create(generic({ injectionConfig: { pathTemplate: '/{value}' } }));
    const refusals = [
      await owner.api.patch(`/v1/secrets/${id}`, { injectionConfig: null }),
      await owner.api.patch(`/v1/secrets/${id}`, { injectionConfig: { pathTemplate: '/{value}' } }),
      await owner.api.patch(`/v1/secrets/${withPath.id}`, { value: 'a/b' }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(refusals[0]!.body).toEqual({
      error: { message: GENERIC_REQUIRED, type: 'invalid_request_error' },
    });
    for (const { body } of refusals.slice(1)) expect(body.error.type).toBe('invalid_request_error');
    expect(await listed(id)).toMatchObject({ injectionConfig: { headerName: 'x-key' } });
    expect(await storedValue(withPath.id)).toBe('sk_live_canary');
    const both = { value: 'safe', injectionConfig: { pathTemplate: '/{value}' } };
    expect(await patched(id, both)).toMatchObject({ injectionConfig: { pathTemplate: '/{value}' } });
  });

  it('sources are switched: a value erases the reference, a reference erases the value', async () => {
    const { id } = await create(generic());
    expect(await patched(id, { valueSource: 'onepassword', opRef: 'op://a/b/c' })).toMatchObject({
      valueSource: 'onepassword',
      opRef: 'op://a/b/c',
    });
    expect((await sealedRow(id)).valueCiphertext).toBeNull();
    const opDisplay = { vault: 'V', item: 'I', field: 'F' };
    expect(await patched(id, { opDisplay })).toMatchObject({ opRef: 'op://a/b/c', metadata: { opDisplay } });
    expect(await patched(id, { opRef: 'op://d/e/f' })).toMatchObject({ opRef: 'op://d/e/f', metadata: null });
    expect(await patched(id, { value: 'again' })).toMatchObject({ valueSource: 'inline', opRef: null });
    expect(await storedValue(id)).toBe('again');
  });

  it('a new LLM value rebuilds metadata and the OpenAI host, unless a host comes with it', async () => {
    const { id } = await create(openai());
    const document = JSON.stringify({ tokens: { access_token: 'a', refresh_token: 'r' } });
    expect(await patched(id, { value: document })).toMatchObject({
      hostPattern: 'chatgpt.com',
      metadata: { authMode: 'oauth', accountId: null },
    });
    expect(await patched(id, { hostPattern: 'own.test' })).toMatchObject({ hostPattern: 'own.test' });
    expect(await patched(id, { name: 'n' })).toMatchObject({ hostPattern: 'own.test' });
    expect(await patched(id, { value: 'sk-2', hostPattern: 'mine.test' })).toMatchObject({
      hostPattern: 'mine.test',
      metadata: { authMode: 'api-key' },
    });
    expect(await patched(id, { value: 'sk-3' })).toMatchObject({ hostPattern: 'api.openai.com' });
    const claude = await create(anthropic({ hostPattern: 'proxy.test' }));
    expect(await patched(claude.id, { value: 'sk-ant-oat-2' })).toMatchObject({
      hostPattern: 'proxy.test',
      metadata: { authMode: 'oauth' },
    });
    expect(await patched(claude.id, { valueSource: 'onepassword', opRef: 'op://a/b/c' })).toMatchObject({
      hostPattern: 'api.anthropic.com',
      metadata: { authMode: 'api-key' },
    });
  });

  it('a path pattern is set, and cleared by null or blank', async () => {
    const { id } = await create(generic());
    expect(await patched(id, { pathPattern: ' /v1/* ' })).toMatchObject({ pathPattern: '/v1/*' });
    expect(await patched(id, { pathPattern: null })).toMatchObject({ pathPattern: null });
    await patched(id, { pathPattern: '/v2' });
    expect(await patched(id, { pathPattern: '' })).toMatchObject({ pathPattern: null });
  });

  it('every write raises the epoch of the workspace', async () => {
    const epoch = async () =>
      (await server.app.get(Epochs, { strict: false }).read([`ws:${owner.workspaceId}`])).get(
        `ws:${owner.workspaceId}`,
      )!;
    const epochs = [await epoch()];
    const { id } = await create(generic());
    epochs.push(await epoch());
    await patched(id, { value: 'other' });
    epochs.push(await epoch());
    await owner.api.delete(`/v1/secrets/${id}`);
    epochs.push(await epoch());
    expect(new Set(epochs).size).toBe(4);
    expect(epochs).toEqual([...epochs].sort((a, b) => a - b));
  });
});

describe('deleting a secret', () => {
  it('takes its grants along', async () => {
    const { id } = await create(openai());
    const agents = (await owner.api.get('/v1/agents')).body;
    const grants = () => owner.api.get(`/v1/agents/${agents[0].id}/secrets`);
    expect((await grants()).body).toEqual([id]);
    const answer = await owner.api.delete(`/v1/secrets/${id}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await grants()).body).toEqual([]);
    const rules = await server.db.query(`SELECT 1 FROM policy_rules WHERE targets @> $1::jsonb`, [
      JSON.stringify([{ kind: 'secret', secretId: id }]),
    ]);
    expect(rules).toEqual([]);
    expect((await owner.api.delete(`/v1/secrets/${id}`)).status).toBe(404);
  });
});

describe('OpenAI tokens', () => {
  let endpoint: Server;
  let url: string;
  let calls: URLSearchParams[];
  let answerWith: () => Promise<[number, object]>;
  const closing: OpenAiTokenEndpoint[] = [];

  beforeAll(async () => {
    endpoint = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        calls.push(new URLSearchParams(body));
        void answerWith().then(([status, json]) => {
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
        });
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => endpoint.once('listening', resolve));
    url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/oauth/token`;
  });
  afterAll(() => new Promise((resolve) => endpoint.close(resolve)));
  beforeEach(() => {
    calls = [];
    answerWith = () => Promise.resolve([200, { access_token: jwt(3600), refresh_token: 'rt-2' }]);
  });
  afterEach(async () => {
    for (const client of closing.splice(0)) await client.onModuleDestroy();
  });

  const jwt = (seconds: number) =>
    `h.${Buffer.from(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + seconds })).toString('base64url')}.s`;
  const document = (accessToken: string) =>
    JSON.stringify({
      tokens: { access_token: accessToken, refresh_token: 'rt-1', account_id: 'acc' },
      keep: 1,
    });

  /** What one replica has of it. */
  function replica(): SecretValues {
    const [db, box, epochs, configuration] = [Database, SecretBox, Epochs, Configuration].map((part: any) =>
      server.app.get(part, { strict: false }),
    ) as [Database, SecretBox, Epochs, Configuration];
    const client = new OpenAiTokenEndpoint(configuration, url);
    closing.push(client);
    const metrics = new Metrics(configuration);
    const sources = server.app.get(SourceValues, { strict: false });
    return new SecretValues(box, new OpenAiRefresh(db, box, epochs, client, metrics), sources, metrics);
  }
  const sealed = async (value: string) => sealedRow((await create(openai({ value }))).id);

  it('06-26 are refreshed once when they are about to expire, whoever asks, and stored', async () => {
    const secret = await sealed(document(jwt(200)));
    answerWith = async () => {
      await sleep(250);
      return [200, { access_token: jwt(3600), refresh_token: 'rt-2' }];
    };
    const [one, two] = [replica(), replica()];
    const values = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? one : two).resolve(secret)),
    );
    expect(calls.map((form) => Object.fromEntries(form))).toEqual([
      { client_id: 'app_EMoamEEZ73f0CkXaXp7hrann', grant_type: 'refresh_token', refresh_token: 'rt-1' },
    ]);
    expect(new Set(values).size).toBe(1);
    expect(JSON.parse(values[0]!)).toMatchObject({
      tokens: { refresh_token: 'rt-2', account_id: 'acc' },
      keep: 1,
    });
    const stored = await sealedRow(secret.id);
    expect(await replica().resolve(stored)).toBe(values[0]);
    expect(calls).toHaveLength(1);
  });

  it('are left alone while they live, and when they say nothing about it', async () => {
    for (const value of [document(jwt(400)), document('opaque')]) {
      expect(await replica().resolve(await sealed(value))).toBe(value);
    }
    expect(calls).toEqual([]);
  });

  it('stay as they are when the refresh is refused, and rest before the next try', async () => {
    answerWith = () => Promise.resolve([400, { error: 'invalid_grant' }]);
    const value = document(jwt(-10));
    const secret = await sealed(value);
    const values = replica();
    expect(await values.resolve(secret)).toBe(value);
    expect(await values.resolve(secret)).toBe(value);
    expect(calls).toHaveLength(1);
  });

  it('a value that was replaced during the refresh stays', async () => {
    const secret = await sealed(document(jwt(-10)));
    answerWith = async () => {
      await patched(secret.id, { value: 'sk-new-key' });
      return [200, { access_token: jwt(3600) }];
    };
    await replica().resolve(secret);
    expect(await storedValue(secret.id)).toBe('sk-new-key');
  });

  it('a ciphertext that does not open counts as absent', async () => {
    const secret = await sealed('sk-1');
    expect(await replica().resolve({ ...secret, id: ABSENT_ID })).toBeNull();
    expect(await replica().resolve({ ...secret, metadata: { authMode: 'oauth' } })).toBeNull();
  });
});
