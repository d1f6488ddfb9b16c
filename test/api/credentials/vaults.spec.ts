import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { api, ApiClient, gateway } from '../../harness/clients/client.js';
import { joinAs } from '../../harness/people/members.js';
import { backToNow, later, stopTheClock } from '../../harness/time/monotonic-clock.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { until } from '../../harness/time/until.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';
import { pairVault, StandInVault, useVault } from '../../harness/upstreams/vault.js';

const PAIR = '/v1/vault/onepassword/pair';
const STATUS = '/v1/vault/onepassword/status';
const VAULTS = '/v1/vault/onepassword/vaults';
const ITEMS = '/v1/vault/onepassword/vaults/vault1/items';
const FIELDS = '/v1/vault/onepassword/items/vault1/item1/fields';
const FLAT = { error: expect.any(String) };
const NEVER = { connected: false, name: null, status_data: null };

let server: TestServer;
let vault: StandInVault;
let owner: Owner;

beforeAll(async () => {
  server = await startServer();
  vault = new StandInVault();
  useVault(server, vault);
});

afterAll(() => server.close());

beforeEach(async () => {
  stopTheClock();
  vault.reset();
  owner = await signUpOwner(server);
});

afterEach(backToNow);

function audited(): Promise<any[]> {
  return server.db.query(
    `SELECT action, service, source, user_id, metadata FROM audit_log WHERE workspace_id = $1 AND service = 'vault'
     ORDER BY created_at, id`,
    [owner.workspaceId],
  );
}

