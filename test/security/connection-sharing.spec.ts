import { afterEach, expect, it } from '@jest/globals';
import { ask, startGateway, startUpstream, stopAll } from '../gateway/wire/wire-harness.js';

afterEach(stopAll);

it('an upstream connection that served one agent never serves another', async () => {
  const gateway = await startGateway();
  const upstream = await startUpstream();
  const get = (token: string) => ask(gateway, `http://${upstream.authority}/`, { token });
  await get(gateway.token);
  await get(gateway.token);
  expect(upstream.connections).toBe(1);
  await get(gateway.stages.newToken('b'));
  expect(upstream.connections).toBe(2);
  await get(gateway.token);
  expect(upstream.connections).toBe(2);
});
