import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MetadataRefresh } from '../../../src/modules/directory/sso/connections/metadata-refresh.js';
import { newSigningPair } from '../../../src/modules/directory/sso/saml/signatures/signing-certificate.js';
import { organizationKey, type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { api, type ApiClient } from '../../harness/clients/client.js';
import { setPlan, signInOnCloud } from '../../harness/people/cloud.js';
import { administrationOf, trailOf } from '../../harness/sign-on/directory.js';
import { joinAs } from '../../harness/people/members.js';
import { addressOf, discoveryOf, publishing, samlMetadata } from '../../harness/upstreams/published.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import type { SessionIssuer } from '../../harness/people/session-issuer.js';
import { trusting, withCloud } from '../../harness/server/stands.js';
import { roomInThrottleWindow } from '../../harness/time/throttle-window.js';
import { until } from '../../harness/time/until.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';

const CONNECTIONS = '/v1/org/sso/connections';
const API = 'https://gateway.acme.test';
const ISSUER = 'https://idp.acme.test/tenant';
const DISCOVERY = `${ISSUER}/.well-known/openid-configuration`;
const METADATA = 'https://idp.acme.test/metadata';
const ENTITY = 'https://idp.acme.test/entity';
const SECRET = ' canary-client-secret ';

let upstream: Upstream;
let trusted: Awaited<ReturnType<typeof trusting>>;
let server: TestServer;
let log: string;
let owner: Owner;
let admin: ApiClient;
let published: ReturnType<typeof publishing>;
let certificates: [string, string];

beforeAll(async () => {
  const pairs = await Promise.all([newSigningPair(), newSigningPair()]);
  certificates = [pairs[0].certificatePem, pairs[1].certificatePem];
  upstream = await startUpstream();
  trusted = await trusting(upstream);
  log = '';
  server = await startServer(
    {
      ...upstream.settings,
      ...trusted.settings,
      API_URL: API,
      ENTERPRISE_ENABLED: 'true',
      LOG_LEVEL: 'trace',
      TRUST_PROXY: '127.0.0.1',
      SSO_ALLOWED_PRIVATE_HOSTS: `localhost:${upstream.port}`,
    },
    { write: (line) => void (log += line) },
  );
});

afterAll(async () => {
  await server?.close();
  await trusted?.close();
  await upstream?.close();
});

beforeEach(async () => {
  upstream.reset();
  published = publishing(upstream);
  published.set(DISCOVERY, discoveryOf(ISSUER));
  published.set(`${ISSUER}/keys`, { keys: [{ kty: 'RSA' }] });
  published.set(METADATA, samlMetadata(ENTITY, ...certificates));
  owner = await signUpOwner(server);
  admin = administrationOf(server, owner).session;
});

const oidc = (more: object = {}) => ({
  type: 'oidc',
  displayName: 'Okta',
  issuer: ISSUER,
  clientId: 'client-1',
  clientSecret: SECRET,
  ...more,
});
const saml = (more: object = { metadataUrl: METADATA }) => ({
  type: 'saml',
  displayName: 'Entra ID',
  ...more,
});

async function connected(body: object = oidc(), by: ApiClient = admin): Promise<any> {
  const created = await by.post(CONNECTIONS, body);
  expect([created.status, created.text]).toEqual([201, expect.any(String)]);
  return created.body;
}

const at = ({ id }: { id: string }) => `${CONNECTIONS}/${id}`;
const stored = async (id: string) =>
  (await server.db.query<Record<string, any>>('SELECT * FROM sso_connections WHERE id = $1', [id]))[0]!;
const another = async () => administrationOf(server, await signUpOwner(server)).session;
const requireSso = (organizationId: string, required = true) =>
  server.db.query('UPDATE sso_settings SET required = $2 WHERE organization_id = $1', [
    organizationId,
    required,
  ]);

describe('what an identity provider is told', () => {
  it('05 §8.1 stands before there is a connection, under the configured address, for good', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        admin.with({ 'x-forwarded-host': 'evil.test' }).get('/v1/org/sso/service-provider'),
      ),
    );
    const { body } = answers[0]!;
    for (const answer of answers) expect(answer.text).toBe(answers[0]!.text);
    expect(body.providerName).toMatch(/^org-[0-9a-f]{24}$/);
    const base = `${API}/v1/auth/sso/${body.providerName}`;
    expect(body).toEqual({
      providerName: body.providerName,
      saml: {
        entityId: `${base}/metadata`,
        acsUrl: `${base}/acs`,
        sloUrl: `${base}/slo`,
        metadataUrl: `${base}/metadata`,
        emailAttribute: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
        nameAttribute: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
      },
      oidc: {
        redirectUri: `${base}/callback`,
        initiateLoginUri: `${base}/login`,
        backchannelLogoutUri: `${base}/backchannel-logout`,
        scopes: 'openid email profile',
        clientAuthentication: 'client_secret_post',
      },
    });
    const first = await connected();
    expect((await admin.delete(at(first))).status).toBe(204);
    const second = await connected(saml());
    expect([first.providerName, second.providerName]).toEqual([body.providerName, body.providerName]);
    const other = await (await another()).get('/v1/org/sso/service-provider');
    expect(other.body.providerName).not.toBe(body.providerName);
  });
});

