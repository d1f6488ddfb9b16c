/** 01 §19.10: moving a workspace from one real deployment to another. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { agentWith, createSecret, grant } from '../../harness/clients/agent.js';
import { api } from '../../harness/clients/client.js';
import { setPlan, signInOnCloud } from '../../harness/people/cloud.js';
import { memberOf } from '../../harness/people/members.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { startSessionIssuer } from '../../harness/people/session-issuer.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';

const EXPORT = '/v1/migrate/export';
const IMPORT = '/v1/migrate/import';

const NOTHING = { secrets: 0, agents: 0, agentSecrets: 0, rules: 0 };

const GENERIC = {
  name: 'Billing',
  type: 'generic',
  value: 'billing-value',
  hostPattern: 'api.billing.test',
  pathPattern: null,
  injectionConfig: { headerName: 'x-key' },
  metadata: null,
};

let there: TestServer;
let here: TestServer;
let upstream: Upstream;
let strange: Server;
/** What the stand-in for a deployment that misbehaves answers. */
let misbehave: RequestListener;
let strangeUrl: string;

beforeAll(async () => {
  upstream = await startUpstream();
  there = await startServer(upstream.settings);
  strange = createServer((request, response) => misbehave(request, response));
  await new Promise<void>((resolve) => strange.listen(0, '127.0.0.1', resolve));
  strangeUrl = `http://127.0.0.1:${(strange.address() as AddressInfo).port}`;
  here = await startServer({
    ENTERPRISE_ENABLED: 'true',
    MIGRATION_EXPORT_TARGETS: `${there.apiUrl}, ${strangeUrl}`,
  });
});

afterAll(async () => {
  strange?.closeAllConnections();
  strange?.close();
  await here?.close();
  await there?.close();
  await upstream?.close();
});

