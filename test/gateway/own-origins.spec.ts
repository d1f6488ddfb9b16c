import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { signUpOwner } from '../harness/accounts.js';
import { createAgent, createSecret, grant } from '../harness/agent.js';
import { startServer, type TestServer } from '../harness/server.js';
import { startUpstream, type Upstream } from '../harness/upstream.js';

let server: TestServer;
let upstream: Upstream;

beforeAll(async () => {
  upstream = await startUpstream();
  server = await startServer({
    ...upstream.settings,
    APP_URL: `http://127.0.0.1:${upstream.port}`,
    GATEWAY_ALLOWED_PRIVATE_HOSTS: '',
  });
});

afterAll(async () => {
  await server.close();
  await upstream.close();
});

it('the deployment’s own origins are reachable without an opening, and nothing is injected on them (06 §8.4)', async () => {
  const owner = await signUpOwner(server);
  const agent = await createAgent(server, owner);
  await grant(
    owner,
    agent.id,
    await createSecret(owner, { hostPattern: '127.0.0.1', value: 'own-origin-value' }),
  );
  const answer = await agent.ask(`http://127.0.0.1:${upstream.port}/status`);
  expect(answer.status).toBe(200);
  expect(JSON.stringify(upstream.only().rawHeaders)).not.toContain('own-origin-value');
});