describe('connecting', () => {
  it('05 §8.4 by OpenID Connect reads the configuration and begins as pending', async () => {
    const body = await connected(oidc({ displayName: '  Okta  ', issuer: `${ISSUER}/` }));
    expect(upstream.seen.map(addressOf)).toEqual([DISCOVERY]);
    const { providerName } = body;
    const base = `${API}/v1/auth/sso/${providerName}`;
    expect(body).toEqual({
      id: expect.any(String),
      type: 'oidc',
      status: 'pending',
      displayName: 'Okta',
      providerName,
      cognitoProviderName: providerName,
      config: { issuer: `${ISSUER}/`, clientId: 'client-1', certExpiresAt: null },
      serviceProvider: {
        redirectUri: `${base}/callback`,
        initiateLoginUri: `${base}/login`,
        backchannelLogoutUri: `${base}/backchannel-logout`,
        scopes: 'openid email profile',
        clientAuthentication: 'client_secret_post',
      },
      lastLoginAt: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await admin.get(CONNECTIONS)).body).toEqual([body]);
    expect((await admin.get(at(body))).body).toEqual(body);
    expect((await admin.post(CONNECTIONS, saml())).status).toBe(409);
    expect(await trailOf(server, owner.organizationId, 'sso-connection')).toEqual([
      {
        action: 'create',
        service: 'sso-connection',
        source: 'app',
        userId: owner.userId,
        metadata: { connectionId: body.id, providerName, type: 'oidc', status: 'pending' },
      },
    ]);
  });

  it('05 §8.4 by SAML takes metadata from an address or as they are, with all certificates', async () => {
    const { certificates: made } = (await stored((await connected(saml())).id)).identity_provider;
    const ends: string[] = made.map(({ expiresAt }: { expiresAt: string }) => expiresAt).sort();
    const expiresAt = ends.at(-1);
    const byUrl = (await admin.get(CONNECTIONS)).body[0];
    expect(byUrl.config).toEqual({ metadataUrl: METADATA, certExpiresAt: expiresAt });
    expect(Object.keys(byUrl.serviceProvider).sort()).toEqual([
      'acsUrl',
      'emailAttribute',
      'entityId',
      'metadataUrl',
      'nameAttribute',
      'sloUrl',
    ]);
    const other = await another();
    const metadataXml = samlMetadata(ENTITY, certificates[0]);
    const byText = await connected(saml({ metadataXml }), other);
    expect(byText.config).toEqual({ metadataXml, certExpiresAt: expect.any(String) });
    expect((await stored(byUrl.id)).identity_provider).toMatchObject({
      entityId: ENTITY,
      certificates: [{ pem: certificates[0] }, { pem: certificates[1] }].map(({ pem }) => ({
        pem: pem.endsWith('\n') ? pem : `${pem}\n`,
      })),
    });
  });

  it('05 §8.4 of ten at once one is stored', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, turn) => admin.post(CONNECTIONS, turn % 2 ? oidc() : saml())),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
    expect((await admin.get(CONNECTIONS)).body).toHaveLength(1);
  });

  it('05 §8.4 refuses bodies that are wrong by themselves, flat, and asks nobody', async () => {
    const xml = 'x'.repeat(100);
    for (const body of [
      {},
      oidc({ type: 'ldap' }),
      oidc({ displayName: ' ' }),
      oidc({ displayName: 'x'.repeat(101) }),
      oidc({ issuer: undefined }),
      oidc({ issuer: 'http://idp.acme.test' }),
      oidc({ issuer: 'idp.acme.test' }),
      oidc({ issuer: 'https://admin:pw@idp.acme.test/' }),
      oidc({ issuer: 'https://idp.acme.test/?tenant=1' }),
      oidc({ issuer: 'javascript:alert(1)' }),
      oidc({ clientId: ' ' }),
      oidc({ clientId: 'x'.repeat(257) }),
      oidc({ clientSecret: '' }),
      oidc({ clientSecret: 'x'.repeat(1025) }),
      oidc({ metadataUrl: METADATA }),
      saml({}),
      saml({ metadataUrl: METADATA, metadataXml: xml }),
      saml({ metadataUrl: 'http://idp.acme.test/metadata' }),
      saml({ metadataUrl: 'file:///etc/passwd' }),
      saml({ metadataXml: 'x'.repeat(99) }),
      saml({ metadataXml: 'x'.repeat(512_001) }),
    ]) {
      const refused = await admin.post(CONNECTIONS, body);
      expect([JSON.stringify(body).slice(0, 150), refused.status, typeof refused.body.error]).toEqual([
        JSON.stringify(body).slice(0, 150),
        400,
        'string',
      ]);
    }
    expect(upstream.seen).toEqual([]);
  });

  it('05 §8.4 refuses a provider that cannot be used, says why, and stores nothing', async () => {
    const issuers: [string, RegExp][] = [
      ['https://login.microsoftonline.com/common/v2.0', /own tenant/],
      ['https://login.microsoftonline.com/Organizations/v2.0', /own tenant/],
      ['https://login.microsoftonline.com/consumers/v2.0', /own tenant/],
      ['https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0', /own tenant/],
      ['https://login.microsoftonline.com/%7Btenantid%7D/v2.0', /own tenant/],
      ['https://any.acme.test', /own tenant/],
      ['https://gone.acme.test', /404/],
      ['https://moved.acme.test', /redirect/],
      ['https://page.acme.test', /not the configuration/],
      ['https://other.acme.test', /another issuer/],
      ['https://plain.acme.test', /not an https URL/],
      ['https://big.acme.test', /1,000,000 bytes/],
      ['https://inside.internal', /private network/],
    ];
    const discovery = (host: string, document: Parameters<typeof published.set>[1]) =>
      published.set(`https://${host}/.well-known/openid-configuration`, document);
    discovery('any.acme.test', {
      ...discoveryOf('https://any.acme.test'),
      issuer: 'https://sts.acme.test/{tenantid}/',
    });
    discovery('moved.acme.test', (response) => response.writeHead(302, { location: DISCOVERY }).end());
    discovery('page.acme.test', '<html>');
    discovery('other.acme.test', discoveryOf('https://other.acme.test/x'));
    discovery('plain.acme.test', {
      ...discoveryOf('https://plain.acme.test'),
      jwks_uri: 'http://plain.acme.test/keys',
    });
    discovery('big.acme.test', ' '.repeat(2_000_000));
    for (const [issuer, reason] of issuers) {
      const { status, body } = await admin.post(CONNECTIONS, oidc({ issuer }));
      expect([issuer, status, body.error?.type]).toEqual([issuer, 400, 'invalid_request_error']);
      expect(body.error.message).toMatch(reason);
    }
    const metadata: [string, RegExp][] = [
      [samlMetadata(ENTITY), /no signing certificate/],
      ['<html>' + ' '.repeat(100) + '</html>', /not SAML metadata/],
      [`<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>${samlMetadata(ENTITY)}`, /document type/],
      [samlMetadata('https://sts.windows.net/{tenantid}/', certificates[0]), /own tenant/],
      [
        `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${samlMetadata(ENTITY, certificates[0])}${samlMetadata(`${ENTITY}2`, certificates[0])}</EntitiesDescriptor>`,
        /more than one identity provider/,
      ],
    ];
    for (const [xml, reason] of metadata) {
      published.set(METADATA, xml);
      for (const source of [{ metadataXml: xml }, { metadataUrl: METADATA }]) {
        const { status, body } = await admin.post(CONNECTIONS, saml(source));
        expect([status, body.error?.type, body.error?.message]).toEqual([
          400,
          'invalid_request_error',
          expect.stringMatching(reason),
        ]);
      }
    }
    published.delete(METADATA);
    expect((await admin.post(CONNECTIONS, saml())).body.error.message).toMatch(/404/);
    expect((await admin.get(CONNECTIONS)).body).toEqual([]);
    expect(await trailOf(server, owner.organizationId, 'sso-connection')).toEqual([]);
  });
});

