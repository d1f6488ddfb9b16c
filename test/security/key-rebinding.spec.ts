/**
 * R24.12, 05 §8.5: the configuration of an identity provider that answers well, and names keys, a token endpoint or
 * userinfo on a host that an attacker moves between the check and the call. The server is a process of its own whose
 * look-ups are scripted and which has no egress proxy.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../harness/people/accounts.js';
import { stranger } from '../harness/people/newcomers.js';
import { api, type ApiClient } from '../harness/clients/client.js';
import { type Inside, movesTo, ScriptedNames, startInside } from '../harness/server/inside.js';
import { startServerProcess, type ServerProcess } from '../harness/server/server-process.js';
import { trusting } from '../harness/server/stands.js';
import { startNameServer, type NameServer } from '../harness/sign-on/name-server.js';
import { OpenIdIssuer } from '../harness/sign-on/openid-issuer.js';
import { atSso, sessionOf, startSignIn } from '../harness/sign-on/sign-on.js';
import { startUpstream, type Upstream } from '../harness/upstreams/upstream.js';

const PRELOAD = join(import.meta.dirname, '../harness/server/rebinding-names.mjs');

let folder: string;
let names: ScriptedNames;
let records: NameServer;
let inside: Inside;
let upstream: Upstream;
let trust: Awaited<ReturnType<typeof trusting>>;
let server: ServerProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cg-keys-'));
  names = new ScriptedNames(join(folder, 'names.json'));
  await names.answer({});
  [records, inside, upstream] = await Promise.all([startNameServer(), startInside(), startUpstream()]);
  trust = await trusting(upstream);
  server = await startServerProcess(join(folder, 'data'), {
    ...trust.settings,
    NODE_OPTIONS: `--import=${PRELOAD}`,
    NAMES: names.path,
    REGISTRATION: 'open',
    TRUST_PROXY: '127.0.0.1',
    ENTERPRISE_ENABLED: 'true',
    SSO_ALLOWED_PRIVATE_HOSTS: '*.opened.example',
    DNS_RESOLVERS: records.address,
  });
});
afterAll(async () => {
  await server?.stop();
  await Promise.all([trust?.close(), upstream?.close(), inside?.close(), records?.close()]);
  await rm(folder, { recursive: true, force: true });
});

interface Provider {
  owner: Owner;
  administrator: ApiClient;
  issuer: OpenIdIssuer;
  /** `org-…` */
  name: string;
  connectionId: string;
  domain: string;
}

let made = 0;

/** An organization of its own with a connection that works, but for what the configuration names from now on. */
async function provider(endpoint: string, answers: string[][]): Promise<{ at: Provider; host: string }> {
  made += 1;
  const [opened, host, domain] = [
    `idp-${made}.opened.example`,
    `endpoint-${made}.rebind.example`,
    `acme-${made}.test`,
  ];
  const issuer = new OpenIdIssuer(`${opened}:${upstream.port}`, upstream);
  issuer.metadata = { [endpoint]: `https://${host}/${endpoint}` };
  await names.answer({ [opened]: [['127.0.0.1']], [host]: answers });
  const owner = await signUpOwner(server);
  const administrator = api(server).as(owner.cookie).with({ 'x-organization-id': owner.organizationId });
  const claimed = await administrator.post('/v1/org/domains', { domain });
  expect([claimed.status, claimed.text]).toEqual([201, expect.any(String)]);
  records.records.set(domain, [[`onecli-verification=${claimed.body.verificationToken}`]]);
  const verified = await administrator.post(`/v1/org/domains/${claimed.body.id}/verify`);
  expect([verified.status, verified.text]).toEqual([200, expect.any(String)]);
  const { status, body, text } = await administrator.post('/v1/org/sso/connections', {
    type: 'oidc',
    displayName: 'Idp',
    ...issuer.settings,
  });
  expect([status, text]).toEqual([201, expect.any(String)]);
  const name = /\/sso\/([^/]+)\/callback/.exec(text)![1]!;
  return { host, at: { owner, administrator, issuer, name, connectionId: body.id, domain } };
}

/** Resolves with what a caller was given, which is a refusal. */
async function signIn({ name, issuer, domain }: Provider): Promise<string> {
  const { url, browser } = await startSignIn(server, name);
  const person = { sub: 'ada', email: `ada@${domain}`, name: 'Ada' };
  const answer = await browser.get(`${atSso(name, 'callback')}?${issuer.consent(url, person).toString()}`);
  expect([answer.status, sessionOf(answer)]).toEqual([302, '']);
  return String(answer.headers['location']);
}

async function test({ administrator, connectionId }: Provider): Promise<string> {
  const { status, body, text } = await administrator.post(`/v1/org/sso/connections/${connectionId}/test`);
  expect([status, body.ok]).toEqual([200, false]);
  expect(body.checks.find(({ code }: { code: string }) => code === 'jwks_reachable')).toMatchObject({
    ok: false,
  });
  return text;
}

async function logOut({ name, issuer }: Provider): Promise<string> {
  const token = issuer.logoutToken({ sub: 'ada' });
  const body = new URLSearchParams({ logout_token: token }).toString();
  const answer = await stranger(server)
    .with({ 'content-type': 'application/x-www-form-urlencoded' })
    .post(atSso(name, 'backchannel-logout'), body);
  expect(answer.status).toBe(400);
  return answer.text;
}

it.each([
  ['keys, by an administrator who tests a connection', 'jwks_uri', test],
  ['keys, by a person who signs in', 'jwks_uri', signIn],
  ['keys, by a stranger who sends a logout token', 'jwks_uri', logOut],
  ['the token endpoint, by a person who signs in', 'token_endpoint', signIn],
] as const)('%s: nothing goes inside (05 §8.5)', async (_what, endpoint, call) => {
  for (const answers of movesTo(inside.address)) {
    const { at, host } = await provider(endpoint, answers);
    const given = await call(at);
    expect(given).not.toMatch(/127\.77|203\.0\.113|169\.254/);
    expect([answers, await names.asked(), inside.connections]).toEqual([
      answers,
      expect.arrayContaining([host]),
      0,
    ]);
  }
});

it('the same provider signs a person in while its keys stay where the operator opened them', async () => {
  const { at } = await provider('unused', [['127.0.0.1']]);
  const { url, browser } = await startSignIn(server, at.name);
  const parameters = at.issuer.consent(url, { sub: 'ada', email: `ada@${at.domain}`, name: 'Ada' });
  const answer = await browser.get(`${atSso(at.name, 'callback')}?${parameters.toString()}`);
  expect([answer.status, answer.headers['location']]).toEqual([302, expect.not.stringContaining('error=')]);
  expect(sessionOf(answer)).not.toBe('');
});