describe.each([
  ['management', '/v1'],
  ['management', '/api'],
  ['gateway', '/v1'],
  ['gateway', '/api'],
] as const)('on the %s origin under %s', (origin, prefix) => {
  let client: ApiClient;
  const at = (path: string): string => path.replace(/^\/v1/, prefix);

  beforeEach(() => {
    client = (origin === 'management' ? api(server) : gateway(server)).as(owner.apiKey);
  });

  it('01 §19.2, 06 §16 pairs, tells its status, lists vaults, items and labels, and disconnects', async () => {
    const token = { service_account_token: 'ops_token' };
    expect(await client.get(at(STATUS))).toMatchObject({ status: 200, body: NEVER });
    const paired = await client.post(at(PAIR), token);
    expect(paired).toMatchObject({
      status: 200,
      body: { status: 'paired', display_name: 'my.1password.com' },
    });
    expect(paired.headers['cache-control']).toContain('no-store');
    expect((await client.get(at(STATUS))).body).toEqual({
      connected: true,
      name: 'my.1password.com',
      status_data: { last_error: null },
    });
    expect((await client.get(at(VAULTS))).body).toEqual({ vaults: [{ id: 'vault1', title: 'Engineering' }] });
    expect((await client.get(at(ITEMS))).body).toEqual({
      items: [{ id: 'item1', title: 'Stripe', category: 'ApiCredentials' }],
    });
    expect((await client.get(at(FIELDS))).body).toEqual({
      fields: [
        { id: 'username', title: 'username', fieldType: 'Text' },
        { id: 'credential', title: 'credential', fieldType: 'Concealed', sectionId: 'keys' },
      ],
      sections: [{ id: 'keys', title: 'Keys' }],
    });
    for (let round = 0; round < 2; round++) {
      const gone = await client.delete(at(PAIR));
      expect(gone).toMatchObject({ status: 200, body: { status: 'disconnected' } });
    }
    expect((await client.get(at(STATUS))).body).toEqual(NEVER);
    for (const path of [VAULTS, ITEMS, FIELDS])
      expect(await client.get(at(path))).toMatchObject({ status: 404, body: FLAT });
  });

  it('06 §16 tells rejected from missing from unreachable, always flat', async () => {
    await pairVault(owner);
    for (const [kind, status] of [
      ['rejected', 400],
      ['bad-reference', 400],
      ['missing', 404],
      ['unavailable', 500],
    ] as const) {
      vault.failing = kind;
      for (const path of [VAULTS, ITEMS, FIELDS]) {
        const answer = await client.get(at(path));
        expect([answer.status, answer.body]).toEqual([status, FLAT]);
      }
      const paired = await client.post(at(PAIR), { service_account_token: 'ops_token' });
      expect([paired.status, paired.body]).toEqual([status, FLAT]);
    }
  });

  it('06 §16 an id that is none is a 400, asked of nobody', async () => {
    await pairVault(owner);
    vault.asked.length = 0;
    for (const id of ['a%2Fb', '..%2f..', '%20', 'a.b', '%', 'x'.repeat(65), '%E2%82%AC']) {
      if (id === '%' && origin === 'management') continue;
      const items = await client.get(at(`/v1/vault/onepassword/vaults/${id}/items`));
      const fields = await client.get(at(`/v1/vault/onepassword/items/vault1/${id}/fields`));
      expect([id, items.status, items.body]).toEqual([id, 400, FLAT]);
      expect([id, fields.status, fields.body]).toEqual([id, 400, FLAT]);
    }
    expect(vault.asked).toEqual([]);
  });

  it('06 §16.2 Bitwarden answers like an unknown provider', async () => {
    const pair = { psk_hex: 'ab'.repeat(32), fingerprint_hex: 'cd'.repeat(32) };
    for (const provider of ['bitwarden', 'lastpass', 'constructor']) {
      const path = at(`/v1/vault/${provider}/pair`);
      const message = { error: `Unknown vault provider: ${provider}` };
      expect(await client.post(path, pair)).toMatchObject({ status: 400, body: message });
      expect(await client.delete(path)).toMatchObject({ status: 400, body: message });
      expect((await client.get(at(`/v1/vault/${provider}/status`))).body).toEqual(NEVER);
    }
    const strange = await client.post(at('/v1/vault/%3Cscript%3E/pair'), pair);
    expect(strange).toMatchObject({ status: 400, body: { error: 'Unknown vault provider' } });
  });

  it('06 §15.3 nobody and a bad key get 401', async () => {
    const anonymous = origin === 'management' ? api(server) : gateway(server);
    for (const [method, path] of [
      ['GET', STATUS],
      ['GET', VAULTS],
      ['GET', ITEMS],
      ['GET', FIELDS],
      ['POST', PAIR],
      ['DELETE', PAIR],
    ] as const) {
      for (const caller of [anonymous, anonymous.as(`oc_${'0'.repeat(64)}`)])
        expect(await caller.send(method, at(path))).toMatchObject({ status: 401, body: FLAT });
    }
    expect(vault.asked).toEqual([]);
  });

  it('06 §15.3.3 a session from a foreign page pairs nothing', async () => {
    const session = (origin === 'management' ? api(server) : gateway(server)).as(owner.cookie);
    const foreign = session.with({ origin: 'https://evil.test' });
    const refused = await foreign.post(at(PAIR), { service_account_token: 'ops_token' });
    expect([refused.status, refused.body]).toEqual([403, FLAT]);
    expect((await session.post(at(PAIR), { service_account_token: 'ops_token' })).status).toBe(200);
    expect((await audited()).map(({ source }) => source)).toEqual(['app']);
  });

  it('01 §1.4, 06 §1.6 other methods and paths are unknown', async () => {
    const unknown = origin === 'management' ? 404 : 400;
    for (const [method, path] of [
      ['PUT', PAIR],
      ['GET', PAIR],
      ['POST', STATUS],
      ['GET', '/v1/vault/onepassword'],
      ['GET', '/v1/vault/bitwarden/vaults'],
      ['GET', '/v1/vault/onepassword/vaults/vault1'],
    ] as const)
      expect([path, (await client.send(method, at(path))).status]).toEqual([path, unknown]);
    expect((await client.get(`${at(STATUS)}/`)).status).toBe(200);
    const preflight = { origin: 'http://localhost:10254', 'access-control-request-method': 'POST' };
    const allowed = await client.with(preflight).send('OPTIONS', at(PAIR));
    expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([204, preflight.origin]);
  });
});