describe('addresses that an administrator gives', () => {
  it('05 §8.5 reach nothing private, in no spelling, and what the operator opened', async () => {
    const port = upstream.port;
    for (const host of [
      '127.0.0.1',
      `127.0.0.1:${port}`,
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '127.1',
      '0.0.0.0',
      '[::1]',
      `[::ffff:127.0.0.1]:${port}`,
      '[::ffff:7f00:1]',
      '[::]',
      '[64:ff9b::7f00:1]',
      '[fd00::1]',
      '[fe80::1]',
      '10.0.0.1',
      '172.16.0.1',
      '192.168.1.1',
      '100.64.0.1',
      '169.254.169.254',
      '169.254.1.1',
      '100.100.100.200',
      'metadata.google.internal',
      'metadata.google.internal.',
      'localhost',
      'LOCALHOST.',
      'localhost:9',
      'sub.localhost',
      'printer.local',
      'printer.LOCAL.',
      'idp.internal',
    ]) {
      for (const body of [
        oidc({ issuer: `https://${host}` }),
        saml({ metadataUrl: `https://${host}/metadata` }),
      ]) {
        const { status, body: answer, text } = await admin.post(CONNECTIONS, body);
        expect([host, status, answer.error?.type]).toEqual([host, 400, 'invalid_request_error']);
        expect(text).toMatch(/not a public one|private network/);
      }
    }
    expect(upstream.seen).toEqual([]);
    const opened = `https://localhost:${port}`;
    published.set(`${opened}/.well-known/openid-configuration`, discoveryOf(opened));
    await connected(oidc({ issuer: opened }));
  });

  it('05-29 the test says what it met, and only what the operator opened was reached', async () => {
    const { id } = await connected(saml());
    const test = () => admin.post(`${CONNECTIONS}/${id}/test`);
    const good = await test();
    expect([good.status, good.body.ok]).toEqual([200, true]);
    expect(good.body.checks.map(({ code, ok }: any) => [code, ok])).toEqual([
      ['metadata_present', true],
      ['metadata_reachable', true],
      ['metadata_valid', true],
      ['signing_certificate', true],
      ['sso_endpoint', true],
      ['existing_accounts', true],
    ]);
    published.set('https://idp.acme.test/moved', (response) =>
      response.writeHead(301, { location: 'https://169.254.169.254/' }).end('canary-body'),
    );
    published.set('https://idp.acme.test/big', 'canary-body'.repeat(200_000));
    published.set('https://idp.acme.test/late', (response) =>
      response
        .writeHead(200, { date: new Date(Date.now() - 600_000).toUTCString() })
        .end(samlMetadata(ENTITY, ...certificates)),
    );
    upstream.seen.length = 0;
    for (const [url, reason] of [
      ['https://169.254.169.254/latest/meta-data', /not a public one/],
      ['https://127.0.0.1/metadata', /not a public one/],
      ['https://idp.acme.test/moved', /redirect/],
      ['https://idp.acme.test/big', /1,000,000 bytes/],
      ['https://idp.acme.test/nothing', /404/],
      ['https://idp.acme.test/late', /60[0-3] seconds behind/],
    ] as const) {
      await server.db.query('UPDATE sso_connections SET metadata_url = $2 WHERE id = $1', [id, url]);
      const { status, body, text } = await test();
      expect([url, status, body.ok]).toEqual([url, 200, false]);
      const reachable = body.checks.find(({ code }: any) => code === 'metadata_reachable');
      expect(reachable).toMatchObject({ ok: false, detail: expect.stringMatching(reason) });
      expect(text).not.toContain('canary-body');
    }
    expect(new Set(upstream.seen.map(({ host }) => host))).toEqual(new Set(['idp.acme.test']));
    const opened = `https://localhost:${upstream.port}/metadata`;
    published.set(opened, samlMetadata(ENTITY, ...certificates));
    await server.db.query('UPDATE sso_connections SET metadata_url = $2 WHERE id = $1', [id, opened]);
    expect((await test()).body.ok).toBe(true);
    const trail = await trailOf(server, owner.organizationId, 'sso-connection');
    expect(trail.map(({ action }) => action)).toEqual(['create']);
  });
});

