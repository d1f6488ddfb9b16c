/** The frame of the operator's endpoints (07 A3): proved without any endpoint of an area standing in it. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signUpOwner } from '../../harness/people/accounts.js';
import { api, type Answer, type ApiClient } from '../../harness/clients/client.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { roomInThrottleWindow } from '../../harness/time/throttle-window.js';

const TOKEN = 'the-operators-own-token-of-more-than-32';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function expectUnknownRoute({ status, body }: Answer): void {
  expect([status, body.error.type]).toEqual([404, 'invalid_request_error']);
}

function expectUnauthenticated({ status, body }: Answer): void {
  expect([status, body]).toEqual([
    401,
    { error: { message: 'Invalid API key or token.', type: 'authentication_error' } },
  ]);
}

describe('with OPERATOR_TOKEN', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startServer({ OPERATOR_TOKEN: TOKEN });
  });

  afterAll(async () => {
    await server?.close();
  });

  /** A client from an address of its own, so that no test uses up another's attempts. */
  const from = (address: string): ApiClient => api(server).with({ 'x-forwarded-for': address });

  it('07-A3 answers the unknown-route 404 to the right token, whatever the path and method', async () => {
    for (const method of METHODS) {
      const answer = await api(server).as(TOKEN).send(method, '/v1/operator/nothing/here?x=1');
      expectUnknownRoute(answer);
      expect(answer.body.error.message).toContain(`${method} /v1/operator/nothing/here`);
    }
    expectUnknownRoute(await api(server).as(TOKEN).get('/api/operator/nothing'));
    const lower = api(server).with({ authorization: `bearer   ${TOKEN} ` });
    expectUnknownRoute(await lower.get('/v1/operator/nothing'));
  });

  it('07-A3 answers 401 without a token on every path, known or not, and never counts it', async () => {
    for (let attempt = 0; attempt < 15; attempt++) {
      expectUnauthenticated(await from('203.0.113.1').get('/v1/operator/partners'));
    }
    for (const method of METHODS) {
      expectUnauthenticated(await from('203.0.113.1').send(method, '/v1/operator/nothing', {}));
    }
  });

  it('07-A3 takes the token from the Authorization header only', async () => {
    expectUnauthenticated(await from('203.0.113.2').get(`/v1/operator/nothing?_token=${TOKEN}`));
    expectUnauthenticated(
      await from('203.0.113.2')
        .with({ cookie: `x=${TOKEN}` })
        .get('/v1/operator/x'),
    );
    expectUnauthenticated(
      await from('203.0.113.2').with({ 'x-gateway-secret': TOKEN }).get('/v1/operator/x'),
    );
  });

  it('07-A3 refuses what opens other doors, and the token opens none of those', async () => {
    const owner = await signUpOwner(server);
    expectUnauthenticated(await from('203.0.113.3').as(owner.apiKey).get('/v1/operator/nothing'));
    expectUnauthenticated(await from('203.0.113.3').as(owner.cookie).get('/v1/operator/nothing'));
    expectUnauthenticated(await api(server).as(TOKEN).get('/v1/agents'));
    expectUnauthenticated(await api(server).as(TOKEN).get('/v1/user'));
  });

  it('07-A3 answers 429 after ten wrong tokens of one address, to the right token too', async () => {
    await roomInThrottleWindow();
    const guessing = from('203.0.113.4');
    for (let attempt = 0; attempt < 10; attempt++) {
      expectUnauthenticated(await guessing.as(`${TOKEN}-${attempt}`).get('/v1/operator/nothing'));
    }
    for (const token of ['wrong', TOKEN]) {
      const answer = await guessing.as(token).get('/v1/operator/nothing');
      expect([answer.status, answer.body.error.type]).toEqual([429, 'rate_limit_error']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
    }
    expectUnknownRoute(await from('203.0.113.5').as(TOKEN).get('/v1/operator/nothing'));
  });

  it('07-A3 counts wrong tokens over all processes', async () => {
    await roomInThrottleWindow();
    const replica = await startReplica(server, { OPERATOR_TOKEN: TOKEN });
    try {
      for (let attempt = 0; attempt < 10; attempt++) {
        expectUnauthenticated(await from('203.0.113.6').as('wrong').get('/v1/operator/nothing'));
      }
      const elsewhere = api(replica).with({ 'x-forwarded-for': '203.0.113.6' }).as(TOKEN);
      expect((await elsewhere.get('/v1/operator/nothing')).status).toBe(429);
    } finally {
      await replica.close();
    }
  });

  it('07-A3 the token is neither in the API description nor are the paths of the frame', async () => {
    const { text, body } = await api(server).get('/openapi.json');
    expect(text).not.toContain(TOKEN);
    expect(Object.keys(body.paths).filter((path) => path.includes('*'))).toEqual([]);
  });
});

describe('without OPERATOR_TOKEN', () => {
  it('07-A3 no path of the frame exists, with whatever is shown', async () => {
    const server = await startServer();
    try {
      const owner = await signUpOwner(server);
      for (const credential of [null, TOKEN, owner.apiKey, owner.cookie]) {
        const client = credential === null ? api(server) : api(server).as(credential);
        for (let attempt = 0; attempt < 12; attempt++) {
          expectUnknownRoute(await client.get('/v1/operator/partners'));
        }
        expectUnknownRoute(await client.post('/v1/operator/partners', {}));
      }
    } finally {
      await server.close();
    }
  });

  it('07-A3 a token of fewer than 32 characters stops the boot without being printed', async () => {
    const short = 'only-31-characters-are-not-enou';
    const starting = startServer({ OPERATOR_TOKEN: short });
    await expect(starting).rejects.toThrow(/OPERATOR_TOKEN must have at least 32 characters/);
    await expect(starting).rejects.not.toThrow(short);
  });
});
