/**
 * Redirects of everything that the server calls by itself (R24.12, 06 §8, 05 §8.5). The server's way out is an egress
 * proxy that sees each host it turns to, so a redirect that was followed is seen, wherever it leads.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../harness/people/accounts.js';
import { createAgent, createSecret, grant, grantConnection } from '../harness/clients/agent.js';
import { api, type ApiClient } from '../harness/clients/client.js';
import { hostedAgent } from '../harness/hosting/hosted-agent.js';
import { startServer, type TestServer } from '../harness/server/server.js';
import { trusting } from '../harness/server/stands.js';
import { OpenIdIssuer } from '../harness/sign-on/openid-issuer.js';
import {
  atSso,
  sessionOf,
  type SignOnOrganization,
  signOnOrganization,
  startSignIn,
} from '../harness/sign-on/sign-on.js';
import { until } from '../harness/time/until.js';
import { startUpstream, type Upstream } from '../harness/upstreams/upstream.js';

const SIEM = 'siem.redirect.example';

let upstream: Upstream;
let trust: Awaited<ReturnType<typeof trusting>>;
let server: TestServer;
let owner: Owner;
let organization: ApiClient;
let acme: SignOnOrganization;
let issuer: OpenIdIssuer;
/** `host/path` of what redirects, and how. */
let moved: { at: string; status: number; location: string } | null = null;

beforeAll(async () => {
  upstream = await startUpstream();
  trust = await trusting(upstream);
  server = await startServer({
    ...upstream.settings,
    ...trust.settings,
    ENTERPRISE_ENABLED: 'true',
    GITHUB_CLIENT_ID: 'client',
    GITHUB_CLIENT_SECRET: 'canary-client-secret',
    GOOGLE_CLIENT_ID: 'client',
    GOOGLE_CLIENT_SECRET: 'canary-google-secret',
    AWS_ACCESS_KEY_ID: 'AKIAOPERATOR',
    AWS_SECRET_ACCESS_KEY: 'canary-operator',
    EXPORT_WEBHOOK_URL: `https://${SIEM}/events`,
    EXPORT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
  });
});
afterAll(async () => {
  await server?.close();
  await trust?.close();
  await upstream?.close();
});

beforeEach(async () => {
  moved = null;
  upstream.reset();
  const { answer } = upstream;
  upstream.answer = (request, response, seen) => {
    if (moved === null || !`${seen.host}${seen.url}`.startsWith(moved.at))
      return answer(request, response, seen);
    return response.writeHead(moved.status, { location: moved.location }).end();
  };
  owner = await signUpOwner(server);
  organization = api(server).as(owner.cookie).with({ 'x-organization-id': owner.organizationId });
});

/** Each status with a place of its own. */
const redirects = (): { status: number; location: string }[] => [
  { status: 301, location: 'https://169.254.169.254/latest/meta-data/' },
  { status: 302, location: `http://127.0.0.1:${new URL(server.apiUrl).port}/v1/instance/bootstrap` },
  { status: 303, location: 'http://[::ffff:10.0.0.1]/' },
  { status: 307, location: 'https://localhost/' },
  { status: 308, location: '//metadata.google.internal/computeMetadata/v1/' },
];

async function refused(asking: ReturnType<ApiClient['get']>): Promise<void> {
  const { status, text } = await asking;
  expect([status, text]).toEqual([expect.any(Number), expect.stringContaining('error')]);
  expect(status).toBeGreaterThanOrEqual(400);
}

/** A new organization whose provider redirects at the path. */
async function provider(): Promise<void> {
  const host = `idp-${randomBytes(4).toString('hex')}.redirect.example`;
  issuer = new OpenIdIssuer(host, upstream);
  const before = upstream.answer;
  upstream.answer = (request, response, seen) => {
    const isMoved = moved !== null && `${host}${seen.url}`.startsWith(moved.at.replace('IDP', host));
    if (seen.host !== host || !isMoved) return before(request, response, seen);
    return response.writeHead(moved!.status, { location: moved!.location }).end();
  };
  acme = await signOnOrganization(server, issuer.settings);
}

async function signIn(): Promise<void> {
  await provider();
  const { url, browser } = await startSignIn(server, acme.provider);
  const person = { sub: 'ada', email: acme.someone(), name: 'Ada' };
  const answer = await browser.get(
    `${atSso(acme.provider, 'callback')}?${issuer.consent(url, person).toString()}`,
  );
  expect([answer.status, answer.headers['location'], sessionOf(answer)]).toEqual([
    302,
    expect.stringContaining('error='),
    '',
  ]);
}

async function testConnection(): Promise<void> {
  await provider();
  const { status, body } = await api(server)
    .as(acme.owner.cookie)
    .with({ 'x-organization-id': acme.organizationId })
    .post(`/v1/org/sso/connections/${acme.connectionId}/test`);
  expect([status, body.ok]).toEqual([200, false]);
}