describe('looking at providers', () => {
  it('happens one after the other for an organization, and others do not wait', async () => {
    const { id } = await connected();
    const held: (() => void)[] = [];
    published.set(DISCOVERY, (response) => {
      held.push(() => response.end(JSON.stringify(discoveryOf(ISSUER))));
    });
    upstream.seen.length = 0;
    const path = `${CONNECTIONS}/${id}`;
    const tests = [
      admin.post(`${path}/test`),
      admin.post(`${path}/test`),
      admin.patch(path, { issuer: ISSUER }),
    ];
    await until(() => held.length > 0);
    const other = await another();
    const fixed = saml({ metadataXml: samlMetadata(ENTITY, certificates[0]) });
    expect((await other.post(CONNECTIONS, fixed)).status).toBe(201);
    for (let turn = 0; turn < 3; turn++) {
      await until(() => held.length > turn);
      expect(held).toHaveLength(turn + 1);
      held[turn]!();
    }
    expect((await Promise.all(tests)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

describe('testing', () => {
  it('05 §8.4 names the likely mistake of an OpenID provider, also of a disabled connection', async () => {
    const { id } = await connected();
    await admin.patch(`${CONNECTIONS}/${id}`, { enabled: false });
    const test = async () => {
      const { status, body } = await admin.post(`${CONNECTIONS}/${id}/test`);
      expect(status).toBe(200);
      return Object.fromEntries(body.checks.map(({ code, ok, detail }: any) => [code, ok ? true : detail]));
    };
    const all = [
      'discovery_reachable',
      'issuer_match',
      'endpoints_https',
      'jwks_reachable',
      'existing_accounts',
    ];
    expect(await test()).toEqual(Object.fromEntries(all.map((code) => [code, true])));
    published.set(`${ISSUER}/keys`, { keys: [] });
    expect(await test()).toMatchObject({ jwks_reachable: expect.stringContaining('no keys') });
    published.set(DISCOVERY, { ...discoveryOf(ISSUER), jwks_uri: 'https://10.0.0.1/keys' });
    expect(await test()).toMatchObject({ jwks_reachable: expect.stringContaining('not a public one') });
    published.set(DISCOVERY, { ...discoveryOf(ISSUER), token_endpoint: 'http://idp.acme.test/token' });
    expect(await test()).toMatchObject({
      issuer_match: true,
      endpoints_https: expect.stringContaining('not an https URL'),
      jwks_reachable: expect.stringContaining('earlier check'),
    });
    published.set(DISCOVERY, discoveryOf('https://canary-issuer.test'));
    const foreign = await test();
    expect(foreign['issuer_match']).toContain('another issuer');
    expect(JSON.stringify(foreign)).not.toContain('canary-issuer');
    published.set(DISCOVERY, 'no json');
    expect(await test()).toMatchObject({ discovery_reachable: expect.stringContaining('configuration') });
    expect((await admin.get(`${CONNECTIONS}/${id}`)).body.status).toBe('disabled');
  });

  it('05 §8.4 looks at the certificates and the entity id of SAML metadata', async () => {
    const { id } = await connected(saml({ metadataXml: samlMetadata(ENTITY, certificates[0]) }));
    const checkOf = async (wanted: string) => {
      const { body } = await admin.post(`${CONNECTIONS}/${id}/test`);
      return body.checks.find(({ code }: any) => code === wanted);
    };
    expect((await admin.post(`${CONNECTIONS}/${id}/test`)).body.checks.map(({ code }: any) => code)).toEqual([
      'metadata_present',
      'metadata_valid',
      'signing_certificate',
      'sso_endpoint',
      'existing_accounts',
    ]);
    await admin.patch(`${CONNECTIONS}/${id}`, { metadataUrl: METADATA });
    published.set(METADATA, samlMetadata(`${ENTITY}/other`, ...certificates));
    expect(await checkOf('metadata_valid')).toMatchObject({
      ok: false,
      detail: expect.stringContaining('another entity id'),
    });
    published.set(METADATA, samlMetadata(ENTITY));
    expect(await checkOf('metadata_valid')).toMatchObject({
      ok: false,
      detail: expect.stringContaining('no signing certificate'),
    });
    published.delete(METADATA);
    for (const [days, ok, word] of [
      [-1, false, 'ended'],
      [7, true, 'ends on'],
      [365, true, undefined],
    ] as const) {
      const end = new Date(Date.now() + days * 86_400_000).toISOString();
      await server.db.query(
        `UPDATE sso_connections SET identity_provider = jsonb_set(identity_provider, '{certificates}', $2) WHERE id = $1`,
        [id, JSON.stringify([{ pem: certificates[0], expiresAt: end }])],
      );
      const check = await checkOf('signing_certificate');
      expect([check.ok, check.detail]).toEqual([ok, word && expect.stringContaining(word)]);
      expect((await admin.get(`${CONNECTIONS}/${id}`)).body.config.certExpiresAt).toBe(end);
    }
  });

  it('05 §1.6 the eleventh test of an organization in a minute is 429', async () => {
    await roomInThrottleWindow();
    const unknown = () => admin.post(`${CONNECTIONS}/${randomUUID()}/test`);
    const answers = await Promise.all(Array.from({ length: 11 }, unknown));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(404), 429]);
    expect((await (await another()).post(`${CONNECTIONS}/${randomUUID()}/test`)).status).toBe(404);
  });
});

describe('changing', () => {
  it('05-28 one source of metadata drops the other, and the client secret shows nowhere', async () => {
    const first = await connected(saml());
    const metadataXml = samlMetadata(`${ENTITY}/2`, certificates[0]);
    const changed = await admin.patch(at(first), { metadataXml });
    expect([changed.status, changed.body.config]).toEqual([
      200,
      { metadataXml, certExpiresAt: expect.any(String) },
    ]);
    expect((await stored(first.id)).identity_provider.entityId).toBe(`${ENTITY}/2`);
    const both = await admin.patch(at(first), { metadataXml, metadataUrl: METADATA });
    expect([both.status, typeof both.body.error]).toEqual([400, 'string']);
    expect((await admin.patch(at(first), {})).status).toBe(400);
    const foreign = await admin.patch(at(first), { clientId: 'x' });
    expect([foreign.status, foreign.body.error.type]).toEqual([400, 'invalid_request_error']);
    await admin.delete(at(first));

    const answers = [await admin.post(CONNECTIONS, oidc())];
    const second = answers[0]!.body;
    answers.push(
      await admin.patch(at(second), { clientSecret: `${SECRET}2`, clientId: 'client-2' }),
      await admin.patch(at(second), { clientSecret: '' }),
      await admin.patch(at(second), { metadataUrl: METADATA, clientSecret: SECRET }),
      await admin.get(at(second)),
      await admin.post(`${at(second)}/test`),
      await admin.get('/v1/org/audit-logs'),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 400, 400, 200, 200, 200]);
    const rows = await server.db.query('SELECT * FROM sso_connections');
    const audited = await server.db.query('SELECT * FROM audit_log');
    for (const text of [...answers.map((each) => each.text), JSON.stringify([rows, audited]), log])
      expect(text.includes('canary-client-secret')).toBe(false);
    expect(log.includes(at(second))).toBe(true);
  });

  it('05 §8.4 judges a new source like the first one and keeps the old one when it is refused', async () => {
    const { id } = await connected();
    const path = `${CONNECTIONS}/${id}`;
    const refused = await admin.patch(path, { issuer: 'https://gone.acme.test', clientId: 'client-2' });
    expect([refused.status, refused.body.error.type]).toEqual([400, 'invalid_request_error']);
    expect((await admin.get(path)).body.config).toMatchObject({ issuer: ISSUER, clientId: 'client-1' });
    await server.db.query(
      `UPDATE sso_connections SET client_secret = overlay(client_secret placing '0000000000000000' from 4) WHERE id = $1`,
      [id],
    );
    const blind = await admin.patch(path, { clientId: 'client-2' });
    expect([blind.status, blind.body.error.message]).toEqual([
      400,
      expect.stringContaining('provide a new one'),
    ]);
    expect((await admin.patch(path, { displayName: 'New' })).body.displayName).toBe('New');
    expect((await admin.patch(path, { enabled: false })).body.status).toBe('disabled');
    expect((await admin.patch(path, { enabled: true })).status).toBe(400);
    expect((await admin.patch(path, { enabled: true, clientSecret: 'x' })).body.status).toBe('pending');
  });

  it('05 §8.3 disabling remembers the state, and nothing but a sign-in makes a connection active', async () => {
    const { id } = await connected();
    const path = `${CONNECTIONS}/${id}`;
    const statusAfter = async (body: object) => (await admin.patch(path, body)).body.status;
    expect(await statusAfter({ enabled: true })).toBe('pending');
    expect(await statusAfter({ enabled: false, displayName: 'A' })).toBe('disabled');
    expect(await statusAfter({ displayName: 'B' })).toBe('disabled');
    expect(await statusAfter({ enabled: false })).toBe('disabled');
    expect(await statusAfter({ enabled: true })).toBe('pending');
    await server.db.query(`UPDATE sso_connections SET status = 'active' WHERE id = $1`, [id]);
    expect(await statusAfter({ enabled: false })).toBe('disabled');
    expect(await statusAfter({ enabled: true })).toBe('active');
    const trail = await trailOf(server, owner.organizationId, 'sso-connection');
    expect(trail.slice(1).map(({ metadata }) => [metadata['enabled'], metadata['status']])).toEqual([
      [false, 'disabled'],
      [undefined, 'disabled'],
      [true, 'pending'],
      [false, 'disabled'],
      [true, 'active'],
    ]);
  });
});

describe('disconnecting', () => {
  it('05 §8.4 forgets links and lets sessions live on; not while single sign-on is required', async () => {
    const { id } = await connected();
    const path = `${CONNECTIONS}/${id}`;
    await server.db.query(
      `INSERT INTO sso_identities (organization_id, user_id, issuer, subject) VALUES ($1, $2, $3, 'subject')`,
      [owner.organizationId, owner.userId, ISSUER],
    );
    await server.db.query(
      `INSERT INTO sso_sessions (session_id, connection_id, issuer, subject)
       SELECT id, $2, $3, 'subject' FROM user_sessions WHERE user_id = $1`,
      [owner.userId, id, ISSUER],
    );
    await requireSso(owner.organizationId);
    for (const refused of [await admin.patch(path, { enabled: false }), await admin.delete(path)])
      expect([refused.status, refused.body.error.type]).toEqual([409, 'invalid_request_error']);
    await requireSso(owner.organizationId, false);
    expect((await admin.delete(path)).status).toBe(204);
    expect((await admin.delete(path)).status).toBe(404);
    expect((await admin.get(path)).status).toBe(404);
    expect(await server.db.query('SELECT 1 FROM sso_identities WHERE user_id = $1', [owner.userId])).toEqual(
      [],
    );
    expect((await admin.get('/v1/user')).status).toBe(200);
    const trail = await trailOf(server, owner.organizationId, 'sso-connection');
    expect(trail.map(({ action }) => action)).toEqual(['create', 'delete']);
  });
});

describe('who may', () => {
  it('05 §1.3 administrators of this very organization, and a key of one workspace only reads', async () => {
    const { id } = await connected();
    const other = await another();
    await connected(oidc(), other);
    for (const path of [`${CONNECTIONS}/${id}`, `${CONNECTIONS}/nothing`]) {
      const foreign = [
        await other.get(path),
        await other.patch(path, { displayName: 'x' }),
        await other.post(`${path}/test`),
        await other.delete(path),
      ];
      for (const answer of foreign)
        expect([answer.status, answer.body.error.type]).toEqual([404, 'not_found_error']);
    }
    expect((await owner.api.get(CONNECTIONS)).body).toMatchObject([{ id }]);
    expect((await owner.api.get('/v1/org/sso/service-provider')).status).toBe(200);
    const member = await joinAs(server, owner);
    for (const [by, writes] of [
      [owner.api, true],
      [member.session, true],
      [member.session, false],
    ] as const) {
      const answers = writes
        ? [
            await by.post(CONNECTIONS, {}),
            await by.patch(`${CONNECTIONS}/${id}`, {}),
            await by.post(`${CONNECTIONS}/${id}/test`),
            await by.delete(`${CONNECTIONS}/${id}`),
          ]
        : [
            await by.get(CONNECTIONS),
            await by.get(`${CONNECTIONS}/${id}`),
            await by.get('/v1/org/sso/service-provider'),
          ];
      for (const answer of answers)
        expect([answer.status, answer.body.error.message]).toEqual([403, 'Insufficient permissions']);
    }
    const key = api(server).as(await organizationKey(server, owner));
    expect((await key.patch(`${CONNECTIONS}/${id}`, { displayName: 'By key' })).status).toBe(200);
    expect((await api(server).get(CONNECTIONS)).status).toBe(401);
  });

  describe('on Cloud', () => {
    let cloud: TestServer;
    let issuer: SessionIssuer;

    withCloud((stand) => ({ cloud, issuer } = stand));

    it('05 §1.2 connecting, enabling and testing take the plan; editing and ending never do', async () => {
      const person = await signInOnCloud(cloud, issuer);
      const path = `${CONNECTIONS}/${randomUUID()}`;
      for (const refused of [await person.api.post(CONNECTIONS, {}), await person.api.post(`${path}/test`)])
        expect([refused.status, refused.body.error.message]).toEqual([
          403,
          expect.stringContaining('Enterprise'),
        ]);
      expect((await person.api.get(CONNECTIONS)).body).toEqual([]);
      await setPlan(cloud, person.organizationId, 'enterprise');
      const metadataXml = samlMetadata(ENTITY, certificates[0]);
      const { id } = await connected(saml({ metadataXml }), person.api);
      await setPlan(cloud, person.organizationId, 'team');
      const own = `${CONNECTIONS}/${id}`;
      expect((await person.api.patch(own, { displayName: 'x', enabled: true })).status).toBe(200);
      expect((await person.api.patch(own, { enabled: false })).status).toBe(200);
      expect((await person.api.patch(own, { enabled: true })).status).toBe(403);
      expect((await person.api.delete(own)).status).toBe(204);
    });
  });
});

describe('metadata that a provider publishes', () => {
  const refreshed = async () => {
    const [job] = await server.db.query<{ id: string }>(
      `SELECT id FROM graphile_worker.add_job('sso.refresh-metadata', '{}'::json, max_attempts := 1)`,
    );
    for (let left = 1; left > 0;)
      left = (await server.db.query('SELECT 1 FROM graphile_worker.jobs WHERE id = $1', [job!.id])).length;
  };
  const age = (id: string, interval: string) =>
    server.db.query(
      `UPDATE sso_connections SET tried_at = now() - $2::interval, read_at = now() - $2::interval WHERE id = $1`,
      [id, interval],
    );
  const pems = async (id: string) =>
    (await stored(id))['identity_provider'].certificates.map(({ pem }: any) => pem.trim());

  it('05 §8.6.10 are read again after 24 hours, both certificates of a roll-over kept', async () => {
    const [old, next] = certificates.map((pem) => pem.trim()) as [string, string];
    published.set(METADATA, samlMetadata(ENTITY, old));
    const { id } = await connected(saml());
    published.set(METADATA, samlMetadata(ENTITY, old, next));
    await age(id, '23 hours');
    await refreshed();
    expect(await pems(id)).toEqual([old]);
    await age(id, '24 hours');
    await refreshed();
    expect(await pems(id)).toEqual([old, next]);
    published.set(METADATA, (response) => response.writeHead(503).end());
    await age(id, '48 hours');
    await refreshed();
    expect(await pems(id)).toEqual([old, next]);
    published.set(METADATA, samlMetadata(`${ENTITY}/other`, next));
    await age(id, '48 hours');
    await refreshed();
    expect(await pems(id)).toEqual([old, next]);
    expect((await stored(id))['identity_provider'].entityId).toBe(ENTITY);
    const rows = await server.db.query(
      `SELECT action, status, source, metadata ->> 'trigger' AS trigger FROM audit_log
       WHERE organization_id = $1 AND service = 'sso-connection' ORDER BY created_at`,
      [owner.organizationId],
    );
    expect(rows).toEqual([
      { action: 'create', status: 'success', source: 'app', trigger: null },
      { action: 'update', status: 'success', source: 'system', trigger: 'metadata-refresh' },
      { action: 'update', status: 'failure', source: 'system', trigger: 'metadata-refresh' },
    ]);
  });

  it('05 §8.6.10 are asked for at most every ten minutes after signature failures', async () => {
    const { id } = await connected(saml());
    const refresh = server.app.get(MetadataRefresh, { strict: false });
    upstream.seen.length = 0;
    expect(await refresh.afterSignatureFailure(id)).toBeNull();
    expect(upstream.seen).toEqual([]);
    await age(id, '10 minutes');
    published.set(METADATA, samlMetadata(ENTITY, certificates[1]));
    const results = await Promise.all(Array.from({ length: 5 }, () => refresh.afterSignatureFailure(id)));
    expect(results.filter((result) => result !== null)).toHaveLength(1);
    expect(upstream.seen).toHaveLength(1);
    expect(await pems(id)).toEqual([certificates[1].trim()]);
    const byText = await another();
    const fixed = await connected(saml({ metadataXml: samlMetadata(ENTITY, certificates[0]) }), byText);
    await age(fixed.id, '1 day');
    expect(await refresh.afterSignatureFailure(fixed.id)).toBeNull();
    expect(await refresh.afterSignatureFailure(randomUUID())).toBeNull();
  });
});
