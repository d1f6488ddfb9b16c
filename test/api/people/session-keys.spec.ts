/** 01 §3.4, R24.12: the way to the keys of the operator's sign-in service. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { signInOnCloud } from '../../harness/people/cloud.js';
import { api } from '../../harness/clients/client.js';
import { startSessionIssuer, type SessionIssuer } from '../../harness/people/session-issuer.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { trusting } from '../../harness/server/stands.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';

/** A name that only the egress proxy knows, with a certificate of the operator's own authority. */
const KEYS = 'keys.identity.example';
const ELSEWHERE = 'elsewhere.identity.example';

let issuer: SessionIssuer;
let upstream: Upstream;
let trust: Awaited<ReturnType<typeof trusting>>;
let cloud: TestServer | undefined;

beforeAll(async () => {
  [issuer, upstream] = await Promise.all([startSessionIssuer(), startUpstream()]);
  trust = await trusting(upstream);
});
afterAll(async () => {
  await Promise.all([issuer?.close(), upstream?.close(), trust?.close()]);
});

beforeEach(async () => {
  const keys = await (await fetch(issuer.settings['SESSION_JWT_JWKS_URL']!)).text();
  upstream.reset();
  upstream.answer = (_request, response) => response.end(keys);
});
afterEach(async () => {
  await cloud?.close();
  cloud = undefined;
});

async function start(settings: Record<string, string> = {}): Promise<TestServer> {
  cloud = await startServer({
    ...upstream.settings,
    ...trust.settings,
    ...issuer.settings,
    SESSION_JWT_JWKS_URL: `https://${KEYS}/jwks`,
    ...settings,
  });
  return cloud;
}

async function statusOfStranger(server: TestServer): Promise<number> {
  const token = issuer.token({ sub: 'ada', email: 'ada@example.test', email_verified: true });
  return (await api(server).as(token).get('/v1/auth/session')).status;
}

const hostsAsked = (): string[] => [...new Set(upstream.seen.map(({ host }) => host))];

it('keys are read through the egress proxy, by the roots of the operator', async () => {
  const person = await signInOnCloud(await start(), issuer);
  expect((await person.api.get('/v1/auth/session')).status).toBe(200);
  expect(hostsAsked()).toEqual([KEYS]);
});

it('keys under a certificate that no root vouches for prove no session', async () => {
  expect(await statusOfStranger(await start({ GATEWAY_UPSTREAM_CA_FILE: '' }))).toBe(401);
  expect(upstream.seen).toEqual([]);
});

it.each([301, 302, 303, 307, 308])('a redirect (%i) is refused there as well', async (status) => {
  const { answer } = upstream;
  upstream.answer = (request, response, seen) =>
    seen.host === KEYS
      ? response.writeHead(status, { location: `https://${ELSEWHERE}/jwks` }).end()
      : answer(request, response, seen);
  expect(await statusOfStranger(await start())).toBe(401);
  expect(hostsAsked()).toEqual([KEYS]);
});