describe('pairing', () => {
  it('06 §16.1 stores nothing that 1Password refuses, and keeps an earlier connection', async () => {
    await pairVault(owner, 'ops_first');
    vault.revoked.add('ops_second');
    const refused = await owner.api.post(PAIR, { service_account_token: 'ops_second' });
    expect(refused.status).toBe(400);
    expect((await owner.api.get(STATUS)).body.connected).toBe(true);
    expect(await audited()).toHaveLength(1);
  });

  it('06 §16.1 replaces an earlier connection, sealed to a row of its own', async () => {
    await pairVault(owner, 'ops_first');
    const [first] = (await owner.api.get('/v1/vaults')).body;
    await pairVault(owner, 'ops_second');
    const listed = (await owner.api.get('/v1/vaults')).body;
    expect(listed).toEqual([
      {
        id: expect.any(String),
        provider: 'onepassword',
        status: 'connected',
        name: 'my.1password.com',
        lastConnectedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
    expect(listed[0].id).not.toBe(first.id);
    const [row] = await server.db.query<any>('SELECT * FROM vault_connections WHERE workspace_id = $1', [
      owner.workspaceId,
    ]);
    expect(row.credentials_ciphertext).toMatch(/^v1\./);
    expect(JSON.stringify(row)).not.toContain('ops_second');
    const sealed = row.credentials_ciphertext;
    await pairVault(owner, 'ops_third');
    await server.db.query(
      'UPDATE vault_connections SET credentials_ciphertext = $2 WHERE workspace_id = $1',
      [owner.workspaceId, sealed],
    );
    expect(await owner.api.get(VAULTS)).toMatchObject({ status: 400, body: FLAT });
  });

  it('01 §24 is audited without the token, by whom and from where', async () => {
    await pairVault(owner, 'ops_first');
    await pairVault(owner, 'ops_second');
    await owner.api.delete(PAIR);
    await owner.api.delete(PAIR);
    const rows = await audited();
    expect(rows.map(({ action }) => action)).toEqual(['create', 'update', 'disconnect']);
    expect(rows[0]).toMatchObject({
      source: 'api',
      user_id: owner.userId,
      metadata: { provider: 'onepassword', name: 'my.1password.com' },
    });
    expect(JSON.stringify(rows)).not.toContain('ops_');
  });

  it('twenty at once leave one connection', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => pairVault(owner, `ops_${index}`)));
    expect((await owner.api.get('/v1/vaults')).body).toHaveLength(1);
    expect((await owner.api.get(STATUS)).body.connected).toBe(true);
  });

  it.each([
    ['management', api],
    ['gateway', gateway],
  ] as const)('on the %s origin is refused flat to who lost the workspace meanwhile', async (_, origin) => {
    const member = await joinAs(server, owner);
    const removal = () => api(server).as(owner.cookie).delete(`/v1/org/team/${member.userId}`);
    const made = await owner.api.post('/v1/workspaces', { name: 'Second' });
    const deletion = () => api(server).as(owner.cookie).delete(`/v1/workspaces/${made.body.id}`);
    const theirs = origin(server).as(member.cookie).inWorkspace(owner.workspaceId);
    const gone = origin(server).as(made.body.apiKey);
    for (const [client, loss] of [
      [theirs, removal],
      [gone, deletion],
    ] as const) {
      vault.asked.length = 0;
      vault.delayMs = 500;
      const pairing = client.post(PAIR, { service_account_token: 'ops_late' });
      await until(() => vault.asked.length === 1);
      expect((await loss()).status).toBe(204);
      const { status, body } = await pairing;
      expect([status, body]).toEqual([401, { error: 'Invalid API key or token.' }]);
    }
    expect((await owner.api.get('/v1/vaults')).body).toEqual([]);
  });

  it('belongs to the workspace, and goes with it', async () => {
    await pairVault(owner);
    const made = await owner.api.post('/v1/workspaces', { name: 'Second' });
    const other = api(server).as(made.body.apiKey);
    expect((await other.get('/v1/vaults')).body).toEqual([]);
    expect((await other.get(STATUS)).body).toEqual(NEVER);
    await pairVault({ api: other });
    const key = (await signUpOwner(server)).api;
    expect((await key.get(STATUS)).body).toEqual(NEVER);
    expect((await api(server).as(owner.cookie).delete(`/v1/workspaces/${made.body.id}`)).status).toBe(204);
    const left = await server.db.query('SELECT 1 FROM vault_connections WHERE workspace_id = $1', [
      made.body.id,
    ]);
    expect(left).toEqual([]);
    expect((await owner.api.get('/v1/vaults')).body).toHaveLength(1);
  });
});