describe('exporting a workspace', () => {
  let owner: Owner;
  let receiver: Owner;

  beforeEach(async () => {
    upstream.reset();
    [owner, receiver] = [await signUpOwner(here), await signUpOwner(there)];
  });

  const exported = () => owner.api.post(EXPORT, { cloudApiKey: receiver.apiKey });

  it('makes its secrets and agents work on the other deployment once they are granted there', async () => {
    await owner.api.post('/v1/agents', { name: 'Deployer', identifier: 'deployer' });
    await createSecret(owner, {
      name: 'Billing',
      value: 'moved-value-42',
      hostPattern: 'api.billing.test',
      pathPattern: '/v1/*',
      injectionConfig: { headerName: 'authorization', valueFormat: 'Bearer {value}' },
    });
    const { status, body } = await exported();
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        imported: { ...NOTHING, secrets: 1, agents: 1 },
        skipped: [{ type: 'agent', name: 'default', reason: expect.any(String) }],
      },
    });
    const [agent] = (await receiver.api.get('/v1/agents')).body.filter(
      ({ identifier }: { identifier: string }) => identifier === 'deployer',
    );
    expect(agent).toMatchObject({ name: 'Deployer', isDefault: false });
    const [secret] = (await receiver.api.get('/v1/secrets')).body;
    expect(secret).toMatchObject({
      name: 'Billing',
      scope: 'workspace',
      hostPattern: 'api.billing.test',
      pathPattern: '/v1/*',
      injectionConfig: { headerName: 'authorization', valueFormat: 'Bearer {value}' },
    });
    const worker = agentWith(there, { id: agent.id, name: agent.name, token: agent.accessToken });
    await worker.ask('http://api.billing.test/v1/invoices');
    expect(upstream.only().headers['authorization']).toBeUndefined();
    await grant(receiver, agent.id, secret.id);
    await worker.ask('http://api.billing.test/v1/invoices');
    expect(upstream.only().headers['authorization']).toBe('Bearer moved-value-42');
  });

  it('leaves 1Password references and all policy behind and says so', async () => {
    const agentId = (await owner.api.get('/v1/agents')).body[0].id;
    const secretId = await createSecret(owner, { name: 'Moved', hostPattern: 'api.a.test' });
    await owner.api.post('/v1/secrets', {
      ...GENERIC,
      name: 'Held elsewhere',
      pathPattern: undefined,
      valueSource: 'onepassword',
      opRef: 'op://vault/item/field',
    });
    await grant(owner, agentId, secretId);
    const { body } = await exported();
    expect(body.imported).toEqual({ ...NOTHING, secrets: 1 });
    expect(body.skipped).toEqual([
      { type: 'agent', name: 'default', reason: expect.any(String) },
      { type: 'secret', name: 'Held elsewhere', reason: expect.stringContaining('1Password') },
      { type: 'rule', name: 'Default Agent → Moved', reason: expect.any(String) },
    ]);
    const arrived = (await receiver.api.get('/v1/secrets')).body;
    expect(arrived.map(({ name }: { name: string }) => name)).toEqual(['Moved']);
  });

  it("sends nothing of the organization's own, of another workspace or of another organization", async () => {
    const stranger = await signUpOwner(here);
    await createSecret(stranger, { name: 'Foreign', hostPattern: 'api.a.test' });
    await createSecret(
      { api: api(here).as(owner.cookie).inWorkspace(owner.workspaceId) },
      { name: 'Shared', hostPattern: 'api.a.test' },
      '/v1/org/secrets',
    );
    const { body: other } = await api(here).as(owner.cookie).post('/v1/workspaces', { name: 'Other' });
    await createSecret({ api: api(here).as(other.apiKey) }, { name: 'Elsewhere', hostPattern: 'api.a.test' });
    expect((await exported()).body.imported).toEqual(NOTHING);
    expect((await receiver.api.get('/v1/secrets')).body).toEqual([]);
  });

  it('can be repeated: what is there already is skipped and keeps its value', async () => {
    const secretId = await createSecret(owner, { name: 'Twice', value: 'first', hostPattern: 'api.a.test' });
    expect((await exported()).body.imported.secrets).toBe(1);
    await owner.api.patch(`/v1/secrets/${secretId}`, { value: 'second' });
    const { body } = await exported();
    expect(body.imported).toEqual(NOTHING);
    expect(body.skipped).toContainEqual({ type: 'secret', name: 'Twice', reason: expect.any(String) });
    const [{ id: agentId, accessToken }] = (await receiver.api.get('/v1/agents')).body;
    await grant(receiver, agentId, (await receiver.api.get('/v1/secrets')).body[0].id);
    await agentWith(there, { id: agentId, name: '', token: accessToken }).ask('http://api.a.test/');
    expect(upstream.only().headers['x-test-key']).toBe('first');
  });

  it('takes as many requests as large values need', async () => {
    const value = '\u{1f511}'.repeat(2_500);
    for (const half of ['a', 'b']) {
      const secrets = Array.from({ length: 55 }, (_, at) => ({ ...GENERIC, name: `${half}${at}`, value }));
      expect((await owner.api.post(IMPORT, { version: 1, secrets })).status).toBe(200);
    }
    expect((await exported()).body.imported).toEqual({ ...NOTHING, secrets: 110 });
    expect((await receiver.api.get('/v1/secrets')).body).toHaveLength(110);
  });

  it('is in the audit trail of both sides, without a value and without the key', async () => {
    await createSecret(owner, { name: 'Audited', value: 'never-in-the-trail', hostPattern: 'api.a.test' });
    await exported();
    const trail = await api(here).as(owner.cookie).get('/v1/org/audit-logs?service=workspace&action=update');
    expect(trail.body.items).toEqual([
      expect.objectContaining({
        userId: owner.userId,
        workspaceId: owner.workspaceId,
        metadata: { exportedTo: there.apiUrl },
      }),
    ]);
    const received = await api(there).as(receiver.cookie).get('/v1/org/audit-logs?service=secret');
    expect(received.body.items[0]).toMatchObject({ action: 'create', metadata: { name: 'Audited' } });
    for (const { db } of [here, there]) {
      const rows = await db.query<{ row: string }>('SELECT a::text AS row FROM audit_log a');
      const text = JSON.stringify(rows);
      expect([text.includes('never-in-the-trail'), text.includes(receiver.apiKey)]).toEqual([false, false]);
    }
  });

  describe('is refused', () => {
    it('where no target is listed, before the body is looked at, and on Cloud', async () => {
      const closed = { error: 'Exporting to another deployment is not available here.' };
      const { status, body } = await receiver.api.post(EXPORT, {});
      expect({ status, body }).toEqual({ status: 404, body: closed });
      expect((await api(there).post(EXPORT, {})).status).toBe(401);
      const issuer = await startSessionIssuer();
      const cloud = await startServer({ ...issuer.settings, MIGRATION_EXPORT_TARGETS: there.apiUrl });
      try {
        const person = await signInOnCloud(cloud, issuer);
        const answer = await person.api.post(EXPORT, { cloudApiKey: receiver.apiKey });
        expect([answer.status, answer.body]).toEqual([404, closed]);
      } finally {
        await cloud.close();
        await issuer.close();
      }
    });

    it('to members where roles bind', async () => {
      const member = await memberOf(here, owner);
      const answer = await member.post(EXPORT, { cloudApiKey: receiver.apiKey });
      expect([answer.status, answer.body.error.message]).toEqual([403, 'Insufficient permissions']);
    });

    it.each([
      [{}, 'cloudApiKey is required'],
      [{ cloudApiKey: ' ' }, 'cloudApiKey must not be empty'],
      [{ cloudApiKey: 'a\r\nx: y' }, 'cloudApiKey is not valid'],
      [{ cloudApiKey: 'k', cloudUrl: 'nowhere' }, 'cloudUrl must be a URL'],
      [{ cloudApiKey: 'k', cloudUrl: '' }, 'cloudUrl must not be empty'],
    ])('with %j', async (body, error) => {
      const answer = await owner.api.post(EXPORT, body);
      expect([answer.status, answer.body]).toEqual([400, { error }]);
    });

    it('to any origin that is not listed', async () => {
      const { port } = new URL(there.apiUrl);
      for (const cloudUrl of [
        'https://evil.example',
        `http://localhost:${port}`,
        `https://127.0.0.1:${port}`,
        `${there.apiUrl}@evil.example`,
        'file:///etc/passwd',
      ]) {
        const answer = await owner.api.post(EXPORT, { cloudApiKey: receiver.apiKey, cloudUrl });
        expect([answer.status, answer.body]).toEqual([
          403,
          { error: 'This server may not export to that deployment.' },
        ]);
      }
    });

    it('when the other side does not know the key', async () => {
      const answer = await owner.api.post(EXPORT, {
        cloudApiKey: owner.apiKey,
        cloudUrl: `${there.apiUrl}/v1/`,
      });
      expect([answer.status, answer.body]).toEqual([
        400,
        { error: 'The other deployment does not accept cloudApiKey.' },
      ]);
    });
  });

  describe('when the other side', () => {
    const asked = () => owner.api.post(EXPORT, { cloudApiKey: 'k', cloudUrl: strangeUrl });
    const FAILED = {
      error: 'The other deployment could not be reached or did not answer as expected.',
    };

    it.each<[string, RequestListener]>([
      ['answers 500', (_, response) => response.writeHead(500).end('{"error":"secret internals"}')],
      ['answers 404', (_, response) => response.writeHead(404).end('{}')],
      ['answers with a page', (_, response) => response.end('<html>')],
      ['answers with something else', (_, response) => response.end('{"imported":{"secrets":"many"}}')],
      ['hangs up', (request) => request.socket.destroy()],
      ['answers without an end', (_, response) => response.end(`"${'x'.repeat(2_000_000)}"`)],
    ])('%s, it is a 502', async (_what, listener) => {
      misbehave = listener;
      const { status, body } = await asked();
      expect({ status, body }).toEqual({ status: 502, body: FAILED });
    });

    it('redirects, nobody follows', async () => {
      const paths: string[] = [];
      misbehave = (request, response) => {
        paths.push(request.url ?? '');
        response.writeHead(307, { location: `${strangeUrl}/collector` }).end();
      };
      expect((await asked()).status).toBe(502);
      expect(paths).toEqual([IMPORT]);
    });

    it.each([
      [403, '{"error":"Your Free plan allows 10 workspace secrets"}'],
      [409, '{"error":{"message":"Taken","type":"invalid_request_error"}}'],
      [400, '{"error":"secrets: 0: hostPattern is not valid"}'],
    ])('refuses with %i, its words are passed on', async (status, text) => {
      misbehave = (_, response) => response.writeHead(status).end(text);
      const answer = await asked();
      const { error } = JSON.parse(text);
      expect([answer.status, answer.body]).toEqual([status, { error: error.message ?? error }]);
    });
  });
});