/** What has the server call, the place that redirects, and what else is asked on the way there. */
const CALLS: readonly (readonly [what: string, at: string, call: () => Promise<unknown>])[] = [
  [
    'the token endpoint of an app',
    'github.com/login/oauth/access_token',
    async () => {
      const begun = await owner.api.get('/v1/apps/github/authorize');
      const [cookie] = begun.cookies;
      const state = encodeURIComponent(cookie!.slice('oauth_state='.length));
      const back = await api(server)
        .with({ cookie: cookie! })
        .get(`/v1/apps/github/callback?code=c&state=${state}`);
      expect(back.headers['location']).toContain('status=error');
    },
  ],
  [
    'the configuration of an OpenID provider',
    'discovery.redirect.example/',
    () =>
      refused(
        organization.post('/v1/org/sso/connections', {
          type: 'oidc',
          displayName: 'Idp',
          issuer: 'https://discovery.redirect.example',
          clientId: 'c',
          clientSecret: 's',
        }),
      ),
  ],
  [
    'the metadata of a SAML provider',
    'saml.redirect.example/',
    () =>
      refused(
        organization.post('/v1/org/sso/connections', {
          type: 'saml',
          displayName: 'Idp',
          metadataUrl: 'https://saml.redirect.example/metadata',
        }),
      ),
  ],
  ['the keys of a provider that is tested', 'IDP/realm/keys', testConnection],
  ['the keys of a provider at a sign-in', 'IDP/realm/keys', signIn],
  ['the token endpoint of a provider', 'IDP/realm/token', signIn],
  [
    'Slack',
    'slack.com/',
    () => refused(organization.put('/v1/org/channels/slack/credentials', { credential: 'xoxe-1-canary' })),
  ],
  [
    'Google sign-in',
    'accounts.google.com/',
    async () => {
      const { status } = await api(server).post('/auth/sign-in/social', { provider: 'google' });
      expect(status).toBeGreaterThanOrEqual(400);
    },
  ],
  [
    'STS',
    'sts.eu-west-1.amazonaws.com/',
    async () => {
      const fields = { roleArn: 'arn:aws:iam::123456789012:role/agents', region: 'eu-west-1' };
      expect((await owner.api.post('/v1/apps/aws-role/connect', { fields })).status).toBe(200);
      const [connection] = (await owner.api.get('/v1/connections')).body;
      const agent = await createAgent(server, owner);
      await grantConnection(owner, agent.id, connection.id);
      expect((await agent.ask('https://sqs.eu-west-1.amazonaws.com/')).status).toBe(502);
    },
  ],
  [
    'the list of models',
    'api.anthropic.com/',
    async () => {
      const agentId = await hostedAgent(server, owner);
      const value = 'sk-ant-api03-canary';
      const hostPattern = 'api.anthropic.com';
      await grant(owner, agentId, await createSecret(owner, { type: 'anthropic', value, hostPattern }));
      expect((await owner.api.get(`/v1/agents/${agentId}/models`)).body).toMatchObject({ degraded: true });
    },
  ],
  [
    'the export',
    `${SIEM}/events`,
    async () => {
      await server.db.query('UPDATE export_sinks SET retry_at = NULL');
      await owner.api.patch('/v1/user', { name: randomBytes(4).toString('hex') });
      await until(() => upstream.seen.some(({ host }) => host === SIEM), 20_000);
    },
  ],
];

it.each(CALLS)('%s: no redirect is followed', async (_what, at, call) => {
  for (const redirect of redirects()) {
    owner = await signUpOwner(server);
    organization = api(server).as(owner.cookie).with({ 'x-organization-id': owner.organizationId });
    moved = { at, ...redirect };
    upstream.seen.length = 0;
    await call();
    const host = at.startsWith('IDP') ? new URL(issuer.settings.issuer).host : at.split('/')[0]!;
    const others = upstream.seen.map((seen) => seen.host).filter((each) => each !== SIEM || host === SIEM);
    expect([redirect, [...new Set(others)]]).toEqual([redirect, [host]]);
  }
});

it('the icon of a site: only a redirect to a public place is followed', async () => {
  for (const [at, redirect] of redirects().entries()) {
    const site = `site-${at}.redirect.example`;
    moved = { at: `${site}/`, ...redirect };
    upstream.seen.length = 0;
    expect((await api(server).get(`/v1/favicon?domain=${site}`)).status).toBe(502);
    expect(new Set(upstream.seen.map(({ host }) => host))).toEqual(new Set([site]));
  }
});

it('what an agent asks for: a redirect is passed on as it came, and followed only if the agent asks again', async () => {
  const agent = await createAgent(server, owner);
  for (const redirect of redirects()) {
    for (const scheme of ['http', 'https']) {
      moved = { at: 'x.test/', ...redirect };
      upstream.seen.length = 0;
      const { status, headers } = await agent.ask(`${scheme}://x.test/`);
      expect([status, headers['location']]).toEqual([redirect.status, redirect.location]);
      expect(upstream.seen.map(({ host }) => host)).toEqual(['x.test']);
    }
  }
});