describe('status', () => {
  it('06 §16.1 asks 1Password and trusts the answer for 30 s', async () => {
    await pairVault(owner);
    vault.asked.length = 0;
    vault.revoked.add('ops_token');
    expect((await owner.api.get(STATUS)).body.connected).toBe(true);
    later(29_000);
    expect((await owner.api.get(STATUS)).body.connected).toBe(true);
    expect(vault.asked).toEqual([]);
    later(31_000);
    const both = await Promise.all([owner.api.get(STATUS), owner.api.get(STATUS)]);
    for (const { body } of both)
      expect(body).toEqual({
        connected: false,
        name: 'my.1password.com',
        status_data: { last_error: expect.stringContaining('rejected') },
      });
    expect(vault.asked).toEqual(['check']);
    const [listed] = (await owner.api.get('/v1/vaults')).body;
    expect(listed.status).toBe('error');
  });

  it('06 §16.1 a 1Password that cannot be reached is not connected, and is again', async () => {
    await pairVault(owner);
    vault.failing = 'unavailable';
    later(31_000);
    const { body } = await owner.api.get(STATUS);
    expect([body.connected, body.status_data.last_error]).toEqual([
      false,
      expect.stringContaining('could not be reached'),
    ]);
    vault.failing = null;
    later(62_000);
    expect((await owner.api.get(STATUS)).body.connected).toBe(true);
    expect((await owner.api.get('/v1/vaults')).body[0].status).toBe('connected');
  });
});

describe('GET /v1/vaults', () => {
  it('01 §19.2 needs a workspace and asks no provider', async () => {
    await pairVault(owner);
    vault.asked.length = 0;
    expect((await owner.api.get('/v1/vaults')).status).toBe(200);
    expect((await api(server).as(owner.cookie).get('/v1/vaults')).status).toBe(200);
    expect((await api(server).get('/v1/vaults')).status).toBe(401);
    expect(vault.asked).toEqual([]);
  });
});