describe('importing into a workspace', () => {
  let owner: Owner;

  beforeEach(async () => {
    owner = await signUpOwner(there);
  });

  const imported = (content: object) => owner.api.post(IMPORT, { version: 1, ...content });
  const namesOf = async (path: string) =>
    (await owner.api.get(path)).body.map(({ name }: { name: string }) => name).sort();

  it('takes secrets of every type and agents, and none of what is only accepted', async () => {
    const { status, body } = await imported({
      secrets: [
        GENERIC,
        {
          name: 'Claude',
          type: 'anthropic',
          value: 'sk-ant-oat-1',
          hostPattern: 'api.anthropic.com',
          metadata: { authMode: 'lie' },
        },
        {
          name: 'GPT',
          type: 'openai',
          value: 'sk-1',
          hostPattern: 'elsewhere.test',
          pathPattern: null,
          injectionConfig: null,
          metadata: null,
        },
      ],
      agents: [{ name: 'One', identifier: 'one', isDefault: true, secretMode: 'all' }],
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: { imported: { ...NOTHING, secrets: 3, agents: 1 }, skipped: [] },
    });
    const secrets = (await owner.api.get('/v1/secrets')).body;
    const of = (name: string) => secrets.find((secret: { name: string }) => secret.name === name);
    expect(of('Claude').metadata).toEqual({ authMode: 'oauth' });
    expect(of('GPT').hostPattern).toBe('api.openai.com');
    expect(of('Billing').injectionConfig).toEqual({ headerName: 'x-key' });
    const one = (await owner.api.get('/v1/agents')).body.find(({ name }: { name: string }) => name === 'One');
    expect(one.isDefault).toBe(false);
  });

  it('skips what exists and what comes twice', async () => {
    await imported({ secrets: [GENERIC] });
    const { body } = await imported({
      secrets: [GENERIC, { ...GENERIC, name: 'New' }, { ...GENERIC, name: 'New', value: 'other' }],
      agents: [
        { name: 'A', identifier: 'default' },
        { name: 'B', identifier: 'b' },
        { name: 'B again', identifier: 'b' },
      ],
    });
    expect(body.imported).toEqual({ ...NOTHING, secrets: 1, agents: 1 });
    expect(body.skipped.map(({ type, name }: { type: string; name: string }) => `${type} ${name}`)).toEqual([
      'secret Billing',
      'secret New',
      'agent default',
      'agent b',
    ]);
    expect(await namesOf('/v1/secrets')).toEqual(['Billing', 'New']);
  });

  it('brings nothing twice when it runs twice at once', async () => {
    const content = {
      secrets: Array.from({ length: 10 }, (_, at) => ({ ...GENERIC, name: `S${at}` })),
      agents: Array.from({ length: 5 }, (_, at) => ({ name: `A${at}`, identifier: `a${at}` })),
    };
    const answers = await Promise.all([1, 2, 3, 4].map(() => imported(content)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const sum = (field: string) => answers.reduce((total, { body }) => total + body.imported[field], 0);
    expect([sum('secrets'), sum('agents')]).toEqual([10, 5]);
    expect(await namesOf('/v1/secrets')).toHaveLength(10);
    expect(await namesOf('/v1/agents')).toHaveLength(6);
  });

  it('reports what earlier versions sent beside it', async () => {
    const { body } = await imported({
      secrets: [GENERIC],
      agentSecrets: [{ agentIdentifier: 'default', secretName: 'Billing' }],
      rules: [{ name: 'Block all' }, {}],
    });
    expect(body.imported).toEqual({ ...NOTHING, secrets: 1 });
    expect(body.skipped).toEqual([
      { type: 'agentSecret', name: 'default → Billing', reason: expect.any(String) },
      { type: 'rule', name: 'Block all', reason: expect.any(String) },
      { type: 'rule', name: '#2', reason: expect.any(String) },
    ]);
  });

  it.each([
    { rules: [{ name: 'x' }] },
    { agentSecrets: [{}], secrets: [], agents: [] },
    { secrets: [], agents: [], agentSecrets: [], rules: [] },
  ])('R24.3 %j holds nothing that is still taken: 410', async (content) => {
    const { status, body } = await imported(content);
    expect({ status, body }).toEqual({
      status: 410,
      body: { error: expect.stringContaining('/grants/secrets/') },
    });
  });

  it('takes an empty workspace for what it is', async () => {
    expect((await imported({})).body).toEqual({ imported: NOTHING, skipped: [] });
    expect((await imported({ secrets: [], agents: [] })).status).toBe(200);
  });

  it.each([
    [{ version: undefined }, 'version is required'],
    [{ version: 2 }, 'version must be at most 1'],
    [{ secrets: {} }, 'secrets must be an array'],
    [{ secrets: [[GENERIC]] }, 'secrets must be an array of objects'],
    [{ agents: [null] }, 'agents must be an array of objects'],
    [{ secrets: [{ ...GENERIC, name: ' ' }] }, 'secrets: 0: name must not be empty'],
    [{ secrets: [{ ...GENERIC, name: 'n'.repeat(256) }] }, 'secrets: 0: name must be at most 255 characters'],
    [
      { secrets: [{ ...GENERIC, type: 'aws' }] },
      'secrets: 0: type must be one of anthropic, openai, generic',
    ],
    [{ secrets: [{ ...GENERIC, value: '' }] }, 'secrets: 0: value must not be empty'],
    [{ secrets: [{ ...GENERIC, value: null }] }, 'secrets: 0: value must be a string'],
    [{ secrets: [{ ...GENERIC, hostPattern: '*.com' }] }, /^secrets: 0: /],
    [{ secrets: [GENERIC, { ...GENERIC, injectionConfig: null }] }, /^secrets: 1: /],
    [
      { secrets: [{ ...GENERIC, injectionConfig: { pathTemplate: '/{value}' }, value: 'a/b' }] },
      /^secrets: 0: /,
    ],
    [{ secrets: [null] }, /^secrets/],
    [{ secrets: Array(1001).fill(GENERIC) }, 'secrets must have at most 1000 entries'],
    [{ agents: [{ name: 'A', identifier: 'No' }] }, /^agents: 0: Identifier must be/],
    [{ agents: [{ identifier: 'a' }] }, 'agents: 0: name is required'],
    [
      { agents: [{ name: 'A', identifier: 'a', isDefault: 'yes' }] },
      'agents: 0: isDefault must be true or false',
    ],
  ])('refuses %j and keeps nothing', async (content, message) => {
    const { status, body } = await imported({ agents: [{ name: 'Fine', identifier: 'fine' }], ...content });
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: typeof message === 'string' ? message : expect.stringMatching(message) },
    });
    expect([await namesOf('/v1/secrets'), await namesOf('/v1/agents')]).toEqual([[], ['Default Agent']]);
  });

  it('keeps to the limit of a body', async () => {
    const secrets = [{ ...GENERIC, metadata: { padding: 'x'.repeat(1_100_000) } }];
    const { status, body } = await imported({ secrets });
    expect([status, body.error.type]).toEqual([413, 'invalid_request_error']);
  });

  it('puts what it is given where the credential belongs', async () => {
    expect((await api(there).post(IMPORT, { version: 1 })).status).toBe(401);
    const stranger = await signUpOwner(there);
    const aimed = owner.api.inWorkspace(stranger.workspaceId);
    expect((await aimed.post(IMPORT, { version: 1, secrets: [GENERIC] })).status).toBe(200);
    expect((await stranger.api.get('/v1/secrets')).body).toEqual([]);
    expect(await namesOf('/v1/secrets')).toEqual(['Billing']);
  });

  it('keeps the quotas of a Cloud plan: all of it or nothing, in a flat refusal', async () => {
    const issuer = await startSessionIssuer();
    const cloud = await startServer(issuer.settings);
    try {
      const person = await signInOnCloud(cloud, issuer);
      await setPlan(cloud, person.organizationId, 'free');
      const secrets = Array.from({ length: 11 }, (_, at) => ({ ...GENERIC, name: `S${at}` }));
      const refused = await person.api.post(IMPORT, { version: 1, secrets });
      expect([refused.status, refused.body]).toEqual([
        403,
        { error: expect.stringMatching(/Free plan.*10 workspace secrets/) },
      ]);
      expect((await person.api.get('/v1/secrets')).body).toEqual([]);
      const agents = [1, 2].map((at) => ({ name: `A${at}`, identifier: `a${at}` }));
      const tooMany = await person.api.post(IMPORT, { version: 1, secrets: secrets.slice(0, 10), agents });
      expect([tooMany.status, typeof tooMany.body.error]).toEqual([403, 'string']);
      expect((await person.api.get('/v1/secrets')).body).toEqual([]);
      const fitting = await person.api.post(IMPORT, {
        version: 1,
        secrets: secrets.slice(0, 10),
        agents: agents.slice(1),
      });
      expect(fitting.body.imported).toEqual({ ...NOTHING, secrets: 10, agents: 1 });
    } finally {
      await cloud.close();
      await issuer.close();
    }
  });
});