/** The adapter itself, its SDK in its thread, with a 1Password that only ever fails. */
describe('the adapter of 1Password', () => {
  let upstream: Upstream;
  let own: TestServer;
  let client: ApiClient;
  let folder: string;

  beforeAll(async () => {
    upstream = await startUpstream();
    folder = await mkdtemp(join(tmpdir(), 'cg-vault-'));
    const ca = join(folder, 'ca.pem');
    await writeFile(ca, upstream.authorityPem);
    const { GATEWAY_DANGER_ACCEPT_INVALID_CERTS: _, ...settings } = upstream.settings;
    own = await startReplica(server, { ...settings, GATEWAY_UPSTREAM_CA_FILE: ca });
  });

  afterAll(async () => {
    await own.close();
    await upstream.close();
    await rm(folder, { recursive: true, force: true });
  });

  beforeEach(() => {
    upstream.reset();
    client = api(own).as(owner.apiKey);
  });

  /** A token the SDK can read; its keys open nothing. */
  function tokenFor(signInAddress: string): string {
    const document = {
      signInAddress,
      userAuth: {
        method: 'SRPg-4096',
        alg: 'PBES2g-HS256',
        iterations: 650000,
        salt: 'pGzy3Iw1yv8pG2Vq1nJz1w',
      },
      email: 'nobody@1passwordserviceaccounts.com',
      srpX: 'ab'.repeat(32),
      muk: {
        alg: 'A256GCM',
        ext: true,
        k: Buffer.alloc(32, 1).toString('base64url'),
        key_ops: ['encrypt', 'decrypt'],
        kty: 'oct',
        kid: 'mp',
      },
      secretKey: 'A3-AAAAAA-BBBBBB-CCCCC-DDDDD-EEEEE-FFFFF',
      throttleSecret: { seed: 'ab'.repeat(32), uuid: 'A'.repeat(26) },
      deviceUuid: 'a'.repeat(26),
    };
    return `ops_${Buffer.from(JSON.stringify(document)).toString('base64url')}`;
  }

  const pair = (token: unknown) => client.post(PAIR, { service_account_token: token });

  it('06 §16 a missing or malformed parameter is a 400, asked of nobody', async () => {
    for (const body of [undefined, null, [], 'text', {}, { service_account_token: '' }])
      expect(await client.post(PAIR, body)).toMatchObject({ status: 400, body: FLAT });
    for (const token of [7, ['ops_x'], 'garbage', 'ops_', 'ops_e30', `ops_${'A'.repeat(20_000)}`, 'ops_x y'])
      expect([token, (await pair(token)).status]).toEqual([token, 400]);
    const large = await gateway(own)
      .as(owner.apiKey)
      .post(PAIR, { service_account_token: 'x'.repeat(70_000) });
    expect([large.status, large.body]).toEqual([413, FLAT]);
    expect(upstream.seen).toEqual([]);
  });

  it('signs in through the egress proxy, and tells refusals from faults', async () => {
    for (const [status, expected] of [
      [401, 400],
      [403, 400],
      [429, 500],
      [500, 500],
      [503, 500],
    ] as const) {
      upstream.reset();
      upstream.answer = (_request, response) => response.writeHead(status).end('{}');
      const answer = await pair(tokenFor('team.1password.eu'));
      expect([status, answer.status, answer.body]).toEqual([status, expected, FLAT]);
      expect(upstream.seen[0]).toMatchObject({ scheme: 'https', host: 'team.1password.eu' });
    }
    upstream.answer = (_request, response) => response.destroy();
    expect((await pair(tokenFor('my.1password.com'))).status).toBe(500);
    expect((await client.get('/v1/vaults')).body).toEqual([]);
  });

  it('06 §10.4.3 gives up on a 1Password that does not answer', async () => {
    upstream.answer = () => undefined;
    const begun = performance.now();
    expect((await pair(tokenFor('my.1password.com'))).status).toBe(500);
    expect(performance.now() - begun).toBeLessThan(16_000);
  });

  it('asks no host but those of 1Password, whatever a token names, and follows no redirect', async () => {
    for (const host of [
      '169.254.169.254',
      'localhost:10254',
      'evil.test',
      '1password.com.evil.test',
      'not1password.com',
      'my.1password.com@evil.test',
      'evil.test/.1password.com',
      'evil.test#.1password.com',
      '',
    ])
      expect([host, (await pair(tokenFor(host))).status]).toEqual([host, 400]);
    expect(upstream.seen).toEqual([]);
    upstream.answer = (_request, response) =>
      response.writeHead(307, { location: 'https://evil.test/' }).end();
    expect((await pair(tokenFor('my.1password.com'))).status).toBe(500);
    expect(upstream.seen.map(({ host }) => host)).toEqual(['my.1password.com']);
  });
});
